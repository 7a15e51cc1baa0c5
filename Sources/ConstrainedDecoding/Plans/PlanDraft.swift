import SchemaText

/// Makes the places of a plan, from its last part to its first.
struct PlanDraft {
  /// The largest number of places.
  private static let maximumPlaces = 1 << 16
  /// The deepest nesting of parts.
  private static let maximumDepth = 256

  let vocabulary: VocabularyTables
  private let nodes: [PlanPart.Node]
  private let makeGrammar: (PlanPart.Value) throws -> TokenGrammar
  private(set) var places: [PlanPlace] = []
  /// The part of each place.
  private var origins: [Int] = []
  private(set) var literals: [[UInt8]] = []
  private(set) var literalCosts: [[Int64]] = []
  private(set) var tokenSets: [[Int]] = []
  private(set) var texts: [PlanText] = []
  private(set) var values: [PlanValue] = []
  private(set) var grammars: [TokenGrammar] = []
  private var startDistances: [Int64] = []
  private(set) var roles: [PlanPart.Role] = []
  private(set) var targets: [[Int32]] = []
  private(set) var automata: [MarkerAutomaton] = []
  private(set) var distances: [Int64] = []
  /// The index of each part's grammar or automaton, once made.
  private var made: [Int: Int] = [:]
  private var canBeEmpty: [Bool] = []

  init(
    _ part: PlanPart, _ vocabulary: VocabularyTables,
    makeGrammar: @escaping (PlanPart.Value) throws -> TokenGrammar
  ) {
    self.vocabulary = vocabulary
    self.makeGrammar = makeGrammar
    nodes = part.nodes
  }

  /// Makes the places, and returns the first.
  mutating func compile() throws -> Int32 {
    try checkDepth()
    try findEmptyParts()
    let end = try append(.end, tokenSet(vocabulary.endTokens), nodes.count - 1)
    let start = try place(of: nodes.count - 1, before: end)
    findDistances()
    for index in places.indices where distances[index] >= GrammarLayout.far {
      throw error(
        .impossible, origins[index], "The part can never be completed by the vocabulary's tokens.",
        "Use parts whose bytes are tokens, and end each text.")
    }
    try findExits()
    try checkTextEnds()
    return start
  }

  // MARK: Checks

  private func checkDepth() throws(PlanError) {
    var depths: [Int] = []
    for (index, node) in nodes.enumerated() {
      let depth = 1 + (node.children.map { depths[$0] }.max() ?? 0)
      guard depth <= Self.maximumDepth else {
        throw PlanError(
          .limitExceeded, at: "part \(index)",
          problem: "The parts are nested deeper than \(Self.maximumDepth).",
          remedy: "Nest fewer parts.")
      }
      depths.append(depth)
    }
  }

  private mutating func findEmptyParts() throws {
    for (index, node) in nodes.enumerated() {
      let children = node.children.map { canBeEmpty[$0] }
      let isEmpty: Bool
      switch node.kind {
      case .literal(let bytes): isEmpty = bytes.isEmpty
      case .marker, .tokens, .end: isEmpty = false
      case .optionalToken: isEmpty = true
      case .text(let text): isEmpty = text.canEnd
      case .value:
        let workspace = MaskWorkspace(grammars[try grammar(of: index)].tables)
        isEmpty = workspace.canEnd(workspace.start)
      case .sequence: isEmpty = children.allSatisfy { $0 }
      case .alternatives: isEmpty = children.contains(true)
      case .role: isEmpty = children.first ?? true
      case .repetition(let minimum, let maximum):
        isEmpty = minimum == 0 || children.first == true
        if maximum == nil, children.allSatisfy({ $0 }) {
          throw error(
            .emptyRepetition, index, "The repeated part and its separator can be empty.",
            "Give the repetition a maximum, or the part a text.")
        }
      }
      canBeEmpty.append(isEmpty)
    }
  }

