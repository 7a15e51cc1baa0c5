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
    let grouped = walkInterior(leaf, position)
    guard foundSubtrees.count > subtreeBottom || grouped != nil else {
      return store(foundFrom: bottom)
    }
    let first = denseWords.count
    denseWords.append(repeating: 0, count: wordCount)
    for index in subtreeBottom..<foundSubtrees.count {
      let texts = vocabulary.subtrees.list[Int(foundSubtrees[index])].texts
      for place in Int(texts.start)..<Int(texts.end) {
        setBits(of: vocabulary.sortedTokens[place], from: first)
      }
    }
    // Tokens of the right bytes need not be characters.
    let interior = Int(content) * wordCount
    for word in 0..<wordCount {
      if let grouped { denseWords[first + word] |= grouped[word] }
      denseWords[first + word] &= unsafe stringMasks[interior + word]
    }
    for index in bottom..<found.count { setBits(of: found[index], from: first) }
    return StoredMask(
      base: .dense(Int32(truncatingIfNeeded: first)),
      firstToken: Int32(truncatingIfNeeded: tokens.count))
  }

  /// Adds to ``found`` the tokens that stay within a leaf, and to ``foundSubtrees`` the subtrees of
  /// which all tokens that stay within any string do so.
  ///
  /// The first tokens are looked at one by one, since most leaves take only few. After them the
  /// walk begins anew, without the tokens that the leaf takes in any order; see ``GroupMasks``.
  ///
  /// - Returns: The mask of these, of which those stay within the leaf that stay within any string;
  ///   `nil` if none were left out.
  private func walkInterior(
    _ leaf: GrammarTables.Leaf, _ position: Position
  ) -> FixedTable<UInt64>? {
    let bottom = found.count
    if walk(leaf, position, Grouping(enough: bottom + Self.sparseLimit)) { return nil }
    let first = firstAcceptedGroups(of: leaf, position.first)
    let groups = first < 0 ? 0 : acceptedGroups[first + position.second]
    let mask = groups == 0 ? nil : vocabulary.groupMasks.mask(of: groups, vocabulary)
    visits.truncate(to: 0)
    found.truncate(to: bottom)
    _ = walk(
      leaf, position, Grouping(first: first, groups: mask == nil ? 0 : groups, enough: .max))
    return mask
  }

  /// What a walk within a leaf may take together.
  private struct Grouping {
    /// Where the leaf's sets begin in ``MaskWorkspace/acceptedGroups``; -1 if there are none.
    var first = -1
    /// The groups of the tokens that are left out.
    var groups: UInt64 = 0
    /// From this many tokens in ``MaskWorkspace/found`` on the walk is given up.
    var enough: Int
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
      unsafe tables.transitions.withUnsafeBufferPointer { transitions in
        unsafe tables.byteClasses.withUnsafeBufferPointer { classes in
          unsafe ByteGroups.bits.withUnsafeBufferPointer { bits in
            guard let nodes = nodes.baseAddress, let transitions = transitions.baseAddress,
              let classes = classes.baseAddress, let bits = bits.baseAddress
            else { return true }
            return unsafe walk(
              leaf, position, grouping, nodes, transitions + Int(leaf.firstTransition),
              classes + Int(leaf.firstClass), bits)
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
    let stride = Int(leaf.stride)
    pushVisit(ByteTrie.root, position.second, isGrouped: grouping.groups != 0)
    while let visit = visits.popLast() {
      if found.count >= grouping.enough { return false }
      if grouping.first >= 0, let subtree = vocabulary.subtrees.index(ofNode: Int(visit.node)) {
        let groups = vocabulary.subtrees.list[subtree].groups
        if visit.isGrouped, groups & ~grouping.groups == 0 { continue }
        if groups & ~acceptedGroups[grouping.first + Int(visit.state)] == 0 {
          foundSubtrees.append(Int32(truncatingIfNeeded: subtree))
          continue
        }
      }
      let row = unsafe transitions + Int(visit.state) * stride
      var index = Int(unsafe nodes[Int(visit.node)].firstChild)
      let end = index + Int(unsafe nodes[Int(visit.node)].childCount)
      while index < end {
        let child = unsafe nodes[index]
        let next = unsafe row[Int(classes[Int(child.byte)])]
        // Only the closing quote ends a string.
        if next != 0, child.byte != quote || !tables.state(leaf, Int(next)).isFinal {
          let isGrouped =
            unsafe visit.isGrouped && bits[Int(child.byte)] & grouping.groups != 0
          if child.value >= 0, !isGrouped { found.append(child.value) }
          if child.childCount > 0 { pushVisit(index, Int(next), isGrouped: isGrouped) }
        }
        index += 1
      }
    }
    return true
  }
}
