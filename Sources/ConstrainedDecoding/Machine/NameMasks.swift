import IndexedTables

/// The masks within the names of properties.
final class NameMasks {
  private let machine: GrammarMachine
  private let suffixes: SuffixTable
  private let walker: TrieWalker
  private let masks: MaskTable
  private let strings: StringTables
  /// For each token with a quote, 1 if the token is accepted; between two masks all entries are 0.
  private let acceptedExits: GrowingTable<UInt8>
  /// The tokens with a quote that may be accepted, by their ordinals, with duplicates.
  private let candidates = GrowingTable<Int32>(capacity: 64)
  private let visits = GrowingTable<Visit>(capacity: 16)

  /// A node in the trie of tokens with a quote, and the node in the tree of names for the same
  /// bytes.
  private struct Visit: BitwiseCopyable {
    var exit: ByteTrie.NodeIndex
    var name: EntryIndex<GrammarTables.KeyNode>
  }

  init(
    _ machine: GrammarMachine, _ suffixes: SuffixTable, _ walker: TrieWalker, _ masks: MaskTable,
    _ memory: WalkMemory
  ) {
    acceptedExits = memory.acceptedExits
    self.machine = machine
    self.suffixes = suffixes
    self.walker = walker
    self.masks = masks
    strings = machine.tables.vocabulary.strings
  }

  /// Checks that nothing is left of the computation of a mask.
  func checkInvariants() {
    #if DEBUG
    for index in 0..<acceptedExits.count { assert(acceptedExits[index] == 0, "an exit is left") }
    assert(visits.count + candidates.count == 0, "a walk has not ended")
    #endif
  }

  func mask(of item: Item) -> StoredMask {
    let state = machine.tables.layout.objects.states[item.position.objectState]
    guard let after = machine.itemAfterFreeName(in: state, item.stack) else {
      return walker.mask(of: item, in: masks)
    }
    let content = machine.content(ofName: item.position.name)
    let allowed = suffixes.set(after: after)
    if acceptedExits.count != strings.exitTokens.count {
      acceptedExits.reset(count: strings.exitTokens.count, to: 0)
    }
    suffixes.forEachExit(from: content, in: allowed) { exit in
      acceptedExits[Int(exit.ordinal)] = 1
      candidates.append(Int32(exit.ordinal))
    }
    if case .declared(let node) = item.position.name { correctNames(item, node) }
    var mask = masks.draft(ofStrings: Int(content))
    for index in 0..<candidates.count where acceptedExits[Int(candidates[index])] == 1 {
      acceptedExits[Int(candidates[index])] = 0
      mask.add(strings.exitTokens[Int(candidates[index])])
    }
    candidates.truncate(to: 0)
    return mask.finish()
  }

  /// Corrects ``acceptedExits`` for the tokens that complete a declared name, and adds the accepted
  /// tokens to ``candidates``.
  ///
  /// The tree of names and the trie of tokens with a quote are visited together. This visits few
  /// nodes, because few tokens contain a long name.
  private func correctNames(_ item: Item, _ node: EntryIndex<GrammarTables.KeyNode>) {
    let trie = strings.exitTrie
    let keyNodes = machine.tables.layout.objects.keyNodes
    visits.append(Visit(exit: ByteTrie.root, name: node))
    while let visit = visits.popLast() {
      let exitNode = trie.nodes[visit.exit]
      for child in keyNodes[visit.name].children {
        guard let exit = trie.child(of: exitNode, keyNodes[child].byte) else { continue }
        if keyNodes[child].property == nil {
          visits.append(Visit(exit: exit, name: child))
        } else {
          completeName(item, parent: visit.name, exit)
        }
      }
    }
  }

  /// Updates the tokens at and below a trie node at which a declared name ends.
  private func completeName(
    _ item: Item, parent: EntryIndex<GrammarTables.KeyNode>, _ exit: ByteTrie.NodeIndex
  ) {
    for ordinal in strings.exitRanges[exit.value].numbers { acceptedExits[ordinal] = 0 }
    let items = machine.items
    let start = items.count
    let outer = items.beginSet()
    machine.step(
      Item(
        position: .key(item.position.objectState, name: .declared(parent)),
        stack: item.stack), UInt8(ascii: "\""))
    items.endSet(outer)
    guard items.count > start else { return }
    if let value = strings.exitTrie.nodes[exit].value { accept(value) }
    walker.withValues(in: strings.exitTrie, from: exit, itemsFrom: start) { values in
      for index in values.indices { accept(values[index]) }
    }
  }

  private func accept(_ ordinal: Int32) {
    acceptedExits[Int(ordinal)] = 1
    candidates.append(ordinal)
  }
}
