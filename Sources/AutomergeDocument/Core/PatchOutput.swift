/// Collects patches, and joins insertions and deletions that follow each other.
struct PatchOutput {
  /// An insertion or deletion that the next one may continue.
  private enum Run {
    case values([Value], width: UInt64, marks: [StringIndex: Value])
    case text([UInt8], last: Character?, width: UInt64, marks: [StringIndex: Value])
    case deletion(length: UInt64)
  }

  var paths = PatchPaths()
  private let strings: StringTable
  private var patches: [(action: PatchAction, end: PatchPaths.End)] = []
  private var object = ObjId.ROOT
  private var end = PatchPaths.End.root
  private var run: (index: UInt64, content: Run)?

  /// Creates an empty output.
  ///
  /// `strings`: The names of marks.
  init(strings: StringTable) { self.strings = strings }

  /// Returns the collected patches.
  mutating func finish() -> [Patch] {
    flush()
    return patches.map { Patch(action: $0.action, paths: paths, end: $0.end) }
  }

  /// Begins the patches of an object.
  mutating func begin(_ object: ObjId, at end: PatchPaths.End) {
    flush()
    self.object = object
    self.end = end
  }

  private mutating func append(_ action: PatchAction) {
    flush()
    patches.append((action, end))
  }

  /// Ends the joining.
  private mutating func flush() {
    guard let (index, content) = run else { return }
    run = nil
    switch content {
    case .values(let values, _, let marks):
      append(.Insert(obj: object, index: index, values: values, marks: named(marks)))
    case .text(let text, _, _, let marks):
      let value = String(decoding: text, as: UTF8.self)
      append(.SpliceText(obj: object, index: index, value: value, marks: named(marks)))
    case .deletion(let length):
      append(.DeleteSeq(DeleteSeq(obj: object, index: index, length: length)))
    }
  }

  private func named(_ marks: [StringIndex: Value]) -> [String: Value] {
    Dictionary(marks.map { (strings[$0.key], $0.value) }) { first, _ in first }
  }
}

// Maps and lists.
extension PatchOutput {
  mutating func put(_ value: Value, at prop: Prop) { append(.Put(object, prop, value)) }

  mutating func increment(at prop: Prop, by amount: Int64) {
    append(.Increment(object, prop, amount))
  }

  mutating func flagConflict(at prop: Prop) { append(.Conflict(object, prop)) }

  mutating func deleteKey(_ key: String) { append(.DeleteMap(object, key)) }

  /// Inserts a value of a list or an object of a text.
  mutating func insert(
    _ value: Value, width: UInt64, at index: UInt64, marks: [StringIndex: Value]
  ) {
    if case .values(var values, let before, marks)? = run?.content, let start = run?.index,
      start + before == index
    {
      // Without this line, each value would copy the earlier ones.
      run = nil
      values.append(value)
      run = (start, .values(values, width: before + width, marks: marks))
    } else {
      flush()
      run = (index, .values([value], width: width, marks: marks))
    }
  }
}

// Texts, and deletions in sequences.
extension PatchOutput {
  /// Inserts the text of an element.
  ///
  /// In units of characters, a text is joined only if its characters stay apart. Otherwise, an
  /// accent that is an element would become part of the letter before it, and the joined text would
  /// be shorter than its elements.
  mutating func insert(
    _ text: [UInt8], width: UInt64, at index: UInt64, marks: [StringIndex: Value],
    _ encoding: TextEncoding
  ) {
    let string = encoding == .graphemeCluster ? String(decoding: text, as: UTF8.self) : ""
    if case .text(var joined, let last, let before, marks)? = run?.content,
      let start = run?.index, start + before == index, Self.stayApart(last, string.first)
    {
      // Without this line, each element would copy the earlier ones.
      run = nil
      joined += text
      run = (start, .text(joined, last: string.last, width: before + width, marks: marks))
    } else {
      flush()
      run = (index, .text(text, last: string.last, width: width, marks: marks))
    }
  }

  private static func stayApart(_ first: Character?, _ second: Character?) -> Bool {
    guard let first, let second else { return true }
    return "\(first)\(second)".count == 2
  }

  /// Deletes elements of a list or units of a text.
  mutating func delete(_ width: UInt64, at index: UInt64) {
    guard width > 0 else { return }
    if case .deletion(let length)? = run?.content, run?.index == index {
      run = (index, .deletion(length: length + width))
    } else {
      flush()
      run = (index, .deletion(length: width))
    }
  }

  mutating func setMarks(_ marks: [Mark]) {
    if !marks.isEmpty { append(.Marks(object, marks)) }
  }
}
