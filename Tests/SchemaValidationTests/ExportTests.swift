import Foundation
import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Writes schemas, values that were changed at random, and what is thought of them here, for
/// validators that are not ours, into the folder that the environment variable
/// `SCHEMAKIT_EXPORT_DIRECTORY` names.
///
/// For each number there are a schema (`validated-N.schema.json`), an array of values
/// (`validated-N.instances.json`), and an array that tells which of them are valid
/// (`validated-N.verdicts.json`).
struct ExportTests {
  private static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  @Test func `values that were changed at random are validated, valid and not`() throws {
    if let folder = Self.folder {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    var verdicts: [Bool: Int] = [:]
    for seed in 1_000..<(Self.folder == nil ? 1_060 : 1_400) as Range<UInt64> {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let document = try SchemaEncoder(dialect: TestDialect()).encode(graph).jsonString()
      let validated = try validate(graph, document, seed: seed)
      for (_, verdict) in validated { verdicts[verdict, default: 0] += 1 }
      guard let folder = Self.folder else { continue }
      let files = [
        "schema": document,
        "instances": "[\(validated.map { $0.text }.joined(separator: ",\n"))]",
        "verdicts": "[\(validated.map { "\($0.isValid)" }.joined(separator: ","))]",
      ]
      for (kind, text) in files {
        try Data(text.utf8).write(
          to: folder.appendingPathComponent("validated-\(seed).\(kind).json"))
      }
    }
    // Both happen often enough to tell something.
    let count = (verdicts[true] ?? 0) + (verdicts[false] ?? 0)
    #expect((verdicts[true] ?? 0) * 10 > count)
    #expect((verdicts[false] ?? 0) * 10 > count)
  }

  /// Validates by the document, as the other validators do: a type also accepts null for an
  /// optional property.
  private func validate(
    _ graph: SchemaGraph, _ document: String, seed: UInt64
  ) throws -> [(text: String, isValid: Bool)] {
    let validator = try ContentValidator(
      document: document, options: ContentValidator.DocumentOptions(assertsFormats: true))
    var instances = RandomInstances(graph, seed: seed)
    var mutation = RandomMutation(seed: seed)
    return try (0..<12).map { _ in
      let text = mutation.text(of: try GeneratedContent(json: instances.valid()))
      let report = validator.checkedReport(on: try GeneratedContent(json: text))
      #expect(report.notes.isEmpty, "seed \(seed)")
      return (text, report.isValid)
    }
  }
}
