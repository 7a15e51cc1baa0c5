import ContentStorage

extension TokenMatcher {
  /// The text that has to follow, whatever token is chosen: in front of the name of a required
  /// property, for example, the name and its quotes.
  ///
  /// An engine can add it without asking the model. It consists of whole characters. It is empty
  /// where there is a choice, where the text may end, and within a character.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var forcedText: String {
    let bytes = forcedBytes
    let isWithinCharacter = bytes.first.map { $0 & 0xC0 == 0x80 } ?? false
    return isWithinCharacter ? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// The most bytes of forced text that are given at once.
  private static let maximumForcedBytes = 1 << 16

  /// The bytes that have to follow, up to the end of a character.
  var forcedBytes: [UInt8] {
    guard !isFinished else { return [] }
    var bytes: [UInt8] = []
    let first = load()
    defer { unload(first) }
    while bytes.count < Self.maximumForcedBytes, let byte = onlyByte(from: first),
      machine.replaceItems(from: first, byte)
    {
      bytes.append(byte)
    }
    _ = machine.items.takeOverflow()
    while let last = bytes.last, !Self.endsCharacter(bytes) {
      bytes.removeLast()
      if last >= 0xC0 { break }
    }
    return bytes
  }

  /// The one byte that may follow the items from an index on.
  private func onlyByte(from start: Int) -> UInt8? {
    let end = machine.items.count
    var candidates = ByteSet()
    for index in start..<end {
      if machine.canEnd(machine.items[index]) { return nil }
      candidates.formUnion(machine.following(machine.items[index]))
    }
    var only: UInt8?
    while !candidates.isEmpty {
      let byte = candidates.removeFirst()
      let isPossible = machine.advance(start, byte) != nil
      machine.items.removeAll(from: end)
      guard isPossible else { continue }
      if only != nil { return nil }
      only = byte
    }
    return only
  }

  /// Indicates whether bytes end with a whole character.
  private static func endsCharacter(_ bytes: [UInt8]) -> Bool {
    guard let last = bytes.last, last >= 0x80 else { return true }
    guard let lead = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return false }
    let length = bytes[lead] >= 0xF0 ? 4 : bytes[lead] >= 0xE0 ? 3 : 2
    return bytes.count - lead == length
  }

  /// Tokens for ``forcedText``: at each place the longest that fits.
  ///
  /// They stop in front of a place where a token could reach beyond the forced text, since the
  /// model may prefer that one. A model's own tokenizer can split the same text differently; masks
  /// allow both.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var forcedTokens: [Int] {
    let bytes = forcedBytes
    let endsAfterwards = isComplete(after: bytes)
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
      guard !reachesBeyond || endsAfterwards, let longest else { return tokens }
      tokens.append(Int(longest.token))
      position = longest.end
    }
    return tokens
  }

  /// Tokens for ``forcedText``, as the model's own tokenizer splits it.
  ///
  /// They end where the tokenizer could split the text differently if it knew what follows: where a
  /// token that the mask allows goes on beyond the text that is forced. If the tokens of the
  /// tokenizer do not have exactly the bytes of the text, there are none.
  ///
  /// - Parameter encode: Encodes UTF-8 by the model's tokenizer, without special tokens.
  /// - Returns: The tokens; none within a character.
  /// - Throws: What `encode` throws.
  public func forcedTokens(encodedBy encode: ([UInt8]) throws -> [Int]) rethrows -> [Int] {
    var copy = self
    return try copy.commitForcedTokens(limit: .max, encodedBy: encode)
  }

  /// Commits ``forcedTokens(encodedBy:)`` without a copy of the answer, which would take time in
  /// proportion to its length.
  ///
  /// - Parameters:
  ///   - limit: The most tokens, from 0.
  ///   - encode: Encodes UTF-8 by the model's tokenizer, without special tokens.
  /// - Returns: The tokens.
  /// - Throws: What `encode` throws.
  package mutating func commitForcedTokens(
    limit: Int, encodedBy encode: ([UInt8]) throws -> [Int]
  ) rethrows -> [Int] {
    let bytes = forcedBytes
    guard let first = bytes.first, first & 0xC0 != 0x80 else { return [] }
    let tokens = try encode(bytes)
    let texts = tokens.map { grammar.vocabulary.bytes(of: $0) ?? [] }
    guard texts.joined().elementsEqual(bytes) else { return [] }
    // All tokens have to be allowed, also those behind the last one that is certain.
    var certain = isComplete(after: bytes) ? tokens.count : nil
    var start = 0
    for (index, token) in tokens.enumerated() {
      if certain == nil, allowsToken(beginningWith: bytes[start...]) { certain = index }
      guard (try? commit(token)) != nil else {
        takeBack(index)
        return []
      }
      start += texts[index].count
    }
    let count = min(certain ?? tokens.count, limit)
    takeBack(tokens.count - count)
    return Array(tokens[..<count])
  }

  /// Indicates whether a token is allowed that begins with some bytes and is longer.
  private func allowsToken(beginningWith bytes: ArraySlice<UInt8>) -> Bool {
    let trie = workspace.vocabulary.trie
    guard let node = trie.node(of: bytes), trie.nodes[node].hasChildren else { return false }
    var mask = TokenMask(grammar.vocabulary)
    // Without a mask, nothing is known: the tokens end here.
    guard (try? fill(&mask)) != nil else { return true }
    return mask.tokens.contains { token in
      let text = grammar.vocabulary.bytes(of: token) ?? []
      return text.count > bytes.count && text.starts(with: bytes)
    }
  }

  /// Indicates whether nothing can follow some bytes but an end token.
  private func isComplete(after bytes: [UInt8]) -> Bool {
    let first = load()
    defer { unload(first) }
    for byte in bytes where !machine.replaceItems(from: first, byte) { return false }
    return (first..<machine.items.count).allSatisfy {
      machine.items[$0].position == .end
    }
  }
}
