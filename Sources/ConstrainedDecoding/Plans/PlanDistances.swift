import IndexedTables

/// The distance from each place of a plan to the end of the output: the smallest number of tokens,
/// if each byte is a token.
struct PlanDistances: Sendable {
  /// The reason why distances cannot be computed.
  enum Fault: Error {
    case endless(place: PlaceIndex)
    /// The markers of a text overlap, so that the text cannot be ended from each state.
    case overlappingMarkers(place: PlaceIndex)
    /// The markers of the texts up to this one are too many or too long.
    case tooManyMarkers(place: PlaceIndex)
  }

  /// The largest total number of exits of all texts, which limits the memory.
  private static let maximumExits = 1 << 19
  /// The largest number of bytes of markers that are read to find exits, which limits the time.
  private static let maximumSteps = 1 << 24

  struct TextExits: Sendable {
    /// The shortest exit from each state of the text's automaton.
    var exits: [PlanText.Exit] = []
    /// The largest cost of these exits.
    var longest: Distance = 0

    /// The largest cost from any place in the text: up to three bytes may complete a character
    /// before an exit.
    var longestFromAnyByte: Distance { longest + 3 }
  }

  private var places: [Distance]
  private var texts: [TextExits]
  /// The largest distance from any place, including all states of literals and texts.
  ///
  /// Within values, only the distance from their start is included.
  private(set) var longest: Distance = 0

  init(_ layout: PlanLayout) throws(Fault) {
    places = Array(repeating: .infinite, count: layout.places.count)
    texts = Array(repeating: TextExits(), count: layout.texts.count)
    findPlaces(layout)
    if let place = places.firstIndex(where: \.isInfinite) {
      throw .endless(place: PlaceIndex(place))
    }
    try findExits(layout)
    longest = findLongest(layout)
  }

  /// Creates the distances of a plan that consists of a value, which may be endless.
  init(ofValueIn layout: PlanLayout) {
    places = Array(repeating: .infinite, count: layout.places.count)
    texts = []
    findPlaces(layout)
    longest = findLongest(layout)
  }

  subscript(place: PlaceIndex) -> Distance { places[place.value] }

  subscript(text: EntryIndex<PlanText>) -> TextExits { texts[text.value] }

  var byteCount: Int { places.byteCount + texts.reduce(0) { $0 + $1.exits.byteCount } }

  private mutating func findPlaces(_ layout: PlanLayout) {
    var hasChanged = true
    // The number of rounds is at most the number of backward edges in the plan plus one, because no
    // distance is negative.
    while hasChanged {
      hasChanged = false
      for (index, place) in layout.places.enumerated() {
        let distance = distance(of: place, layout)
        if distance < places[index] {
          places[index] = distance
          hasChanged = true
        }
      }
    }
  }

  private func distance(of place: PlanPlace, _ layout: PlanLayout) -> Distance {
    switch place {
    case .end: 0
    case .literal(let literal, let next): layout.literals[literal].costs[0] + self[next]
    case .tokens(_, let next): 1 + self[next]
    case .open(_, let next), .close(_, let next): self[next]
    case .value(let value, let next):
      layout.grammars[layout.values[value].grammar].cost + self[next]
    case .split(let split): layout.splits[split].map { self[$0] }.min() ?? .infinite
    case .text(let text, let next):
      cleanExit(of: layout.texts[text], self[next], layout)?.cost ?? .infinite
    }
  }

  /// Returns the shortest exit of a text from a place between two characters, with no prefix of a
  /// marker read.
  private func cleanExit(
    of text: PlanText, _ next: Distance, _ layout: PlanLayout
  ) -> PlanText.Exit? {
    var best: PlanText.Exit?
    func consider(_ exit: PlanText.Exit) {
      if best.map({ exit.cost < $0.cost }) ?? true { best = exit }
    }
    if text.canEnd { consider(.init(way: .next, cost: next)) }
    for (number, marker) in layout.automaton(of: text).markers.enumerated() {
      let rest = self[text.targets[number]]
      let index = EntryIndex<PlanMarker>(number)
      if marker.tokens.isEmpty {
        consider(.init(way: .bytes(index, offset: 0), cost: marker.costs[0] + rest))
      } else {
        consider(.init(way: .token(index), cost: 1 + rest))
      }
    }
    return best
  }

