import IndexedTables

/// The groups of a leaf's bytes, and the places of its groups in the ``LeafGroupTable``.
struct LeafGroups: BitwiseCopyable {
  /// The index of the first entry for the leaf's classes of bytes.
  ///
  /// For each state of ``StringContent``, the entries have the groups of the bytes that can follow.
  fileprivate var firstSymbol: EntryIndex<UInt64>
  /// The index of the first entry for the leaf's states.
  ///
  /// The entry of a state has the groups whose bytes it accepts in any order and number. It is
  /// `nil` if these groups are not known.
  var firstState: EntryIndex<UInt64>?
  /// The groups of all bytes that occur in the leaf.
  var used: UInt64 = 0
}

/// Groups whose bytes a state accepts in any order, up to a number of characters.
struct GroupRun {
  var groups: UInt64 = 0
  /// The largest number of characters, including an incomplete character at the end.
  var characters = 0
  /// The groups that can follow after this number of characters; the set may be too large.
  var after = UInt64.max
}

/// The groups of bytes that strings with patterns accept in any order.
///
/// They are computed once for each leaf.
///
/// It cannot be copied, because a copy would share the stored tables.
struct LeafGroupTable: ~Copyable {
  /// The largest number of states for which groups are computed.
  ///
  /// For a larger leaf, computing the groups would take longer than trying each token.
  private static let groupedStates = 1 << 12
  /// The largest number of passes over the states of a leaf, until the groups no longer change.
  private static let maximumRounds = 16
  /// The largest number of states at one place of a run; a run with more states ends.
  private static let maximumStates = 32
  /// The groups of continuation bytes in UTF-8.
  private static let continuation = ByteGroups.bits[0x80]
  /// The groups of the first bytes of characters with several bytes.
  private static let leads = (0xC2...0xF4).reduce(0) { $0 | ByteGroups.bits[$1] }

