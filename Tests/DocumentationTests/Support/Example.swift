import Foundation
import Testing

/// Runs what a document shows, and checks that it prints what the document states.
///
/// The result is in comments after the calls of `print`, or in the block of text or JSON that
/// follows the example:
///
///     print(registry.names)  // ["json-schema", "gemini", "apple"]
///
/// With the environment variable `SCHEMAKIT_RECORD_DOCUMENTS` set, the block that follows is
/// replaced by what the example prints.
///
/// - Parameters:
///   - name: The name of the region that `body` consists of.
///   - sourceLocation: Where to report a difference.
///   - body: The region. Its parameter takes the place of Swift's `print`.
/// - Throws: What `body` throws, and an error of Foundation if a file cannot be read.
func example(
  _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ print: (Any...) -> Void) async throws -> Void
) async throws {
  let regions = Region.all.filter { $0.name == name }
  let region = try #require(regions.first, sourceLocation: sourceLocation)
  #expect(regions.count == 1, "'\(name)' names one region", sourceLocation: sourceLocation)

  var printed: [String] = []
  try await body { printed.append($0.map { "\($0)" }.joined(separator: " ")) }
  let actual = printed.joined(separator: "\n")

  let shown = try MarkdownDocument.all().flatMap { document in
    document.blocks.filter { $0.language == "swift" && $0.text == region.text }
      .map { (document, $0) }
  }
  #expect(!shown.isEmpty, "no document shows '\(name)'", sourceLocation: sourceLocation)
  let isRecording = ProcessInfo.processInfo.environment["SCHEMAKIT_RECORD_DOCUMENTS"] != nil
  for (document, block) in shown {
    let output = document.output(of: block)
    if isRecording, output != nil {
      try document.record(actual, asOutputOf: block)
    } else {
      let expected = output?.text ?? comments(in: region.text)
      #expect(actual == expected, "\(document.path)", sourceLocation: sourceLocation)
    }
  }
}

/// The comments after calls of `print`.
private func comments(in code: String) -> String {
  code.split(separator: "\n").compactMap { line in
    guard line.contains("print("), let comment = line.firstRange(of: "  // ") else { return nil }
    return String(line[comment.upperBound...])
  }
  .joined(separator: "\n")
}
