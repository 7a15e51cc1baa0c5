import Foundation
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import Testing

/// Writes random answers to fitted schemas, and the content that they stand for, for a validator
/// that is not ours, into the folder that the environment variable `SCHEMAKIT_EXPORT_DIRECTORY`
/// names.
///
/// For each number there are the declared schema (`answers-N.schema.json`) and an object with the
/// answers in each dialect and their contents (`answers-N.contents.json`).
struct AnswerExportTests {
  private static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  @Test(.enabled(if: folder != nil, "SCHEMAKIT_EXPORT_DIRECTORY is not set."))
  func export() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var count = 0
    for seed in 0..<100 as Range<UInt64> {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      let answers = try FittedDialects.names.map { name in
        let pairs = try Self.answers(graph, in: name, seed: seed)
        count += pairs.count
        return "\"\(name)\":[\(pairs.joined(separator: ","))]"
      }
      let files = [
        "schema": try SchemaEncoder(dialect: JSONSchemaDialect()).encode(graph).jsonString(),
        "contents": "{\(answers.joined(separator: ","))}",
      ]
      for (kind, text) in files {
        let file = folder.appendingPathComponent("answers-\(seed).\(kind).json")
        try Data(text.utf8).write(to: file)
      }
    }
    #expect(count > 2_000)
  }

  /// Answers with their contents, each as a JSON object; none if the document states less than is
  /// declared.
  private static func answers(
    _ graph: SchemaGraph, in name: String, seed: UInt64
  ) throws -> [String] {
    let dialect = FittedDialects.dialect(named: name)
    let fitted = try SchemaEncoder(dialect: dialect).fit(graph)
    guard fitted.diagnostics.allSatisfy({ $0.severity == .note }) else { return [] }
    let document = try SchemaGraph(
      SchemaImporter().import(FittedDialects.document(of: fitted, in: dialect)).schema)
    var instances = RandomInstances(document, seed: seed)
    return try (0..<8).compactMap { _ in
      let answer = try GeneratedContent(json: instances.valid())
      let content: GeneratedContent
      do {
        content = try fitted.content(from: answer)
      } catch let error as AnswerMappingError where error.code == .duplicateKey {
        // The document states only in words that keys are distinct.
        return nil
      }
      return
        #"{"answer":\#(answer.jsonString(.compact)),"content":\#(content.jsonString(.compact))}"#
    }
  }
}
