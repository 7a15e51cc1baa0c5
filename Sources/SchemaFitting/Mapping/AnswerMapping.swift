import SchemaEncoding
public import SchemaModel

/// Converts answers to a fitted schema into content of the declared type, and back.
///
/// Answers to a fitted schema have another form than values of the type. For example, a dictionary
/// is a list of entries, and a root that is not an object is a property of an object. The mapping
/// converts such an answer to content of the type:
///
///     let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit([String: Int].self)
///     let content = try fitted.mapping.content(from: answer)   // {"a": 1}
///
/// A mapping is data, so a program can store it with a request, and another process can use it.
public struct AnswerMapping: Sendable, Hashable {
  /// The conversion of the values of each place.
  let plan: MappingPlan

  /// The mapping of an unchanged schema: the content is the answer itself.
  public static let identity = AnswerMapping(nodes: [.same], root: .same)

  init(
    nodes: [Node], root: Node.ID, shapes: [ValueShape] = [],
    alternatives: DeclaredAlternatives? = nil, closedRoot: Int? = nil, ignoresCase: Bool = false
  ) {
    plan = MappingPlan(
      nodes, root: root, shapes: shapes, alternatives: alternatives, closedRoot: closedRoot,
      ignoresCase: ignoresCase)
  }

  /// Creates the mapping of a graph that only had objects to close.
  init(identityFor closed: SchemaGraph) {
    self.init(
      nodes: [.same], root: .same, alternatives: DeclaredAlternatives([closed.root], of: closed),
      closedRoot: 0)
  }

  /// Indicates whether the content is always the answer itself.
  public var isIdentity: Bool { plan.isIdentity }

  /// The changes of the properties of an object.
  struct ObjectForm: Sendable, Hashable, Codable {
    /// The named properties, in the order of the answer.
    ///
    /// In this order, the next property is usually found at the first attempt.
    var properties: [Property] = []

    /// The properties whose names match patterns, if their values change.
    var patterns: [Pattern] = []

    /// The node of the values of all other properties.
    var others = Node.ID.same

    /// The entries of the answer for the unnamed properties of the declared object; empty if the
    /// answer has unnamed properties as properties.
    ///
    /// Entries for the names that match patterns come before those for all other names.
    var entries: [EntriesProperty] = []
  }

  /// The properties whose names match a pattern.
  struct Pattern: Sendable, Hashable, Codable {
    let pattern: SchemaPattern
    let value: Node.ID

    private enum CodingKeys: CodingKey { case pattern, value }

    init(pattern: SchemaPattern, value: Node.ID) {
      self.pattern = pattern
      self.value = value
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      let source = try container.decode(String.self, forKey: .pattern)
      do {
        pattern = try SchemaPattern(ecma: source)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .pattern, in: container, debugDescription: "\(error)")
      }
      value = try container.decode(Node.ID.self, forKey: .value)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(pattern.source, forKey: .pattern)
      try container.encode(value, forKey: .value)
    }
  }

  /// A property with a name.
  struct Property: Sendable, Hashable, Codable {
    /// The declared name.
    let name: String

    let answerName: String

    let value: Node.ID

    /// The form of an absent property in the answer.
    var absence = Absence.omitted
  }

  /// The form of an absent property in an answer.
  enum Absence: String, Sendable, Codable {
    /// The answer lacks the property.
    case omitted

    /// The answer has `null`.
    case null

    /// The answer has `null`, and the declared value may also be `null`.
    case keptNull

    /// The answer has an empty array. A present value is the only element of an array, by its form.
    case emptyArray

    /// The answer lacks the property, also if the declared value is `null`.
    case omittedOrNull

    /// The property is never absent, but its value may be `null`. The answer then lacks the
    /// property.
    case omittedForNull
  }

  /// A property of the answer that contains the unnamed properties of an object as entries.
  struct EntriesProperty: Sendable, Hashable, Codable {
    /// The name in the answer.
    let property: String

    /// The names that no entry may have as its key, in addition to the names of the properties.
    let names: [String]

    /// The patterns that the keys of the entries match; empty for keys that match no pattern of
    /// other entries.
    var patterns: [Pattern] = []

    let values: Node.ID
  }

  /// The names of the properties of an entry.
  enum Entry {
    static let key = "key"
    static let value = "value"
  }

  /// An alternative of a union.
  struct Alternative: Sendable, Hashable, Codable {
    let value: Node.ID

    /// The shapes of its answers, which distinguish them from answers of the other alternatives.
    let answers: [ValueShape.ID]

    /// The number of its declared schema among the declared alternatives.
    let schema: Int
  }
}

