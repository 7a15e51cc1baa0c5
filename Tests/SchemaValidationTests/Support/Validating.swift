import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// A validator of a schema that is put together on the spot.
func makeValidator(
  _ root: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema] = []
) throws -> ContentValidator {
  try ContentValidator(SchemaGraph(GenerationSchema(root: root, dependencies: dependencies)))
}

/// An object with one property, `value`.
func makeValidator(
  ofValue schema: DynamicGenerationSchema, _ dependencies: [DynamicGenerationSchema] = []
) throws -> ContentValidator {
  try makeValidator(
    DynamicGenerationSchema(
      name: "Holder",
      properties: [DynamicGenerationSchema.Property(name: "value", schema: schema)]),
    dependencies)
}

extension ContentValidator {
  /// The violations of a JSON text, one a line.
  func lines(_ json: String) throws -> [String] {
    try checkedReport(on: GeneratedContent(json: json)).violations.map { $0.description }
  }

  /// The violations of the beginning of a JSON text, one a line.
  func lines(partial json: String) throws -> [String] {
    var parser = GeneratedContentParser()
    try parser.append(json)
    return report(onPartial: parser.snapshot()).violations.map { $0.description }
  }

  /// The violations of the value of an object with one property.
  func lines(value json: String) throws -> [String] {
    try lines("{\"value\": \(json)}")
  }
}
