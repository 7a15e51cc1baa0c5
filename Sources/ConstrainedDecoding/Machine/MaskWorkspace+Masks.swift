/// Masks of items, each found once.
///
/// A configuration accepts what any of its items accepts, so items are looked at one by one, and
/// what was found for one holds for it in every configuration.
extension MaskWorkspace {
  /// The memory past which masks that were found are dropped.
  static let memoryLimit = 1 << 23
  /// Masks of more tokens than this are kept as words.
  private static let sparseLimit = 1024

  /// The memory that masks take, in bytes.
  var maskByteCount: Int {
    denseWords.count * 8 + tokens.count * 4 + leafExits.count * 12 + suffixBits.count * 8
      + (masks.count + leafMasks.count) * 48
  }

  private func makeRoom() {
    guard maskByteCount > Self.memoryLimit else { return }
    maskNumbers.removeAll()
    leafMaskNumbers.removeAll()
    suffixNumbers.removeAll()
    masks.truncate(to: 0)
    tokens.truncate(to: 0)
    denseWords.truncate(to: 0)
    leafMasks.truncate(to: 0)
    leafExits.truncate(to: 0)
    suffixBits.truncate(to: 0)
  }

  /// The mask of an item: exactly the tokens whose bytes it can read.
  func mask(of item: Item) -> StoredMask {
    let key = Self.key(item, longest: vocabulary.longestToken)
    if let known = maskNumbers.value(of: key) { return masks[known] }
    makeRoom()
    var mask: StoredMask
    switch item.position.kind {
    case .end: mask = StoredMask()
    case .text: mask = textMask(item)
    case .key: mask = keyMask(item)
    case .leaf: mask = leafMask(item)
    default: mask = walkedMask(item)
    }
    mask.allowsEnd = canEnd(item)
    maskNumbers.insert(key, masks.count)
    masks.append(mask)
    return mask
  }

  /// The item under which a mask is kept: lengths that no token can reach are alike.
  private static func key(_ item: Item, longest: Int) -> Item {
    guard item.position.kind == .text else { return item }
    let position = item.position
    let room =
      position.room > Int64(longest) + 1 ? Position.unlimited : position.room
    return Item(
      position: Position(
        need: min(position.need, longest + 1), room: room, content: position.content),
      stack: item.stack)
  }

  /// Whether a text may end at an item.
  func canEnd(_ item: Item) -> Bool {
    switch item.position.kind {
    case .end: return true
    case .leaf:
      let leaf = tables.leaves[item.position.first]
      return tables.state(leaf, item.position.second).isAccepting
        && stacks[Int(item.stack)].position == .end
    default: return false
    }
  }

  // MARK: Structure

  /// The mask of an item by a walk through the vocabulary.
  private func walkedMask(_ item: Item) -> StoredMask {
    let bottom = found.count
    let start = items.count
    items.append(item)
    walk(vocabulary.trie, from: ByteTrie.root, itemsFrom: start)
    defer { found.truncate(to: bottom) }
    return store(foundFrom: bottom)
  }

  /// Keeps tokens that were found.
  private func store(foundFrom bottom: Int) -> StoredMask {
    var mask = StoredMask()
    if found.count - bottom > Self.sparseLimit {
      let first = denseWords.count
      for _ in 0..<vocabulary.wordCount { denseWords.append(0) }
      for index in bottom..<found.count {
        var token = found[index]
        while token >= 0 {
          denseWords[first + Int(token) >> 6] |= 1 << UInt64(token & 63)
          token = vocabulary.duplicate(of: token)
        }
      }
      mask.base = .dense(Int32(truncatingIfNeeded: first))
      mask.firstToken = Int32(truncatingIfNeeded: tokens.count)
      return mask
    }
    mask.firstToken = Int32(truncatingIfNeeded: tokens.count)
    for index in bottom..<found.count { add(found[index], to: &mask) }
    return mask
  }

