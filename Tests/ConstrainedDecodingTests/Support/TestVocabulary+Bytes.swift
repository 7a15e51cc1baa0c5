import ConstrainedDecoding

extension TestVocabulary {
  /// All bytes: byte *b* is token *b* + 1.
  static func bytes() throws -> Vocabulary {
    let bytes: [Vocabulary.Token] = (0...255 as ClosedRange<UInt8>).map { .bytes([$0]) }
    return try Vocabulary(tokens: [.special("</s>")] + bytes, endTokens: [end])
  }

  /// The tokens of a text in the vocabulary ``bytes()``.
  static func tokens(_ bytes: some Sequence<UInt8>) -> [Int] { bytes.map { Int($0) + 1 } }
}

extension TokenGrammar {
  /// Whether a whole text belongs to a grammar over ``TestVocabulary/bytes()``.
  func accepts(_ text: some Sequence<UInt8>, cache: MaskCache) -> Bool {
    var matcher = TokenMatcher(self, cache: cache)
    guard (try? matcher.commit(contentsOf: TestVocabulary.tokens(text))) != nil else {
      return false
    }
    return matcher.canEnd
  }
}
