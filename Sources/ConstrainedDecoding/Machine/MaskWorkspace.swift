import IndexedTables

/// The working memory for finding the masks of one grammar, and a cache of these masks.
///
/// A matcher accepts a token if one of its items accepts the token. So a mask is computed and
/// stored for each item, and every matcher with this item can use it.
///
/// Matchers on one thread can share a workspace and so reuse each other's masks. A workspace has no
/// locks, so only one thread may use it at a time.
@safe
final class MaskWorkspace {
  /// The memory limit above which the stored masks are removed.
  private static let memoryLimit = 1 << 23
  /// The largest number of tokens that are tried one by one.
  ///
  /// For more tokens, a walk through the vocabulary is faster.
  private static let maximumCandidates = 1 << 14

  /// The automaton of the grammar.
  let machine: GrammarMachine
  private let tables: GrammarTables

  // This workspace has its own references to the tables of the vocabulary, so that threads do not
  // wait for each other's reference counting; see ``FixedTable``.
  let vocabulary: VocabularyTables
  private let tokenBytes: UnsafePointer<UInt8>
  private let tokenOffsets: UnsafePointer<UInt32>
  let stringMasks: UnsafePointer<UInt64>
  private let strings: StringTables
  let endTokens: [Int]
  let wordCount: Int
  let tokenCount: Int

  // The stored masks, and the parts of which they consist. All are removed together, because they
  // refer to each other.
  private let masks: MaskTable
  private let leaves: LeafMaskTable
  private let suffixTable: SuffixTable
  private let walker: TrieWalker
  /// For each token with a quote, 1 if the token is accepted; between two masks all entries are 0.
  private let acceptedExits = GrowingTable<UInt8>()
  private let nameVisits = GrowingTable<NameVisit>(capacity: 16)
  /// The words of the mask that a matcher passes to a closure.
  let maskBuffer = GrowingTable<UInt64>()

  /// A node in the trie of tokens with a quote, and the node in the tree of names for the same
  /// bytes.
  private struct NameVisit: BitwiseCopyable {
    var exit: ByteTrie.NodeIndex
    var name: EntryIndex<GrammarTables.KeyNode>
  }

  init(_ tables: GrammarTables) {
    self.tables = tables
    machine = GrammarMachine(tables)
    vocabulary = tables.vocabulary
    unsafe tokenBytes = vocabulary.bytes.base
    unsafe tokenOffsets = vocabulary.offsets.base
    strings = vocabulary.strings
    unsafe stringMasks = vocabulary.strings.masks.base
    // This copies the elements. An assigned array would share its storage, and so its reference
    // count, with all threads.
    endTokens = vocabulary.endTokens.map { $0 }
    wordCount = vocabulary.wordCount
    tokenCount = vocabulary.count
    masks = MaskTable(vocabulary)
    leaves = LeafMaskTable(tables, masks)
    suffixTable = SuffixTable(suffixCount: vocabulary.strings.suffixCount)
    walker = TrieWalker(machine)
  }

  private var items: ItemSets<Item> { machine.items }

  /// The memory of masks, stacks and items, in bytes.
  var byteCount: Int { maskByteCount + machine.byteCount }

  private var maskByteCount: Int { masks.byteCount + leaves.byteCount + suffixTable.byteCount }

  /// Removes all masks, and frees their memory.
  func removeMasks() {
    masks.removeAll()
    leaves.removeAll()
    suffixTable.removeAll()
  }

  /// Checks the stored masks, and that nothing is left of the computation of a mask.
  func checkInvariants() {
    #if DEBUG
    masks.checkInvariants()
    leaves.checkInvariants()
    for index in 0..<acceptedExits.count { assert(acceptedExits[index] == 0, "an exit is left") }
    assert(walker.found.count + nameVisits.count == 0, "a walk has not ended")
    #endif
  }

