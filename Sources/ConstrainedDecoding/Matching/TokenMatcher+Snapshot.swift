public import SchemaContent

extension TokenMatcher {
  /// The content so far, as a stream of the same text would show it.
  ///
  /// A number that is all of the text is complete only when an end token was committed.
  ///
  /// Of names that occur twice, which ``TokenGrammar/unenforced`` lists where it can happen, the
  /// first counts.
  ///
  /// - Returns: The content; null and not complete before any text, or if the text is not JSON.
  /// - Complexity: O(*n*) in the text since the last snapshot; in the whole text after a rollback
  ///   into what a snapshot has shown, and in a copy.
  public mutating func snapshot() -> GeneratedContent {
    // A rollback drops a parser that has read too much, so what it has read is how the text begins.
    // One that was told of the end reads nothing after it.
    let hasEnded = parser.map { $0.hasEnded && !(isFinished && $0.bytes.count == text.count) }
    if !isKnownUniquelyReferenced(&parser) || hasEnded == true {
      parser = MatchedTextParser()
    }
    return parser?.read(text, isWhole: isFinished) ?? GeneratedContent(kind: .null)
  }
}

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
