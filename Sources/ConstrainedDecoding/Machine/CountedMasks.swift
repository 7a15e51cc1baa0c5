import IndexedTables

/// The masks within strings with a pattern whose characters are counted.
@safe
final class CountedMasks {
  /// The largest number of tokens that are tried one by one.
  ///
  /// For more tokens, a walk through the vocabulary is faster.
  private static let maximumCandidates = 1 << 14

  private let machine: GrammarMachine
  private let tables: GrammarTables
  private let leaves: LeafMaskTable
  private let suffixes: SuffixTable
  private let masks: MaskTable
  private let work: MaskCounter
  private let vocabulary: VocabularyTables
  private let strings: StringTables
  private let stringMasks: UnsafePointer<UInt64>
  private let wordCount: Int
  private let longestToken: Int

  /// Each walk reuses this list.
  private let found = GrowingTable<Int32>()

  init(
    _ machine: GrammarMachine, _ leaves: LeafMaskTable, _ suffixes: SuffixTable,
    _ masks: MaskTable, _ work: MaskCounter
  ) {
    self.work = work
    self.machine = machine
    tables = machine.tables
    self.leaves = leaves
    self.suffixes = suffixes
    self.masks = masks
    vocabulary = tables.vocabulary
    strings = vocabulary.strings
    unsafe stringMasks = vocabulary.strings.masks.base
    wordCount = vocabulary.wordCount
    longestToken = vocabulary.longestToken
  }

  /// Checks that nothing is left of the computation of a mask.
  func checkInvariants() { assert(found.count == 0, "a walk has not ended") }

  /// Returns the item under which a mask is stored; see ``StringCounter/representative``.
  func key(_ item: Item) -> Item {
    let position = item.position
    let counter = tables.layout.counters[position.counter]
    let content = tables.layout.leaves[counter.leaf].state(position.counted).content
    let characters = counter.representative(
      position.counted, position.characters, longest: longestLength(from: content))
    return Item(
      position: GrammarPosition(
        counter: position.counter, state: position.counted, characters: characters),
      stack: item.stack)
  }

  /// Returns the largest number of characters of a token that begins in a ``StringContent`` state.
  private func longestLength(from content: UInt8) -> Int {
    // ``StringTables`` counts characters only for tokens that begin between two characters.
    content == StringContent.start
      ? strings.mostCharacters : longestToken + 1
  }

  func mask(of item: Item) -> StoredMask {
    let position = item.position
    let counter = tables.layout.counters[position.counter]
    let inner = leaves.mask(of: .leaf(counter.leaf, state: position.counted))
    let allowed = suffixes.set(after: machine.popped(item.stack))
    var mask = boundedMask(inner.interior, position, counter)
    for index in inner.exits {
      let exit = leaves[index]
      if counter.mayClose(at: position.characters + Int(exit.characters)),
        suffixes.contains(exit.suffix, in: allowed)
      {
        mask.add(strings.exitTokens[Int(exit.ordinal)])
      }
    }
    return mask.finish()
  }

  /// Begins a mask with the tokens of another mask after which the length of the string can still
  /// be within the bounds.
  private func boundedMask(
    _ interior: StoredMask, _ position: GrammarPosition, _ counter: StringCounter
  ) -> MaskDraft {
    let leaf = tables.layout.leaves[counter.leaf]
    let content = leaf.state(position.counted).content
    let safe: Int?
    switch counter.safeLength(position.counted, position.characters) {
    case .noToken: safe = nil
    case .atMost(let length) where length < longestLength(from: content): safe = length
    case .atMost, .unlimited: return masks.draft(from: interior)
    }
    if interior.isSparse {
      return masks.draft(from: interior) { isPossible($0, at: position, counter) }
    }
    guard content == StringContent.start else { return walkedMask(at: position, counter) }
    let room = counter.room(after: position.characters) ?? strings.mostCharacters
    let possible = tokenWords(ofCharacters: room)
    let certain = safe.map(tokenWords) ?? Array(repeating: 0, count: wordCount)
    let words = masks.makeWords(of: interior)
    var candidates = 0
    for word in 0..<wordCount {
      words[word] &= possible[word]
      candidates += (words[word] & ~certain[word]).nonzeroBitCount
    }
    guard candidates <= Self.maximumCandidates else {
      words.discard()
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
    return masks.draft(from: words.finish())
  }

  /// Returns the tokens that begin between two characters, stay within a string, and have at most
  /// this number of characters.
  private func tokenWords(ofCharacters limit: Int) -> [UInt64] {
    guard limit >= 0 else { return Array(repeating: 0, count: wordCount) }
    let index =
      limit <= StringTables.countedCharacters
      ? StringTables.maskIndex(ofCharacters: limit) : Int(StringContent.start)
    var words = (0..<wordCount).map { unsafe stringMasks[index * wordCount + $0] }
    guard limit > StringTables.countedCharacters else { return words }
    for (token, length) in zip(strings.longTokens, strings.longLengths)
    where Int(length) > limit { words[Int(token) >> 6] &= ~(1 << UInt64(token & 63)) }
    return words
  }

  /// Indicates whether the string can be completed within its bounds after a token.
  ///
  /// The pattern must accept the token.
  private func isPossible(
    _ token: Int32, at position: GrammarPosition, _ counter: StringCounter
  ) -> Bool {
    let leaf = tables.layout.leaves[counter.leaf]
    var (state, count) = (position.counted, position.characters)
    let bytes = vocabulary.byteRange(of: Int(token))
    work.addWalkedBytes(bytes.count)
    for index in bytes {
      state = leaf.step(state, vocabulary.bytes[index])
      if leaf.state(state).content == StringContent.start {
        count = counter.count(after: count)
      }
    }
    return counter.isPossible(state, count)
  }

  /// Computes the tokens that stay within the string by a walk through the vocabulary.
  private func walkedMask(at position: GrammarPosition, _ counter: StringCounter) -> MaskDraft {
    let leaf = tables.layout.leaves[counter.leaf]
    let trie = vocabulary.trie
    defer { found.truncate(to: 0) }
    var pending = [
      (node: ByteTrie.root, state: position.counted, count: position.characters)
    ]
    var walkedBytes = 0
    defer { work.addWalkedBytes(walkedBytes) }
    while let (index, state, count) = pending.popLast() {
      for child in trie.nodes[index].children {
        walkedBytes += 1
        let node = trie.nodes[child]
        let next = leaf.step(state, node.byte)
        let content = leaf.state(next).content
        guard next != 0, content != StringContent.invalid else { continue }
        let nextCount = content == StringContent.start ? counter.count(after: count) : count
        guard counter.isPossible(next, nextCount) else { continue }
        if let token = node.value { found.append(token) }
        if node.hasChildren { pending.append((child, next, nextCount)) }
      }
    }
    return found.withSpan { masks.draft(of: $0) }
  }
}
