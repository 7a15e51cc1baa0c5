import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

@Suite(.enabled(if: Corpus.has("json"), Comment(rawValue: Corpus.absence)))
struct CorpusTests {
  private static let files =
    (try? FileManager.default.contentsOfDirectory(
      at: Corpus.folder.appendingPathComponent("json"), includingPropertiesForKeys: nil)) ?? []

  /// The content of a whole text, or what is wrong with it.
  private func parse(_ bytes: [UInt8], chunk: Int) -> Result<GeneratedContent, any Error> {
    Result {
      var parser = GeneratedContentParser(options: .init(maximumDepth: 600))
      for start in stride(from: 0, to: bytes.count, by: chunk) {
        try parser.append(bytes[start..<min(start + chunk, bytes.count)])
      }
      return try parser.finish()
    }
  }

  @Test func `C3: each text of the test suite for RFC 8259 has the expected result`() throws {
    #expect(Self.files.count > 300)
    for file in Self.files {
      let name = file.lastPathComponent
      let bytes = [UInt8](try Data(contentsOf: file))
      let whole = parse(bytes, chunk: max(1, bytes.count))
      let isDuplicate = name.contains("duplicated_key")
      switch name.prefix(2) {
      // Two texts of the suite have a key twice, which is an error here unless it is allowed.
      case "y_" where !isDuplicate: #expect(throws: Never.self, "\(name)") { try whole.get() }
      case "n_":
        #expect(throws: GeneratedContentParser.SyntaxError.self, "\(name)") { try whole.get() }
      default: break
      }
      if isDuplicate {
        #expect(syntaxError { _ = try whole.get() }?.code == .duplicateKey)
        let options = GeneratedContentParser.Options(duplicateKeys: .keepLast)
        #expect(try GeneratedContent(json: bytes, options: options).isComplete)
      }
      // However it is cut, the result is the same.
      for chunk in [1, 3] where bytes.count < 10_000 {
        let parts = parse(bytes, chunk: chunk)
        switch (whole, parts) {
        case (.success(let one), .success(let two)): #expect(one == two, "\(name)")
        case (.failure(let one), .failure(let two)):
          #expect("\(one)" == "\(two)" || bytes.contains { $0 >= 0x80 }, "\(name)")
        default: Issue.record("\(name): \(whole) when whole, \(parts) in chunks of \(chunk)")
        }
      }
    }
  }
}
