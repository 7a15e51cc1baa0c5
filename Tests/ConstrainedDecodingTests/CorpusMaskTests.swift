import ConstrainedDecoding
import Foundation
import SchemaContent
import SchemaImport
import SchemaTestSupport
import Testing

/// Real schemas, each with instances that are valid and others that are not.
@Suite(.enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
struct CorpusMaskTests {
  /// Files whose valid instances have properties in another order than the schema.
  private static let reordered: Set = [
    "Github_hard---o37075.json", "Github_hard---o61026.json",
  ]

  private static let files: [URL] = {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".json") && !reordered.contains($0) }.sorted()
    let count = tried(of: files.count, oneIn: 8)
    return (0..<count).map { folder.appendingPathComponent(files[$0 * files.count / count]) }
  }()

  @Test func `K1: valid instances are complete texts, and others are none`() throws {
    let vocabulary = try TestVocabulary.bytes()
    var counts = (accepted: 0, rejected: 0)
    for file in Self.files {
      let content = try GeneratedContent(json: [UInt8](Data(contentsOf: file)))
      guard let schema = content[["schema"]], let tests = content[["tests"]],
        let grammar = try? TokenGrammar(jsonSchema: schema.jsonString, vocabulary: vocabulary),
        grammar.unenforced.allSatisfy({ $0.problem.contains("occur twice") })
      else { continue }
      let cache = MaskCache(grammar)
      for test in tests.elements {
        guard let isValid: Bool = try? test.value(forProperty: "valid"),
          let data = test[["data"]]
        else { continue }
        let text = data.jsonBytes(.compact)
        if grammar.accepts(text, cache: cache) == isValid {
          if isValid { counts.accepted += 1 } else { counts.rejected += 1 }
        } else {
          Issue.record(
            "\(file.lastPathComponent), \(isValid ? "valid" : "not valid"): \(data.jsonString)")
        }
      }
    }
    #expect(counts.accepted > 0 && counts.rejected > 0)
  }
}
