import IndexedTables
import SchemaText

extension TokenMatcher {
  /// The text that must follow in any case, such as the name of a required property with its
  /// quotes, or the text around a call.
  ///
  /// An engine can add the forced text without running the model. It consists of complete
  /// characters. It ends if different bytes may follow, if the output may end, and before a marker
  /// that is a token. It is empty if the last token ended within a character.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var forcedText: String {
    let bytes = forcedBytes().bytes
    return Self.beginsWithinCharacter(bytes) ? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// The largest number of bytes of forced text that are returned at once.
  private static let maximumForcedBytes = 1 << 16

  private static func beginsWithinCharacter(_ bytes: [UInt8]) -> Bool {
    bytes.first.map { $0 & 0xC0 == 0x80 } ?? false
  }

  /// Returns the bytes that must follow in any case, up to the end of a character, and whether only
  /// an end token can follow them.
  func forcedBytes() -> (bytes: [UInt8], isComplete: Bool) {
    guard !isFinished else { return ([], false) }
    let items = machine.items
    let first = items.count
    defer {
      items.removeAll(from: first)
      _ = items.takeOverflow()
    }
    for item in machine.settled(history.items) { items.append(item) }
    var bytes: [UInt8] = []
    var start = first
    while bytes.count < Self.maximumForcedBytes,
      let (byte, next) = machine.onlyByte(after: start)
    {
      bytes.append(byte)
      start = next
    }
    // These bytes may only continue a character that the last token began, and not complete it.
    guard bytes.contains(where: { $0 & 0xC0 != 0x80 }) else { return ([], false) }
    let unfinished = bytes.span.unfinishedScalarLength
    bytes.removeLast(unfinished)
    let isComplete = (start..<items.count).allSatisfy {
      plan.tables.place(of: items[$0]).isEnd
    }
    return (bytes, isComplete && unfinished == 0)
  }

  /// The token that must follow and is not read by its bytes, such as a marker; `nil` if different
  /// tokens may follow.
  var forcedToken: Int? {
    guard !isFinished else { return nil }
    defer { _ = machine.items.takeOverflow() }
    var only: Int?
    for item in machine.settled(history.items) {
      guard let token = machine.onlyToken(of: item), only == nil || only == token else {
        return nil
      }
      only = token
    }
    return only
  }

  /// Tokens for the bytes that must follow.
  ///
  /// These are the bytes of ``forcedText``. If the last token ended within a character, they begin
  /// with the rest of this character, although ``forcedText`` is empty.
  ///
  /// At each place, the longest possible token is taken. If a marker must follow and is a token,
  /// the result is this token.
  ///
  /// The tokens end before the first place at which an allowed token extends beyond the forced
  /// text, because the model may prefer that token. The model's tokenizer may split the same text
  /// differently. Masks allow both.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var forcedTokens: [Int] {
    if let token = forcedToken { return [token] }
    let (bytes, isComplete) = forcedBytes()
    let trie = workspace.vocabulary.trie
    var tokens: [Int] = []
    var position = 0
    while position < bytes.count {
      var node = ByteTrie.root
      var longest: (token: Int32, end: Int)?
      var index = position
      while index < bytes.count {
        guard let child = trie.child(of: trie.nodes[node], bytes[index]) else { break }
        node = child
        index += 1
        if let token = trie.nodes[node].value { longest = (token, index) }
      }
      let reachesBeyond = index == bytes.count && trie.nodes[node].hasChildren
      guard !reachesBeyond || isComplete, let longest else { return tokens }
      tokens.append(Int(longest.token))
      position = longest.end
    }
    return tokens
  }

  /// Returns tokens for ``forcedText``, as the model's tokenizer splits it.
  ///
  /// The tokens end before the first place at which an allowed token extends beyond the forced
  /// text, because the tokenizer could then split the text differently. If the tokenizer's tokens
  /// do not have exactly the bytes of the text, the result is empty. If a marker must follow and is
  /// a token, the result is this token.
  ///
  /// - Parameter encode: A closure that encodes UTF-8 by the model's tokenizer, without special
  ///   tokens.
  /// - Returns: The tokens; empty if the last token ended within a character.
  /// - Throws: The error of `encode`.
  public func forcedTokens(encodedBy encode: ([UInt8]) throws -> [Int]) rethrows -> [Int] {
    if let token = forcedToken { return [token] }
    var copy = self
    return try copy.commitForcedTokens(limit: .max, encodedBy: encode)
  }

  /// Commits ``forcedTokens(encodedBy:)``.
  ///
  /// Does not copy the answer, because this would take time in proportion to its length.
  ///
  /// - Parameters:
  ///   - limit: The largest number of tokens, at least 0.
  ///   - encode: A closure that encodes UTF-8 by the model's tokenizer, without special tokens.
  /// - Returns: The tokens; empty if a marker must follow and does not fit into the budget.
  /// - Throws: The error of `encode`.
  package mutating func commitForcedTokens(
    limit: Int, encodedBy encode: ([UInt8]) throws -> [Int]
  ) rethrows -> [Int] {
    if let token = forcedToken { return limit > 0 && (try? commit(token)) != nil ? [token] : [] }
    let (bytes, isComplete) = forcedBytes()
    guard !bytes.isEmpty, !Self.beginsWithinCharacter(bytes) else { return [] }
    let tokens = try encode(bytes)
    let texts = tokens.map { vocabulary.bytes(of: $0) ?? [] }
    guard texts.joined().elementsEqual(bytes) else { return [] }
    // All tokens have to be allowed, including the tokens after the last certain one.
    var certain = isComplete ? tokens.count : nil
    var start = 0
    for (index, token) in tokens.enumerated() {
      if certain == nil, allowsToken(beginningWith: bytes[start...]) { certain = index }
      guard (try? commit(token)) != nil else {
        removeLastTokens(index)
        return []
      }
      start += texts[index].count
    }
    let count = min(certain ?? tokens.count, limit)
    removeLastTokens(tokens.count - count)
    return Array(tokens[..<count])
  }

  /// Indicates whether the mask allows a token that begins with some bytes and is longer.
  private func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    let trie = vocabulary.tables.trie
    guard let node = trie.node(of: bytes), trie.nodes[node].hasChildren else { return false }
    var mask = TokenMask(vocabulary)
    // Without a mask, such a token is assumed, so the tokens end here.
    guard (try? fill(&mask)) != nil else { return true }
    return mask.tokens.contains { token in
      let text = vocabulary.bytes(of: token) ?? []
      return text.count > bytes.count && text.starts(with: bytes)
    }
  }
}
