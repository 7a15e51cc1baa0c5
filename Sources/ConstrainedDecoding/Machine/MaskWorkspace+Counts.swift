import ContentStorage

/// Masks within strings with a pattern whose characters are counted.
///
/// Such a mask is that of the pattern alone, which all counts share, but for tokens that would make
/// the string too long, or leave too little of it.
extension MaskWorkspace {
  /// From this many tokens on to be tried one by one, a walk through the vocabulary is shorter.
  private static let maximumCandidates = 1 << 14

  /// Reads a byte in a string whose characters are counted.
  func stepCounted(_ item: Item, _ byte: UInt8) {
    let position = item.position
    let index = position.counter
    let leaf = tables.layout.leaves[tables.layout.counters[index].leaf]
    let next = tables.step(leaf, position.counted, byte)
    guard next != 0 else { return }
    let content = tables.state(leaf, next).content
    if content == StringContent.invalid {
      if tables.layout.counters[index].mayClose(at: position.characters) {
        emit(popped(item.stack))
      }
      return
    }
    let count =
      content == StringContent.start
      ? tables.layout.counters[index].count(after: position.characters) : position.characters
    guard tables.layout.counters[index].isPossible(next, count) else { return }
    emit(Position(counter: index, state: next, characters: count), item.stack)
  }

  /// The place of which the mask is that of another: see ``StringCounter/representative``.
  func representative(_ position: Position) -> Position {
    let counter = tables.layout.counters[position.counter]
    let content = tables.state(tables.layout.leaves[counter.leaf], position.counted).content
    return Position(
      counter: position.counter, state: position.counted,
      characters: counter.representative(
        position.counted, position.characters, longest: longestLength(from: content)))
  }

  /// The most characters of a token that begins in a state of the content.
  private func longestLength(from content: UInt8) -> Int {
    // A token that begins within a character is not among those whose characters were counted.
    content == StringContent.start
      ? strings.mostCharacters : vocabulary.longestToken + 1
  }

  func countedMask(_ item: Item) -> StoredMask {
    let position = item.position
    let counter = tables.layout.counters[position.counter]
    let leaf = tables.layout.leaves[counter.leaf]
    let inner = innerMask(of: .leaf(EntryIndex(counter.leaf), state: position.counted), leaf)
    let suffixes = suffixes(after: popped(item.stack))
    var mask = boundedMask(inner.interior, position, counter)
    for index in inner.exits {
      let exit = stored.leaves[index]
      if counter.mayClose(at: position.characters + Int(exit.characters)),
        stored.suffixes.contains(exit.suffix, in: suffixes)
      {
        stored.masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
      }
    }
    return mask
  }

  /// The tokens of a mask within a string after which its length can still be within the bounds.
  private func boundedMask(
    _ interior: StoredMask, _ position: Position, _ counter: StringCounter
  ) -> StoredMask {
    let leaf = tables.layout.leaves[counter.leaf]
    let content = tables.state(leaf, position.counted).content
    let safe =
      counter.safeLength(position.counted, position.characters) ?? longestLength(from: content)
    if safe >= longestLength(from: content) { return stored.masks.makeMask(from: interior) }
    if interior.isSparse {
      return stored.masks.makeMask(from: interior) { isPossible($0, at: position, counter) }
    }
    guard content == StringContent.start else { return walkedMask(at: position, counter) }
    let room = counter.room(after: position.characters) ?? strings.mostCharacters
    let (possible, certain) = (tokenWords(ofCharacters: room), tokenWords(ofCharacters: safe))
    let words = stored.masks.makeWords(of: interior)
    var candidates = 0
    for word in 0..<wordCount {
      words[word] &= possible[word]
      candidates += (words[word] & ~certain[word]).nonzeroBitCount
    }
    guard candidates <= Self.maximumCandidates else {
      stored.masks.remove(words)
      return walkedMask(at: position, counter)
    }
    for word in 0..<wordCount {
      var rest = words[word] & ~certain[word]
      while rest != 0 {
        let token = Int32(word * 64 + rest.trailingZeroBitCount)
        let bit = rest & (~rest + 1)
        rest &= ~bit
        if !isPossible(token, at: position, counter) { words[word] &= ~bit }
      }
    }
    return stored.masks.makeMask(words)
  }

  /// The tokens that stay within a string from between two characters, and have at most this number
  /// of characters.
  private func tokenWords(ofCharacters limit: Int) -> [UInt64] {
    guard limit >= 0 else { return Array(repeating: 0, count: wordCount) }
    let index =
      limit <= StringTables.countedCharacters
      ? StringTables.maskIndex(ofCharacters: limit) : Int(StringContent.start)
    var words = (0..<wordCount).map { unsafe stringMasks[index * wordCount + $0] }
    guard limit > StringTables.countedCharacters else { return words }
    for (token, length) in zip(strings.longTokens, strings.longLengths)
    where Int(length) > limit {
      words[Int(token) >> 6] &= ~(1 << UInt64(token & 63))
    }
    return words
  }

  /// Indicates whether the string can be completed within its bounds after a token that its
  /// pattern accepts.
  private func isPossible(
    _ token: Int32, at position: Position, _ counter: StringCounter
  ) -> Bool {
    let leaf = tables.layout.leaves[counter.leaf]
    var (state, count) = (position.counted, position.characters)
    let bytes = unsafe bytes(of: Int(token))
    for index in bytes.indices {
      state = unsafe tables.step(leaf, state, bytes[index])
      if tables.state(leaf, state).content == StringContent.start {
        count = counter.count(after: count)
      }
    }
    return counter.isPossible(state, count)
  }

  /// The tokens that stay within the string, by a walk through the vocabulary.
  private func walkedMask(at position: Position, _ counter: StringCounter) -> StoredMask {
    let leaf = tables.layout.leaves[counter.leaf]
    let trie = vocabulary.trie
    let bottom = found.count
    defer { found.truncate(to: bottom) }
    var pending = [
      (node: ByteTrie.root, state: position.counted, count: position.characters)
    ]
    while let (index, state, count) = pending.popLast() {
      for child in trie.nodes[index].children {
        let node = trie.nodes[child]
        let next = tables.step(leaf, state, node.byte)
        let content = tables.state(leaf, next).content
        guard next != 0, content != StringContent.invalid else { continue }
        let nextCount = content == StringContent.start ? counter.count(after: count) : count
        guard counter.isPossible(next, nextCount) else { continue }
        if let token = node.value { found.append(token) }
        if node.hasChildren { pending.append((child, next, nextCount)) }
      }
    }
    return makeMask(foundFrom: bottom)
  }
}
