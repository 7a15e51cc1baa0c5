import IndexedTables

/// Finds the tokens that stay within a JSON string.
struct InteriorTokens {
  let wordCount: Int
  let duplicates: DuplicateTokens
  private(set) var masks: [UInt64] = []
  private(set) var longTokens: [(token: Int32, length: UInt16)] = []
  private(set) var mostCharacters = 0
  /// The tokens that begin between two characters and stay within a string.
  ///
  /// `length` is the number of characters, including an incomplete one. `isWhole` indicates whether
  /// the token ends between two characters.
  private var lengths: [(token: Int32, length: Int, isWhole: Bool)] = []

  init(wordCount: Int, duplicates: DuplicateTokens) {
    self.wordCount = wordCount
    self.duplicates = duplicates
  }

  /// Adds the mask of the tokens that stay within a string from a ``StringContent`` state.
  mutating func addMask(from state: UInt8, _ trie: ByteTrie) {
    let content = StringContent.shared
    var mask = [UInt64](repeating: 0, count: wordCount)
    var pending = [(node: ByteTrie.root, state: state, characters: 0)]
    while let (index, state, characters) = pending.popLast() {
      for child in trie.nodes[index].children {
        let childNode = trie.nodes[child]
        let next = content.step(state, childNode.byte)
        guard next != StringContent.invalid else { continue }
        let ended = characters + (next == StringContent.start ? 1 : 0)
        if let token = childNode.value {
          let isWhole = next == StringContent.start
          note(token, ended + (isWhole ? 0 : 1), isWhole, isFirst: masks.isEmpty, &mask)
        }
        if childNode.hasChildren { pending.append((child, next, ended)) }
      }
    }
    masks.append(contentsOf: mask)
  }

  private mutating func note(
    _ token: Int32, _ length: Int, _ isWhole: Bool, isFirst: Bool, _ mask: inout [UInt64]
  ) {
    var next: Int32? = token
    while let token = next {
      mask[Int(token) >> 6] |= 1 << UInt64(token & 63)
      if isFirst { lengths.append((token, length, isWhole)) }
      next = duplicates.next(after: token)
    }
    if isFirst { mostCharacters = max(mostCharacters, length) }
  }

  /// Adds the mask of the tokens that consist of complete characters.
  mutating func addWholeMask() {
    var mask = [UInt64](repeating: 0, count: wordCount)
    for (token, _, isWhole) in lengths where isWhole {
      mask[Int(token) >> 6] |= 1 << UInt64(token & 63)
    }
    masks.append(contentsOf: mask)
  }

  /// Adds the masks of tokens with few characters.
  mutating func addCountedMasks() {
    for limit in 0...StringTables.countedCharacters {
      var mask = [UInt64](repeating: 0, count: wordCount)
      for (token, length, _) in lengths where length <= limit {
        mask[Int(token) >> 6] |= 1 << UInt64(token & 63)
      }
      masks.append(contentsOf: mask)
    }
    longTokens =
      lengths.filter { $0.length > StringTables.countedCharacters }
      .map { ($0.token, UInt16(truncatingIfNeeded: $0.length)) }
  }
}