extension AnswerMapping {
  /// Converts an answer to the fitted schema to content of the declared type.
  ///
  /// A snapshot of an answer gives the known part of the content. An entry of a dictionary appears
  /// when its key is complete. Content that has appeared keeps its id when more of the answer
  /// arrives. To read all snapshots of an answer, use an ``AnswerReader``, which reads each part
  /// once.
  ///
  /// A value that the answer wraps in an object, a list or a string is complete when the wrapper is
  /// complete. A value without the form that the schema asks for stays unchanged, so that a
  /// validator of the declared type reports the value at its place in the content.
  ///
  /// An array can be an object in the answer, with a property for each of its first elements. If a
  /// complete answer lacks such an element, the array ends before this element. A later element is
  /// then an error.
  ///
  /// For a property that is optional and may be `null`, answers may have only one form for both
  /// cases. The content then has `null` if the dialect requires all properties, and lacks the
  /// property if the dialect has no `null` and the value may be any string. A validator of the
  /// declared type accepts both.
  ///
  /// - Parameter answer: The answer, complete or a snapshot.
  /// - Returns: The content.
  /// - Throws: ``AnswerMappingError`` if a key occurs twice; an entry has no key, no value, or a
  ///   key that is not a string; an element is present after an absent one; a list in place of an
  ///   optional property has several elements; a string of JSON text is not valid JSON, or nests,
  ///   together with the values around it, deeper than `GeneratedContent.maximumDepth`.
  /// - Complexity: O(n) in the size of the answer, without recursion; O(1) if ``isIdentity``.
  public func content(from answer: GeneratedContent) throws -> GeneratedContent {
    isIdentity ? answer : try AnswerReader.content(from: answer, by: plan)
  }

  /// Converts content of the declared type to an answer to the fitted schema.
  ///
  /// Use the answer as an example in a prompt.
  ///
  /// - Parameter content: The content.
  /// - Returns: The answer. ``content(from:)`` converts the answer back to the content, with one
  ///   exception: a property that is optional and may be `null` can become absent instead of
  ///   `null`, or `null` instead of absent.
  /// - Throws: ``AnswerMappingError`` if the content is not complete, or if an object has a
  ///   property, or an array an element, that its document does not mention and that the fitted
  ///   schema has no place for.
  /// - Complexity: O(n) in the size of the content, without recursion; O(1) if ``isIdentity`` and
  ///   fitting has closed no object.
  public func answer(for content: GeneratedContent) throws -> GeneratedContent {
    guard !isIdentity || plan.closedRoot != nil else { return content }
    guard content.isComplete else {
      throw AnswerMappingError(
        .incomplete, "The content is not complete, so it has no fitted form.", at: SchemaPath(),
        remedy: "Write the complete value.")
    }
    try checkPlaces(of: content)
    return isIdentity ? content : AnswerWriter(plan, content).written()
  }

  /// Checks that the fitted schema has a place for each property and each element of some content.
  private func checkPlaces(of content: GeneratedContent) throws {
    guard let root = plan.closedRoot, let schemas = plan.alternatives else { return }
    let unmentioned = schemas.undeclaredParts(of: content, root)
    if let error = AnswerMappingError(unmentioned: unmentioned) { throw error }
  }
}

extension AnswerMapping: Codable {
  private enum CodingKeys: CodingKey {
    case nodes, root, shapes, alternatives, closedRoot, ignoresCase
  }