  /// Texts without a marker end at a token, so no bytes may follow them.
  private func checkTextEnds() throws(PlanError) {
    for (index, place) in places.enumerated() where place.kind == .text {
      guard texts[Int(place.index)].canEnd else { continue }
      var seen: Set<Int32> = []
      var pending = [place.next]
      while let next = pending.popLast() {
        guard seen.insert(next).inserted else { continue }
        let place = places[Int(next)]
        switch place.kind {
        case .end, .tokens: continue
        case .open, .close: pending.append(place.next)
        case .split: pending += targets[Int(place.index)]
        case .literal where literals[Int(place.index)].isEmpty: pending.append(place.next)
        case .literal, .text, .value:
          throw error(
            .endlessText, origins[index],
            "The text has no marker, and is followed by bytes that belong to it as well.",
            "Let the text end with a marker, a special token or the output.")
        }
      }
    }
  }

  /// An error of a part.
  private func error(
    _ code: PlanError.Code, _ node: Int, _ problem: String, _ remedy: String
  ) -> PlanError {
    PlanError(code, at: path(of: node), problem: problem, remedy: remedy)
  }

  private func path(of node: Int) -> String {
    var parents = [(parent: Int, child: Int)?](repeating: nil, count: nodes.count)
    for (index, node) in nodes.enumerated() {
      for (place, child) in node.children.enumerated() { parents[child] = (index, place) }
    }
    var names = [name(of: node)]
    var current = node
    while let (parent, child) = parents[current] {
      names.append("\(name(of: parent))[\(child)]")
      current = parent
    }
    return names.reversed().joined(separator: "/")
  }

  private func name(of node: Int) -> String {
    switch nodes[node].kind {
    case .literal: "literal"
    case .marker(let name, _), .optionalToken(let name): "marker '\(name.excerpt)'"
    case .tokens: "token"
    case .text: "text"
    case .value: "value"
    case .sequence: "sequence"
    case .alternatives: "one"
    case .repetition: "repeated"
    case .role: "role"
    case .end: "end"
    }
  }

  // MARK: Places

  private mutating func append(
    _ kind: PlanPlace.Kind, _ index: Int, next: Int32 = -1, _ origin: Int
  ) throws(PlanError) -> Int32 {
    guard places.count < Self.maximumPlaces else {
      throw error(
        .limitExceeded, origin, "The plan has more than \(Self.maximumPlaces) places.",
        "Use fewer parts, or smaller numbers of repetitions.")
    }
    places.append(
      PlanPlace(kind: kind, index: Int32(truncatingIfNeeded: index), next: next))
    origins.append(origin)
    return Int32(truncatingIfNeeded: places.count - 1)
  }

  private mutating func tokenSet(_ tokens: [Int]) -> Int {
    tokenSets.append(tokens)
    return tokenSets.count - 1
  }

  private mutating func split(_ list: [Int32], _ origin: Int) throws(PlanError) -> Int32 {
    targets.append(list)
    return try append(.split, targets.count - 1, origin)
  }

