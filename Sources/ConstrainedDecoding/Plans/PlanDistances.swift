/// The fewest tokens from each place of a plan to the end of the output.
struct PlanDistances: Sendable {
  /// A place from which the output cannot end.
  enum Fault: Error {
    case endless(place: Int)
    /// The markers of a text overlap, so that it cannot end at each place.
    case overlappingMarkers(place: Int)
    /// The markers of the texts up to this one are too many or too long.
    case tooManyMarkers(place: Int)
  }

  /// The most ways out of all texts together, which take memory.
  private static let maximumExits = 1 << 19
  /// The most bytes of markers that are read to find the ways out, which takes time.
  private static let maximumSteps = 1 << 24

  /// The fewest tokens from each place.
  private(set) var places: [Int64]
  /// The way out of each text from each state of its automaton.
  private(set) var exits: [[PlanText.Exit]]
  /// The largest cost of the ways out of each text.
  private(set) var longestExits: [Int64]
  /// The longest of the shortest ways from any place, and any state in it; values count from their
  /// starts.
  private(set) var longest: Int64 = 0

  init(_ layout: PlanLayout) throws(Fault) {
    places = Array(repeating: GrammarLayout.far, count: layout.places.count)
    exits = Array(repeating: [], count: layout.texts.count)
    longestExits = Array(repeating: 0, count: layout.texts.count)
    findPlaces(layout)
    if let place = places.firstIndex(where: { $0 >= GrammarLayout.far }) {
      throw .endless(place: place)
    }
    try findExits(layout)
    longest = findLongest(layout)
  }

  /// The size in bytes.
  var byteCount: Int { places.byteCount + exits.reduce(0) { $0 + $1.byteCount } }

  private mutating func findPlaces(_ layout: PlanLayout) {
    var hasChanged = true
    // A round for each way back in the plan is enough, since no distance is negative.
    while hasChanged {
      hasChanged = false
      for (index, place) in layout.places.enumerated() {
        let distance = min(self.distance(of: place, layout), GrammarLayout.far)
        if distance < places[index] {
          places[index] = distance
          hasChanged = true
        }
      }
    }
  }

  private func distance(of place: PlanPlace, _ layout: PlanLayout) -> Int64 {
    let index = Int(place.index)
    let next = place.next < 0 ? 0 : places[Int(place.next)]
    switch place.kind {
    case .end: return 0
    case .literal: return layout.literalCosts[index][0] + next
    case .tokens: return 1 + next
    case .open, .close: return next
    case .value: return layout.valueCosts[layout.values[index].grammar] + next
    case .split: return layout.targets[index].map { places[Int($0)] }.min() ?? GrammarLayout.far
    case .text: return cleanExit(of: layout.texts[index], next, layout)?.cost ?? GrammarLayout.far
    }
  }

  /// The shortest way out of a text between two characters, with nothing of a marker read.
  private func cleanExit(
    of text: PlanText, _ next: Int64, _ layout: PlanLayout
  ) -> PlanText.Exit? {
    var best: PlanText.Exit?
    func consider(_ exit: PlanText.Exit) {
      if exit.cost < best?.cost ?? .max { best = exit }
    }
    if text.canEnd { consider(.init(kind: .next, marker: 0, offset: 0, cost: next)) }
    for (index, marker) in layout.automata[text.automaton].markers.enumerated() {
      let rest = places[Int(text.targets[index])]
      let number = Int32(truncatingIfNeeded: index)
      if marker.tokens.isEmpty {
        consider(.init(kind: .bytes, marker: number, offset: 0, cost: marker.costs[0] + rest))
      } else {
        consider(.init(kind: .token, marker: number, offset: 0, cost: 1 + rest))
      }
    }
    return best
  }

  private func findLongest(_ layout: PlanLayout) -> Int64 {
    var longest = places.max() ?? 0
    for place in layout.places {
      let next = place.next < 0 ? 0 : places[Int(place.next)]
      switch place.kind {
      case .literal:
        longest = max(longest, (layout.literalCosts[Int(place.index)].max() ?? 0) + next)
      case .text:
        let text = layout.texts[Int(place.index)]
        longest = max(longest, longestExits[Int(place.index)] + 3)
        for (marker, target) in zip(layout.automata[text.automaton].markers, text.targets) {
          longest = max(longest, (marker.costs.max() ?? 0) + places[Int(target)])
        }
      case .tokens, .value, .open, .close, .split, .end: break
      }
    }
    return min(longest, GrammarLayout.far)
  }

  private mutating func findExits(_ layout: PlanLayout) throws(Fault) {
    var exitCount = 0
    var steps = 0
    for (index, place) in layout.places.enumerated() where place.kind == .text {
      let text = layout.texts[Int(place.index)]
      let automaton = layout.automata[text.automaton]
      exitCount += automaton.stateCount
      guard exitCount <= Self.maximumExits else { throw .tooManyMarkers(place: index) }
      let clean = cleanExit(of: text, places[Int(place.next)], layout)
      var exits: [PlanText.Exit] = []
      for state in 0..<automaton.stateCount {
        if let exit = exit(of: text, from: state, clean, layout, &steps) {
          exits.append(exit)
        } else if automaton.completed[state] != MarkerAutomaton.none, let clean {
          // The text has ended before this state.
          exits.append(clean)
        } else {
          throw .overlappingMarkers(place: index)
        }
        guard steps <= Self.maximumSteps else { throw .tooManyMarkers(place: index) }
      }
      self.exits[Int(place.index)] = exits
      longestExits[Int(place.index)] = exits.map(\.cost).max() ?? 0
    }
  }

  /// Finds the shortest way out of a text from a state of its automaton.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - state: The state.
  ///   - clean: The shortest way out with nothing of a marker read.
  ///   - layout: The plan.
  ///   - steps: The number of bytes of markers that are read is added to it.
  /// - Returns: The way; `nil` if there is none.
  private func exit(
    of text: PlanText, from state: Int, _ clean: PlanText.Exit?, _ layout: PlanLayout,
    _ steps: inout Int
  ) -> PlanText.Exit? {
    let automaton = layout.automata[text.automaton]
    // A marker that is a text token completes itself only where its bytes do.
    func isPossible(_ marker: Int) -> Bool {
      automaton.markers[marker].isSpecial
        || automaton.completes(marker, from: state, offset: 0, &steps)
    }
    var ways = automaton.completions(from: state, &steps)
    var best = clean
    if let exit = clean, exit.kind != .next, !isPossible(Int(exit.marker)) {
      best = nil
      ways += automaton.markers.indices.filter(isPossible).map { ($0, 0) }
    }
    for (marker, offset) in ways {
      let isToken = offset == 0 && !automaton.markers[marker].tokens.isEmpty
      let cost =
        (isToken ? 1 : automaton.markers[marker].costs[offset])
        + places[Int(text.targets[marker])]
      guard cost < best?.cost ?? .max else { continue }
      best = PlanText.Exit(
        kind: isToken ? .token : .bytes, marker: Int32(truncatingIfNeeded: marker),
        offset: Int32(truncatingIfNeeded: offset), cost: cost)
    }
    return best.flatMap { $0.cost < GrammarLayout.far ? $0 : nil }
  }
}
