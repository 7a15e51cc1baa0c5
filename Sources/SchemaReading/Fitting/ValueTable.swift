import ContentStorage
import SchemaModel

/// Values that readings share, each once, so that equal values have equal indices.
struct ValueTable {
  enum Value: Hashable {
    case null
    case bool(Bool)
    /// A number by its text.
    case number(String)
    case string(String)
    case array([Int])
    case object([Member])

    /// The value of a text without brackets, by its spelling, and the kind of its mend.
    static func scalar(_ raw: RawNode) -> (value: Value, kind: MendKind?) {
      let text = raw.text
      if raw.kind == .string { return (.string(text), nil) }
      if let truth = ValueWords.boolean(text) {
        return (.bool(truth), text == "true" || text == "false" ? nil : .booleanWord)
      }
      if ValueWords.isNull(text) { return (.null, text == "null" ? nil : .nullWord) }
      if let (number, kind) = NumberForms.number(text, isInteger: false) {
        return (.number(number), kind)
      }
      return (.string(text), .bareString)
    }
  }

  struct Member: Hashable {
    let key: String
    let value: Int
  }

  private var values: [Value] = []
  private var indices: [Value: Int] = [:]

  subscript(index: Int) -> Value { values[index] }

  /// Returns the index of a value.
  mutating func index(of value: Value) -> Int {
    if let index = indices[value] { return index }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }

  /// Returns a value as content.
  func content(of root: Int, id: GenerationID? = nil) -> GeneratedContent {
    var builder = ContentBuilder(id: id)
    add(root, to: &builder)
    return builder.finish()
  }

  /// Adds a value as content.
  func add(_ root: Int, to builder: inout ContentBuilder) {
    var open: [(members: [Member], isObject: Bool, next: Int)] = []
    func begin(_ index: Int, in builder: inout ContentBuilder) {
      switch values[index] {
      case .null: builder.null()
      case .bool(let value): builder.bool(value)
      case .number(let text): builder.number(text)
      case .string(let text): builder.string(text)
      case .array(let elements):
        builder.beginArray()
        open.append((elements.map { Member(key: "", value: $0) }, false, 0))
      case .object(let members):
        builder.beginObject()
        open.append((members, true, 0))
      }
    }
    begin(root, in: &builder)
    while let innermost = open.last {
      guard innermost.next < innermost.members.count else {
        open.removeLast()
        _ = innermost.isObject ? builder.endObject() : builder.endArray()
        continue
      }
      open[open.count - 1].next += 1
      let member = innermost.members[innermost.next]
      if innermost.isObject { builder.key(member.key) }
      begin(member.value, in: &builder)
    }
  }
}
