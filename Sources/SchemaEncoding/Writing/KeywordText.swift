import SchemaModel

/// A word of a dialect, as a string and as JSON text.
///
/// This is a class, so that passing a word counts one reference, not two.
final class DialectWord: Sendable {
  let string: String
  /// The JSON text.
  ///
  /// A keyword has quotes and the colon; a part of a string has no quotes.
  let json: [UInt8]

  init(string: String, json: [UInt8]) {
    self.string = string
    self.json = json
  }
}

/// The keyword of the type with its value, such as `"type":"string"`.
final class DialectType: Sendable {
  let keyword: String
  let name: String
  let json: [UInt8]

  init(keyword: String, name: String, json: [UInt8]) {
    self.keyword = keyword
    self.name = name
    self.json = json
  }
}

/// The keywords of a dialect as JSON text, each with the colon after it.
///
/// The keywords are written at every node, and copying their text takes less time than escaping
/// them.
struct KeywordText: Sendable {
  let title, description, reference, definitions: DialectWord
  let properties, patternProperties, additionalProperties, required: DialectWord
  let items, prefixItems, anyOf: DialectWord

  /// The keyword that lists the properties in order; `nil` if the dialect has none.
  private(set) var propertyOrder: DialectWord?

  /// The text before the name of a definition in a reference.
  let referencePrefix: DialectWord

  /// The keyword of each constraint, indexed by the constraint's raw value.
  private let constraints: [DialectWord]

  let null: DialectType
  private let string, integer, number, boolean, array, object: DialectType

  /// The keywords of JSON Schema, which most dialects share.
  private static let standard = KeywordText(DialectRules.Keywords())

  init(_ rules: DialectRules) {
    var names = rules.keywords
    // Many dialects differ from JSON Schema only in this keyword, so they share the other texts.
    names.propertyOrder = nil
    self = names == DialectRules.Keywords() ? .standard : KeywordText(names)
    propertyOrder = rules.keywords.propertyOrder.map(Self.keyword)
  }

  private init(_ names: DialectRules.Keywords) {
    title = Self.keyword(names[.title])
    description = Self.keyword(names[.description])
    reference = Self.keyword(names[.reference])
    definitions = Self.keyword(names[.definitions])
    properties = Self.keyword(names[.properties])
    patternProperties = Self.keyword(names[.patternProperties])
    additionalProperties = Self.keyword(names[.additionalProperties])
    required = Self.keyword(names[.required])
    let prefix = SchemaPath([.key(names[.definitions])]).fragment + "/"
    referencePrefix = DialectWord(
      string: prefix, json: Array(Self.quoted(prefix).dropFirst().dropLast()))
    items = Self.keyword(names[.items])
    prefixItems = Self.keyword(names[.prefixItems])
    anyOf = Self.keyword(names[.anyOf])
    constraints = DialectRules.Constraint.allCases.map { Self.keyword(names[$0]) }
    func type(_ name: String) -> DialectType {
      let name = names.capitalizesTypes ? name.uppercased() : name
      return DialectType(
        keyword: names[.type], name: name,
        json: Self.keyword(names[.type]).json + Self.quoted(name))
    }
    string = type("string")
    integer = type("integer")
    number = type("number")
    boolean = type("boolean")
    null = type("null")
    array = type("array")
    object = type("object")
  }

  /// Returns the keyword of the type with its value; `nil` for a kind without one type.
  func type(of kind: SchemaKind) -> DialectType? {
    switch kind {
    case .string: string
    case .integer: integer
    case .number: number
    case .boolean: boolean
    case .null: null
    case .array, .tuple: array
    case .object: object
    case .any, .never, .anyOf, .reference: nil
    }
  }

  subscript(constraint: DialectRules.Constraint) -> DialectWord {
    constraints[constraint.rawValue]
  }

  private static func keyword(_ name: String) -> DialectWord {
    DialectWord(string: name, json: quoted(name) + [UInt8(ascii: ":")])
  }

  private static func quoted(_ text: String) -> [UInt8] {
    var json: [UInt8] = []
    json.appendJSON(text)
    return json
  }
}
