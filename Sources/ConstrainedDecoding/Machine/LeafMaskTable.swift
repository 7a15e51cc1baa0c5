import IndexedTables

/// The tokens that a state of a leaf accepts, independent of the part after the leaf.
struct LeafMask: BitwiseCopyable {
  /// The tokens that stay within the leaf.
  var interior: StoredMask
  /// The tokens that close the leaf, in the ``LeafMaskTable``.
  var exits: EntryRange<StringTables.Exit>
}

/// The masks of leaves, such as strings with patterns.
///
/// Each mask is computed once, independent of the part after the leaf.
@safe
final class LeafMaskTable {
  private let tables: GrammarTables
  private let vocabulary: VocabularyTables
  private let strings: StringTables
  private let stringMasks: UnsafePointer<UInt64>
  private let wordCount: Int
  /// The table that stores the tokens that stay within leaves.
  private let maskTable: MaskTable
  private let groupTable = LeafGroupTable()
  private let work: MaskCounter

  private let indices = ItemTable<LeafMask>()
  private let masks = GrowingTable<LeafMask>()
  private let exits = GrowingTable<StringTables.Exit>()

  // Each walk reuses this stack. Between walks it is empty.
  private let visits = GrowingTable<Visit>()
  private let found = GrowingTable<Int32>()
  /// Indices in ``Subtrees/list``.
  private let subtrees = GrowingTable<EntryIndex<Subtrees.Subtree>>()

  /// A node of the trie, with the state after the bytes up to the node.
  private struct Visit: BitwiseCopyable {
    var node: ByteTrie.NodeIndex
    var state: Int32
    /// The number of characters up to the node, including an incomplete character.
    var characters: UInt16 = 0
    /// Indicates whether a mask of ``GroupMasks`` covers the text up to the node: all its bytes
    /// belong to the groups of the mask, and it does not have too many characters.
    var isGrouped = false
  }

  /// Creates an empty table.
  ///
  /// `masks`: The table that stores the tokens that stay within leaves. It must be emptied together
  /// with this table.
  init(_ tables: GrammarTables, _ masks: MaskTable, _ work: MaskCounter) {
    self.tables = tables
    self.work = work
    vocabulary = tables.vocabulary
    strings = vocabulary.strings
    unsafe stringMasks = vocabulary.strings.masks.base
    wordCount = vocabulary.wordCount
    maskTable = masks
  }

  /// The memory of the table, in bytes.
  var byteCount: Int {
    indices.byteCount + masks.byteCount + exits.byteCount + groupTable.byteCount
  }

  /// Removes all masks, and frees their memory.
  func removeAll() {
    indices.removeAll()
    masks.removeAll()
    exits.removeAll()
    groupTable.removeAll()
  }

  /// Checks that each state of a leaf has one mask, whose parts are in the tables.
  func checkInvariants() {
    #if DEBUG
    indices.checkInvariants(entryCount: masks.count)
    for index in 0..<masks.count {
      maskTable.checkInvariants(of: masks[index].interior)
      assert(masks[index].exits.numbers.upperBound <= exits.count, "a mask lacks its exits")
    }
    assert(visits.count + found.count + subtrees.count == 0, "a walk has not ended")
    #endif
  }

  subscript(exit: EntryIndex<StringTables.Exit>) -> StringTables.Exit { exits[exit] }

  /// Returns the tokens that a state of a leaf accepts, independent of the part after the leaf.
  func mask(of position: GrammarPosition) -> LeafMask {
    let key = Item(position: position, stack: .empty)
    if let known = indices.entry(of: key) { return masks[known] }
    let leaf = tables.layout.leaves[position.leaf]
    let state = leaf.state(position.leafState)
    let interior =
      state.isUniversal
      ? maskTable.draft(ofStrings: Int(state.content)).finish()
      : interiorMask(position, leaf, state.content)
    let firstExit = exits.count
    addExits(leaf, position.leafState, state.content)
    let mask = LeafMask(interior: interior, exits: EntryRange(firstExit..<exits.count))
    indices.insert(key, masks.add(mask))
    return mask
  }

  private func pushVisit(
    _ node: ByteTrie.NodeIndex, _ state: Int, isGrouped: Bool = false, characters: UInt16 = 0
  ) {
    visits.append(
      Visit(node: node, state: Int32(state), characters: characters, isGrouped: isGrouped))
  }

