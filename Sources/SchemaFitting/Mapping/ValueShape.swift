import ContentStorage

/// What tells the values of an alternative from those of others, seen from outside.
struct ValueShape: Sendable, Hashable, Codable {
  /// The kind of value.
  enum Kind: String, CaseIterable, Sendable, Codable {
    case null, boolean, number, string, array, object

    /// The place among all kinds.
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

  /// Of a string: its choices, if it has some.
  var choices: [String]?

  /// Of an object: the names that every value has.
  var required: [String] = []

  /// Of an object: the names that a value may have; `nil` for any.
  var allowed: [String]?

  /// Of an object: properties that are strings of some choices.
  var tags: [Tag] = []

  struct Tag: Sendable, Hashable, Codable {
    let name: String
    let choices: [String]
  }

  init(_ kind: Kind, choices: [String]? = nil) {
    self.kind = kind
    self.choices = choices
  }
}
