/// A JSON value that is not an array or an object, such as a choice of an enumeration.
///
///     let sizes: [SchemaScalar] = ["small", 42, true, .null]
///
/// Strings are equal if they have the same bytes. Numbers are equal if they have the same value:
/// `1` and `1.0` are one number, as in JSON Schema.
public enum SchemaScalar: Sendable {
  /// A string.
  case string(String)

  /// A number, kept exactly.
  case number(SchemaNumber)

  /// A boolean.
  case boolean(Bool)

  /// `null`.
  case null

  /// The string, if the value is a string.
  package var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The number, if the value is a number.
  package var number: SchemaNumber? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension SchemaScalar: Hashable {
  /// Returns `true` if two values are the same in JSON.
  public static func == (first: SchemaScalar, second: SchemaScalar) -> Bool {
    switch (first, second) {
    case (.string(let one), .string(let two)): ExactText(one) == ExactText(two)
    case (.number(let one), .number(let two)): one == two
    case (.boolean(let one), .boolean(let two)): one == two
    case (.null, .null): true
    default: false
    }
  }

  /// Hashes the parts that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .string(let string): hasher.combine(ExactText(string))
    case .number(let number): hasher.combine(number)
    case .boolean(let value): hasher.combine(value)
    case .null: hasher.combine(UInt8(0))
    }
  }
}

extension SchemaScalar: CustomStringConvertible {
  /// The value as text.
  ///
  /// A string is in quotes, without escapes.
  public var description: String {
    switch self {
    case .string(let string): "\"\(string)\""
    case .number(let number): number.description
    case .boolean(let value): value ? "true" : "false"
    case .null: "null"
    }
  }
}

extension SchemaScalar: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(SchemaNumber(value)) }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
