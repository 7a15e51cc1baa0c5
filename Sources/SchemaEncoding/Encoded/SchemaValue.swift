public import SchemaModel

/// The value of a keyword.
public enum SchemaValue: Sendable {
  /// `null`.
  case null

  /// A boolean.
  case boolean(Bool)

  /// A number.
  case number(SchemaNumber)

  /// A string.
  case string(String)

  /// An array that contains no schemas.
  case array([SchemaValue])

  /// An object that is not a schema.
  case object([Member])

  /// A schema, as under `items`.
  case schema(EncodedSchema.Node)

  /// Schemas in order, as under `anyOf`.
  case schemas([EncodedSchema.Node])

  /// Schemas by name, as under `properties` and `$defs`.
  case namedSchemas([NamedSchema])

  /// A member of an object.
  public typealias Member = (name: String, value: SchemaValue)

  /// A schema that has a name.
  public typealias NamedSchema = (name: String, schema: EncodedSchema.Node)

  /// The string, if the value is a string.
  public var string: String? {
    if case .string(let string) = self { string } else { nil }
  }

  /// The strings, if the value is an array of strings only.
  public var strings: [String]? {
    guard case .array(let values) = self else { return nil }
    let strings = values.compactMap(\.string)
    return strings.count == values.count ? strings : nil
  }

  /// The scalars, if the value is an array of scalars only.
  var scalars: [SchemaScalar]? {
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

  /// The number, if the value is a number.
  public var number: SchemaNumber? {
    if case .number(let number) = self { number } else { nil }
  }
}

extension SchemaValue: Equatable {
  /// Returns `true` if two values are equal; texts are equal if they have the same bytes.
  public static func == (first: SchemaValue, second: SchemaValue) -> Bool {
    switch (first, second) {
    case (.null, .null): true
    case (.boolean(let one), .boolean(let two)): one == two
    case (.number(let one), .number(let two)): one == two
    case (.string(let one), .string(let two)): ExactText(one) == ExactText(two)
    case (.array(let one), .array(let two)): one == two
    case (.object(let one), .object(let two)):
      one.elementsEqual(two) { ExactText($0.name) == ExactText($1.name) && $0.value == $1.value }
    case (.schema(let one), .schema(let two)): one.content == two.content
    case (.schemas(let one), .schemas(let two)): one.elementsEqual(two) { $0.content == $1.content }
    case (.namedSchemas(let one), .namedSchemas(let two)):
      one.elementsEqual(two) {
        ExactText($0.name) == ExactText($1.name) && $0.schema.content == $1.schema.content
      }
    default: false
    }
  }
}

extension SchemaValue {
  /// Creates the value of a choice.
  init(_ scalar: SchemaScalar) {
    switch scalar {
    case .string(let string): self = .string(string)
    case .number(let number): self = .number(number)
    case .boolean(let value): self = .boolean(value)
    case .null: self = .null
    }
  }
}

extension SchemaValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates a boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }

  /// Creates a number.
  public init(integerLiteral value: Int) { self = .number(SchemaNumber(value)) }

  /// Creates a number: the shortest decimal that reads back as the literal.
  ///
  /// - Parameter value: The number; a literal beyond the range of `Double` gives `null`.
  public init(floatLiteral value: Double) {
    self = SchemaNumber(value).map { .number($0) } ?? .null
  }

  /// Creates an array.
  public init(arrayLiteral elements: SchemaValue...) { self = .array(elements) }

  /// Creates an object.
  public init(dictionaryLiteral elements: (String, SchemaValue)...) {
    self = .object(elements.map { (name: $0.0, value: $0.1) })
  }
}

extension SchemaValue {
  /// Creates a value that contains no schemas from content.
  ///
  /// Parts that nest deeper than values of keywords may nest are left out.
  init(_ content: GeneratedContent) { self.init(content, depth: 0) }

  private init(_ content: GeneratedContent, depth: Int) {
    guard depth <= GeneratedContent.maximumDepth else {
      self = .null
      return
    }
    switch content.shape {
    case .object:
      self = .object(
        content.properties.map { (name: $0, value: SchemaValue($1, depth: depth + 1)) })
    case .array: self = .array(content.elements.map { SchemaValue($0, depth: depth + 1) })
    case .string: self = .string(content.text ?? "")
    case .bool: self = .boolean(content.truth ?? false)
    case .number: self = content.exactNumber.map { .number($0) } ?? .null
    case .null, .nothing: self = .null
    }
  }

  /// The value with plain values in place of schemas.
  fileprivate var plain: SchemaValue {
    switch self {
    case .schema(let node): SchemaValue(node.content)
    case .schemas(let nodes): .array(nodes.map { SchemaValue($0.content) })
    case .namedSchemas(let schemas):
      .object(schemas.map { (name: $0.name, value: SchemaValue($0.schema.content)) })
    case .null, .boolean, .number, .string, .array, .object: self
    }
  }

  /// The values in an array or an object.
  var parts: [SchemaValue] {
    switch self {
    case .array(let values): values
    case .object(let members): members.map(\.value)
    case .schema, .schemas, .namedSchemas: plain.parts
    case .null, .boolean, .number, .string: []
    }
  }

  /// Indicates whether the value is an array or an object.
  var hasParts: Bool {
    switch self {
    case .array, .object, .schema, .schemas, .namedSchemas: true
    case .null, .boolean, .number, .string: false
    }
  }
}

extension [UInt8] {
  /// Appends a value as JSON text.
  mutating func appendJSON(_ value: SchemaValue) {
    switch value {
    case .null: append(contentsOf: "null".utf8)
    case .boolean(let value): append(contentsOf: (value ? "true" : "false").utf8)
    case .number(let number): appendJSON(number)
    case .string(let string): appendJSON(string)
    case .array(let values): appendJSON("[", values, "]") { $0.appendJSON($1) }
    case .object(let members):
      appendJSON("{", members, "}") { output, member in
        output.appendJSON(member.name)
        output.append(UInt8(ascii: ":"))
        output.appendJSON(member.value)
      }
    case .schema, .schemas, .namedSchemas: appendJSON(value.plain)
    }
  }

  private mutating func appendJSON<Part>(
    _ opening: Unicode.Scalar, _ elements: [Part], _ closing: Unicode.Scalar,
    _ element: (inout [UInt8], Part) -> Void
  ) {
    append(UInt8(ascii: opening))
    for (index, value) in elements.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      element(&self, value)
    }
    append(UInt8(ascii: closing))
  }
}
