import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing

/// The dialects in which there-and-back is shown.
enum FittedDialects {
  /// The names of all.
  static let names = DialectRegistry.standard.names + ["without unions of names"]

  /// The dialects that state all random schemas: properties whose names match a pattern, which two
  /// of them lack, are not among these.
  static let complete: Set<String> = ["json-schema", "llama.cpp", "xgrammar"]

  static func dialect(named name: String) -> any SchemaDialect {
    if let standard = DialectRegistry.standard.dialect(named: name) { return standard }
    var dialect = TestDialect()
    dialect.rules = DialectRules(stating: .jsonSchema)
    dialect.rules.objects.propertyNames = .ascii(punctuation: "_", maximumLength: 8)
    dialect.rules[.otherRoot] = .rejected
    dialect.rules.optional = .nullable
    dialect.rules.definitions = nil
    return dialect
  }

  /// The document of a fitted schema in the keywords of JSON Schema.
  ///
  /// A validator of JSON Schema takes no type `STRING`, ignores `nullable`, and accepts further
  /// properties of an object that the service for OpenAPI's form closes.
  static func document(of fitted: FittedSchema, in dialect: any SchemaDialect) throws -> String {
    let document = fitted.jsonString()
    guard dialect.rules.keywords.capitalizesTypes else { return document }
    return plainSchema(try GeneratedContent(json: document)).jsonString
  }

  /// A validator of answers to a fitted schema.
  static func validator(
    of fitted: FittedSchema, in dialect: any SchemaDialect
  ) throws -> ContentValidator {
    guard dialect.rules.keywords.capitalizesTypes else {
      return try ContentValidator(fitted.schema)
    }
    var options = ContentValidator.DocumentOptions()
    options.assertsFormats = true
    return try ContentValidator(document: document(of: fitted, in: dialect), options: options)
  }

  private static func plainSchema(_ schema: GeneratedContent) -> GeneratedContent {
    switch schema.kind {
    case .array(let elements):
      return GeneratedContent(kind: .array(elements.map(plainSchema)))
    case .structure(var properties, var names):
      for name in names { properties[name] = properties[name].map(plainSchema) }
      if let type = properties["type"]?.text {
        properties["type"] = GeneratedContent(type.lowercased())
        if type == "OBJECT" {
          properties["additionalProperties"] = GeneratedContent(false)
          names.append("additionalProperties")
        }
      }
      let isNullable = properties["nullable"] == GeneratedContent(true)
      if isNullable {
        properties["nullable"] = nil
        names.removeAll { $0 == "nullable" }
      }
      let plain = GeneratedContent(kind: .structure(properties: properties, orderedKeys: names))
      guard isNullable else { return plain }
      let null = GeneratedContent(properties: ["type": "null"])
      return GeneratedContent(properties: [
        "anyOf": GeneratedContent(kind: .array([plain, null]))
      ])
    case .null, .bool, .number, .string: return schema
    }
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