  /// Returns the bytes of a token; empty if the token does not stand for text.
  func bytes(of token: Int) -> UnsafeBufferPointer<UInt8> {
    let start = unsafe Int(tokenOffsets[token])
    let end = unsafe Int(tokenOffsets[token + 1])
    return unsafe UnsafeBufferPointer(start: tokenBytes + start, count: end - start)
  }

  // MARK: Masks

  /// Writes a mask to words, as many as a mask has.
  func write<Word: MaskWord>(_ mask: StoredMask, to words: UnsafeMutablePointer<Word>) {
    unsafe masks.write(mask, to: words)
  }

  /// Adds the tokens of a mask to the tokens in words.
  func formUnion<Word: MaskWord>(_ mask: StoredMask, into words: UnsafeMutablePointer<Word>) {
    unsafe masks.formUnion(mask, into: words)
  }

  /// Returns the mask of an item: exactly the tokens whose bytes the item can read.
  func mask(of item: Item) -> StoredMask {
    let key = key(item, longest: vocabulary.longestToken)
    if let known = masks.mask(of: key) { return known }
    if maskByteCount > Self.memoryLimit { removeMasks() }
    var mask: StoredMask
    switch item.position.kind {
    case .end: mask = masks.makeMask()
    case .text: mask = textMask(item)
    case .counted: mask = countedMask(item)
    case .key: mask = keyMask(item)
    case .leaf: mask = leafMask(item)
    default: mask = walkedMask(item)
    }
    mask.allowsEnd = machine.canEnd(item)
    // After an overflow the mask lacks tokens. It is not stored, so that other matchers also notice
    // the overflow.
    guard !items.hasOverflowed else { return mask }
    masks.keep(mask, of: key)
    return mask
  }

  /// Returns the item under which a mask is stored.
  ///
  /// Lengths that no token can reach give the same item.
  private func key(_ item: Item, longest: Int) -> Item {
    if item.position.kind == .counted {
      return Item(position: representative(item.position), stack: item.stack)
    }
    guard item.position.kind == .text else { return item }
    let position = item.position
    let room =
      position.room > Int64(longest) + 1 ? GrammarPosition.unlimited : position.room
    return Item(
      position: GrammarPosition(
        need: min(position.need, longest + 1), room: room, content: position.content),
      stack: item.stack)
  }

  /// Computes the mask of an item by a walk through the vocabulary.
  private func walkedMask(_ item: Item) -> StoredMask {
    let bottom = walker.found.count
    let start = items.count
    items.append(item)
    walker.walk(vocabulary.trie, from: ByteTrie.root, itemsFrom: start)
    defer { walker.found.truncate(to: bottom) }
    return masks.makeMask(of: walker.found, from: bottom)
  }

  /// Returns the suffixes that tokens may have after a closing quote if the string is followed by
  /// an item.
  ///
  /// The result is a set of the ``SuffixTable``.
  private func suffixes(after item: Item) -> EntryIndex<UInt64> {
    if let known = suffixTable.set(of: item) { return known }
    let set = suffixTable.makeSet()
    let bottom = walker.found.count
    let start = items.count
    items.append(item)
    walker.walk(strings.suffixTrie, from: ByteTrie.root, itemsFrom: start)
    for index in bottom..<walker.found.count {
      suffixTable.insert(Int(walker.found[index]), into: set)
    }
    walker.found.truncate(to: bottom)
    if !items.hasOverflowed { suffixTable.keep(set, of: item) }
    return set
  }

  // MARK: Leaves

  private func leafMask(_ item: Item) -> StoredMask {
    let leaf = tables.layout.leaves[item.position.leaf]
    guard tables.state(leaf, item.position.leafState).content != StringContent.invalid else {
      return walkedMask(item)
    }
    let inner = leaves.mask(of: item.position)
    let suffixes = suffixes(after: machine.popped(item.stack))
    var mask = masks.makeMask(from: inner.interior)
    for index in inner.exits {
      let exit = leaves[index]
      guard suffixTable.contains(exit.suffix, in: suffixes) else { continue }
      masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
    }
    return mask
  }

  // MARK: Strings that only their length bounds

