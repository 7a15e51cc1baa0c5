import ContentStorage
import SchemaModel

/// A kind of value, with the names and choices that distinguish the values of an alternative from
/// others.
struct ValueShape: Sendable, Hashable, Codable {
  typealias ID = MappingPlan.ID<ValueShape>

  /// The kind of value.
  ///
  /// Stored mappings contain the name of a kind. Unlike `ContentShape`, this type has no case for a
  /// value that has not arrived.
  enum Kind: String, CaseIterable, Sendable, Codable {
    case null, boolean, number, string, array, object

    /// The position among all kinds.
    var index: Int {
      switch self {
      case .null: 0
      case .boolean: 1
      case .number: 2
      case .string: 3
      case .array: 4
      case .object: 5
      }
    }

    init?(_ shape: ContentShape) {
      switch shape {
      case .nothing: return nil
      case .null: self = .null
      case .bool: self = .boolean
      case .number: self = .number
      case .string: self = .string
      case .array: self = .array
      case .object: self = .object
      }
    }
  }

  var kind: Kind

  /// The choices of a string; `nil` if it has none.
  var choices: [String]?

  /// The names that every object of the shape has.
  var required: [String] = []

  /// The names that an object of the shape may have; `nil` for any.
  var allowed: [String]?

  /// The properties of an object with choices.
  var tags: [Tag] = []

  struct Tag: Sendable, Hashable, Codable {
    let name: String
    /// The choices that are strings.
    let choices: [String]
    /// The other choices, as JSON text; `nil` if there are none.
    private var others: [String]?

    init(name: String, choices: [String]) { (self.name, self.choices) = (name, choices) }

    init(name: String, choices: [SchemaScalar]) {
      self.init(name: name, choices: choices.compactMap(\.string))
      let others = choices.filter { $0.string == nil }
      if !others.isEmpty { self.others = others.map(\.description) }
    }

    /// The choices that are not strings.
    var scalars: [SchemaScalar] {
      (others ?? []).compactMap { text in
        switch text {
        case "null": .null
        case "true": .boolean(true)
        case "false": .boolean(false)
        default: SchemaNumber(bytes: Array(text.utf8).span).map { .number($0) }
        }
      }
    }
  }

  init(_ kind: Kind, choices: [String]? = nil) {
    self.kind = kind
    self.choices = choices
  }
}
