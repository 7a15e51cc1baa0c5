#if Llama
import Foundation
import SchemaImport
import SchemaLlama
import SchemaModel
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

private let environment = ProcessInfo.processInfo.environment

/// How many schemas get answers; each gets five.
private let schemaCount = Int(environment["SCHEMAKIT_LOCAL_SCHEMAS"] ?? "") ?? 4

@Suite(.enabled(if: environment["SCHEMAKIT_GGUF"] != nil && Corpus.has("schemas")))
struct CorpusAnswerTests {
  /// A schema of the corpus, as it is and as sessions take it.
  private struct Case {
    let name: String
    let document: String
    let schema: GenerationSchema
  }

  /// Schemas from all over the corpus whose text leaves room for an answer.
  private static func cases(_ count: Int) throws -> [Case] {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".json") }.sorted()
    var cases: [Case] = []
    for name in names {
      let url = folder.appendingPathComponent(name)
      guard let file = try? GeneratedContent(json: String(contentsOf: url, encoding: .utf8)),
        let text = file.property(named: "schema")?.jsonString, text.utf8.count < 2_500,
        let imported = try? SchemaImporter().import(text),
        !imported.diagnostics.contains(where: { $0.severity >= .warning })
      else { continue }
      cases.append(Case(name: name, document: text, schema: imported.schema))
    }
    let step = max(cases.count / max(count, 1), 1)
    return stride(from: 0, to: cases.count, by: step).prefix(count).map { cases[$0] }
  }

  private func answer(
    to schema: GenerationSchema, seed: UInt64, by model: LlamaModel
  ) async throws -> GeneratedContent {
    let session = LanguageModelSession(model: model)
    let options = GenerationOptions(
      samplingMode: .random(top: 40, seed: seed), temperature: 0.8, maximumResponseTokens: 300)
    return try await session.respond(to: "Write an example.", schema: schema, options: options)
      .content
  }

  @Test(.timeLimit(.minutes(60)))
  func `every answer is valid, by a model that knows nothing of schemas`() async throws {
    let file = try #require(environment["SCHEMAKIT_GGUF"])
    let model = try await LlamaModel(
      file: file, context: .tokens(8_192), sessions: 5,
      threads: Int(environment["SCHEMAKIT_LOCAL_THREADS"] ?? "") ?? 1)
    var answerCount = 0
    var refused: [String] = []
    for item in try Self.cases(schemaCount) {
      let validator = try ContentValidator(document: item.document)
      do {
        // The others share the prompt that the first one has read.
        var contents = [try await answer(to: item.schema, seed: 1, by: model)]
        contents += try await withThrowingTaskGroup(of: GeneratedContent.self) { group in
          for seed in 2...5 as ClosedRange<UInt64> {
            group.addTask { try await answer(to: item.schema, seed: seed, by: model) }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        for content in contents {
          answerCount += 1
          let report = validator.checkedReport(on: content)
          #expect(report.isValid, "\(item.name): \(content.jsonString)\n\(report.modelFeedback())")
        }
      } catch let error as SchemaError {
        // What masks cannot hold to is an error, and no wrong answer.
        refused.append("\(item.name): \(error)")
      } catch let error as LanguageModelSession.InvalidAnswerError
        where "\(error)".contains("has two different values")
      {
        // Masks allow an undeclared name twice, and readers do not.
        refused.append("\(item.name): \(error)")
      }
    }
    print("\(answerCount) valid answers to \(schemaCount) schemas; refused: \(refused)")
    #expect(answerCount >= schemaCount * 5 * 9 / 10)
    #expect(await model.executorConfiguration.scheduler.busySequenceCount == 0)
  }
}
#endif
