import IndexedTables
import SchemaText

extension TokenMatcher {
  /// The text that must follow in any case, such as the name of a required property with its
  /// quotes.
  ///
  /// An engine can add the forced text without running the model. It consists of complete
  /// characters. It is empty if different bytes may follow, if the text may end, or if the last
  /// token ended within a character.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  public var forcedText: String {
    let bytes = forcedBytes
    let isWithinCharacter = bytes.first.map { $0 & 0xC0 == 0x80 } ?? false
    return isWithinCharacter ? "" : String(decoding: bytes, as: UTF8.self)
  }

  /// The largest number of bytes of forced text that are returned at once.
  private static let maximumForcedBytes = 1 << 16

  /// The bytes that must follow, up to the end of a character.
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
    // These bytes may only continue a character that the last token began, and not complete it.
    guard bytes.contains(where: { $0 & 0xC0 != 0x80 }) else { return [] }
    bytes.removeLast(bytes.span.unfinishedScalarLength)
    return bytes
  }

  /// Returns the only byte that may follow the items from an index on; `nil` if there are several
  /// or none.
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

  /// Tokens for ``forcedText``.
  ///
  /// At each place, the longest possible token is taken.
  ///
  /// The tokens end before the first place at which an allowed token extends beyond the forced
  /// text, because the model may prefer that token. The model's tokenizer may split the same text
  /// differently. Masks allow both.
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

  /// Returns tokens for ``forcedText``, as the model's tokenizer splits it.
  ///
  /// The tokens end before the first place at which an allowed token extends beyond the forced
  /// text, because the tokenizer could then split the text differently. If the tokenizer's tokens
  /// do not have exactly the bytes of the text, the result is empty.
  ///
  /// - Parameter encode: A closure that encodes UTF-8 by the model's tokenizer, without special
  ///   tokens.
  /// - Returns: The tokens; empty if the last token ended within a character.
  /// - Throws: The error of `encode`.
  public func forcedTokens(encodedBy encode: ([UInt8]) throws -> [Int]) rethrows -> [Int] {
    var copy = self
    return try copy.commitForcedTokens(limit: .max, encodedBy: encode)
  }

  /// Commits ``forcedTokens(encodedBy:)``.
  ///
  /// Does not copy the answer, because this would take time in proportion to its length.
  ///
  /// `limit`: The largest number of tokens, at least 0. `encode`: A closure that encodes UTF-8 by
  /// the model's tokenizer, without special tokens.
  ///
  /// - Throws: The error of `encode`.
  package mutating func commitForcedTokens(
    limit: Int, encodedBy encode: ([UInt8]) throws -> [Int]
  ) rethrows -> [Int] {
    let bytes = forcedBytes
    guard let first = bytes.first, first & 0xC0 != 0x80 else { return [] }
    return try commitForced(
      bytes, isComplete: isComplete(after: bytes), limit: limit, encodedBy: encode)
  }

  /// Indicates whether only an end token can follow some bytes.
  private func isComplete(after bytes: [UInt8]) -> Bool {
    let first = load()
    defer { unload(first) }
    for byte in bytes where !machine.replaceItems(from: first, byte) { return false }
    return (first..<machine.items.count).allSatisfy { machine.items[$0].position == .end }
  }
}
