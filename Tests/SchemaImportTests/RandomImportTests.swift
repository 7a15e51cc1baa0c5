import SchemaConformances
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

struct RandomImportTests {
  /// Values on which a validator that is not ours compares a document and its import.
  private static let instances: String = {
    let values = [
      "null", "true", "0", "1", "2", "3", "4", "5", "0.5", "1.25", "-1", "\"\"", "\"a\"", "\"b\"",
      "\"abc\"", "\"xyzxyz\"", "[]", "[null]", "[\"a\"]", "[1,2]", "[\"a\",\"b\",\"c\",4,5]",
      "[[1]]",
      "{}", "{\"k\":1}", "{\"k\":\"a\",\"a\":null}", "{\"a\":\"a\"}", "{\"x-y\":1}",
      "{\"k\":null,\"a\":1,\"x-y\":\"a\"}", "{\"z\":1}", "{\"k\":{\"k\":1}}", "{\"a\":{},\"k\":[]}",
    ]
    return "[" + values.map { "{\"data\":\($0)}" }.joined(separator: ",") + "]"
  }()

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `I3, I5: export of random documents, which are imported or rejected and then stay the same`(
    _ part: UInt64
  ) throws {
    var imported = 0
    for seed in (part * 100)..<(part * 100 + 100) {
      var document = RandomDocument(seed: seed)
      let text = document.text()
      do {
        let first = try SchemaImporter().import(text)
        let bytes = try SchemaEncoder(dialect: TestDialect()).encode(first.schema).jsonString()
        for message in first.diagnostics.map(\.description) {
          #expect(!message.contains("  ") && !message.contains(" to ."), "seed \(seed): \(message)")
        }
        let again = try importing(bytes)
        #expect(again.text == bytes, "seed \(seed): \(text)")
        imported += 1
        try ImportExport.write(
          "random-\(seed)", original: text, imported: bytes, first, tests: Self.instances)
      } catch let error as SchemaImportError {
        // What nothing satisfies, and what refers to itself.
        let known: [ImportRule] = [.unsatisfiable, .circularReference]
        #expect(known.contains(error.rule), "seed \(seed): \(error)")
      }
    }
    #expect(imported > 30)
  }
}
