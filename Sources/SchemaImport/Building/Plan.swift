/// What an entry of the imported schema is, its parts given by the numbers of other entries.
enum Plan {
  case anything
  case nothing
  case null
  /// The booleans that are allowed.
  case boolean(ValueTypes)
  case string(StringShape)
  case integer(NumberShape)
  case number(NumberShape)
  case array(ArrayPlan)
  case object(ObjectPlan)
  case union([Int])
  /// What another entry is, under a description of its own.
  case alias(Int)

  /// An array: first elements that differ, and further ones that do not.
  struct ArrayPlan {
    var prefix: [Int] = []
    /// The entry of further elements, or `nil` if there are none.
    var rest: Int?
    var minimum = 0
    var maximum: Int?
  }

  /// An object.
  struct ObjectPlan {
    var members: [Member] = []
    var patterns: [(pattern: SchemaPattern, entry: Int)] = []
    /// The entry of further properties, or `nil` if there are none.
    var additional: Int?
    var minimum = 0
    var maximum: Int?
  }

  /// A property.
  struct Member {
    let name: String
    var entry: Int
    let summary: String?
    let isRequired: Bool
  }

  /// The entries that this one consists of.
  var parts: [Int] {
    switch self {
    case .anything, .nothing, .null, .boolean, .string, .integer, .number: []
    case .array(let array): array.prefix + (array.rest.map { [$0] } ?? [])
    case .object(let object):
      object.members.map(\.entry) + object.patterns.map(\.entry)
        + (object.additional.map { [$0] } ?? [])
    case .union(let choices): choices
    case .alias(let target): [target]
    }
  }

  var isNothing: Bool { if case .nothing = self { true } else { false } }
}