  private let indices = ItemTable<LeafGroups>()
  private let leafGroups = GrowingTable<LeafGroups>()
  private let acceptedGroups = GrowingTable<UInt64>()

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + leafGroups.byteCount + acceptedGroups.byteCount }

  func removeAll() {
    indices.removeAll()
    leafGroups.removeAll()
    acceptedGroups.removeAll()
  }

  /// Returns the groups whose bytes a state accepts in any order and number.
  ///
  /// `first`: The index of the first entry for the leaf's states; see ``LeafGroups/firstState``.
  func groups(takenIn state: Int, from first: EntryIndex<UInt64>) -> UInt64 {
    acceptedGroups[first.value + state]
  }

  /// Returns the groups of a leaf's bytes and of its states.
  func groups(of leaf: GrammarTables.Leaf, _ index: EntryIndex<GrammarTables.Leaf>) -> LeafGroups {
    let key = Item(position: .leaf(index), stack: .empty)
    if let known = indices.entry(of: key) { return leafGroups[known] }
    let symbols = symbolGroups(of: leaf)
    var groups = LeafGroups(firstSymbol: acceptedGroups.nextIndex)
    for symbol in symbols { acceptedGroups.append(symbol) }
    for byte in 0...255 as ClosedRange<UInt8>
    where leaf.symbol(of: byte) != 0 {
      groups.used |= ByteGroups.bits[Int(byte)]
    }
    if leaf.stateCount <= Self.groupedStates {
      groups.firstState = acceptedGroups.nextIndex
      addAcceptedGroups(of: leaf, symbols)
    }
    indices.insert(key, leafGroups.add(groups))
    return groups
  }

  /// Adds the groups of each state: the groups whose bytes it accepts in any order and number.
  ///
  /// A state accepts a sequence of these bytes if every string may contain the sequence. A set can
  /// be smaller than the largest possible one.
  private func addAcceptedGroups(of leaf: GrammarTables.Leaf, _ groups: [UInt64]) {
    let first = acceptedGroups.count
    let (stride, stateCount) = (leaf.stride, leaf.stateCount)
    let isIntact = intactStates(of: leaf, groups)
    for state in 0..<stateCount {
      let content = Int(leaf.state(state).content)
      guard content != StringContent.invalid else {
        acceptedGroups.append(0)
        continue
      }
      var accepted = UInt64.max
      // If only some characters with a certain first byte may follow, that first byte is excluded.
      // Otherwise the continuation bytes would have to be excluded, which belong to many
      // characters.
      for symbol in 0..<stride where !isIntact[leaf.target(state, symbol)] {
        accepted &= ~groups[content * stride + symbol]
      }
      acceptedGroups.append(accepted)
    }
    // The states after a state must accept all groups of the state, so groups are removed until
    // this holds. If a following state accepts far fewer groups, such as two digits after a
    // percent sign, the byte that leads to that state is excluded instead.
    for _ in 0..<Self.maximumRounds {
      var hasChanged = false
      for state in (0..<stateCount).reversed() where acceptedGroups[first + state] != 0 {
        let content = Int(leaf.state(state).content)
        var accepted = acceptedGroups[first + state]
        for symbol in 0..<stride {
          let own = groups[content * stride + symbol] & accepted
          guard own != 0 else { continue }
          let next = leaf.target(state, symbol)
          let lost = accepted & ~acceptedGroups[first + next]
          let isDear =
            content == Int(StringContent.start)
            && ByteGroups.weight(of: lost) > ByteGroups.weight(of: own)
          accepted &= isDear ? ~own : ~lost
        }
        if accepted != acceptedGroups[first + state] { hasChanged = true }
        acceptedGroups[first + state] = accepted
      }
      if !hasChanged { return }
    }
    for state in 0..<stateCount { acceptedGroups[first + state] = 0 }
  }

  /// Returns for each state whether it is intact: it is not the dead state, and if it is within a
  /// character, every rest of that character may follow.
  private func intactStates(of leaf: GrammarTables.Leaf, _ groups: [UInt64]) -> [Bool] {
    let (stride, stateCount) = (leaf.stride, leaf.stateCount)
    var isIntact = (0..<stateCount).map { $0 != 0 }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for state in 1..<max(stateCount, 1) where isIntact[state] {
        let content = leaf.state(state).content
        guard content != StringContent.invalid, content != StringContent.start else { continue }
        for symbol in 0..<stride where groups[Int(content) * stride + symbol] != 0 {
          if !isIntact[leaf.target(state, symbol)] { isIntact[state] = false }
        }
        if !isIntact[state] { hasChanged = true }
      }
    }
    return isIntact
  }

  /// Returns for each state of ``StringContent`` and each of the leaf's classes of bytes the groups
  /// of the bytes that can follow.
  private func symbolGroups(of leaf: GrammarTables.Leaf) -> [UInt64] {
    let content = StringContent.shared
    let stride = leaf.stride
    var groups = [UInt64](repeating: 0, count: content.stateCount * stride)
    for state in 0..<content.stateCount {
      for byte in 0...255 as ClosedRange<UInt8> where content.following[state].contains(byte) {
        let symbol = leaf.symbol(of: byte)
        groups[state * stride + symbol] |= ByteGroups.bits[Int(byte)]
      }
    }
    return groups
  }

  // MARK: Runs

  /// Returns the run from a state between two characters.
  ///
  /// For example, the digits of a UUID up to the next hyphen are a run. All tokens with at most
  /// this number of digits are allowed together, without trying each.
  func run(from state: Int, of leaf: GrammarTables.Leaf, _ known: LeafGroups) -> GroupRun {
    var run = GroupRun(groups: takenGroups(state, leaf, known), characters: 1)
    var states = [state]
    while run.groups != 0, run.characters < StringTables.countedCharacters {
      let next = targets(of: states, run.groups, leaf, known)
      guard next.count <= Self.maximumStates else { return run }
      let kept = next.reduce(run.groups) { $0 & takenGroups($1, leaf, known) }
      if kept == run.groups {
        // If the states don't change any more, the run has no end.
        run.characters = next == states ? StringTables.countedCharacters : run.characters + 1
        states = next
        continue
      }
      let lasting = lastingGroups(states, run.groups, leaf, known)
      let enough = ByteGroups.weight(of: run.groups) / 2
      if lasting != run.groups, ByteGroups.weight(of: lasting) > ByteGroups.weight(of: kept),
        ByteGroups.weight(of: lasting) >= enough
      {
        run.groups = lasting
      } else if ByteGroups.weight(of: kept) >= enough {
        run.groups = kept
        run.characters += 1
        states = next
      } else {
        run.after = next.reduce(0) { $0 | followingGroups($1, leaf, known) }
        return run
      }
    }
    return run
  }

  /// Returns the groups of which every character, except escapes, may follow a state between two
  /// characters.
  private func takenGroups(
    _ state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    var (taken, rejected): (UInt64, UInt64) = (0, 0)
    for symbol in 0..<leaf.stride {
      let own = groups(of: symbol, in: StringContent.start, leaf, known)
      guard own != 0 else { continue }
      let target = leaf.target(state, symbol)
      let isTaken =
        target != 0
        && (leaf.state(target).content == StringContent.start
          || own & Self.leads != 0 && charactersEnd(from: target, leaf, known) != nil)
      if isTaken { taken |= own } else { rejected |= own }
    }
    taken &= ~rejected
    return taken & Self.leads == 0 ? taken : taken | Self.continuation
  }

  /// Returns the groups of which some character may follow a state between two characters.
  private func followingGroups(
    _ state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    (0..<leaf.stride).reduce(0) { groups, symbol in
      leaf.target(state, symbol) == 0
        ? groups : groups | self.groups(of: symbol, in: StringContent.start, leaf, known)
    }
  }

  /// Returns the groups without the ones that lead to states with far fewer groups.
  private func lastingGroups(
    _ states: [Int], _ groups: UInt64, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    var lasting = groups
    for state in states {
      for symbol in 0..<leaf.stride {
        let own = self.groups(of: symbol, in: StringContent.start, leaf, known) & groups
        guard own != 0 else { continue }
        let ends = charactersEnd(from: leaf.target(state, symbol), leaf, known) ?? []
        let lost = ends.reduce(0) { $0 | groups & ~takenGroups($1, leaf, known) }
        if ByteGroups.weight(of: lost) > ByteGroups.weight(of: own) { lasting &= ~own }
      }
    }
    return lasting & Self.leads == 0 ? lasting & ~Self.continuation : lasting
  }

  /// Returns the states after one character of some groups, in order.
  private func targets(
    of states: [Int], _ groups: UInt64, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> [Int] {
    var targets: [Int] = []
    for state in states {
      for symbol in 0..<leaf.stride
      where self.groups(of: symbol, in: StringContent.start, leaf, known) & groups != 0 {
        let target = leaf.target(state, symbol)
        let ends = charactersEnd(from: target, leaf, known) ?? []
        for end in ends where !targets.contains(end) { targets.append(end) }
      }
    }
    return targets.sorted()
  }

  /// Returns the states after the current character; `nil` if some rest of the character may not
  /// follow.
  private func charactersEnd(
    from state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> [Int]? {
    guard state != 0 else { return nil }
    if leaf.state(state).content == StringContent.start { return [state] }
    var (ends, met, position): ([Int], [Int], Int) = ([], [state], 0)
    while position < met.count {
      let current = met[position]
      let content = leaf.state(current).content
      position += 1
      for symbol in 0..<leaf.stride
      where groups(of: symbol, in: content, leaf, known) != 0 {
        let target = leaf.target(current, symbol)
        guard target != 0 else { return nil }
        if leaf.state(target).content == StringContent.start {
          if !ends.contains(target) { ends.append(target) }
        } else if !met.contains(target) {
          met.append(target)
        }
      }
    }
    return ends
  }

  private func groups(
    of symbol: Int, in content: UInt8, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    acceptedGroups[known.firstSymbol.value + Int(content) * leaf.stride + symbol]
  }
}
