import Testing

/// Runs what a document shows, and checks that it prints what the document says.
///
/// A document says so in a comment behind the call, or in a block of text or JSON behind the
/// example:
///
///     print(registry.names)  // ["json-schema", "gemini", "apple"]
///
/// - Parameters:
///   - name: The name of the region that `body` consists of.
///   - document: The document that shows it.
///   - sourceLocation: Where to report what is wrong.
///   - body: The region. It gets a `print` of its own, which takes the place of Swift's.
/// - Throws: What `body` throws, and an error of Foundation if a file cannot be read.
func example(
  _ name: String, in document: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (_ print: (Any...) -> Void) throws -> Void
) throws {
  let regions = try Region.all(of: document).filter { $0.name == name }
  let region = try #require(regions.first, sourceLocation: sourceLocation)
  #expect(regions.count == 1, "\(name) names one region", sourceLocation: sourceLocation)
  let markdown = try MarkdownDocument(document)
  let block = try #require(
    markdown.blocks.first { $0.language == "swift" && $0.text == region.text },
    "\(document) does not show \(name)", sourceLocation: sourceLocation)

  var printed: [String] = []
  try body { printed.append($0.map { "\($0)" }.joined(separator: " ")) }
  let expected = markdown.output(of: block) ?? comments(in: region.text).joined(separator: "\n")
  #expect(printed.joined(separator: "\n") == expected, sourceLocation: sourceLocation)
}

/// The comments behind calls of `print`.
private func comments(in code: String) -> [String] {
  code.split(separator: "\n").compactMap { line in
    guard line.contains("print("), let comment = line.firstRange(of: "  // ") else { return nil }
    return String(line[comment.upperBound...])
  }
}
