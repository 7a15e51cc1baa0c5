import ContentStorage

/// The groups of bytes of a leaf, and where those that its states take are kept.
struct LeafGroups: BitwiseCopyable {
  /// Where the groups of the leaf's classes of bytes begin in ``FoundMasks/acceptedGroups``: for
  /// each state of ``StringContent``, those of the bytes that can follow in it.
  var firstSymbol: EntryIndex<UInt64>
  /// Where the groups begin that each state takes in any order and number; `nil` if they are not
  /// known.
  var firstState: EntryIndex<UInt64>?
  /// The groups of the bytes that the leaf takes anywhere.
  var used: UInt64 = 0
}

/// Groups whose bytes a state takes in any order, up to some number of characters.
struct GroupRun {
  var groups: UInt64 = 0
  /// The most characters, one that has only begun included.
  var characters = 0
  /// All groups that can follow after this number of characters, and perhaps some that cannot.
  var after = UInt64.max
}

/// The number of characters that a string with a pattern accepts in any order.
///
/// Such as the digits of a UUID up to the next hyphen: the tokens with at most this number of
/// digits are taken together, not one by one.
extension MaskWorkspace {
  /// A run in which this many states may be reached at once; more are not followed.
  private static let maximumStates = 32
  /// The groups of bytes within characters of several bytes.
  private static let continuation = ByteGroups.bits[0x80]
  /// The groups of the first bytes of these.
  private static let leads = (0xC2...0xF4).reduce(0) { $0 | ByteGroups.bits[$1] }

  /// The run from a state between two characters.
  func run(from state: Int, of leaf: GrammarTables.Leaf, _ known: LeafGroups) -> GroupRun {
    var run = GroupRun(groups: takenGroups(state, leaf, known), characters: 1)
    var states = [state]
    while run.groups != 0, run.characters < StringTables.countedCharacters {
      let next = targets(of: states, run.groups, leaf, known)
      guard next.count <= Self.maximumStates else { return run }
      let kept = next.reduce(run.groups) { $0 & takenGroups($1, leaf, known) }
      if kept == run.groups {
        // A state that leads to itself goes on for ever.
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

  /// The groups of which any character may follow a state between two characters, but for escapes.
  private func takenGroups(
    _ state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    var (taken, rejected): (UInt64, UInt64) = (0, 0)
    for symbol in 0..<leaf.stride {
      let own = groups(of: symbol, in: StringContent.start, leaf, known)
      guard own != 0 else { continue }
      let target = self.target(state, symbol, leaf)
      let isTaken =
        target != 0
        && (tables.state(leaf, target).content == StringContent.start
          || own & Self.leads != 0 && charactersEnd(from: target, leaf, known) != nil)
      if isTaken { taken |= own } else { rejected |= own }
    }
    taken &= ~rejected
    return taken & Self.leads == 0 ? taken : taken | Self.continuation
  }

  /// The groups of which some character may follow a state between two characters.
  private func followingGroups(
    _ state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    (0..<leaf.stride).reduce(0) { groups, symbol in
      target(state, symbol, leaf) == 0
        ? groups : groups | self.groups(of: symbol, in: StringContent.start, leaf, known)
    }
  }

  /// The groups without those that lead to states which take much less.
  private func lastingGroups(
    _ states: [Int], _ groups: UInt64, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    var lasting = groups
    for state in states {
      for symbol in 0..<leaf.stride {
        let own = self.groups(of: symbol, in: StringContent.start, leaf, known) & groups
        guard own != 0 else { continue }
        let ends = charactersEnd(from: target(state, symbol, leaf), leaf, known) ?? []
        let lost = ends.reduce(0) { $0 | groups & ~takenGroups($1, leaf, known) }
        if ByteGroups.weight(of: lost) > ByteGroups.weight(of: own) { lasting &= ~own }
      }
    }
    return lasting & Self.leads == 0 ? lasting & ~Self.continuation : lasting
  }

  /// The states after one character of some groups, in order.
  private func targets(
    of states: [Int], _ groups: UInt64, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> [Int] {
    var targets: [Int] = []
    for state in states {
      for symbol in 0..<leaf.stride
      where self.groups(of: symbol, in: StringContent.start, leaf, known) & groups != 0 {
        let target = self.target(state, symbol, leaf)
        let ends = charactersEnd(from: target, leaf, known) ?? []
        for end in ends where !targets.contains(end) { targets.append(end) }
      }
    }
    return targets.sorted()
  }

  /// The states after the characters that go on from a state; `nil` if some of them may not follow.
  private func charactersEnd(
    from state: Int, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> [Int]? {
    guard state != 0 else { return nil }
    if tables.state(leaf, state).content == StringContent.start { return [state] }
    var (ends, met, position): ([Int], [Int], Int) = ([], [state], 0)
    while position < met.count {
      let current = met[position]
      let content = tables.state(leaf, current).content
      position += 1
      for symbol in 0..<leaf.stride
      where groups(of: symbol, in: content, leaf, known) != 0 {
        let target = self.target(current, symbol, leaf)
        guard target != 0 else { return nil }
        if tables.state(leaf, target).content == StringContent.start {
          if !ends.contains(target) { ends.append(target) }
        } else if !met.contains(target) {
          met.append(target)
        }
      }
    }
    return ends
  }

  private func target(_ state: Int, _ symbol: Int, _ leaf: GrammarTables.Leaf) -> Int {
    Int(
      tables.layout.leaves.transitions[
        leaf.firstTransition + state * leaf.stride + symbol])
  }

  private func groups(
    of symbol: Int, in content: UInt8, _ leaf: GrammarTables.Leaf, _ known: LeafGroups
  ) -> UInt64 {
    stored.acceptedGroups[known.firstSymbol.value + Int(content) * leaf.stride + symbol]
  }
}
