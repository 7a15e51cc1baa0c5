import ContentStorage

/// The tokens that a state of a leaf takes, whatever follows the leaf.
struct LeafMask: BitwiseCopyable {
  /// The tokens that stay within the leaf.
  var interior: StoredMask
  /// The tokens that close it, in the ``LeafMaskTable``.
  var exits: EntryRange<StringTables.Exit>
}

/// The masks of leaves, such as strings with patterns, whatever follows these: each found once.
@safe
final class LeafMaskTable {
  private let tables: GrammarTables
  private let vocabulary: VocabularyTables
  private let strings: StringTables
  private let stringMasks: UnsafePointer<UInt64>
  private let wordCount: Int
  /// Where the tokens that stay within leaves are kept.
  private let maskTable: MaskTable
  private let groupTable: LeafGroupTable

  private let indices = ItemTable<LeafMask>()
  private let masks = GrowingTable<LeafMask>()
  private let exits = GrowingTable<StringTables.Exit>()

  // Reused by the walks, and empty between them.
  private let visits = GrowingTable<Visit>()
  private let found = GrowingTable<Int32>()
  /// Indices in ``Subtrees/list``.
  private let subtrees = GrowingTable<EntryIndex<Subtrees.Subtree>>()

  /// A node of a trie, with the state that the bytes up to there led to.
  private struct Visit: BitwiseCopyable {
    var node: ByteTrie.NodeIndex
    var state: Int32
    /// The characters up to there, one that has only begun included.
    var characters: UInt16 = 0
    /// Indicates whether all bytes up to there belong to the groups of a mask of ``GroupMasks``,
    /// and are no more characters than the mask has.
    var isGrouped = false
  }

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - tables: The grammar.
  ///   - masks: Where the tokens that stay within leaves are kept; emptied together with this.
  init(_ tables: GrammarTables, _ masks: MaskTable) {
    self.tables = tables
    vocabulary = tables.vocabulary
    strings = vocabulary.strings
    unsafe stringMasks = vocabulary.strings.masks.base
    wordCount = vocabulary.wordCount
    maskTable = masks
    groupTable = LeafGroupTable(tables)
  }

  /// The memory of the table, in bytes.
  var byteCount: Int {
    indices.byteCount + masks.byteCount + exits.byteCount + groupTable.byteCount
  }

  /// Drops all masks, and gives their memory back.
  func removeAll() {
    indices.removeAll()
    masks.removeAll()
    exits.removeAll()
    groupTable.removeAll()
  }

  subscript(exit: EntryIndex<StringTables.Exit>) -> StringTables.Exit { exits[exit] }

