/// Masks within strings.
extension MaskWorkspace {
  func textMask(_ item: Item) -> StoredMask {
    let strings = vocabulary.strings
    let position = item.position
    // A token that begins within a character is not among those whose characters were counted.
    let reach =
      position.content == StringContent.start ? strings.mostCharacters : vocabulary.longestToken + 1
    let isBounded = position.room <= Int64(reach)
    guard !isBounded || position.content == StringContent.start else { return walkedMask(item) }
    var mask = StoredMask()
    let suffixes = position.need <= strings.mostCharacters ? suffixes(after: popped(item.stack)) : 0
    mask.firstToken = Int32(truncatingIfNeeded: tokens.count)
    mask.base = .string(Int32(position.content))
    if isBounded, position.room <= Int64(StringTables.countedCharacters) {
      mask.base = .string(
        Int32(truncatingIfNeeded: StringTables.maskIndex(ofCharacters: Int(position.room))))
    }
    if position.need <= strings.mostCharacters {
      for index in strings.exitRange(from: position.content) {
        let exit = strings.exits[index]
        let characters = Int64(exit.characters)
        if characters >= Int64(position.need), characters <= position.room,
          isSuffix(exit.suffix, in: suffixes)
        {
          add(strings.exitTokens[Int(exit.ordinal)], to: &mask)
        }
      }
    }
    guard isBounded, position.room > Int64(StringTables.countedCharacters) else { return mask }
    for index in strings.longTokens.indices
    where Int64(strings.longLengths[index]) > position.room {
      tokens.append(strings.longTokens[index])
      mask.removedCount += 1
    }
    return mask
  }

  func leafMask(_ item: Item) -> StoredMask {
    let leaf = tables.leaves[item.position.first]
    guard tables.state(leaf, item.position.second).content != StringContent.invalid else {
      return walkedMask(item)
    }
    let inner = leafMask(item.position, leaf)
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
  private func leafMask(_ position: Position, _ leaf: GrammarTables.Leaf) -> LeafMask {
    let key = Item(position: position, stack: 0)
    if let known = leafMaskNumbers.value(of: key) { return leafMasks[known] }
    let state = tables.state(leaf, position.second)
    var mask = LeafMask(
      interior: StoredMask(), firstExit: Int32(truncatingIfNeeded: leafExits.count), exitCount: 0)
    if state.isUniversal {
      mask.interior.base = .string(Int32(state.content))
    } else {
      let bottom = found.count
      walkInterior(leaf, position.second)
      mask.interior = store(foundFrom: bottom)
      found.truncate(to: bottom)
    }
    mask.exitCount = Int32(truncatingIfNeeded: addExits(leaf, position.second, state.content))
    leafMaskNumbers.insert(key, leafMasks.count)
    leafMasks.append(mask)
    return mask
  }

  /// Adds to ``found`` the tokens that stay within a leaf.
  private func walkInterior(_ leaf: GrammarTables.Leaf, _ state: Int) {
    let trie = vocabulary.trie
    // A frame's first item holds a state here.
    let bottom = frames.count
    pushInterior(ByteTrie.root, state)
    while frames.count > bottom {
      let frame = frames[frames.count - 1]
      frames.truncate(to: frames.count - 1)
      let node = trie.nodes[Int(frame.node)]
      let first = Int(node.firstChild)
      for index in first..<(first + Int(node.childCount)) {
        let child = trie.nodes[index]
        let next = tables.step(leaf, Int(frame.firstItem), child.byte)
        guard next != 0, !tables.state(leaf, next).isFinal else { continue }
        if child.value >= 0 { found.append(child.value) }
        if child.childCount > 0 { pushInterior(index, next) }
      }
    }
  }

  func pushInterior(_ node: Int, _ state: Int) {
    frames.append(
      WalkFrame(
        node: Int32(truncatingIfNeeded: node), child: 0,
        firstItem: Int32(truncatingIfNeeded: state), itemCount: 0, bytes: ByteSet()))
  }

  /// Adds to ``leafExits`` the tokens that close a leaf, and returns how many they are.
  private func addExits(_ leaf: GrammarTables.Leaf, _ state: Int, _ content: UInt8) -> Int {
    let strings = vocabulary.strings
    let trie = strings.exitTrie
    let range = strings.exitRange(from: content)
    let bottom = frames.count
    let before = leafExits.count
    pushInterior(ByteTrie.root, state)
    while frames.count > bottom {
      let frame = frames[frames.count - 1]
      frames.truncate(to: frames.count - 1)
      let node = trie.nodes[Int(frame.node)]
      let first = Int(node.firstChild)
      for index in first..<(first + Int(node.childCount)) {
        let next = tables.step(leaf, Int(frame.firstItem), trie.nodes[index].byte)
        guard next != 0 else { continue }
        if tables.state(leaf, next).isFinal {
          addExits(within: strings.exitRanges[index], from: range)
        } else if trie.nodes[index].childCount > 0 {
          pushInterior(index, next)
        }
      }
    }
    return leafExits.count - before
  }

  /// Adds the exits whose ordinals lie in a range.
  private func addExits(within ordinals: StringTables.Ordinals, from range: Range<Int>) {
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
