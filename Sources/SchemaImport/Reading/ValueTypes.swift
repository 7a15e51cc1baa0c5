/// The kinds of JSON values that schemas distinguish.
struct ValueTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  static let null = ValueTypes(rawValue: 1)
  static let `false` = ValueTypes(rawValue: 2)
  static let `true` = ValueTypes(rawValue: 4)
  static let integer = ValueTypes(rawValue: 8)
  /// Numbers that are not integers.
  static let fraction = ValueTypes(rawValue: 16)
  static let string = ValueTypes(rawValue: 32)
  static let array = ValueTypes(rawValue: 64)
  static let object = ValueTypes(rawValue: 128)

  static let boolean: ValueTypes = [.false, .true]
  static let number: ValueTypes = [.integer, .fraction]
  static let all = ValueTypes(rawValue: 255)

  /// The complement: the kinds that are not in the set.
  var complement: ValueTypes { ValueTypes.all.subtracting(self) }

  /// The kinds that a name in `type` means.
  init?(name: String) {
    switch name {
    case "null": self = .null
    case "boolean": self = .boolean
    case "integer": self = .integer
    case "number": self = .number
    case "string": self = .string
    case "array": self = .array
    case "object": self = .object
    default: return nil
    }
  }

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }
}
