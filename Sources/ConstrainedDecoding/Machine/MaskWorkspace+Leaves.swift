/// Masks within leaves, such as strings with patterns.
extension MaskWorkspace {
  func leafMask(_ item: Item) -> StoredMask {
    let leaf = tables.leaves[item.position.first]
    guard tables.state(leaf, item.position.second).content != StringContent.invalid else {
      return walkedMask(item)
    }
    let inner = innerMask(of: item.position, leaf)
    let suffixes = suffixes(after: popped(item.stack))
    var mask = inner.interior
    let first = tokens.count
    // Tokens are kept in one run, so the ones within the leaf are copied.
    for index in Int(mask.firstToken)..<Int(mask.firstToken + mask.addedCount) {
      tokens.append(tokens[index])
    }
    mask.firstToken = Int32(truncatingIfNeeded: first)
    for index in Int(inner.firstExit)..<Int(inner.firstExit + inner.exitCount)
    where isSuffix(leafExits[index].suffix, in: suffixes) {
      add(vocabulary.strings.exitTokens[Int(leafExits[index].ordinal)], to: &mask)
    }
    return mask
  }

  /// What a state of a string with a pattern takes, whatever follows.
  func innerMask(of position: Position, _ leaf: GrammarTables.Leaf) -> LeafMask {
    let key = Item(position: position, stack: 0)
    if let known = leafMaskNumbers.value(of: key) { return leafMasks[known] }
    let state = tables.state(leaf, position.second)
    var mask = LeafMask(
      interior: StoredMask(), firstExit: Int32(truncatingIfNeeded: leafExits.count), exitCount: 0)
    if state.isUniversal {
      mask.interior.base = .string(Int32(state.content))
    } else {
      mask.interior = interiorMask(position, leaf, state.content)
    }
    mask.exitCount = Int32(truncatingIfNeeded: addExits(leaf, position.second, state.content))
    leafMaskNumbers.insert(key, leafMasks.count)
    leafMasks.append(mask)
    return mask
  }

  // MARK: Within

  /// The tokens that stay within a leaf.
  private func interiorMask(
    _ position: Position, _ leaf: GrammarTables.Leaf, _ content: UInt8
  ) -> StoredMask {
    let (bottom, subtreeBottom) = (found.count, foundSubtrees.count)
    defer {
      found.truncate(to: bottom)
      foundSubtrees.truncate(to: subtreeBottom)
    }
    walkInterior(leaf, position)
    guard foundSubtrees.count > subtreeBottom else { return store(foundFrom: bottom) }
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
      unsafe denseWords[first + word] &= stringMasks[interior + word]
    }
    for index in bottom..<found.count { setBits(of: found[index], from: first) }
    return StoredMask(
      base: .dense(Int32(truncatingIfNeeded: first)),
      firstToken: Int32(truncatingIfNeeded: tokens.count))
  }

  /// Adds to ``found`` the tokens that stay within a leaf, and to ``foundSubtrees`` the subtrees of
  /// which all tokens that stay within any string do so.
  ///
  /// The first tokens are looked at one by one, since most leaves take only few. Indices come from
  /// the tables and are not checked: the first mask of `^[0-9a-zA-Z_-]{1,255}$` takes 0.39 ms,
  /// instead of 0.47 ms with checks.
  private func walkInterior(_ leaf: GrammarTables.Leaf, _ position: Position) {
    unsafe vocabulary.trie.nodes.withUnsafeBufferPointer { nodes in
      unsafe tables.transitions.withUnsafeBufferPointer { transitions in
        unsafe tables.byteClasses.withUnsafeBufferPointer { classes in
          guard let nodes = nodes.baseAddress, let transitions = transitions.baseAddress,
            let classes = classes.baseAddress
          else { return }
          unsafe walkInterior(
            leaf, position, nodes, transitions + Int(leaf.firstTransition),
            classes + Int(leaf.firstClass))
        }
      }
    }
  }

  private func walkInterior(
    _ leaf: GrammarTables.Leaf, _ position: Position,
    _ nodes: UnsafePointer<ByteTrie.Node>, _ transitions: UnsafePointer<Int32>,
    _ classes: UnsafePointer<UInt8>
  ) {
    let quote = UInt8(ascii: "\"")
    let stride = Int(leaf.stride)
    let enough = found.count + Self.sparseLimit
    var groups: Int?
    pushVisit(ByteTrie.root, position.second)
    while let visit = visits.popLast() {
      if found.count >= enough {
        let first = groups ?? firstAcceptedGroups(of: leaf, position.first)
        groups = first
        if first >= 0, let subtree = vocabulary.subtrees.index(ofNode: Int(visit.node)),
          vocabulary.subtrees.list[subtree].groups & ~acceptedGroups[first + Int(visit.state)] == 0
        {
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
          if child.value >= 0 { found.append(child.value) }
          if child.childCount > 0 { pushVisit(index, Int(next)) }
        }
        index += 1
      }
    }
  }

  func pushVisit(_ node: Int, _ state: Int) {
    visits.append(
      Visit(node: Int32(truncatingIfNeeded: node), state: Int32(truncatingIfNeeded: state)))
  }

  // MARK: Closing

  /// Adds to ``leafExits`` the tokens that close a leaf, and returns how many they are.
  private func addExits(_ leaf: GrammarTables.Leaf, _ state: Int, _ content: UInt8) -> Int {
    let strings = vocabulary.strings
    let trie = strings.exitTrie
    let range = strings.exitRange(from: content)
    let before = leafExits.count
    pushVisit(ByteTrie.root, state)
    while let visit = visits.popLast() {
      let node = trie.nodes[Int(visit.node)]
      let first = Int(node.firstChild)
      for index in first..<(first + Int(node.childCount)) {
        let next = tables.step(leaf, Int(visit.state), trie.nodes[index].byte)
        guard next != 0 else { continue }
        if tables.state(leaf, next).isFinal {
          addExits(within: strings.exitRanges[index], from: range)
        } else if trie.nodes[index].childCount > 0 {
          pushVisit(index, next)
        }
      }
    }
    return leafExits.count - before
  }

  /// Adds the exits whose ordinals lie in a range.
  private func addExits(within ordinals: ByteTrie.StringRange, from range: Range<Int>) {
    let strings = vocabulary.strings
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
      leafExits.append(strings.exits[low])
      low += 1
    }
  }
}
