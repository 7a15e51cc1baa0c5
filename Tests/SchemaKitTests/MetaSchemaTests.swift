import SchemaKit
import SchemaTestSupport
import Testing
import ValidationTestSupport

/// D4: documents of the dialect `json-schema` hold to what draft 2020-12 says of its keywords.
struct MetaSchemaTests {
  /// The forms of the keywords that the dialect writes, and no other keyword.
  private static let forms = ##"""
    {
      "$ref": "#/$defs/schema",
      "$defs": {
        "schema": {"anyOf": [{"type": "boolean"}, {"$ref": "#/$defs/keywords"}]},
        "schemas": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/schema"}},
        "named": {"type": "object", "additionalProperties": {"$ref": "#/$defs/schema"}},
        "count": {"type": "integer", "minimum": 0},
        "kind": {"enum": ["null", "boolean", "object", "array", "number", "integer", "string"]},
        "keywords": {
          "type": "object", "additionalProperties": false,
          "properties": {
            "$ref": {"type": "string", "format": "uri-reference"},
            "$defs": {"$ref": "#/$defs/named"},
            "title": {"type": "string"}, "description": {"type": "string"},
            "type": {"$ref": "#/$defs/kind"}, "enum": {"type": "array", "minItems": 1},
            "properties": {"$ref": "#/$defs/named"},
            "patternProperties": {"$ref": "#/$defs/named"},
            "additionalProperties": {"$ref": "#/$defs/schema"},
            "required": {"type": "array", "items": {"type": "string"}},
            "items": {"$ref": "#/$defs/schema"}, "prefixItems": {"$ref": "#/$defs/schemas"},
            "anyOf": {"$ref": "#/$defs/schemas"}, "allOf": {"$ref": "#/$defs/schemas"},
            "minimum": {"type": "number"}, "maximum": {"type": "number"},
            "exclusiveMinimum": {"type": "number"}, "exclusiveMaximum": {"type": "number"},
            "multipleOf": {"type": "number", "exclusiveMinimum": 0},
            "minLength": {"$ref": "#/$defs/count"}, "maxLength": {"$ref": "#/$defs/count"},
            "minItems": {"$ref": "#/$defs/count"}, "maxItems": {"$ref": "#/$defs/count"},
            "minProperties": {"$ref": "#/$defs/count"}, "maxProperties": {"$ref": "#/$defs/count"},
            "pattern": {"type": "string"}, "format": {"type": "string"}
          }
        }
      }
    }
    """##

  private static func makeValidator() throws -> ContentValidator {
    try ContentValidator(SchemaGraph(GenerationSchema(jsonSchema: forms)))
  }

  @Test(arguments: [100, 200] as [UInt64])
  func `D4: a random schema is written in the forms of draft 2020-12`(seed: UInt64) throws {
    let validator = try Self.makeValidator()
    for seed in seed..<seed + 60 {
      let document = try SchemaEncoder(dialect: JSONSchemaDialect())
        .encode(RandomSchema(seed: seed).schema)
      let report = validator.checkedReport(on: try GeneratedContent(json: document.jsonString()))
      #expect(report.isValid, "seed \(seed): \(report)")
    }
  }

  @Test(arguments: [
    #"{"type": "objekt"}"#, #"{"enum": []}"#, #"{"required": [1]}"#, #"{"minItems": -1}"#,
    #"{"items": {"multipleOf": 0}}"#, #"{"x-order": []}"#,
  ])
  func `what is not in these forms is found`(document: String) throws {
    let report = try Self.makeValidator().checkedReport(on: GeneratedContent(json: document))
    #expect(!report.isValid)
  }
}
