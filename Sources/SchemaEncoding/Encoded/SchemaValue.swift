public import SchemaModel

/// The value of a keyword.
public enum SchemaValue: Sendable, Equatable {
  /// `null`.
  case null

  /// A boolean.
  case boolean(Bool)

  /// A number.
  case number(SchemaNumber)

  /// A string.
  case string(String)

  /// An array that holds no schemas.
  case array([SchemaValue])

  /// An object that is no schema.
  case object([Member])

  /// A schema, as under `items`.
  case schema(EncodedSchema.Node)

  /// Schemas in order, as under `anyOf`.
  case schemas([EncodedSchema.Node])

  /// Schemas by name, as under `properties` and `$defs`.
  case namedSchemas([NamedSchema])

  /// A member of an object.
  public struct Member: Sendable, Equatable {
    /// The name.
    public var name: String

    /// The value.
    public var value: SchemaValue

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public init(name: String, value: SchemaValue) {
      self.name = name
      self.value = value
    }
  }

  /// A schema that has a name.
  public struct NamedSchema: Sendable, Equatable {
    /// The name.
    public var name: String

    /// The schema.
    public var schema: EncodedSchema.Node

    /// Creates a schema that has a name.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - schema: The schema.
    public init(name: String, schema: EncodedSchema.Node) {
      self.name = name
      self.schema = schema
    }
  }

  /// The string, if it is one.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The strings, if it is an array of nothing else.
  public var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    let strings = values.compactMap(\.string)
    return strings.count == values.count ? strings : nil
  }

  /// The values, if it is an array of nothing but values that hold no others.
  public var scalars: [SchemaScalar]? {
    guard case .array(let values) = self else { return nil }
    let scalars = values.compactMap { value -> SchemaScalar? in
      switch value {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number(let number): .number(number)
      case .string(let string): .string(string)
      default: nil
      }
    }
    return scalars.count == values.count ? scalars : nil
  }

  /// The number, if it is one.
  public var number: SchemaNumber? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(SchemaNumber(value)) }

  /// Creates an array.
  public init(arrayLiteral elements: SchemaValue...) { self = .array(elements) }
}