  /// Makes the places of a part in front of a place; the depth of parts bounds the recursion.
  private mutating func place(of index: Int, before next: Int32) throws -> Int32 {
    let node = nodes[index]
    switch node.kind {
    case .literal(let bytes): return try literal(bytes, index, next)
    case .marker(let name, let isOneToken):
      let marker = try self.marker(name, index)
      guard marker.tokens.isEmpty || !isOneToken && !marker.isSpecial else {
        return try append(.tokens, tokenSet(marker.tokens), next: next, index)
      }
      return try literal(marker.bytes, index, next)
    case .optionalToken(let name):
      guard let token = vocabulary.specialTokens[name] else { return next }
      return try split([append(.tokens, tokenSet([token]), next: next, index), next], index)
    case .tokens(let tokens):
      guard !tokens.isEmpty, tokens.allSatisfy({ $0 >= 0 && $0 < vocabulary.count }) else {
        throw error(
          .invalid, index, "There are no tokens, or one is not in the vocabulary.",
          "Use numbers from 0 to \(vocabulary.count - 1).")
      }
      return try append(.tokens, tokenSet(tokens), next: next, index)
    case .text(let text): return try self.text(text, node.children, index, next)
    case .value(_, let limit):
      let grammar = try grammar(of: index)
      if let limit, startDistances[grammar] > Int64(limit) {
        throw error(
          .invalid, index,
          "The limit is \(limit) tokens, and the shortest value needs \(startDistances[grammar]).",
          "Raise the limit.")
      }
      values.append(PlanValue(grammar: grammar, limit: limit ?? -1))
      return try append(.value, values.count - 1, next: next, index)
    case .sequence:
      var place = next
      for child in node.children.reversed() {
        if case .end = nodes[child].kind, child != node.children.last {
          throw error(
            .invalid, child, "A part follows the end of the output.", "Make the end the last part.")
        }
        place = try self.place(of: child, before: place)
      }
      return place
    case .alternatives:
      guard !node.children.isEmpty else {
        throw error(.invalid, index, "There are no alternatives.", "Give at least one.")
      }
      var list: [Int32] = []
      for child in node.children { list.append(try place(of: child, before: next)) }
      return try split(list, index)
    case .repetition(let minimum, let maximum):
      return try repetition(minimum, maximum, node.children, index, next)
    case .role(let role):
      roles.append(role)
      let number = roles.count - 1
      guard let child = node.children.first else { return next }
      let close = try append(.close, number, next: next, index)
      return try append(.open, number, next: place(of: child, before: close), index)
    case .end(let names, let isStrict):
      var tokens = names.isEmpty || !isStrict ? vocabulary.endTokens : []
      for name in names {
        guard let token = vocabulary.specialTokens[name] else {
          guard isStrict else { continue }
          throw error(
            .unknownMarker, index, "The vocabulary has no special token '\(name.excerpt)'.",
            "Use the name of a special token, or no name for the end tokens of the vocabulary.")
        }
        if !tokens.contains(token) { tokens.append(token) }
      }
      return try append(.end, tokenSet(tokens), index)
    }
  }

  private mutating func literal(_ bytes: [UInt8], _ origin: Int, _ next: Int32) throws -> Int32 {
    guard !bytes.isEmpty else { return next }
    literals.append(bytes)
    literalCosts.append(PlanMarker.costs(of: bytes, vocabulary))
    return try append(.literal, literals.count - 1, next: next, origin)
  }

  private func marker(_ name: String, _ origin: Int) throws(PlanError) -> PlanMarker {
    let marker = PlanMarker(name, vocabulary)
    guard !name.isEmpty, marker.costs[0] < GrammarLayout.far else {
      throw error(
        .unknownMarker, origin,
        "The marker '\(name.excerpt)' is not a special token, and no tokens spell it.",
        "Use a marker of the model, or another vocabulary.")
    }
    return marker
  }

  private mutating func text(
    _ text: PlanPart.Text, _ children: [Int], _ origin: Int, _ next: Int32
  ) throws -> Int32 {
    if let limit = text.limit, limit < 0 {
      throw error(.invalid, origin, "The limit is \(limit) tokens.", "Use a limit from 0 on.")
    }
    let automaton = try automaton(of: text, origin)
    roles.append(text.role)
    let number = texts.count
    texts.append(
      PlanText(
        automaton: automaton, targets: Array(repeating: next, count: text.markers.count),
        role: Int32(truncatingIfNeeded: roles.count - 1), limit: text.limit ?? -1,
        canEnd: text.canEnd))
    let place = try append(.text, number, next: next, origin)
    for (index, child) in children.enumerated() {
      texts[number].targets[index] =
        try self.place(of: child, before: text.repeats ? place : next)
    }
    return place
  }

