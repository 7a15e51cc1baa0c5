import SchemaContent
import SchemaModel

/// The types of JSON values that schemas distinguish.
struct ValueTypes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let null = ValueTypes(rawValue: 1)
  static let boolean = ValueTypes(rawValue: 2)
  static let integer = ValueTypes(rawValue: 4)
  /// Numbers that are not integers.
  static let fraction = ValueTypes(rawValue: 8)
  static let string = ValueTypes(rawValue: 16)
  static let array = ValueTypes(rawValue: 32)
  static let object = ValueTypes(rawValue: 64)

  static let number: ValueTypes = [.integer, .fraction]
  static let all = ValueTypes(rawValue: 127)

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// The types that a name in `type` means.
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

  /// The type of a scalar.
  init(_ scalar: SchemaScalar) {
    switch scalar {
    case .null: self = .null
    case .boolean: self = .boolean
    case .string: self = .string
    case .number(let number): self = number.isInteger ? .integer : .fraction
    }
  }

  /// The type of a value of a document.
  init(_ content: GeneratedContent) {
    switch content.shape {
    case .null, .nothing: self = .null
    case .bool: self = .boolean
    case .number: self = content.exactNumber?.isInteger == true ? .integer : .fraction
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }

  /// The parts of the set for which a schema has a kind each, numbers being one.
  var kinds: [ValueTypes] {
    let number = intersection(.number)
    return [.string, number, .boolean, .array, .object, .null].filter {
      !$0.isEmpty && isSuperset(of: $0)
    }
  }
}