  /// Decodes a mapping.
  ///
  /// - Throws: The decoder's error, or a `DecodingError` if the data is not an encoded mapping.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      nodes: try container.decode([Node].self, forKey: .nodes),
      root: try container.decode(Node.ID.self, forKey: .root),
      shapes: try container.decode([ValueShape].self, forKey: .shapes),
      alternatives: try container.decodeIfPresent(
        DeclaredAlternatives.self, forKey: .alternatives),
      closedRoot: try container.decodeIfPresent(Int.self, forKey: .closedRoot),
      ignoresCase: try container.decode(Bool.self, forKey: .ignoresCase))
    guard case .same? = plan.nodes.first else {
      throw DecodingError.dataCorruptedError(
        forKey: .nodes, in: container,
        debugDescription: "The first node of the mapping does not keep its values.")
    }
    if plan.hasEndlessConversion {
      throw DecodingError.dataCorruptedError(
        forKey: .nodes, in: container,
        debugDescription: "The unions and forms of the mapping lead in a cycle.")
    }
    if plan.hasUnknownShapes {
      throw DecodingError.dataCorruptedError(
        forKey: .shapes, in: container,
        debugDescription: "The mapping lacks shapes of its alternatives.")
    }
    if plan.hasUndeclaredAlternatives {
      throw DecodingError.dataCorruptedError(
        forKey: .alternatives, in: container,
        debugDescription: "The alternatives of the mapping do not all have a declared schema.")
    }
  }

  /// Encodes the mapping, for this process or another process with the same version of this
  /// package.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(plan.nodes, forKey: .nodes)
    try container.encode(plan.root, forKey: .root)
    try container.encode(plan.valueShapes, forKey: .shapes)
    try container.encodeIfPresent(plan.alternatives, forKey: .alternatives)
    try container.encodeIfPresent(plan.closedRoot, forKey: .closedRoot)
    try container.encode(plan.ignoresCase, forKey: .ignoresCase)
  }
}

extension MappingPlan {
  /// Indicates whether a node hands a value on to itself, so that converting the value would not
  /// end.
  ///
  /// A union hands its value on to an alternative. A form without a container hands its value on to
  /// its only part.
  fileprivate var hasEndlessConversion: Bool {
    CycleSearch.closingStep(among: nodes.indices, from: Array(nodes.indices)) { position in
      let targets: [AnswerMapping.Node.ID] =
        switch nodes[position] {
        case .union(let alternatives): alternatives.map(\.value)
        case .other(let form) where form.container == nil: [form.node(ofPart: 0)]
        case .same, .object, .array, .tuple, .other: []
        }
      return targets.map(\.position).filter(nodes.indices.contains)
    } != nil
  }

  /// Indicates whether a union has an alternative with a shape that the mapping lacks.
  fileprivate var hasUnknownShapes: Bool {
    hasAlternative { !$0.answers.allSatisfy { valueShapes.indices.contains($0.position) } }
  }

  /// Indicates whether a union has an alternative without a declared schema.
  fileprivate var hasUndeclaredAlternatives: Bool {
    let count = alternatives?.count ?? 0
    if let closedRoot, !(0..<count).contains(closedRoot) { return true }
    return hasAlternative { !(0..<count).contains($0.schema) }
  }

  private func hasAlternative(where condition: (AnswerMapping.Alternative) -> Bool) -> Bool {
    nodes.contains { node in
      guard case .union(let alternatives) = node else { return false }
      return alternatives.contains(where: condition)
    }
  }
}

/// The patterns of a mapping.
///
/// Each pattern is compiled once, on first use.
struct PatternMatchers {
  private var matchers: [SchemaPattern: SchemaPattern.Matcher?] = [:]

  /// Indicates whether a text contains a match; `nil` if the pattern cannot be run on the text.
  mutating func matches(_ pattern: SchemaPattern, in text: String) -> Bool? {
    matchers[pattern, default: pattern.matcher()]?.matches(text)
  }
}