  private func findLongest(_ layout: PlanLayout) -> Distance {
    var longest = places.max() ?? 0
    for place in layout.places {
      switch place {
      case .literal(let literal, let next):
        longest = max(longest, (layout.literals[literal].costs.max() ?? 0) + self[next])
      case .text(let index, _):
        let text = layout.texts[index]
        longest = max(longest, self[index].longestFromAnyByte)
        for (marker, target) in zip(layout.automaton(of: text).markers, text.targets) {
          longest = max(longest, (marker.costs.max() ?? 0) + self[target])
        }
      case .tokens, .value, .open, .close, .split, .end: break
      }
    }
    return longest
  }

  private mutating func findExits(_ layout: PlanLayout) throws(Fault) {
    var exitCount = 0
    var steps = 0
    for (number, place) in layout.places.enumerated() {
      guard case .text(let index, let next) = place else { continue }
      let place = PlaceIndex(number)
      let text = layout.texts[index]
      let automaton = layout.automaton(of: text)
      exitCount += automaton.stateCount
      guard exitCount <= Self.maximumExits else { throw .tooManyMarkers(place: place) }
      let clean = cleanExit(of: text, self[next], layout)
      var exits: [PlanText.Exit] = []
      for state in 0..<automaton.stateCount {
        if let exit = exit(of: text, from: state, clean, layout, &steps) {
          exits.append(exit)
        } else if automaton.completed[state] != .none, let clean {
          // The text always ends before this state, so any exit will do.
          exits.append(clean)
        } else {
          throw .overlappingMarkers(place: place)
        }
        guard steps <= Self.maximumSteps else { throw .tooManyMarkers(place: place) }
      }
      texts[index.value] = TextExits(exits: exits, longest: exits.map(\.cost).max() ?? 0)
    }
  }

  /// Returns the shortest exit of a text from a state of its automaton.
  ///
  /// `clean`: The shortest exit with no prefix of a marker read. `steps`: A counter, which is
  /// increased by the number of bytes of markers that are read.
  ///
  /// - Returns: The exit; `nil` if there is none.
  private func exit(
    of text: PlanText, from state: Int, _ clean: PlanText.Exit?, _ layout: PlanLayout,
    _ steps: inout Int
  ) -> PlanText.Exit? {
    let automaton = layout.automaton(of: text)
    // A marker with a text token is completed by the token only if the token's bytes complete it.
    func isPossible(_ marker: EntryIndex<PlanMarker>) -> Bool {
      automaton.markers[marker].isSpecial
        || automaton.completes(marker, from: state, offset: 0, &steps)
    }
    var ways = automaton.completions(from: state, &steps)
    var best = clean
    switch clean?.way {
    case .token(let marker), .bytes(let marker, _):
      if !isPossible(marker) {
        best = nil
        let markers = automaton.markers.indices.map { EntryIndex<PlanMarker>($0) }
        ways += markers.filter(isPossible).map { ($0, 0) }
      }
    case .next, nil: break
    }
    for (marker, offset) in ways {
      let isToken = offset == 0 && !automaton.markers[marker].tokens.isEmpty
      let cost =
        (isToken ? 1 : automaton.markers[marker].costs[offset])
        + self[text.targets[marker.value]]
      guard cost < best?.cost ?? .infinite else { continue }
      best = PlanText.Exit(
        way: isToken ? .token(marker) : .bytes(marker, offset: Int32(offset)), cost: cost)
    }
    return best
  }
}
