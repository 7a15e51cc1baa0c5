import SchemaModel

/// The keywords of a dialect as JSON text, each with the colon after it.
///
/// They are written at every node, and copying them takes less time than spelling them out.
struct KeywordText: Sendable {
  let title, description, reference, definitions: [UInt8]
  let properties, patternProperties, additionalProperties, required: [UInt8]
  let items, prefixItems, anyOf: [UInt8]
  private(set) var propertyOrder: [UInt8]

  /// The text before the name of a definition in a reference, without quotes.
  let referencePrefix: [UInt8]

  private let constraints: [DialectRules.Constraint: [UInt8]]

  /// The keyword of the type with its value, by kind.
  private let string, integer, number, boolean, null, array, object: [UInt8]

  /// The keywords of JSON Schema, which most dialects write and none needs to make again.
  private static let standard = KeywordText(DialectRules.Keywords())

  init(_ rules: DialectRules) {
    var names = rules.keywords
    // Many dialects differ from JSON Schema in this keyword only, so they share the other texts.
    names.propertyOrder = nil
    self = names == DialectRules.Keywords() ? .standard : KeywordText(names)
    propertyOrder = Self.text(rules.keywords.propertyOrder ?? "")
  }

  private init(_ names: DialectRules.Keywords) {
    title = Self.text(names.title)
    description = Self.text(names.description)
    reference = Self.text(names.reference)
    definitions = Self.text(names.definitions)
    properties = Self.text(names.properties)
    patternProperties = Self.text(names.patternProperties)
    additionalProperties = Self.text(names.additionalProperties)
    required = Self.text(names.required)
    propertyOrder = []
    var prefix: [UInt8] = []
    prefix.appendJSON(
      names.referencePrefix ?? SchemaPath([.key(names.definitions)]).fragment + "/")
    referencePrefix = Array(prefix.dropFirst().dropLast())
    items = Self.text(names.items)
    prefixItems = Self.text(names.prefixItems)
    anyOf = Self.text(names.anyOf)
    constraints = Dictionary(
      uniqueKeysWithValues: DialectRules.Constraint.allCases.map { ($0, Self.text(names[$0])) })
    func member(_ kind: SchemaKind) -> [UInt8] {
      var text = Self.text(names.type)
      text.appendJSON(names.typeNames.name(of: kind))
      return text
    }
    string = member(.string)
    integer = member(.integer)
    number = member(.number)
    boolean = member(.boolean)
    null = member(.null)
    array = member(.array)
    object = member(.object)
  }

  /// The keyword of the type with its value.
  func type(of kind: SchemaKind) -> [UInt8] {
    switch kind {
    case .string: string
    case .integer: integer
    case .number: number
    case .boolean: boolean
    case .null: null
    case .array, .tuple: array
    case .object, .any, .never, .anyOf, .reference: object
    }
  }

  subscript(constraint: DialectRules.Constraint) -> [UInt8] {
    constraints[constraint] ?? []
  }

  private static func text(_ name: String) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(name.utf8.count + 3)
    text.appendJSON(name)
    text.append(UInt8(ascii: ":"))
    return text
  }
}

extension DialectRules.TypeNames {
  /// The name of a type of value.
  func name(of kind: SchemaKind) -> String {
    let name =
      switch kind {
      case .string: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .null: "null"
      case .array, .tuple: "array"
      case .object, .any, .never, .anyOf, .reference: "object"
      }
    return self == .lowercase ? name : name.uppercased()
  }
}
