import ContentStorage

/// Finds which byte strings of a trie items can read.
///
/// Its tables are classes, for speed (see ``GrowingTable``), and copies share them, so only one
/// owner may keep it.
struct TrieWalker {
  /// The values of the strings that were found, until the caller of a walk removes them.
  let found = GrowingTable<Int32>(capacity: 1024)

  private let machine: GrammarMachine
  /// Those of the machine, which are used at each node.
  private let items: ItemSets<Item>
  private let longestToken: Int
  private let frames = GrowingTable<WalkFrame>(capacity: 256)
  private let visits = GrowingTable<Visit>(capacity: 256)

  init(_ machine: GrammarMachine) {
    self.machine = machine
    items = machine.items
    longestToken = machine.tables.vocabulary.longestToken
  }

  /// A node within a string, with the state that the bytes up to there led to.
  private struct Visit: BitwiseCopyable {
    var node: ByteTrie.NodeIndex
    /// The state of ``StringContent``.
    var content: UInt8
    /// The characters up to there, one that has only begun not included.
    var characters: UInt16 = 0
  }

  /// Adds to ``found`` the values of the strings of a trie that some items can read.
  ///
  /// - Parameters:
  ///   - trie: The strings.
  ///   - node: Where to begin. Strings that end at the node itself are left out.
  ///   - first: Where the items begin in those of the machine; they are the last there, and are
  ///     removed.
  func walk(_ trie: ByteTrie, from node: ByteTrie.NodeIndex, itemsFrom first: Int) {
    let bottom = frames.count
    enter(trie, node, first)
    while frames.count > bottom {
      var frame = frames[frames.count - 1]
      let parent = trie.nodes[frame.node]
      guard let child = nextChild(trie, parent, &frame) else {
        items.removeAll(from: frame.items.lowerBound)
        frames.truncate(to: frames.count - 1)
        continue
      }
      frames[frames.count - 1] = frame
      let byte = trie.nodes[child].byte
      let start = items.count
      let outer = items.beginSet()
      for index in frame.items { machine.step(items[index], byte) }
      items.endSet(outer)
      guard items.count > start else { continue }
      let next = trie.nodes[child]
      if let value = next.value { found.append(value) }
      if !next.hasChildren {
        items.removeAll(from: start)
      } else if items.count == start + 1, let string = openString(items[start]) {
        items.removeAll(from: start)
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
      guard position.room > Int64(longestToken), longestToken < Int(UInt16.max) else { return nil }
      return OpenString(
        content: position.content, need: position.need, after: machine.popped(item.stack))
    case .key:
      let state = machine.tables.layout.objects.states[position.objectState]
      guard case .free(let content) = position.name,
        let after = machine.itemAfterFreeName(in: state, item.stack)
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
    visits.append(Visit(node: node, content: string.content))
    while visits.count > bottom, let visit = visits.popLast() {
      let content = visit.content
      for index in trie.nodes[visit.node].children {
        let child = trie.nodes[index]
        let next = contents.step(content, child.byte)
        if next != StringContent.invalid {
          if let value = child.value { found.append(value) }
          guard child.hasChildren else { continue }
          let ends: UInt16 = next == StringContent.start ? 1 : 0
          visits.append(
            Visit(node: index, content: next, characters: visit.characters &+ ends))
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
    for index in first..<items.count { bytes.formUnion(machine.following(items[index])) }
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
}

/// A node of a trie on the way of a walk, with the items that read the bytes up to there.
struct WalkFrame: BitwiseCopyable {
  var node: ByteTrie.NodeIndex
  /// The children that are still to be looked at, where the node has no directory.
  var children: EntryRange<ByteTrie.Node>
  var firstItem: Int
  var endItem: Int
  /// The bytes that the items may read; where the node has a directory, those still to be tried.
  var bytes: ByteSet

  /// The places of its items among those of the workspace.
  var items: Range<Int> { firstItem..<endItem }
}