  // MARK: Closing

  /// Adds the tokens that can close a leaf from a state.
  private func addExits(_ leaf: GrammarTables.Leaf, _ state: Int, _ content: UInt8) {
    let trie = strings.exitTrie
    let range = strings.exitRange(from: content)
    var walkedBytes = 0
    defer { work.addWalkedBytes(walkedBytes) }
    pushVisit(ByteTrie.root, state)
    while let visit = visits.popLast() {
      for index in trie.nodes[visit.node].children {
        walkedBytes += 1
        let next = leaf.step(Int(visit.state), trie.nodes[index].byte)
        guard next != 0 else { continue }
        if leaf.state(next).isFinal {
          addExits(within: strings.exitRanges[index.value], from: range)
        } else if trie.nodes[index].hasChildren {
          pushVisit(index, next)
        }
      }
    }
  }

  private func addExits(within ordinals: ByteTrie.StringRange, from range: Range<Int>) {
    let ordinals = ordinals.numbers
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if strings.exits[middle].ordinal < ordinals.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < range.upperBound, strings.exits[low].ordinal < ordinals.upperBound {
      exits.append(strings.exits[low])
      low += 1
    }
  }

  // MARK: Interiors

  /// Returns the tokens that stay within a leaf.
  private func interiorMask(
    _ position: GrammarPosition, _ leaf: GrammarTables.Leaf, _ content: UInt8
  ) -> StoredMask {
    defer {
      found.truncate(to: 0)
      subtrees.truncate(to: 0)
    }
    let grouped = walkInterior(leaf, position, content)
    guard subtrees.count > 0 || grouped != nil else {
      return found.withSpan { maskTable.draft(of: $0).finish() }
    }
    work.addPreparedSets(subtrees.count + (grouped == nil ? 0 : 1))
    let words = maskTable.makeWords()
    for index in 0..<subtrees.count {
      let texts = vocabulary.subtrees.list[subtrees[index]].texts
      for place in texts.numbers { words.insert(vocabulary.sortedTokens[place]) }
    }
    // A token with the right bytes is not always valid in a string at this state, so only tokens
    // that stay within any string are kept.
    let interior = Int(content) * wordCount
    for word in 0..<wordCount { words[word] &= unsafe stringMasks[interior + word] }
    if let grouped {
      let possible = grouped.stringMask * wordCount
      unsafe grouped.mask.withUnsafeElements { tokens in
        for word in 0..<wordCount {
          words[word] |= unsafe tokens[word] & stringMasks[possible + word]
        }
      }
    }
    for index in 0..<found.count { words.insert(found[index]) }
    return words.finish()
  }

  /// Tokens that a leaf accepts because of the groups of their bytes, independent of the order.
  private struct GroupedTokens {
    /// The tokens whose bytes all belong to the groups.
    var mask: FixedTable<UInt64>
    /// The index of the ``StringTables`` mask that excludes tokens with invalid characters or too
    /// many characters.
    var stringMask: Int
  }

  /// Adds the tokens that stay within a leaf to ``found``, and adds to ``subtrees`` the subtrees
  /// whose tokens all stay within the leaf, if they stay within any string.
  ///
  /// First, tokens are tried one by one, because most leaves accept few tokens. If there are more,
  /// the walk starts again and skips the tokens that the leaf accepts in any order; see
  /// ``GroupMasks``.
  ///
  /// - Returns: The skipped tokens; `nil` if none were skipped.
  private func walkInterior(
    _ leaf: GrammarTables.Leaf, _ position: GrammarPosition, _ content: UInt8
  ) -> GroupedTokens? {
    if walk(leaf, position, Grouping(enough: MaskTable.sparseLimit)) { return nil }
    let groups = groupTable.groups(of: leaf, position.leaf)
    var grouping = Grouping(first: groups.firstState, enough: .max)
    if let first = groups.firstState {
      grouping.groups = groupTable.groups(takenIn: position.leafState, from: first)
    }
    var stringMask = Int(content)
    if content == StringContent.start {
      let run = groupTable.run(from: position.leafState, of: leaf, groups)
      if ByteGroups.weight(of: run.groups) > ByteGroups.weight(of: grouping.groups) {
        grouping.groups = run.groups
        grouping.characters = UInt16(truncatingIfNeeded: run.characters)
        grouping.after = run.after
        stringMask = StringTables.maskIndex(ofCharacters: run.characters)
      }
    }
    let mask =
      grouping.groups == 0 ? nil : vocabulary.groupMasks.mask(of: grouping.groups, vocabulary)
    if mask == nil { grouping.groups = 0 }
    // Within a string, a quote occurs only after a backslash.
    let hasEscapes = grouping.groups & ByteGroups.bits[Int(UInt8(ascii: "\\"))] != 0
    let quote = hasEscapes ? 0 : ByteGroups.bits[Int(UInt8(ascii: "\""))]
    grouping.others = groups.used & ~grouping.groups & ~quote
    visits.truncate(to: 0)
    found.truncate(to: 0)
    _ = walk(leaf, position, grouping)
    return mask.map { GroupedTokens(mask: $0, stringMask: stringMask) }
  }

