import SchemaEncoding
import SchemaModel

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
  /// How the values of each place are converted; the first is ``Node/same``.
  var nodes: [Node] { plan.nodes }

  /// The node of the whole value.
  var root: Int { plan.root }

  /// The declared schemas of alternatives, if there are unions.
  var alternatives: DeclaredAlternatives? { plan.alternatives }

  /// Whether strings of an answer that tell alternatives apart may be in other capitals (rule D9).
  var ignoresCase: Bool { plan.ignoresCase }

  /// All of this, and what a reader looks up.
  let plan: MappingPlan

  /// The mapping of a schema that was not fitted: answers are the content.
  public static let identity = AnswerMapping(nodes: [.same], root: 0)

  init(
    nodes: [Node], root: Int, alternatives: DeclaredAlternatives? = nil, ignoresCase: Bool = false
  ) {
    plan = MappingPlan(nodes, root: root, alternatives: alternatives, ignoresCase: ignoresCase)
  }

  /// Whether every answer is the content already.
  public var isIdentity: Bool {
    guard plan.steps.indices.contains(root) else { return true }
    return if case .same = plan.steps[root] { true } else { false }
  }

  subscript(index: Int) -> Node { nodes.indices.contains(index) ? nodes[index] : .same }

  /// How the properties of an object change.
  struct ObjectForm: Sendable, Hashable, Codable {
    /// Those that have names, in the order of the answer, so that each is found where the one
    /// before was.
    var properties: [Property] = []

    /// The nodes of the values of those whose names match patterns, and change.
    var patterns: [Pattern] = []

    /// The node of the values of all others.
    var others = 0

    /// How the answer has the properties that the declared object does not name, if they are
    /// entries.
    var beside: Beside?
  }

  /// The properties whose names match a pattern.
  struct Pattern: Sendable, Hashable, Codable {
    let pattern: String
    let value: Int
  }

  /// A property with a name.
  struct Property: Sendable, Hashable, Codable {
    /// The declared name.
    let name: String

    /// The name in the answer.
    var answerName: String

    /// The node of its value.
    var value: Int

    /// How the answer says that the property is absent.
    var absence = Absence.omitted
  }

  /// How an answer says that a property is absent.
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

    /// Whether the answer has the property where the content has none.
    var isStated: Bool {
      switch self {
      case .null, .keptNull, .emptyArray: true
      case .omitted, .omittedOrNull, .omittedForNull: false
      }
    }
  }

  /// A property of the answer that has an object's further properties, as entries.
  struct Beside: Sendable, Hashable, Codable {
    /// The name in the answer.
    let property: String

    /// The declared names of the properties that have their own places.
    let names: [String]

    /// The node of the values.
    let values: Int
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
    let value: Int
  }

  /// An alternative of a union.
  struct Alternative: Sendable, Hashable, Codable {
    /// The node of its values.
    let value: Int

    /// What tells its answers from those of the other alternatives.
    let answers: [ValueShape]

    /// The number of its declared schema.
    let schema: Int
  }
}

extension AnswerMapping: Codable {
  private enum CodingKeys: CodingKey { case nodes, root, alternatives, ignoresCase }

  /// Creates a mapping from data that a mapping was encoded to.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      nodes: try container.decode([Node].self, forKey: .nodes),
      root: try container.decode(Int.self, forKey: .root),
      alternatives: try container.decodeIfPresent(
        DeclaredAlternatives.self, forKey: .alternatives),
      ignoresCase: try container.decode(Bool.self, forKey: .ignoresCase))
    if unionsLeadInCircle {
      throw DecodingError.dataCorruptedError(
        forKey: .nodes, in: container,
        debugDescription: "The unions of the mapping lead in a circle.")
    }
  }

  /// Whether a union leads back to itself through unions, so that reading a value would not end.
  private var unionsLeadInCircle: Bool {
    enum State { case new, open, done }
    func targets(of node: Int) -> ArraySlice<Int> {
      if case .union(let alternatives) = self[node] { alternatives.map(\.value)[...] } else { [] }
    }
    var states = [State](repeating: .new, count: nodes.count)
    for start in nodes.indices where states[start] == .new {
      states[start] = .open
      var path = [(node: start, rest: targets(of: start))]
      while let last = path.indices.last {
        guard let next = path[last].rest.popFirst() else {
          states[path.removeLast().node] = .done
          continue
        }
        guard states.indices.contains(next), states[next] != .done else { continue }
        if states[next] == .open { return true }
        states[next] = .open
        path.append((next, targets(of: next)))
      }
    }
    return false
  }

  /// Writes the mapping, for another process or a later one of this package's version.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(root, forKey: .root)
    try container.encodeIfPresent(alternatives, forKey: .alternatives)
    try container.encode(ignoresCase, forKey: .ignoresCase)
  }
}

extension AnswerMapping.ObjectForm {
  /// Whether all properties without a place of their own stay as they are.
  var keepsOthers: Bool { others == 0 && patterns.isEmpty }

  /// The node of the values of a property that has no place of its own.
  func others(_ name: String, _ matchers: inout PatternMatchers) -> Int {
    for pattern in patterns where matchers.matches(pattern.pattern, in: name) ?? false {
      return pattern.value
    }
    return others
  }
}

/// The patterns of a mapping, of which each is compiled once, when a text is first compared with
/// it.
struct PatternMatchers {
  private var matchers: [ExactText: SchemaPattern.Matcher?] = [:]

  /// Whether a text contains a match; `nil` if the pattern is not run on it.
  mutating func matches(_ pattern: String, in text: String) -> Bool? {
    matchers[
      ExactText(pattern), default: (try? SchemaPattern(ecma: pattern))?.matcher()
    ]?.matches(text)
  }
}
