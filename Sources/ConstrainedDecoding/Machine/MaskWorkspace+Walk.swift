import ContentStorage

/// Walks through tries: which of many byte strings can items read?
extension MaskWorkspace {
  /// Adds to ``found`` the values of the strings of a trie that some items can read.
  ///
  /// - Parameters:
  ///   - trie: The strings.
  ///   - node: Where to begin. Strings that end at the node itself are left out.
  ///   - first: Where the items begin in ``items``; they are the last there, and are removed.
  func walk(_ trie: ByteTrie, from node: ByteTrie.NodeIndex, itemsFrom first: Int) {
    let bottom = frames.count
    enter(trie, node, first)
    while frames.count > bottom {
      var frame = frames[frames.count - 1]
      let parent = trie.nodes[frame.node]
      guard let child = nextChild(trie, parent, &frame) else {
        items.truncate(to: frame.items.lowerBound)
        frames.truncate(to: frames.count - 1)
        continue
      }
      frames[frames.count - 1] = frame
      let byte = trie.nodes[child].byte
      let start = items.count
      let outer = outputStart
      outputStart = start
      for index in frame.items {
        step(items[index], byte)
      }
      outputStart = outer
      guard items.count > start else { continue }
      let next = trie.nodes[child]
      if let value = next.value { found.append(value) }
      if !next.hasChildren {
        items.truncate(to: start)
      } else if items.count == start + 1, let string = openString(items[start]) {
        items.truncate(to: start)
        walk(string, trie, from: child)
      } else {
        enter(trie, child, start)
      }
    }
  }

  /// A string that any characters continue, whatever the vocabulary's tokens are.
  private struct OpenString {
    /// The state of ``StringContent``.
    var content: UInt8
    /// The fewest characters that have to come.
    var need: Int
    /// The item behind the closing quote.
    var after: Item
  }

  /// The string that an item is in; `nil` if only some characters may come, or not all that a token
  /// can have.
  private func openString(_ item: Item) -> OpenString? {
    let position = item.position
    switch position.kind {
    case .text:
      // Characters are counted in 16 bits.
      let longest = vocabulary.longestToken
      guard position.room > Int64(longest), longest < Int(UInt16.max) else { return nil }
      return OpenString(
        content: position.content, need: position.need, after: popped(item.stack))
    case .key:
      let state = tables.layout.objects.states[position.objectState]
      guard case .free(let content) = position.name,
        let after = itemAfterFreeName(in: state, item.stack)
      else { return nil }
      return OpenString(content: content, need: 0, after: after)
    default: return nil
    }
  }

  /// Adds to ``found`` the values of the strings of a trie that stay within a string, and to
  /// ``frames`` the nodes behind its closing quote.
  ///
  /// Many tokens begin with a quote, so most nodes of the longest walks are within strings. With
  /// items there, too, one in a hundred masks takes more than 5.6 µs, instead of 4.1 µs.
  private func walk(_ string: OpenString, _ trie: ByteTrie, from node: ByteTrie.NodeIndex) {
    let bottom = visits.count
    let contents = StringContent.shared
    pushVisit(node, Int(string.content))
    while visits.count > bottom, let visit = visits.popLast() {
      let content = UInt8(truncatingIfNeeded: visit.state)
      for index in trie.nodes[visit.node].children {
        let child = trie.nodes[index]
        let next = contents.step(content, child.byte)
        if next != StringContent.invalid {
          if let value = child.value { found.append(value) }
          guard child.hasChildren else { continue }
          let ends: UInt16 = next == StringContent.start ? 1 : 0
          pushVisit(index, Int(next), characters: visit.characters &+ ends)
        } else if contents.closes(content, child.byte), string.need <= Int(visit.characters) {
          if let value = child.value { found.append(value) }
          guard child.hasChildren else { continue }
          items.append(string.after)
          enter(trie, index, items.count - 1)
        }
      }
    }
  }

  private func enter(_ trie: ByteTrie, _ node: ByteTrie.NodeIndex, _ first: Int) {
    var bytes = ByteSet()
    for index in first..<items.count { bytes.formUnion(following(items[index])) }
    frames.append(
      WalkFrame(
        node: node, children: trie.nodes[node].children, firstItem: first, endItem: items.count,
        bytes: bytes))
  }

  /// The next child of a node by a byte that the items may read.
  private func nextChild(
    _ trie: ByteTrie, _ parent: ByteTrie.Node, _ frame: inout WalkFrame
  ) -> ByteTrie.NodeIndex? {
    guard parent.hasDirectory else {
      // Few children: each is looked at.
      while let child = frame.children.next() {
        if frame.bytes.contains(trie.nodes[child].byte) { return child }
      }
      return nil
    }
    while !frame.bytes.isEmpty {
      if let child = trie.child(of: parent, frame.bytes.removeFirst()) { return child }
    }
    return nil
  }

  /// The classes of what may follow a closing quote, after which an item goes on: a set of the
  /// ``SuffixTable``.
  func suffixes(after item: Item) -> EntryIndex<UInt64> {
    if let known = stored.suffixes.set(of: item) { return known }
    let set = stored.suffixes.makeSet()
    let bottom = found.count
    let start = items.count
    items.append(item)
    walk(strings.suffixTrie, from: ByteTrie.root, itemsFrom: start)
    for index in bottom..<found.count { stored.suffixes.insert(Int(found[index]), into: set) }
    found.truncate(to: bottom)
    if !hasOverflowed { stored.suffixes.keep(set, of: item) }
    return set
  }
}