  /// The groups of bytes whose tokens a walk skips or accepts together.
  private struct Grouping {
    /// The index of the first entry for the leaf's states, if they have entries; see
    /// ``LeafGroups/firstState``.
    var first: EntryIndex<UInt64>?
    var groups: UInt64 = 0
    /// The largest number of characters of the skipped tokens.
    var characters = UInt16.max
    /// The groups that can follow in a longer token after this number of characters.
    var after = UInt64.max
    /// The other groups whose bytes occur in the leaf.
    var others: UInt64 = 0
    /// The number of tokens in ``found`` at which the walk stops.
    var enough: Int

    /// Indicates whether a subtree can be skipped: the leaf accepts only bytes of the skipped
    /// groups in it, and no longer tokens.
    func covers(_ subtree: Subtrees.Subtree) -> Bool {
      subtree.groups & others == 0
        && (subtree.mostCharacters <= characters || subtree.groups & after == 0)
    }
  }

  /// Visits the tokens of the vocabulary from a state of a leaf.
  ///
  /// The indices come from the tables and are not checked: the first mask of
  /// `^[0-9a-zA-Z_-]{1,255}$` takes 0.39 ms, compared with 0.47 ms with checks.
  ///
  /// - Returns: `true` if the walk visited all tokens, or `false` if it stopped early.
  private func walk(
    _ leaf: GrammarTables.Leaf, _ position: GrammarPosition, _ grouping: Grouping
  ) -> Bool {
    unsafe vocabulary.trie.nodes.withUnsafeBufferPointer { nodes in
      unsafe ByteGroups.bits.withUnsafeBufferPointer { bits in
        guard let nodes = nodes.baseAddress, let bits = bits.baseAddress else { return true }
        return unsafe walk(leaf, position, grouping, nodes, bits)
      }
    }
  }

  private func walk(
    _ leaf: GrammarTables.Leaf, _ position: GrammarPosition, _ grouping: Grouping,
    _ nodes: UnsafePointer<ByteTrie.Node>, _ bits: UnsafePointer<UInt64>
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    var walkedBytes = 0
    defer { work.addWalkedBytes(walkedBytes) }
    pushVisit(ByteTrie.root, position.leafState, isGrouped: grouping.groups != 0)
    while let visit = visits.popLast() {
      if found.count >= grouping.enough { return false }
      if visit.isGrouped || grouping.first != nil,
        let subtree = vocabulary.subtrees.index(of: visit.node)
      {
        let entry = vocabulary.subtrees.list[subtree]
        if visit.isGrouped, grouping.covers(entry) { continue }
        if let first = grouping.first,
          entry.groups & ~groupTable.groups(takenIn: Int(visit.state), from: first) == 0
        {
          subtrees.append(subtree)
          continue
        }
      }
      let children = unsafe nodes[visit.node.value].children
      walkedBytes += children.numbers.count
      for index in children {
        let child = unsafe nodes[index.value]
        let next = leaf.step(Int(visit.state), child.byte)
        // A closing quote leaves the string, so it is not followed.
        if next != 0, child.byte != quote || !leaf.state(next).isFinal {
          let characters = visit.characters &+ (child.byte & 0xC0 == 0x80 ? 0 : 1)
          let isGrouped =
            unsafe visit.isGrouped && bits[Int(child.byte)] & grouping.groups != 0
            && characters <= grouping.characters
          if !isGrouped, let token = child.value { found.append(token) }
          if child.hasChildren {
            pushVisit(index, next, isGrouped: isGrouped, characters: characters)
          }
        }
      }
    }
    return true
  }
}
