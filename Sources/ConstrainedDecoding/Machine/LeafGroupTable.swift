import ContentStorage

/// The groups of bytes of a leaf, and where those that its states take are kept.
struct LeafGroups: BitwiseCopyable {
  /// Where the groups of the leaf's classes of bytes begin in the table: for each state of
  /// ``StringContent``, those of the bytes that can follow in it.
  fileprivate var firstSymbol: EntryIndex<UInt64>
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

/// Which bytes a string with a pattern takes in any order, for each leaf once.
struct LeafGroupTable {
  /// Leaves of more states than this are walked token by token, since to find what they take would
  /// be longer.
  private static let groupedStates = 1 << 12
  /// The most passes over the states of a leaf until nothing changes.
  private static let maximumRounds = 16
  /// A run in which this many states may be reached at once; more are not followed.
  private static let maximumStates = 32
  /// The groups of bytes within characters of several bytes.
  private static let continuation = ByteGroups.bits[0x80]
  /// The groups of the first bytes of these.
  private static let leads = (0xC2...0xF4).reduce(0) { $0 | ByteGroups.bits[$1] }

  private let indices = ItemTable<LeafGroups>()
  private let leafGroups = GrowingTable<LeafGroups>()
  private let acceptedGroups = GrowingTable<UInt64>()
  private let tables: GrammarTables

  init(_ tables: GrammarTables) { self.tables = tables }

  /// The memory of the table, in bytes.
  var byteCount: Int { indices.byteCount + leafGroups.byteCount + acceptedGroups.byteCount }

  func removeAll() {
    indices.removeAll()
    leafGroups.removeAll()
    acceptedGroups.removeAll()
  }

  /// The groups that a state takes in any order and number.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - first: Where those of its leaf begin; see ``LeafGroups/firstState``.
  /// - Returns: The groups.
  func groups(takenIn state: Int, from first: EntryIndex<UInt64>) -> UInt64 {
    acceptedGroups[first.value + state]
  }

  /// The groups of a leaf's bytes, and of those that its states take.
  func groups(of leaf: GrammarTables.Leaf, _ index: EntryIndex<GrammarTables.Leaf>) -> LeafGroups {
    let key = Item(position: .leaf(index), stack: .empty)
    if let known = indices.entry(of: key) { return leafGroups[known] }
    let symbols = symbolGroups(of: leaf)
    var groups = LeafGroups(firstSymbol: acceptedGroups.nextIndex)
    for symbol in symbols { acceptedGroups.append(symbol) }
    for byte in 0...255 as ClosedRange<UInt8>
    where tables.layout.leaves.byteClasses[leaf.firstClass + Int(byte)] != 0 {
      groups.used |= ByteGroups.bits[Int(byte)]
    }
    if leaf.stateCount <= Self.groupedStates {
      groups.firstState = acceptedGroups.nextIndex
      addAcceptedGroups(of: leaf, symbols)
    }
    indices.insert(key, leafGroups.add(groups))
    return groups
  }

  /// Adds for each state the groups whose bytes the leaf takes in any order and number.
  ///
  /// It takes them if only any string does. A set can be smaller than it could be.
  private func addAcceptedGroups(of leaf: GrammarTables.Leaf, _ groups: [UInt64]) {
    let first = acceptedGroups.count
    let (stride, stateCount) = (leaf.stride, leaf.stateCount)
    func target(_ state: Int, _ symbol: Int) -> Int {
      Int(tables.layout.leaves.transitions[leaf.firstTransition + state * stride + symbol])
    }
    let isIntact = intactStates(of: leaf, groups)
    for state in 0..<stateCount {
      let content = Int(tables.state(leaf, state).content)
      guard content != StringContent.invalid else {
        acceptedGroups.append(0)
        continue
      }
      var accepted = UInt64.max
      // Where only some characters with a first byte may follow, none of them is taken: otherwise
      // the bytes within characters, which many share, could not be taken either.
      for symbol in 0..<stride where !isIntact[target(state, symbol)] {
        accepted &= ~groups[content * stride + symbol]
      }
      acceptedGroups.append(accepted)
    }
    // The states after a state have to accept what it accepts. Where they accept much less, such as
    // two digits after a percent sign, the byte that leads there is left out instead.
    for _ in 0..<Self.maximumRounds {
      var hasChanged = false
      for state in (0..<stateCount).reversed() where acceptedGroups[first + state] != 0 {
        let content = Int(tables.state(leaf, state).content)
        var accepted = acceptedGroups[first + state]
        for symbol in 0..<stride {
          let own = groups[content * stride + symbol] & accepted
          guard own != 0 else { continue }
          let next = target(state, symbol)
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

  // MARK: Runs

  /// The run from a state between two characters.
  ///
  /// Such as the digits of a UUID up to the next hyphen: the tokens with at most this number of
  /// digits are taken together, not one by one.
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
    acceptedGroups[known.firstSymbol.value + Int(content) * leaf.stride + symbol]
  }
}
