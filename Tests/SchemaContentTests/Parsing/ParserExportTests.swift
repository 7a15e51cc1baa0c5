import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

/// Writes texts and what the parser made of them, for a parser that is not ours, into the folder
/// `parser` in the one that the environment variable `SCHEMAKIT_EXPORT_DIRECTORY` names.
///
/// Each line of `cases.jsonl` is an object: the text in hexadecimal digits as `text`, and as `json`
/// the content that it gave, or null if it was rejected.
struct ParserExportTests {
  private static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  @Test(.enabled(if: folder != nil, "SCHEMAKIT_EXPORT_DIRECTORY is not set."))
  func `export texts`() throws {
    let folder = try #require(Self.folder).appendingPathComponent("parser", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var lines = ""
    if Corpus.has("json") {
      let files = try FileManager.default.contentsOfDirectory(
        at: Corpus.folder.appendingPathComponent("json"), includingPropertiesForKeys: nil)
      for file in files { lines += line([UInt8](try Data(contentsOf: file))) }
    }
    var documents = JSONDocuments(seed: 7)
    for _ in 0..<3000 {
      lines += line(Array(documents.next().utf8))
      lines += line(documents.spoiled())
    }
    try Data(lines.utf8).write(to: folder.appendingPathComponent("cases.jsonl"))
  }

  private func line(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    let text = String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    // Deeper than values are made of: a text of the corpus has 500 levels.
    var parser = GeneratedContentParser(options: .init(maximumDepth: 512))
    let content = try? {
      try parser.append(bytes)
      return try parser.finish()
    }()
    return
      """
      {"text":"\(text)","json":\(content?.jsonString.generatedContent.jsonString ?? "null")}\n
      """
  }
}
