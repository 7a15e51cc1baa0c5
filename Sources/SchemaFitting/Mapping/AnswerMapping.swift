import SchemaEncoding
public import SchemaModel

/// Converts answers to a fitted schema into content of the declared type, and back.
///
/// A fitted schema describes other values than the type does. A dictionary is a list of entries,
/// and a root that is not an object is inside one. The mapping reads the answers of a model to it:
///
///     let fitted = try SchemaEncoder(dialect: OpenAIDialect()).fit([String: Int].self)
///     let content = try fitted.mapping.content(from: answer)   // {"a": 1}
///
/// It is data, so it can be stored beside a request and used by another process.
public struct AnswerMapping: Sendable, Hashable {
  private let source: MappingSource

  /// The conversion of the values of each place.
  var plan: MappingPlan { source.plan }

  /// The mapping of a schema that was not fitted: answers are the content.
  public static let identity = AnswerMapping(nodes: [.same], root: .same)

  init(
    nodes: [Node], root: Node.ID, alternatives: DeclaredAlternatives? = nil,
    ignoresCase: Bool = false
  ) {
    source = MappingSource(
      MappingPlan(nodes, root: root, alternatives: alternatives, ignoresCase: ignoresCase))
  }

  /// Creates the mapping of answers to a fitted graph.
  init(_ graph: FittingGraph) {
    source = MappingSource(graph)
  }

  /// Indicates whether every answer is the content already.
  public var isIdentity: Bool { source.isIdentity }

  /// The changes of the properties of an object.
  struct ObjectForm: Sendable, Hashable, Codable {
    /// The properties that have names, in the order of the answer, so that the next one is mostly
    /// found at once.
    var properties: [Property] = []

    /// The properties whose names match patterns, if their values change.
    var patterns: [Pattern] = []

    /// The node of the values of all other properties.
    var others = Node.ID.same

    /// The entries of the answer for properties that the declared object does not name; `nil` if
    /// the answer has these as properties.
    var beside: Beside?
  }

  /// The properties whose names match a pattern.
  struct Pattern: Sendable, Hashable, Codable {
    let pattern: String
    let value: Node.ID
  }

  /// A property with a name.
  struct Property: Sendable, Hashable, Codable {
    /// The declared name.
    let name: String

    /// The name in the answer.
    let answerName: String

    /// The node of its value.
    let value: Node.ID

    /// The form in which the answer says that the property is absent.
    let absence: Absence

    init(name: String, answerName: String, value: Node.ID, absence: Absence = .omitted) {
      self.name = name
      self.answerName = answerName
      self.value = value
      self.absence = absence
    }
  }

  /// A form in which an answer says that a property is absent.
  enum Absence: String, Sendable, Codable {
    /// The property is absent from it, too.
    case omitted

    /// It is `null`.
    case null

    /// It is `null`, which the declared value may be, too.
    case keptNull

    /// It is an empty array, and a value is the only element of one.
    case emptyArray

    /// The property is absent from it, and so it is where it is declared to be `null`.
    case omittedOrNull

    /// It is never absent, but it may be `null`, for which the answer has no property.
    case omittedForNull
  }

  /// A property of the answer that has an object's further properties, as entries.
  struct Beside: Sendable, Hashable, Codable {
    /// The name in the answer.
    let property: String

    /// The declared names of the properties that have their own places.
    let names: [String]

    /// The node of the values.
    let values: Node.ID
  }

  /// The names of the properties of an entry.
  enum Entry {
    static let key = "key"
    static let value = "value"
  }

  /// An element of a tuple as a property of an object.
  struct Element: Sendable, Hashable, Codable {
    /// The name of the property.
    let property: String

    /// The node of its value.
    let value: Node.ID
  }

  /// An alternative of a union.
  struct Alternative: Sendable, Hashable, Codable {
    /// The node of its values.
    let value: Node.ID

    /// The shapes of its answers, which tell them from those of the other alternatives.
    let answers: [ValueShape]

    /// The number of its declared schema.
    let schema: Int
  }
}

