/// Whole contents of documents: trees of values, for tests and for debugging.
extension Document {
  /// Returns `true` if the root has no value.
  public func isEmpty() -> Bool { length(obj: .ROOT) == 0 }

  /// Returns the current content of the document.
  ///
  /// - Throws: An error with the code `limitExceeded` if objects nest deeper than 512 levels, or
  ///   if two keys of a map are equal as Swift strings.
  public func schema() throws(AutomergeError) -> AutomergeValue {
    try parseToSchema(self, from: .ROOT)
  }

  /// Returns the current content of an object of a document.
  ///
  /// - Parameters:
  ///   - doc: The document.
  ///   - objId: The object.
  /// - Returns: The content with everything inside the object.
  /// - Throws: The errors of ``schema()``; an error with the code `objectNotFound`.
  public func parseToSchema(
    _ doc: Document, from objId: ObjId
  ) throws(AutomergeError) -> AutomergeValue {
    try doc.read { set, clock throws(AutomergeError) in try set.tree(of: objId, at: clock) }
  }

  /// Returns `true` if two documents have the same current content, whatever their histories.
  public func equivalentContents(_ anotherDoc: Document) -> Bool {
    guard anotherDoc !== self else { return true }
    let (one, other) = (withCore { $0.set }, anotherDoc.withCore { $0.set })
    var pairs: [(ObjId, ObjId)] = [(.ROOT, .ROOT)]
    while let (first, second) = pairs.popLast() {
      guard let steps = try? one.content(of: first, at: nil),
        let others = try? other.content(of: second, at: nil),
        steps.text.utf8.elementsEqual(others.text.utf8),
        steps.values.count == others.values.count
      else { return false }
      for (step, otherStep) in zip(steps.values, others.values) {
        guard step.key.map(Prop.Key) == otherStep.key.map(Prop.Key) else { return false }
        switch (step.value, otherStep.value) {
        case (.Scalar(let value), .Scalar(let otherValue)) where value == otherValue: continue
        case (.Object(let object, let type), .Object(let otherObject, let otherType))
        where type == otherType:
          pairs.append((object, otherObject))
        default: return false
        }
      }
    }
    return true
  }

  /// Prints the current content of the document, for debugging.
  public func walk() throws(AutomergeError) { print(try walkText()) }

  /// Returns the text that ``walk()`` prints, line by line as automerge-swift.
  func walkText() throws(AutomergeError) -> String {
    enum Step {
      case line(String)
      case object(ObjId, indentation: Int)
    }
    let set = withCore { $0.set }
    var lines: [String] = []
    var steps: [Step] = [.line("}"), .object(.ROOT, indentation: 1), .line("{")]
    while let step = steps.popLast() {
      guard case .object(let object, let indentation) = step else {
        if case .line(let line) = step { lines.append(line) }
        continue
      }
      let space = String(repeating: " ", count: min(indentation, 64) * 2)
      let content = try set.content(of: object, at: nil)
      var inner: [Step] = []
      for (key, value) in content.values {
        switch (key, value) {
        case (let key?, .Scalar(let scalar)): inner.append(.line("\(space)\"\(key)\" :\(scalar)"))
        case (let key?, .Object(let child, _)):
          inner.append(.line("\(space)\"\(key)\" : {"))
          inner.append(.object(child, indentation: indentation + 1))
          inner.append(.line("\(space)}"))
        case (nil, .Scalar(let scalar)): inner.append(.line("\(space)  \(scalar)"))
        case (nil, .Object(let child, _)):
          inner.append(.object(child, indentation: indentation + 1))
        }
      }
      switch content.type {
      case .Map: inner = [.line("\(space){")] + inner + [.line("\(space)}")]
      case .List where inner.isEmpty: inner = [.line("\(space)[]")]
      case .List: inner = [.line("\(space)[")] + inner + [.line("\(space)]")]
      case .Text: inner = [.line("\(space)Text[\"\(content.text)\"]")]
      }
      steps += inner.reversed()
    }
    return lines.joined(separator: "\n")
  }
}

extension OpSet {
  /// Returns the content of an object and everything inside it, at a point in the history.
  func tree(of id: ObjId, at clock: Clock?) throws(AutomergeError) -> AutomergeValue {
    var tree = ContentTree(clock: clock)
    try tree.open(id, at: nil, in: self)
    while let step = tree.next() {
      switch step.value {
      case .Scalar(let scalar): try tree.add(.scalar(scalar), at: step.key)
      case .Object(let object, _): try tree.open(object, at: step.key, in: self)
      }
      try tree.close()
    }
    return tree.result
  }

  /// The content of one object.
  struct ObjectContent {
    let type: ObjType
    /// The entries of a map, or the elements of a list without keys.
    var values: [(key: String?, value: Value)] = []
    var text = ""
  }

  func content(of id: ObjId, at clock: Clock?) throws(AutomergeError) -> ObjectContent {
    let object = try object(id)
    var content = ObjectContent(type: objects[object].type)
    switch content.type {
    case .Map: content.values = namedValues(of: object, at: clock).map { ($0.0, $0.1) }
    case .List: content.values = contents(of: object, at: clock).map { (nil, $0) }
    case .Text: content.text = text(of: object, at: clock)
    }
    return content
  }
}

/// Builds a tree of values with an explicit stack instead of recursion.
private struct ContentTree {
  /// The largest nesting depth of a tree of values.
  ///
  /// The standard library compares and releases trees by recursion.
  private static let maximumDepth = 512

  private struct Level {
    /// The key of the object in the map that contains it.
    let key: String?
    let isMap: Bool
    var rest: [(key: String?, value: Value)]
    var entries: [String: AutomergeValue] = [:]
    var elements: [AutomergeValue] = []

    var result: AutomergeValue { isMap ? .dict(entries) : .array(elements) }
  }

  private let clock: Clock?
  private var levels: [Level] = []
  private(set) var result = AutomergeValue.dict([:])

  /// Creates an empty tree of the content at a point in the history.
  init(clock: Clock?) { self.clock = clock }

  /// Begins an object; a text is added as a whole.
  mutating func open(_ id: ObjId, at key: String?, in set: OpSet) throws(AutomergeError) {
    guard levels.count < Self.maximumDepth else {
      throw AutomergeError(
        .limitExceeded,
        "Objects nest deeper than \(Self.maximumDepth) levels; read them one by one.")
    }
    let content = try set.content(of: id, at: clock)
    guard content.type != .Text else { return try add(.text(content.text), at: key) }
    levels.append(
      Level(key: key, isMap: content.type == .Map, rest: content.values.reversed()))
    try close()
  }

  /// Returns the next value of the open object; `nil` at the end of the tree.
  mutating func next() -> (key: String?, value: Value)? {
    levels.isEmpty ? nil : levels[levels.count - 1].rest.popLast()
  }

  mutating func add(_ value: AutomergeValue, at key: String?) throws(AutomergeError) {
    guard !levels.isEmpty else { return result = value }
    guard let key else { return levels[levels.count - 1].elements.append(value) }
    // Keys that differ only in normalization are equal as Swift strings.
    guard levels[levels.count - 1].entries.updateValue(value, forKey: key) == nil else {
      throw AutomergeError(
        .limitExceeded,
        "Two keys of a map are equal as Swift strings, '\(key)'; read the map by mapEntries(obj:).")
    }
  }

  /// Adds the open objects that are complete to the objects that contain them.
  mutating func close() throws(AutomergeError) {
    while let level = levels.last, level.rest.isEmpty {
      levels.removeLast()
      try add(level.result, at: level.key)
    }
  }
}
