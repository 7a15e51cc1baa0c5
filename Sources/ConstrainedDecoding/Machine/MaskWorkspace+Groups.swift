import ContentStorage

/// Which bytes a string with a pattern takes in any order.
extension MaskWorkspace {
  /// Leaves of more states than this are walked token by token, since to find what they take would
  /// be longer.
  private static let groupedStates = 1 << 12
  /// The most passes over the states of a leaf until nothing changes.
  private static let maximumRounds = 16

  /// The groups of a leaf's bytes, and of those that its states take.
  func groups(of leaf: GrammarTables.Leaf, _ index: EntryIndex<GrammarTables.Leaf>) -> LeafGroups {
    let key = Item(position: .leaf(index), stack: .empty)
    if let known = stored.groupIndices.entry(of: key) { return stored.leafGroups[known] }
    let symbols = symbolGroups(of: leaf)
    var groups = LeafGroups(firstSymbol: stored.acceptedGroups.nextIndex)
    for symbol in symbols { stored.acceptedGroups.append(symbol) }
    for byte in 0...255 as ClosedRange<UInt8>
    where tables.layout.leaves.byteClasses[leaf.firstClass + Int(byte)] != 0 {
      groups.used |= ByteGroups.bits[Int(byte)]
    }
    if leaf.stateCount <= Self.groupedStates {
      groups.firstState = stored.acceptedGroups.nextIndex
      addAcceptedGroups(of: leaf, symbols)
    }
    stored.groupIndices.insert(key, stored.leafGroups.add(groups))
    return groups
  }

  /// Adds for each state the groups whose bytes the leaf takes in any order and number.
  ///
  /// It takes them if only any string does. A set can be smaller than it could be.
  private func addAcceptedGroups(of leaf: GrammarTables.Leaf, _ groups: [UInt64]) {
    let first = stored.acceptedGroups.count
    let (stride, stateCount) = (leaf.stride, leaf.stateCount)
    func target(_ state: Int, _ symbol: Int) -> Int {
      Int(tables.layout.leaves.transitions[leaf.firstTransition + state * stride + symbol])
    }
    let isIntact = intactStates(of: leaf, groups)
    for state in 0..<stateCount {
      let content = Int(tables.state(leaf, state).content)
      guard content != StringContent.invalid else {
        stored.acceptedGroups.append(0)
        continue
      }
      var accepted = UInt64.max
      // Where only some characters with a first byte may follow, none of them is taken: otherwise
      // the bytes within characters, which many share, could not be taken either.
      for symbol in 0..<stride where !isIntact[target(state, symbol)] {
        accepted &= ~groups[content * stride + symbol]
      }
      stored.acceptedGroups.append(accepted)
    }
    // The states after a state have to accept what it accepts. Where they accept much less, such as
    // two digits after a percent sign, the byte that leads there is left out instead.
    for _ in 0..<Self.maximumRounds {
      var hasChanged = false
      for state in (0..<stateCount).reversed() where stored.acceptedGroups[first + state] != 0 {
        let content = Int(tables.state(leaf, state).content)
        var accepted = stored.acceptedGroups[first + state]
        for symbol in 0..<stride {
          let own = groups[content * stride + symbol] & accepted
          guard own != 0 else { continue }
          let next = target(state, symbol)
          let lost = accepted & ~stored.acceptedGroups[first + next]
          let isDear =
            content == Int(StringContent.start)
            && ByteGroups.weight(of: lost) > ByteGroups.weight(of: own)
          accepted &= isDear ? ~own : ~lost
        }
        if accepted != stored.acceptedGroups[first + state] { hasChanged = true }
        stored.acceptedGroups[first + state] = accepted
      }
      if !hasChanged { return }
    }
    for state in 0..<stateCount { stored.acceptedGroups[first + state] = 0 }
  }

  /// The states that exist and are not within a character of which only some rests may follow.
  private func intactStates(of leaf: GrammarTables.Leaf, _ groups: [UInt64]) -> [Bool] {
    let (stride, stateCount) = (leaf.stride, leaf.stateCount)
    var isIntact = (0..<stateCount).map { $0 != 0 }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for state in 1..<max(stateCount, 1) where isIntact[state] {
        let content = tables.state(leaf, state).content
        guard content != StringContent.invalid, content != StringContent.start else { continue }
        for symbol in 0..<stride where groups[Int(content) * stride + symbol] != 0 {
          let row = leaf.firstTransition + state * stride
          if !isIntact[Int(tables.layout.leaves.transitions[row + symbol])] {
            isIntact[state] = false
          }
        }
        if !isIntact[state] { hasChanged = true }
      }
    }
    return isIntact
  }

  /// The groups of the bytes that can follow in each state of ``StringContent``, by the leaf's
  /// classes of bytes.
  private func symbolGroups(of leaf: GrammarTables.Leaf) -> [UInt64] {
    let content = StringContent.shared
    let stride = leaf.stride
    var groups = [UInt64](repeating: 0, count: content.stateCount * stride)
    for state in 0..<content.stateCount {
      for byte in 0...255 as ClosedRange<UInt8> where content.following[state].contains(byte) {
        let symbol = Int(tables.layout.leaves.byteClasses[leaf.firstClass + Int(byte)])
        groups[state * stride + symbol] |= ByteGroups.bits[Int(byte)]
      }
    }
    return groups
  }
}
