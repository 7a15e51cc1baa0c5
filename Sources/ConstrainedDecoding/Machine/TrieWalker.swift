import IndexedTables

/// Finds the byte strings of a trie that items can read.
final class TrieWalker {
  /// The values of the strings that the current walk has found.
  private let found: GrowingTable<Int32>

  private let machine: GrammarMachine
  /// The items of the machine.
  private let items: ItemSets<Item>
  private let longestToken: Int
  private let frames: GrowingTable<WalkFrame>
  private let visits: GrowingTable<StringVisit>

  private let work: MaskCounter

  init(_ machine: GrammarMachine, _ memory: WalkMemory, _ work: MaskCounter) {
    self.machine = machine
    self.work = work
    found = memory.found
    frames = memory.frames
    visits = memory.visits
    items = machine.items
    longestToken = machine.tables.vocabulary.longestToken
  }

  /// Checks that nothing is left of the last walk.
  func checkInvariants() {
    #if DEBUG
    assert(found.count + frames.count + visits.count == 0, "a walk has not ended")
    #endif
  }

  /// Returns the mask of an item by a walk through the vocabulary.
  func mask(of item: Item, in masks: MaskTable) -> StoredMask {
    let start = items.count
    items.append(item)
    return withValues(in: machine.tables.vocabulary.trie, itemsFrom: start) {
      masks.draft(of: $0).finish()
    }
  }

  /// Calls a function with the values of the trie's strings that some items can read.
  ///
  /// `node`: The node at which the walk begins. A string that ends at this node is ignored.
  /// `first`: The index of the first item in the items of the machine. All items from this index on
  /// are removed. `body`: The function. It must not walk.
  func withValues<Result>(
    in trie: ByteTrie, from node: ByteTrie.NodeIndex = ByteTrie.root, itemsFrom first: Int,
    _ body: (Span<Int32>) -> Result
  ) -> Result {
    assert(found.count == 0, "another walk has not ended")
    walk(trie, from: node, itemsFrom: first)
    defer { found.truncate(to: 0) }
    return found.withSpan(body)
  }

  private func walk(_ trie: ByteTrie, from node: ByteTrie.NodeIndex, itemsFrom first: Int) {
    let bottom = frames.count
    var walkedBytes = 0
    defer { work.addWalkedBytes(walkedBytes) }
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
      walkedBytes += 1
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

  /// A string in which any characters may follow, because it has room for every token.
  private struct OpenString {
    /// The state of ``StringContent``.
    var content: UInt8
    /// The smallest number of characters that must follow.
    var need: Int
    /// The item after the closing quote.
    var after: Item
  }

  /// Returns the string of an item; `nil` if only some characters may follow, or if a token can
  /// have more characters than the string allows.
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

  /// Adds the values of the trie's strings that stay within an open string to ``found``, and adds
  /// the nodes after its closing quote to ``frames``.
  ///
  /// Many tokens begin with a quote, so most nodes of the longest walks are within strings. If
  /// items were used for these nodes, one in a hundred masks would take more than 5.6 µs, compared
  /// with 4.1 µs.
  private func walk(_ string: OpenString, _ trie: ByteTrie, from node: ByteTrie.NodeIndex) {
    let bottom = visits.count
    var walkedBytes = 0
    defer { work.addWalkedBytes(walkedBytes) }
    let contents = StringContent.shared
    visits.append(StringVisit(node: node, content: string.content))
    while visits.count > bottom, let visit = visits.popLast() {
      let content = visit.content
      for index in trie.nodes[visit.node].children {
        walkedBytes += 1
        let child = trie.nodes[index]
        let next = contents.step(content, child.byte)
        if next != StringContent.invalid {
          if let value = child.value { found.append(value) }
          guard child.hasChildren else { continue }
          let ends: UInt16 = next == StringContent.start ? 1 : 0
          visits.append(
            StringVisit(node: index, content: next, characters: visit.characters &+ ends))
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

  /// Returns the next child of a node whose byte the items may read.
  private func nextChild(
    _ trie: ByteTrie, _ parent: ByteTrie.Node, _ frame: inout WalkFrame
  ) -> ByteTrie.NodeIndex? {
    guard parent.hasDirectory else {
      // A node without a directory has few children, so each is visited.
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

/// The memory of walks, which are made one after the other.
///
/// All grammars of a plan share it, because a plan can have thousands of grammars, and the memory
/// of one walk is as large as many masks.
final class WalkMemory {
  let found = GrowingTable<Int32>(capacity: 1024)
  let frames = GrowingTable<WalkFrame>(capacity: 256)
  let visits = GrowingTable<StringVisit>(capacity: 256)
  /// For each token with a quote, 1 if a mask of a name accepts it; between two masks all entries
  /// are 0.
  let acceptedExits = GrowingTable<UInt8>()
}

/// A node within a string, with the state after the bytes up to the node.
struct StringVisit: BitwiseCopyable {
  var node: ByteTrie.NodeIndex
  /// The state of ``StringContent``.
  var content: UInt8
  /// The number of complete characters up to the node.
  var characters: UInt16 = 0
}

/// A node on the path of a walk, with the items after the bytes up to the node.
struct WalkFrame: BitwiseCopyable {
  var node: ByteTrie.NodeIndex
  /// The children that are still to be visited, if the node has no directory.
  var children: EntryRange<ByteTrie.Node>
  var firstItem: Int
  var endItem: Int
  /// The bytes that the items may read.
  ///
  /// If the node has a directory, bytes that were tried are removed.
  var bytes: ByteSet

  /// The indices of the node's items in the items of the workspace.
  var items: Range<Int> { firstItem..<endItem }
}