  private func textMask(_ item: Item) -> StoredMask {
    let position = item.position
    // ``StringTables`` counts characters only for tokens that begin between two characters.
    let reach =
      position.content == StringContent.start ? strings.mostCharacters : vocabulary.longestToken + 1
    let isBounded = position.room <= Int64(reach)
    guard !isBounded || position.content == StringContent.start else { return walkedMask(item) }
    let suffixes =
      position.need <= strings.mostCharacters ? suffixes(after: machine.popped(item.stack)) : nil
    let isCounted = isBounded && position.room <= Int64(StringTables.countedCharacters)
    var mask = masks.makeMask(
      ofStrings: isCounted
        ? StringTables.maskIndex(ofCharacters: Int(position.room)) : Int(position.content))
    if let suffixes {
      forEachExit(from: position.content, before: suffixes) { exit in
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room {
          masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
        }
      }
    }
    guard isBounded, !isCounted else { return mask }
    for index in strings.longTokens.indices
    where Int64(strings.longLengths[index]) > position.room {
      masks.remove(strings.longTokens[index], from: &mask)
    }
    return mask
  }

  /// Calls a function with the exits of a ``StringContent`` state whose suffixes are in a set.
  private func forEachExit(
    from content: UInt8, before suffixes: EntryIndex<UInt64>, _ body: (StringTables.Exit) -> Void
  ) {
    guard content == StringContent.start else {
      for index in strings.exitRange(from: content)
      where suffixTable.contains(strings.exits[index].suffix, in: suffixes) {
        body(strings.exits[index])
      }
      return
    }
    let bounds = strings.startExitBounds
    suffixTable.forEachSuffix(in: suffixes) { suffix in
      for index in Int(bounds[suffix])..<Int(bounds[suffix + 1]) { body(strings.startExits[index]) }
    }
  }

  // MARK: Names of properties

  private func keyMask(_ item: Item) -> StoredMask {
    let state = tables.layout.objects.states[item.position.objectState]
    guard let after = machine.itemAfterFreeName(in: state, item.stack) else {
      return walkedMask(item)
    }
    let contentState = machine.content(ofName: item.position.name)
    let suffixes = suffixes(after: after)
    if acceptedExits.count != strings.exitTokens.count {
      acceptedExits.reset(count: strings.exitTokens.count, to: 0)
    }
    let bottom = walker.found.count
    forEachExit(from: contentState, before: suffixes) { exit in
      acceptedExits[Int(exit.ordinal)] = 1
      walker.found.append(Int32(exit.ordinal))
    }
    if case .declared(let node) = item.position.name { correctNames(item, node) }
    var mask = masks.makeMask(ofStrings: Int(contentState))
    for index in bottom..<walker.found.count where acceptedExits[Int(walker.found[index])] == 1 {
      acceptedExits[Int(walker.found[index])] = 0
      masks.add(strings.exitTokens[Int(walker.found[index])], to: &mask)
    }
    walker.found.truncate(to: bottom)
    return mask
  }

  /// Corrects ``acceptedExits`` for the tokens that complete a declared name, and adds the accepted
  /// tokens to the walker's list.
  ///
  /// The tree of names and the trie of tokens with a quote are visited together. This visits few
  /// nodes, because few tokens contain a long name.
  private func correctNames(_ item: Item, _ node: EntryIndex<GrammarTables.KeyNode>) {
    let trie = strings.exitTrie
    nameVisits.append(NameVisit(exit: ByteTrie.root, name: node))
    while let visit = nameVisits.popLast() {
      let exitNode = trie.nodes[visit.exit]
      let keyNode = tables.layout.objects.keyNodes[visit.name]
      for child in keyNode.children {
        guard let exit = trie.child(of: exitNode, tables.layout.objects.keyNodes[child].byte)
        else { continue }
        if tables.layout.objects.keyNodes[child].property == nil {
          nameVisits.append(NameVisit(exit: exit, name: child))
        } else {
          completeName(item, parent: visit.name, exit)
        }
      }
    }
  }