  private mutating func automaton(of text: PlanPart.Text, _ origin: Int) throws -> Int {
    if let known = made[origin] { return known }
    var markers: [PlanMarker] = []
    for name in text.markers { markers.append(try marker(name, origin)) }
    let excluded = text.excluded.filter { !$0.isEmpty }.map { PlanMarker($0, vocabulary) }
    do throws(MarkerAutomaton.Conflict) {
      automata.append(try MarkerAutomaton(markers, excluded: excluded))
    } catch {
      switch error {
      case .contains(let name):
        throw self.error(
          .conflictingMarkers, origin,
          "The marker '\(name.excerpt)' contains another marker or is given twice.",
          "Use markers of which none is in another.")
      case .tooLarge:
        throw self.error(
          .limitExceeded, origin, "The text has too many markers.", "Use fewer or shorter ones.")
      }
    }
    made[origin] = automata.count - 1
    return automata.count - 1
  }

  private mutating func grammar(of origin: Int) throws -> Int {
    if let known = made[origin] { return known }
    guard case .value(let value, _) = nodes[origin].kind else { return 0 }
    let grammar = try makeGrammar(value)
    guard grammar.tables.vocabulary === vocabulary else {
      throw error(
        .invalid, origin, "The grammar is of another vocabulary.",
        "Make the grammar and the plan for one vocabulary.")
    }
    if let known = grammars.firstIndex(where: { $0.tables === grammar.tables }) {
      made[origin] = known
      return known
    }
    let workspace = MaskWorkspace(grammar.tables)
    grammars.append(grammar)
    startDistances.append(workspace.distance(of: workspace.start))
    made[origin] = grammars.count - 1
    return grammars.count - 1
  }

  private mutating func repetition(
    _ minimum: Int, _ maximum: Int?, _ children: [Int], _ origin: Int, _ next: Int32
  ) throws -> Int32 {
    guard minimum >= 0, minimum <= maximum ?? .max, let part = children.first else {
      throw error(
        .invalid, origin, "The part is repeated \(minimum) to \(maximum ?? .max) times.",
        "Use numbers from 0 on, the smaller one first.")
    }
    guard max(minimum, maximum ?? 0) <= Self.maximumPlaces else {
      throw error(
        .limitExceeded, origin, "The part is repeated more than \(Self.maximumPlaces) times.",
        "Use smaller numbers, or no maximum.")
    }
    let separator = children.count > 1 ? children[1] : nil
    func another(_ draft: inout PlanDraft, before place: Int32, isFirst: Bool) throws -> Int32 {
      let start = try draft.place(of: part, before: place)
      guard let separator, !isFirst else { return start }
      return try draft.place(of: separator, before: start)
    }
    // From behind the last repetition to in front of the first.
    var after = next
    var count = maximum ?? max(minimum, 1)
    if maximum == nil {
      after = try split([], origin)
      let more = try another(&self, before: after, isFirst: false)
      targets[Int(places[Int(after)].index)] = [more, next]
    }
    while count > 0 {
      after = try another(&self, before: after, isFirst: count == 1)
      count -= 1
      if count >= minimum { after = try split([after, next], origin) }
    }
    return after
  }

  // MARK: Distances

  private mutating func findDistances() {
    distances = Array(repeating: GrammarLayout.far, count: places.count)
    var hasChanged = true
    // A round for each way back in the plan is enough, since no distance is negative.
    while hasChanged {
      hasChanged = false
      for index in places.indices {
        let distance = min(self.distance(of: places[index]), GrammarLayout.far)
        if distance < distances[index] {
          distances[index] = distance
          hasChanged = true
        }
      }
    }
  }

