import SchemaContent

/// The parser of one matcher's text.
final class MatchedTextParser {
  /// The bytes parsed so far.
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false
  private var parser = GeneratedContentParser(
    options: .init(maximumDepth: .max, duplicateKeys: .keepFirst))

  /// Parses what is new of a text that begins with ``bytes``.
  func read(_ text: [UInt8], isWhole: Bool) -> GeneratedContent {
    let new = text[bytes.count...]
    // A text that is not JSON, as of a pattern, leaves the snapshot as it is.
    try? parser.append(new)
    bytes.append(contentsOf: new)
    guard isWhole else { return parser.snapshot() }
    hasEnded = true
    return (try? parser.finish()) ?? parser.snapshot()
  }
}
