/// Masks within leaves, such as strings with patterns.
extension MaskWorkspace {
  func leafMask(_ item: Item) -> StoredMask {
    let leaf = tables.layout.leaves[item.position.first]
    guard tables.state(leaf, item.position.second).content != StringContent.invalid else {
      return walkedMask(item)
    }
    let inner = innerMask(of: item.position, leaf)
    let suffixes = suffixes(after: popped(item.stack))
    var mask = inner.interior
    let first = tokens.nextIndex
    // Tokens are kept in one run, so the ones within the leaf are copied.
    for index in mask.added {
      tokens.append(tokens[index])
    }
    mask.firstToken = first
    for index in inner.exits.indices
    where isSuffix(leafExits[index].suffix, in: suffixes) {
      add(strings.exitTokens[Int(leafExits[index].ordinal)], to: &mask)
    }
    return mask
  }

  /// The tokens that a state of a string with a pattern accepts, whatever follows.
  func innerMask(of position: Position, _ leaf: GrammarTables.Leaf) -> LeafMask {
    let key = Item(position: position, stack: 0)
    if let known = leafMaskNumbers.value(of: key) { return leafMasks[known] }
    let state = tables.state(leaf, position.second)
    let interior =
      state.isUniversal
      ? StoredMask(base: .string(Int32(state.content)))
      : interiorMask(position, leaf, state.content)
    let firstExit = leafExits.count
    addExits(leaf, position.second, state.content)
    let mask = LeafMask(interior: interior, exits: EntryRange(firstExit..<leafExits.count))
    leafMaskNumbers.insert(key, leafMasks.count)
    leafMasks.append(mask)
    return mask
  }

  func pushVisit(_ node: Int, _ state: Int, isGrouped: Bool = false, characters: UInt16 = 0) {
    visits.append(
      Visit(
        node: Int32(node), state: Int32(state), characters: characters, isGrouped: isGrouped))
  }

  // MARK: Closing

  /// Adds to ``leafExits`` the tokens that close a leaf.
  private func addExits(_ leaf: GrammarTables.Leaf, _ state: Int, _ content: UInt8) {
    let trie = strings.exitTrie
    let range = strings.exitRange(from: content)
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
      leafExits.append(strings.exits[low])
      low += 1
    }
  }
}
