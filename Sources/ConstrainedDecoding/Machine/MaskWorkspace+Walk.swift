/// Walks through tries: which of many byte strings can items read?
extension MaskWorkspace {
  /// Adds to ``found`` the values of the strings of a trie that some items can read.
  ///
  /// - Parameters:
  ///   - trie: The strings.
  ///   - node: Where to begin. Strings that end at the node itself are left out.
  ///   - first: Where the items begin in ``items``; they are the last there, and are removed.
  func walk(_ trie: ByteTrie, from node: Int, itemsFrom first: Int) {
    let bottom = frames.count
    enter(trie, node, first)
    while frames.count > bottom {
      var frame = frames[frames.count - 1]
      let parent = trie.nodes[Int(frame.node)]
      guard let child = nextChild(trie, parent, &frame) else {
        items.truncate(to: Int(frame.firstItem))
        frames.truncate(to: frames.count - 1)
        continue
      }
      frames[frames.count - 1] = frame
      let byte = trie.nodes[child].byte
      let start = items.count
      let outer = outputStart
      outputStart = start
      for index in Int(frame.firstItem)..<Int(frame.firstItem + frame.itemCount) {
        step(items[index], byte)
      }
      outputStart = outer
      guard items.count > start else { continue }
      let next = trie.nodes[child]
      if next.value >= 0 { found.append(next.value) }
      if next.childCount > 0 {
        enter(trie, child, start)
      } else {
        items.truncate(to: start)
      }
    }
  }

  private func enter(_ trie: ByteTrie, _ node: Int, _ first: Int) {
    var bytes = ByteSet()
    for index in first..<items.count { bytes.formUnion(following(items[index])) }
    frames.append(
      WalkFrame(
        node: Int32(truncatingIfNeeded: node),
        child: Int32(truncatingIfNeeded: trie.nodes[node].firstChild),
        firstItem: Int32(truncatingIfNeeded: first),
        itemCount: Int32(truncatingIfNeeded: items.count - first), bytes: bytes))
  }

  /// The next child of a node by a byte that the items may read.
  private func nextChild(
    _ trie: ByteTrie, _ parent: ByteTrie.Node, _ frame: inout WalkFrame
  ) -> Int? {
    if parent.directory < 0 {
      // Few children: each is looked at.
      let end = Int(parent.firstChild) + Int(parent.childCount)
      while Int(frame.child) < end {
        let child = Int(frame.child)
        frame.child += 1
        if frame.bytes.contains(trie.nodes[child].byte) { return child }
      }
      return nil
    }
    while !frame.bytes.isEmpty {
      let child = trie.child(of: parent, frame.bytes.removeFirst())
      if child != 0 { return child }
    }
    return nil
  }

  /// The classes of what may follow a closing quote, after which an item goes on: the first word of
  /// a set in ``suffixBits``.
  func suffixes(after item: Item) -> Int {
    if let known = suffixNumbers.value(of: item) { return known }
    let first = suffixBits.count
    for _ in 0..<suffixWordCount { suffixBits.append(0) }
    suffixBits[first] = 1
    let bottom = found.count
    let start = items.count
    items.append(item)
    walk(strings.suffixTrie, from: ByteTrie.root, itemsFrom: start)
    for index in bottom..<found.count {
      let suffix = Int(found[index])
      suffixBits[first + suffix >> 6] |= 1 << UInt64(suffix & 63)
    }
    found.truncate(to: bottom)
    if !hasOverflowed { suffixNumbers.insert(item, first) }
    return first
  }

  var suffixWordCount: Int { (strings.suffixCount + 63) / 64 }

  func isSuffix(_ suffix: UInt32, in first: Int) -> Bool {
    suffixBits[first + Int(suffix) >> 6] >> UInt64(suffix & 63) & 1 == 1
  }
}
