import ContentStorage

/// The tokens that stay within a string with a pattern.
extension MaskWorkspace {
  /// The tokens that stay within a leaf.
  func interiorMask(
    _ position: Position, _ leaf: GrammarTables.Leaf, _ content: UInt8
  ) -> StoredMask {
    let (bottom, subtreeBottom) = (found.count, foundSubtrees.count)
    defer {
      found.truncate(to: bottom)
      foundSubtrees.truncate(to: subtreeBottom)
    }
    let grouped = walkInterior(leaf, position, content)
    guard foundSubtrees.count > subtreeBottom || grouped != nil else {
      return makeMask(foundFrom: bottom)
    }
    let words = stored.masks.makeWords()
    for index in subtreeBottom..<foundSubtrees.count {
      let texts = vocabulary.subtrees.list[foundSubtrees[index]].texts
      for place in Int(texts.start)..<Int(texts.end) {
        stored.masks.insert(vocabulary.sortedTokens[place], into: words)
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
    for index in bottom..<found.count { stored.masks.insert(found[index], into: words) }
    return stored.masks.makeMask(words)
  }

  /// Tokens that a leaf takes whatever the order of their bytes is.
  private struct GroupedTokens {
    /// The tokens of the right bytes.
    var mask: FixedTable<UInt64>
    /// The mask of ``StringTables`` of those that are characters, and few enough.
    var stringMask: Int
  }

  /// Adds to ``found`` the tokens that stay within a leaf, and to ``foundSubtrees`` the subtrees of
  /// which all tokens that stay within any string do so.
  ///
  /// The first tokens are looked at one by one, since most leaves take only few. After them the
  /// walk begins anew, without the tokens that the leaf takes in any order; see ``GroupMasks``.
  ///
  /// - Returns: These; `nil` if none were left out.
  private func walkInterior(
    _ leaf: GrammarTables.Leaf, _ position: Position, _ content: UInt8
  ) -> GroupedTokens? {
    let bottom = found.count
    if walk(leaf, position, Grouping(enough: bottom + Self.sparseLimit)) { return nil }
    let groups = stored.groups.groups(of: leaf, position.leaf)
    var grouping = Grouping(first: groups.firstState, enough: .max)
    if let first = groups.firstState {
      grouping.groups = stored.groups.groups(takenIn: position.leafState, from: first)
    }
    var stringMask = Int(content)
    if content == StringContent.start {
      let run = stored.groups.run(from: position.leafState, of: leaf, groups)
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
    found.truncate(to: bottom)
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
    /// From this many tokens in ``MaskWorkspace/found`` on the walk is given up.
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
          entry.groups & ~stored.groups.groups(takenIn: Int(visit.state), from: first) == 0
        {
          foundSubtrees.append(subtree)
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