  /// The tokens that a state of a string with a pattern accepts, whatever follows.
  func mask(of position: Position) -> LeafMask {
    let key = Item(position: position, stack: .empty)
    if let known = indices.entry(of: key) { return masks[known] }
    let leaf = tables.layout.leaves[position.leaf]
    let state = tables.state(leaf, position.leafState)
    let interior =
      state.isUniversal
      ? maskTable.makeMask(ofStrings: Int(state.content))
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

  /// Adds the tokens that close a leaf.
  private func addExits(_ leaf: GrammarTables.Leaf, _ state: Int, _ content: UInt8) {
    let trie = strings.exitTrie
    let range = strings.exitRange(from: content)
    pushVisit(ByteTrie.root, state)
    while let visit = visits.popLast() {
      for index in trie.nodes[visit.node].children {
        let next = tables.step(leaf, Int(visit.state), trie.nodes[index].byte)
        guard next != 0 else { continue }
        if tables.state(leaf, next).isFinal {
          addExits(within: strings.exitRanges[index.value], from: range)
        } else if trie.nodes[index].hasChildren {
          pushVisit(index, next)
        }
      }
    }
  }

  /// Adds the exits whose ordinals lie in a range.
  private func addExits(within ordinals: ByteTrie.StringRange, from range: Range<Int>) {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if strings.exits[middle].ordinal < UInt32(ordinals.start) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    while low < range.upperBound, strings.exits[low].ordinal < UInt32(ordinals.end) {
      exits.append(strings.exits[low])
      low += 1
    }
  }

  // MARK: Interiors

  /// The tokens that stay within a leaf.
  private func interiorMask(
    _ position: Position, _ leaf: GrammarTables.Leaf, _ content: UInt8
  ) -> StoredMask {
    defer {
      found.truncate(to: 0)
      subtrees.truncate(to: 0)
    }
    let grouped = walkInterior(leaf, position, content)
    guard subtrees.count > 0 || grouped != nil else {
      return maskTable.makeMask(of: found, from: 0)
    }
    let words = maskTable.makeWords()
    for index in 0..<subtrees.count {
      let texts = vocabulary.subtrees.list[subtrees[index]].texts
      for place in Int(texts.start)..<Int(texts.end) {
        maskTable.insert(vocabulary.sortedTokens[place], into: words)
      }
    }
    // Tokens of the right bytes need not be characters.
    let interior = Int(content) * wordCount
    for word in 0..<wordCount {
      words[word] &= unsafe stringMasks[interior + word]
    }
    if let grouped {
      let possible = grouped.stringMask * wordCount
      unsafe grouped.mask.withUnsafeElements { tokens in
        for word in 0..<wordCount {
          words[word] |= unsafe tokens[word] & stringMasks[possible + word]
        }
      }
    }
    for index in 0..<found.count { maskTable.insert(found[index], into: words) }
    return maskTable.makeMask(words)
  }

  /// Tokens that a leaf takes whatever the order of their bytes is.
  private struct GroupedTokens {
    /// The tokens of the right bytes.
    var mask: FixedTable<UInt64>
    /// The mask of ``StringTables`` of those that are characters, and few enough.
    var stringMask: Int
  }

  /// Adds to ``found`` the tokens that stay within a leaf, and to ``subtrees`` the subtrees of
  /// which all tokens that stay within any string do so.
  ///
  /// The first tokens are looked at one by one, since most leaves take only few. After them the
  /// walk begins anew, without the tokens that the leaf takes in any order; see ``GroupMasks``.
  ///
  /// - Returns: The tokens that were left out; `nil` if there are none.
  private func walkInterior(
    _ leaf: GrammarTables.Leaf, _ position: Position, _ content: UInt8
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
    // Without a backslash, a quote is not within a string.
    let hasEscapes = grouping.groups & ByteGroups.bits[Int(UInt8(ascii: "\\"))] != 0
    let quote = hasEscapes ? 0 : ByteGroups.bits[Int(UInt8(ascii: "\""))]
    grouping.others = groups.used & ~grouping.groups & ~quote
    visits.truncate(to: 0)
    found.truncate(to: 0)
    _ = walk(leaf, position, grouping)
    return mask.map { GroupedTokens(mask: $0, stringMask: stringMask) }
  }

  /// The groups of bytes that a walk within a leaf may take together.
  private struct Grouping {
    /// Where the sets of the leaf's states begin, if it has any; see ``LeafGroups/firstState``.
    var first: EntryIndex<UInt64>?
    /// The groups of the tokens that are left out.
    var groups: UInt64 = 0
    /// The most characters of these tokens.
    var characters = UInt16.max
    /// The groups of which a character may follow after this number of characters, in a longer
    /// token.
    var after = UInt64.max
    /// The other groups of which the leaf takes some bytes.
    var others: UInt64 = 0
    /// From this many tokens in ``found`` on the walk is given up.
    var enough: Int

    /// Indicates whether a subtree can be skipped: its bytes are of the groups left out, and none
    /// of its longer tokens is taken.
    func covers(_ subtree: Subtrees.Subtree) -> Bool {
      subtree.groups & others == 0
        && (subtree.mostCharacters <= characters || subtree.groups & after == 0)
    }
  }

  /// Walks through the vocabulary from a state of a leaf.
  ///
  /// Indices come from the tables and are not checked: the first mask of `^[0-9a-zA-Z_-]{1,255}$`
  /// took 0.39 ms, instead of 0.47 ms with checks.
  ///
  /// - Returns: Whether the walk came to its end.
  private func walk(
    _ leaf: GrammarTables.Leaf, _ position: Position, _ grouping: Grouping
  ) -> Bool {
    unsafe vocabulary.trie.nodes.withUnsafeBufferPointer { nodes in
      unsafe tables.layout.leaves.transitions.withUnsafeBufferPointer { transitions in
        unsafe tables.layout.leaves.byteClasses.withUnsafeBufferPointer { classes in
          unsafe ByteGroups.bits.withUnsafeBufferPointer { bits in
            guard let nodes = nodes.baseAddress, let transitions = transitions.baseAddress,
              let classes = classes.baseAddress, let bits = bits.baseAddress
            else { return true }
            return unsafe walk(
              leaf, position, grouping, nodes, transitions + leaf.firstTransition,
              classes + leaf.firstClass, bits)
          }
        }
      }
    }
  }

  private func walk(
    _ leaf: GrammarTables.Leaf, _ position: Position, _ grouping: Grouping,
    _ nodes: UnsafePointer<ByteTrie.Node>, _ transitions: UnsafePointer<Int32>,
    _ classes: UnsafePointer<UInt8>, _ bits: UnsafePointer<UInt64>
  ) -> Bool {
    let quote = UInt8(ascii: "\"")
    let stride = leaf.stride
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
      let row = unsafe transitions + Int(visit.state) * stride
      for index in unsafe nodes[visit.node.value].children {
        let child = unsafe nodes[index.value]
        let next = unsafe row[Int(classes[Int(child.byte)])]
        // Only the closing quote ends a string.
        if next != 0, child.byte != quote || !tables.state(leaf, Int(next)).isFinal {
          let characters = visit.characters &+ (child.byte & 0xC0 == 0x80 ? 0 : 1)
          let isGrouped =
            unsafe visit.isGrouped && bits[Int(child.byte)] & grouping.groups != 0
            && characters <= grouping.characters
          if !isGrouped, let token = child.value { found.append(token) }
          if child.hasChildren {
            pushVisit(index, Int(next), isGrouped: isGrouped, characters: characters)
          }
        }
      }
    }
    return true
  }
}
