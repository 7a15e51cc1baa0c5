import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// The dialects in which there-and-back is shown.
enum FittedDialects {
  /// The names of all.
  static let names = DialectRegistry.standard.names + ["without unions of names"]

  /// The dialects that state all random schemas: properties whose names match a pattern, which two
  /// of them lack, are not among these.
  static let complete: Set<String> = ["json-schema", "llama.cpp", "xgrammar"]

  /// A dialect in a form that a validator of JSON Schema reads.
  static func dialect(named name: String) -> any SchemaDialect {
    var dialect = TestDialect()
    guard let standard = DialectRegistry.standard.dialect(named: name) else {
      dialect.rules = DialectRules(stating: .jsonSchema)
      dialect.rules.propertyNames = .ascii(punctuation: "_", maximumLength: 8)
      dialect.rules.otherRoot = .rejected
      dialect.rules.optional = .nullable
      dialect.rules.references = .inlined
      return dialect
    }
    guard standard.rules.typeNames == .uppercase else { return standard }
    // The same with the words of JSON Schema.
    dialect.name = name
    dialect.rules = standard.rules
    dialect.rules.typeNames = .lowercase
    dialect.rules.nullForm = .union
    dialect.rules.closesObjects = true
    return dialect
  }

  /// A JSON Schema document, fitted to a dialect.
  static func fit(document: String, in dialect: any SchemaDialect) throws -> FittedSchema {
    try SchemaEncoder(dialect: dialect)
      .fit(SchemaImporter().import(document).schema)
  }

  /// A JSON Schema of a closed object that has all of some properties, each a name and a schema.
  static func object(_ properties: KeyValuePairs<String, String>) -> String {
    let members = properties.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    return #"""
      {"type":"object","additionalProperties":false,"required":\#(properties.map(\.key)),\#
      "properties":{\#(members)}}
      """#
  }
}

/// Expects that content has a fitted form that maps back to it.
func expectThereAndBack(_ text: String, _ schema: FittedSchema) throws {
  let content = try GeneratedContent(json: text)
  let answer = try schema.answer(for: content)
  #expect(try schema.content(from: answer) == content, "\(answer.jsonString)\n\(schema)")
}
