/// A set of the types that JSON Schema has.
struct ValueTypes: OptionSet, Sendable, Hashable {
  let rawValue: UInt8

  static let null = ValueTypes(rawValue: 1)
  static let boolean = ValueTypes(rawValue: 2)
  static let integer = ValueTypes(rawValue: 4)
  static let number = ValueTypes(rawValue: 8)
  static let string = ValueTypes(rawValue: 16)
  static let array = ValueTypes(rawValue: 32)
  static let object = ValueTypes(rawValue: 64)
  static let all = ValueTypes(rawValue: 127)

  /// The types by their names, in the order in which they are listed in messages.
  static let named: [(name: String, type: ValueTypes, words: String)] = [
    ("string", .string, "a string"), ("array", .array, "an array"),
    ("object", .object, "an object"), ("number", .number, "a number"),
    ("integer", .integer, "a whole number"), ("boolean", .boolean, "true or false"),
    ("null", .null, "null"),
  ]

  /// The types that a value of a kind may have.
  init(_ kind: ContentPlaces.Kind) {
    switch kind {
    case .null: self = .null
    case .boolean: self = .boolean
    case .number: self = [.integer, .number]
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    case .nothing: self = .all
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a value of a kind may have one of the types.
  func mayHave(_ kind: ContentPlaces.Kind) -> Bool { !isDisjoint(with: ValueTypes(kind)) }
}