  private func distance(of place: PlanPlace) -> Int64 {
    let index = Int(place.index)
    let next = place.next < 0 ? 0 : distances[Int(place.next)]
    switch place.kind {
    case .end: return 0
    case .literal: return literalCosts[index][0] + next
    case .tokens: return 1 + next
    case .open, .close: return next
    case .value: return startDistances[values[index].grammar] + next
    case .split: return targets[index].map { distances[Int($0)] }.min() ?? GrammarLayout.far
    case .text: return cleanExit(of: texts[index], next)?.cost ?? GrammarLayout.far
    }
  }

  /// The shortest way out of a text between two characters, with nothing of a marker read.
  private func cleanExit(of text: PlanText, _ next: Int64) -> PlanText.Exit? {
    var best: PlanText.Exit?
    func consider(_ exit: PlanText.Exit) {
      if exit.cost < best?.cost ?? .max { best = exit }
    }
    if text.canEnd { consider(.init(kind: .next, marker: 0, offset: 0, cost: next)) }
    for (index, marker) in automata[text.automaton].markers.enumerated() {
      let rest = distances[Int(text.targets[index])]
      let number = Int32(truncatingIfNeeded: index)
      if marker.tokens.isEmpty {
        consider(.init(kind: .bytes, marker: number, offset: 0, cost: marker.costs[0] + rest))
      } else {
        consider(.init(kind: .token, marker: number, offset: 0, cost: 1 + rest))
      }
    }
    return best
  }

  /// See ``PlanTables/longestDistance``.
  var longestDistance: Int64 {
    var longest = distances.max() ?? 0
    for place in places {
      let next = place.next < 0 ? 0 : distances[Int(place.next)]
      switch place.kind {
      case .literal:
        longest = max(longest, (literalCosts[Int(place.index)].max() ?? 0) + next)
      case .text:
        let text = texts[Int(place.index)]
        longest = max(longest, text.longestExit + 3)
        for (marker, target) in zip(automata[text.automaton].markers, text.targets) {
          longest = max(longest, (marker.costs.max() ?? 0) + distances[Int(target)])
        }
      case .tokens, .value, .open, .close, .split, .end: break
      }
    }
    return min(longest, GrammarLayout.far)
  }

  private mutating func findExits() throws(PlanError) {
    for (index, place) in places.enumerated() where place.kind == .text {
      let text = texts[Int(place.index)]
      let automaton = automata[text.automaton]
      let next = distances[Int(place.next)]
      let clean = cleanExit(of: text, next)
      var exits: [PlanText.Exit] = []
      for state in 0..<automaton.stateCount {
        // A marker that is a text token completes itself only where its bytes do.
        var best = clean.flatMap { exit in
          guard exit.kind != .next, !automaton.markers[Int(exit.marker)].isSpecial else {
            return exit
          }
          let isPossible = automaton.completions(from: state).contains {
            $0.marker == Int(exit.marker) && $0.offset == 0
          }
          return isPossible ? exit : nil
        }
        for (marker, offset) in automaton.completions(from: state) {
          let isToken = offset == 0 && !automaton.markers[marker].tokens.isEmpty
          let cost =
            (isToken ? 1 : automaton.markers[marker].costs[offset])
            + distances[Int(text.targets[marker])]
          guard cost < best?.cost ?? .max else { continue }
          best = PlanText.Exit(
            kind: isToken ? .token : .bytes, marker: Int32(truncatingIfNeeded: marker),
            offset: Int32(truncatingIfNeeded: offset), cost: cost)
        }
        if let best, best.cost < GrammarLayout.far {
          exits.append(best)
        } else if automaton.completed[state] != MarkerAutomaton.none, let clean {
          // The text has ended before this state.
          exits.append(clean)
        } else {
          throw error(
            .conflictingMarkers, origins[index],
            "Markers overlap, so that the text cannot end at each place.",
            "Use markers that do not begin within each other.")
        }
      }
      texts[Int(place.index)].exits = exits
      texts[Int(place.index)].longestExit = exits.map(\.cost).max() ?? 0
    }
  }
}