  /// Adds a token and those with the same bytes.
  private func add(_ token: Int32, to mask: inout StoredMask) {
    var token = token
    while token >= 0 {
      tokens.append(token)
      mask.addedCount += 1
      token = vocabulary.duplicate(of: token)
    }
  }

  // MARK: Strings

  private func textMask(_ item: Item) -> StoredMask {
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

  private func leafMask(_ item: Item) -> StoredMask {
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

  private func pushInterior(_ node: Int, _ state: Int) {
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

  // MARK: Names

  private func keyMask(_ item: Item) -> StoredMask {
    let strings = vocabulary.strings
    let content = StringContent.shared
    let state = tables.objectStates[item.position.first]
    guard state.additionalNext >= 0 else { return walkedMask(item) }
    let object = tables.objects[Int(state.object)]
    let isDeclared = item.position.second >= content.stateCount
    let node = isDeclared ? item.position.second - content.stateCount : 0
    let contentState =
      isDeclared
      ? tables.keyNodes[node].content : UInt8(truncatingIfNeeded: item.position.second)
    let after = Position(
      .colon, Int(state.additionalNext), Int(object.additional), blanks: tables.blanksBefore)
    let suffixes = suffixes(after: Item(position: after, stack: item.stack))
    acceptedExits.reset(count: max(strings.exitTokens.count, 1), to: 0)
    for index in strings.exitRange(from: contentState) {
      let exit = strings.exits[index]
      if isSuffix(exit.suffix, in: suffixes) { acceptedExits[Int(exit.ordinal)] = 1 }
    }
    if isDeclared { correctNames(item, node) }
    var mask = StoredMask()
    mask.base = .string(Int32(contentState))
    mask.firstToken = Int32(truncatingIfNeeded: tokens.count)
    for ordinal in strings.exitTokens.indices where acceptedExits[ordinal] == 1 {
      add(strings.exitTokens[ordinal], to: &mask)
    }
    return mask
  }

  /// Corrects ``acceptedExits`` where a token completes a declared name.
  ///
  /// The tree of names and the trie of tokens with a quote are gone down together, which meets few
  /// nodes: a token with a long name in it is rare.
  private func correctNames(_ item: Item, _ node: Int) {
    let trie = vocabulary.strings.exitTrie
    let bottom = frames.count
    pushInterior(ByteTrie.root, node)
    while frames.count > bottom {
      let frame = frames[frames.count - 1]
      frames.truncate(to: frames.count - 1)
      let exitNode = trie.nodes[Int(frame.node)]
      let keyNode = tables.keyNodes[Int(frame.firstItem)]
      let first = Int(keyNode.firstChild)
      for child in first..<(first + Int(keyNode.childCount)) {
        let exit = trie.child(of: exitNode, tables.keyNodes[child].byte)
        guard exit != 0 else { continue }
        if tables.keyNodes[child].property < 0 {
          pushInterior(exit, child)
        } else {
          completeName(item, parent: Int(frame.firstItem), exit)
        }
      }
    }
  }

  /// Decides the tokens at and below a node where a declared name ends.
  private func completeName(_ item: Item, parent: Int, _ exit: Int) {
    let strings = vocabulary.strings
    let ordinals = strings.exitRanges[exit]
    for ordinal in Int(ordinals.start)..<Int(ordinals.end) { acceptedExits[ordinal] = 0 }
    let start = items.count
    let outer = outputStart
    outputStart = start
    step(
      Item(
        position: Position(.key, item.position.first, StringContent.shared.stateCount + parent),
        stack: item.stack), UInt8(ascii: "\""))
    outputStart = outer
    guard items.count > start else { return }
    let bottom = found.count
    let value = strings.exitTrie.nodes[exit].value
    if value >= 0 { found.append(value) }
    walk(strings.exitTrie, from: exit, itemsFrom: start)
    for index in bottom..<found.count { acceptedExits[Int(found[index])] = 1 }
    found.truncate(to: bottom)
  }
}
