import ContentStorage

/// Masks within leaves, such as strings with patterns.
extension MaskWorkspace {
  func leafMask(_ item: Item) -> StoredMask {
    let leaf = tables.layout.leaves[item.position.leaf]
    guard tables.state(leaf, item.position.leafState).content != StringContent.invalid else {
      return walkedMask(item)
    }
    let inner = innerMask(of: item.position, leaf)
    let suffixes = suffixes(after: popped(item.stack))
    var mask = stored.masks.makeMask(from: inner.interior)
    for index in inner.exits {
      let exit = stored.leaves[index]
      guard stored.suffixes.contains(exit.suffix, in: suffixes) else { continue }
      stored.masks.add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
    }
    return mask
  }

  /// The tokens that a state of a string with a pattern accepts, whatever follows.
  func innerMask(of position: Position, _ leaf: GrammarTables.Leaf) -> LeafMask {
    if let known = stored.leaves.mask(of: position) { return known }
    let state = tables.state(leaf, position.leafState)
    let interior =
      state.isUniversal
      ? stored.masks.makeMask(ofStrings: Int(state.content))
      : interiorMask(position, leaf, state.content)
    let firstExit = stored.leaves.exitCount
    addExits(leaf, position.leafState, state.content)
    let mask = LeafMask(interior: interior, exits: EntryRange(firstExit..<stored.leaves.exitCount))
    stored.leaves.keep(mask, of: position)
    return mask
  }

  func pushVisit(
    _ node: ByteTrie.NodeIndex, _ state: Int, isGrouped: Bool = false, characters: UInt16 = 0
  ) {
    visits.append(
      Visit(node: node, state: Int32(state), characters: characters, isGrouped: isGrouped))
  }

  // MARK: Closing

  /// Adds to the ``LeafMaskTable`` the tokens that close a leaf.
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
      stored.leaves.add(strings.exits[low])
      low += 1
    }
  }
}