extension AnswerMapping {
  /// The content of the declared type that an answer to the fitted schema stands for.
  ///
  /// An answer that is still arriving gives what is known of the content: an entry of a dictionary
  /// appears when its key is complete. What has appeared stays, and keeps its id, when more of the
  /// answer arrives. To read all snapshots of an answer, keep an ``AnswerReader``, which reads each
  /// part once.
  ///
  /// A value that the answer wraps in an object, a list or a string is complete when the wrapper is
  /// complete. A value in another form than the schema asks for stays as it is, so that a validator
  /// of the declared type reports it at its place there.
  ///
  /// An array of fixed length that the answer has as an object ends before the first element that a
  /// complete answer lacks.
  ///
  /// A property that is optional and may be `null` has one form in answers for both where an answer
  /// cannot tell them apart. It comes back as `null` where the dialect requires all properties, and
  /// as absent where the dialect has no `null` and the value may be any string. A validator of the
  /// declared type takes both for the same.
  ///
  /// - Parameter answer: The answer, complete or a snapshot.
  /// - Returns: The content.
  /// - Throws: ``AnswerMappingError`` if a key occurs twice; an entry has no key, no value, or a
  ///   key that is not a string; a list in place of an optional property has several elements; a
  ///   string of JSON text is not valid JSON, or nests, together with the values around it, deeper
  ///   than
  ///   `GeneratedContent.maximumDepth`.
  /// - Complexity: O(n) in the size of the answer, without recursion; O(1) if ``isIdentity``.
  public func content(from answer: GeneratedContent) throws -> GeneratedContent {
    isIdentity ? answer : try AnswerReader.content(from: answer, by: plan)
  }

  /// The answer to the fitted schema that stands for content of the declared type.
  ///
  /// It is what a model would write, as for an example in a prompt.
  ///
  /// - Parameter content: The content.
  /// - Returns: The answer. ``content(from:)`` maps it back to the content, except that a property
  ///   that is optional and may be `null` can come back in the other of its two forms.
  /// - Throws: ``AnswerMappingError`` if the content is not complete.
  /// - Complexity: O(n) in the size of the content, without recursion; O(1) if ``isIdentity``.
  public func answer(for content: GeneratedContent) throws -> GeneratedContent {
    guard !isIdentity else { return content }
    guard content.isComplete else {
      throw AnswerMappingError(
        .incomplete, "The content is not complete, so it has no fitted form.", at: SchemaPath(),
        remedy: "Write the whole value.")
    }
    return AnswerWriter(plan, content).written()
  }
}

extension AnswerMapping: Codable {
  private enum CodingKeys: CodingKey { case nodes, root, alternatives, ignoresCase }

  /// Creates a mapping from data that a mapping was encoded to.
  ///
  /// - Throws: The decoder's error, or a `DecodingError` if the data is not that of a mapping.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      nodes: try container.decode([Node].self, forKey: .nodes),
      root: try container.decode(Node.ID.self, forKey: .root),
      alternatives: try container.decodeIfPresent(
        DeclaredAlternatives.self, forKey: .alternatives),
      ignoresCase: try container.decode(Bool.self, forKey: .ignoresCase))
    if plan.unionsLeadInCircle {
      throw DecodingError.dataCorruptedError(
        forKey: .nodes, in: container,
        debugDescription: "The unions of the mapping lead in a cycle.")
    }
  }

  /// Writes the mapping, for another process or a later one of this package's version.
  ///
  /// - Throws: The encoder's error.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(plan.nodes, forKey: .nodes)
    try container.encode(plan.root, forKey: .root)
    try container.encodeIfPresent(plan.alternatives, forKey: .alternatives)
    try container.encode(plan.ignoresCase, forKey: .ignoresCase)
  }
}

extension MappingPlan {
  /// Indicates whether a union leads back to itself through unions, so that reading a value would
  /// not end.
  fileprivate var unionsLeadInCircle: Bool {
    CycleSearch.closingStep(among: nodes.indices, from: Array(nodes.indices)) { position in
      guard case .union(let alternatives) = nodes[position] else { return [] }
      return alternatives.map(\.value.position).filter(nodes.indices.contains)
    } != nil
  }
}

extension AnswerMapping.ObjectForm {
  /// The node of the values of a property that has no place of its own.
  func others(
    _ name: @autoclosure () -> String, _ matchers: inout PatternMatchers
  ) -> AnswerMapping.Node.ID {
    if patterns.isEmpty { return others }
    let name = name()
    for pattern in patterns where matchers.matches(pattern.pattern, in: name) ?? false {
      return pattern.value
    }
    return others
  }
}

/// The patterns of a mapping, each compiled once, when a text is first compared with it.
struct PatternMatchers {
  private var matchers: [ExactText: SchemaPattern.Matcher?] = [:]

  /// Indicates whether a text contains a match; `nil` if the pattern is not run on it.
  mutating func matches(_ pattern: String, in text: String) -> Bool? {
    matchers[
      ExactText(pattern), default: (try? SchemaPattern(ecma: pattern))?.matcher()
    ]?.matches(text)
  }
}