  /// Updates the tokens at and below a trie node at which a declared name ends.
  private func completeName(
    _ item: Item, parent: EntryIndex<GrammarTables.KeyNode>, _ exit: ByteTrie.NodeIndex
  ) {
    for ordinal in strings.exitRanges[exit.value].numbers { acceptedExits[ordinal] = 0 }
    let start = items.count
    let outer = items.beginSet()
    machine.step(
      Item(
        position: .key(item.position.objectState, name: .declared(parent)),
        stack: item.stack), UInt8(ascii: "\""))
    items.endSet(outer)
    guard items.count > start else { return }
    let bottom = walker.found.count
    if let value = strings.exitTrie.nodes[exit].value { walker.found.append(value) }
    walker.walk(strings.exitTrie, from: exit, itemsFrom: start)
    for index in bottom..<walker.found.count { acceptedExits[Int(walker.found[index])] = 1 }
  }

  // MARK: Strings whose characters are counted

  /// Returns the place under which the mask of a place is stored; see
  /// ``StringCounter/representative``.
  private func representative(_ position: GrammarPosition) -> GrammarPosition {
    let counter = tables.layout.counters[position.counter]
    let content = tables.state(tables.layout.leaves[counter.leaf], position.counted).content
    return GrammarPosition(
      counter: position.counter, state: position.counted,
      characters: counter.representative(
        position.counted, position.characters, longest: longestLength(from: content)))
  }

  /// Returns the largest number of characters of a token that begins in a ``StringContent`` state.
  private func longestLength(from content: UInt8) -> Int {
    // ``StringTables`` counts characters only for tokens that begin between two characters.
    content == StringContent.start
      ? strings.mostCharacters : vocabulary.longestToken + 1
  }

  private func countedMask(_ item: Item) -> StoredMask {
    let position = item.position
    let counter = tables.layout.counters[position.counter]
    let inner = leaves.mask(of: .leaf(counter.leaf, state: position.counted))
    let suffixes = suffixes(after: machine.popped(item.stack))
    var mask = boundedMask(inner.interior, position, counter)
    for index in inner.exits {
      let exit = leaves[index]
      if counter.mayClose(at: position.characters + Int(exit.characters)),
        suffixTable.contains(exit.suffix, in: suffixes)
      {
        masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
      }
    }
    return mask
  }

  /// Returns the tokens of a mask after which the length of the string can still be within the
  /// bounds.
  private func boundedMask(
    _ interior: StoredMask, _ position: GrammarPosition, _ counter: StringCounter
  ) -> StoredMask {
    let leaf = tables.layout.leaves[counter.leaf]
    let content = tables.state(leaf, position.counted).content
    let safe: Int?
    switch counter.safeLength(position.counted, position.characters) {
    case .noToken: safe = nil
    case .atMost(let length) where length < longestLength(from: content): safe = length
    case .atMost, .unlimited: return masks.makeMask(from: interior)
    }
    if interior.isSparse {
      return masks.makeMask(from: interior) { isPossible($0, at: position, counter) }
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
      masks.remove(words)
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
    return masks.makeMask(words)
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
    let bytes = unsafe bytes(of: Int(token))
    for index in bytes.indices {
      state = unsafe tables.step(leaf, state, bytes[index])
      if tables.state(leaf, state).content == StringContent.start {
        count = counter.count(after: count)
      }
    }
    return counter.isPossible(state, count)
  }

  /// Computes the tokens that stay within the string by a walk through the vocabulary.
  private func walkedMask(at position: GrammarPosition, _ counter: StringCounter) -> StoredMask {
    let leaf = tables.layout.leaves[counter.leaf]
    let trie = vocabulary.trie
    let bottom = walker.found.count
    defer { walker.found.truncate(to: bottom) }
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
        if let token = node.value { walker.found.append(token) }
        if node.hasChildren { pending.append((child, next, nextCount)) }
      }
    }
    return masks.makeMask(of: walker.found, from: bottom)
  }
}
