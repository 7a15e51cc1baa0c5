import SchemaModel

/// The keywords of a dialect as JSON text, each with the colon after it.
///
/// They are written at every node, and copying them takes less time than spelling them out.
struct KeywordText: Sendable {
  let title, description, reference, definitions: [UInt8]
  let properties, patternProperties, additionalProperties, required, propertyOrder: [UInt8]
  let items, prefixItems, anyOf, choices: [UInt8]

  /// By constraint, in the order of its cases.
  private let constraints: [[UInt8]]

  /// The keyword of the type with its value, by kind.
  private let string, integer, number, boolean, null, array, object: [UInt8]

  init(_ rules: DialectRules) {
    let names = rules.keywords
    title = Self.text(names.title)
    description = Self.text(names.description)
    reference = Self.text(names.reference)
    definitions = Self.text(names.definitions)
    properties = Self.text(names.properties)
    patternProperties = Self.text(names.patternProperties)
    additionalProperties = Self.text(names.additionalProperties)
    required = Self.text(names.required)
    propertyOrder = Self.text(names.propertyOrder ?? "")
    items = Self.text(names.items)
    prefixItems = Self.text(names.prefixItems)
    anyOf = Self.text(names.anyOf)
    choices = Self.text(names.choices)
    constraints = DialectRules.Constraint.allCases.map { Self.text(names[$0]) }
    func member(_ kind: SchemaKind) -> [UInt8] {
      var text = Self.text(names.type)
      text.appendJSON(rules.typeName(of: kind))
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

  subscript(constraint: DialectRules.Constraint) -> [UInt8] { constraints[constraint.rawValue] }

  private static func text(_ name: String) -> [UInt8] {
    var text: [UInt8] = []
    text.appendJSON(name)
    text.append(UInt8(ascii: ":"))
    return text
  }
}

extension DialectRules {
  /// The name of a type of value.
  func typeName(of kind: SchemaKind) -> String {
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
    return typeNames == .lowercase ? name : name.uppercased()
  }
}
