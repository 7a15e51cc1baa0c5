import ConstrainedDecoding
import Foundation
import SchemaContent
import SchemaImport
import SchemaTestSupport
import Testing

/// Real schemas, each with instances that are valid and others that are not.
@Suite(.withOptimizer, .enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
struct CorpusMaskTests {
  /// Files whose valid instances have properties in another order than the schema, which masks
  /// refuse in the declared order.
  ///
  /// The properties of a union come after those of the schemas next to it.
  private static let reordered: Set = [
    "Github_easy---o89710.json", "Github_easy---o90314.json", "Github_hard---o37075.json",
    "Github_hard---o55072.json", "Github_hard---o61026.json", "Github_hard---o71321.json",
    "Github_hard---o77367.json",
    "Glaiveai2K---calculate_area_7003196f.json", "Glaiveai2K---calculate_area_d1be6fdf.json",
    "JsonSchemaStore---discovery.schema.json",
  ]

  /// Files with a valid instance that writes a whole number with a point, which masks refuse.
  private static let pointed: Set = ["Github_medium---o61349.json"]

  private static let files: [URL] = {
    let folder = Corpus.folder.appendingPathComponent("schemas")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let files = names.filter { $0.hasSuffix(".json") }.sorted()
    return files.map(folder.appendingPathComponent)
  }()

  @Test(arguments: [
    (TokenGrammar.Options.PropertyOrder.declared, 95), (.any, 97),
  ])
  func `K1, K7: every schema has masks, and valid instances alone are complete texts`(
    order: TokenGrammar.Options.PropertyOrder, percent: Int
  ) throws {
    let vocabulary = try TestVocabulary.bytes()
    var counts = (accepted: 0, rejected: 0, right: 0)
    for file in Self.files {
      let content = try GeneratedContent(json: [UInt8](Data(contentsOf: file)))
      let schema = try #require(content[["schema"]])
      let tests = try #require(content[["tests"]])
      let grammar: TokenGrammar
      do {
        grammar = try TokenGrammar(
          jsonSchema: schema.jsonString, vocabulary: vocabulary,
          options: .init(propertyOrder: order))
      } catch {
        Issue.record("\(file.lastPathComponent): \(error)")
        continue
      }
      let isExact = grammar.unenforced.allSatisfy { $0.problem.contains("occur twice") }
      let cache = MaskCache(grammar)
      var isRight = true
      for test in tests.elements {
        guard let isValid: Bool = try? test.value(forProperty: "valid"),
          let data = test[["data"]]
        else { continue }
        let isAccepted = grammar.accepts(data.jsonBytes(.compact), cache: cache)
        isRight = isRight && isAccepted == isValid
        guard isExact, !Self.pointed.contains(file.lastPathComponent) else { continue }
        let isReordered =
          order == .declared && Self.reordered.contains(file.lastPathComponent)
        if isAccepted == (isValid && !isReordered) {
          if isAccepted { counts.accepted += 1 } else { counts.rejected += 1 }
        } else {
          Issue.record(
            "\(file.lastPathComponent), \(isValid ? "valid" : "not valid"): \(data.jsonString)")
        }
      }
      if isRight { counts.right += 1 }
    }
    #expect(counts.accepted > 0 && counts.rejected > 0)
    // Most others have instances in another order than their properties, or `uniqueItems`.
    #expect(counts.right * 100 >= Self.files.count * percent)
  }
}
