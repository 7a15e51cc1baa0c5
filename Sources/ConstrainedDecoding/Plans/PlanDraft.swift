import IndexedTables
import SchemaEncoding
import SchemaPatterns
import SchemaText

/// Compiles the parts of a plan to places, from the last part to the first.
struct PlanDraft {
  /// The largest number of places.
  private static let maximumPlaces = 1 << 16
  /// The deepest nesting of parts.
  private static let maximumDepth = 256

  private let vocabulary: Vocabulary
  private let nodes: [PlanPart.Node]
  private let makeGrammar: (PlanPart.Value) throws -> TokenGrammar
  private var layout = PlanLayout()
  /// The index of each place's part.
  private var origins: [Int] = []
  /// The compiled grammars of value parts, by the part's index.
  private var grammars: [Int: EntryIndex<PlanGrammar>] = [:]
  /// The grammars that several parts may have.
  private var knownGrammars: [GrammarKey: EntryIndex<PlanGrammar>] = [:]
  /// The literals by their bytes.
  ///
  /// The calls of all tools have the same texts around the names and the arguments.
  private var literals: [[UInt8]: EntryIndex<PlanLiteral>] = [:]
  /// The compiled automata of text parts, by the part's index.
  private var automata: [Int: EntryIndex<MarkerAutomaton>] = [:]
  private var canBeEmpty: [Bool] = []
  private var unenforced: [SchemaDiagnostic]

  init(
    _ part: PlanPart, _ vocabulary: Vocabulary,
    makeGrammar: @escaping (PlanPart.Value) throws -> TokenGrammar
  ) {
    self.vocabulary = vocabulary
    self.makeGrammar = makeGrammar
    nodes = part.nodes
    // A tool's arguments can occur several times in a plan, but their diagnostics are listed once.
    var listed: Set<SchemaDiagnostic> = []
    unenforced = nodes.flatMap(\.unenforced).filter { listed.insert($0).inserted }
  }

  consuming func compile() throws -> PlanTables {
    try checkDepth()
    try findEmptyParts()
    let end = try append(.end(layout.addTokens(vocabulary.endTokens)), nodes.count - 1)
    let start = try place(of: nodes.count - 1, before: end)
    let distances = try distances()
    try checkTextEnds()
    return PlanTables(layout, distances, vocabulary, start: start, unenforced: unenforced)
  }

  private func distances() throws(PlanError) -> PlanDistances {
    do throws(PlanDistances.Fault) {
      return try PlanDistances(layout)
    } catch {
      switch error {
      case .endless(let place):
        throw self.error(
          .impossible, origins[place.value],
          "The part can never be completed by the vocabulary's tokens.",
          "Use parts whose bytes are tokens, and end each text.")
      case .overlappingMarkers(let place):
        throw self.error(
          .conflictingMarkers, origins[place.value],
          "The markers overlap, so the end of the text is ambiguous.",
          "Use markers that do not begin within each other.")
      case .tooManyMarkers(let place):
        throw self.error(
          .limitExceeded, origins[place.value],
          "The markers of this text and the texts before it are too many or too long.",
          "Use fewer texts, or shorter markers that do not repeat themselves.")
      }
    }
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
      case .value(let value, _):
        let grammar = try grammar(of: value, index)
        let machine = GrammarMachine(layout.grammars[grammar].tables)
        isEmpty = machine.canEnd(machine.start)
      case .sequence: isEmpty = children.allSatisfy { $0 }
      case .alternatives: isEmpty = children.contains(true)
      case .role: isEmpty = children.first ?? true
      case .repetition(let minimum, let maximum):
        isEmpty = minimum == 0 || children.first == true
        if maximum == nil, children.allSatisfy({ $0 }) {
          throw error(
            .emptyRepetition, index, "The repeated part and its separator can be empty.",
            "Give the repetition a maximum, or repeat a part that is never empty.")
        }
      }
      canBeEmpty.append(isEmpty)
    }
  }

  /// Checks that no bytes follow a text that can end without a marker.
  ///
  /// Such a text ends at the end of a token.
  private func checkTextEnds() throws(PlanError) {
    for (index, place) in layout.places.enumerated() {
      guard case .text(let text, let next) = place, layout.texts[text].canEnd else { continue }
      var seen: Set<PlaceIndex> = []
      var pending = [next]
      while let place = pending.popLast() {
        guard seen.insert(place).inserted else { continue }
        switch layout.places[place] {
        case .end, .tokens: continue
        case .open(_, let next), .close(_, let next): pending.append(next)
        case .split(let split): pending += layout.splits[split]
        case .literal(let literal, let next) where layout.literals[literal].bytes.isEmpty:
          pending.append(next)
        case .literal, .text, .value:
          throw error(
            .endlessText, origins[index],
            "The text can end without a marker, and the bytes of the next part could belong to it.",
            "Let the text end with a marker, a special token or the output.")
        }
      }
    }
  }

  /// Returns an error about a part.
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
    _ place: PlanPlace, _ origin: Int
  ) throws(PlanError) -> PlaceIndex {
    guard layout.places.count < Self.maximumPlaces else {
      throw error(
        .limitExceeded, origin, "The plan has more than \(Self.maximumPlaces) places.",
        "Use fewer parts, or smaller numbers of repetitions.")
    }
    origins.append(origin)
    return layout.add(place)
  }

  private mutating func split(
    _ targets: [PlaceIndex], _ origin: Int
  ) throws(PlanError) -> PlaceIndex {
    try append(.split(layout.addSplit(targets)), origin)
  }

  /// Adds the places of a part that is followed by a place, and returns the first one.
  ///
  /// The depth of the parts bounds the recursion.
  private mutating func place(of index: Int, before next: PlaceIndex) throws -> PlaceIndex {
    let node = nodes[index]
    switch node.kind {
    case .literal(let bytes): return try literal(bytes, index, next)
    case .marker(let name, let isOneToken):
      let marker = try self.marker(name, index)
      guard marker.tokens.isEmpty || !isOneToken && !marker.isSpecial else {
        return try append(.tokens(layout.addTokens(marker.tokens), next: next), index)
      }
      return try literal(marker.bytes, index, next)
    case .optionalToken(let name):
      guard let token = vocabulary.tables.specialTokens[name] else { return next }
      return try split(
        [append(.tokens(layout.addTokens([token]), next: next), index), next], index)
    case .tokens(let tokens):
      guard !tokens.isEmpty, tokens.allSatisfy({ $0 >= 0 && $0 < vocabulary.count }) else {
        throw error(
          .invalid, index, "There are no tokens, or one is not in the vocabulary.",
          "Use numbers from 0 to \(vocabulary.count - 1).")
      }
      return try append(.tokens(layout.addTokens(tokens), next: next), index)
    case .text(let text): return try self.text(text, node.children, index, next)
    case .value(let value, let limit):
      let grammar = try grammar(of: value, index)
      let cost = layout.grammars[grammar].cost
      if let limit, cost > Distance(limit) {
        throw error(
          .invalid, index,
          "The limit is \(limit) tokens, and the shortest value needs "
            + "\(cost.finite.map { "\($0)" } ?? "more").",
          "Raise the limit.")
      }
      let entry = layout.add(PlanValue(grammar: grammar, limit: limit))
      return try append(.value(entry, next: next), index)
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
      var list: [PlaceIndex] = []
      for child in node.children { list.append(try place(of: child, before: next)) }
      return try split(list, index)
    case .repetition(let minimum, let maximum):
      return try repetition(minimum, maximum, node.children, index, next)
    case .role(let role):
      let role = layout.add(role)
      guard let child = node.children.first else { return next }
      let close = try append(.close(role, next: next), index)
      return try append(.open(role, next: place(of: child, before: close)), index)
    case .end(let names, let isStrict):
      var tokens = names.isEmpty || !isStrict ? vocabulary.endTokens : []
      for name in names {
        guard let token = vocabulary.tables.specialTokens[name] else {
          guard isStrict else { continue }
          throw error(
            .unknownMarker, index, "The vocabulary has no special token '\(name.excerpt)'.",
            "Use the name of a special token, or no name for the end tokens of the vocabulary.")
        }
        if !tokens.contains(token) { tokens.append(token) }
      }
      return try append(.end(layout.addTokens(tokens)), index)
    }
  }

  private mutating func literal(
    _ bytes: [UInt8], _ origin: Int, _ next: PlaceIndex
  ) throws -> PlaceIndex {
    guard !bytes.isEmpty else { return next }
    let literal =
      literals[bytes]
      ?? layout.add(
        PlanLiteral(bytes: bytes, costs: PlanMarker.costs(of: bytes, vocabulary.tables)))
    literals[bytes] = literal
    return try append(.literal(literal, next: next), origin)
  }

  private func marker(_ name: String, _ origin: Int) throws(PlanError) -> PlanMarker {
    let marker = PlanMarker(name, vocabulary.tables)
    guard !name.isEmpty, !marker.costs[0].isInfinite else {
      throw error(
        .unknownMarker, origin,
        "The marker '\(name.excerpt)' is not a special token, and no tokens spell it.",
        "Use a marker of the model, or another vocabulary.")
    }
    return marker
  }

  private mutating func text(
    _ text: PlanPart.Text, _ children: [Int], _ origin: Int, _ next: PlaceIndex
  ) throws -> PlaceIndex {
    if let limit = text.limit, limit < 0 {
      throw error(.invalid, origin, "The limit is \(limit) tokens.", "Use a limit of at least 0.")
    }
    let automaton = try automaton(of: text, origin)
    let role = layout.add(text.role)
    let index = layout.add(
      PlanText(
        automaton: automaton, targets: Array(repeating: next, count: text.markers.count),
        role: role, limit: text.limit, canEnd: text.canEnd))
    let place = try append(.text(index, next: next), origin)
    for (number, child) in children.enumerated() {
      let target = try self.place(of: child, before: text.repeats ? place : next)
      layout.setTarget(of: index, marker: EntryIndex(number), target)
    }
    return place
  }

  private mutating func automaton(
    of text: PlanPart.Text, _ origin: Int
  ) throws -> EntryIndex<MarkerAutomaton> {
    if let known = automata[origin] { return known }
    var markers: [PlanMarker] = []
    for name in text.markers { markers.append(try marker(name, origin)) }
    let excluded = text.excluded.filter { !$0.isEmpty }.map { PlanMarker($0, vocabulary.tables) }
    do throws(MarkerAutomaton.Conflict) {
      let automaton = layout.add(try MarkerAutomaton(markers, excluded: excluded))
      automata[origin] = automaton
      return automaton
    } catch {
      switch error {
      case .contains(let name):
        throw self.error(
          .conflictingMarkers, origin,
          "The marker '\(name.excerpt)' contains another marker or is given twice.",
          "Use different markers that do not contain each other.")
      case .tooLarge:
        throw self.error(
          .limitExceeded, origin, "The text has too many markers.", "Use fewer or shorter ones.")
      }
    }
  }

  private mutating func grammar(
    of value: PlanPart.Value, _ origin: Int
  ) throws -> EntryIndex<PlanGrammar> {
    if let known = grammars[origin] { return known }
    let key = GrammarKey(value.source)
    let index = try key.flatMap { knownGrammars[$0] } ?? addGrammar(of: value, origin)
    if let key { knownGrammars[key] = index }
    grammars[origin] = index
    return index
  }

  /// Compiles the grammar of a value, of which only the tables remain.
  private mutating func addGrammar(
    of value: PlanPart.Value, _ origin: Int
  ) throws -> EntryIndex<PlanGrammar> {
    let grammar = try makeGrammar(value)
    guard grammar.tables.vocabulary === vocabulary.tables else {
      throw error(
        .invalid, origin, "The grammar is of another vocabulary.",
        "Make the grammar and the plan for one vocabulary.")
    }
    unenforced += grammar.unenforced
    return layout.add(PlanGrammar(grammar.tables))
  }

  private mutating func repetition(
    _ minimum: Int, _ maximum: Int?, _ children: [Int], _ origin: Int,
    _ next: PlaceIndex
  ) throws -> PlaceIndex {
    guard minimum >= 0, minimum <= maximum ?? .max, let part = children.first else {
      let limit = maximum.map { " and at most \($0)" } ?? ""
      throw error(
        .invalid, origin, "The part is repeated at least \(minimum)\(limit) times.",
        "Use a minimum of at least 0, and a maximum of at least the minimum.")
    }
    guard max(minimum, maximum ?? 0) <= Self.maximumPlaces else {
      throw error(
        .limitExceeded, origin, "The part is repeated more than \(Self.maximumPlaces) times.",
        "Use smaller numbers, or no maximum.")
    }
    let separator = children.count > 1 ? children[1] : nil
    // The repetitions are added from the last one to the first one.
    guard let maximum else {
      let split = layout.addSplit([])
      let end = try append(.split(split), origin)
      var start = try place(of: part, before: end)
      // The last repetition follows itself, so a part with many places has them once.
      let more = try place(ofSeparator: separator, before: start)
      layout.setTargets(of: split, [more, next])
      if minimum == 0 { return separator == nil ? end : try self.split([start, next], origin) }
      for _ in 1..<minimum {
        start = try place(of: part, before: place(ofSeparator: separator, before: start))
      }
      return start
    }
    var after = next
    var count = maximum
    while count > 0 {
      let before = after
      after = try place(of: part, before: before)
      if count > 1 { after = try place(ofSeparator: separator, before: after) }
      // Further repetitions of an empty part add no places, so the loop ends here.
      if after == before, count > 1 || separator == nil { return after }
      count -= 1
      if count >= minimum { after = try split([after, next], origin) }
    }
    return after
  }

  /// Adds what separates a repetition from the next one, if anything does.
  private mutating func place(
    ofSeparator separator: Int?, before next: PlaceIndex
  ) throws -> PlaceIndex {
    guard let separator else { return next }
    return try place(of: separator, before: next)
  }
}

/// The source of a grammar that other parts of a plan may have.
///
/// The schema of a tool's arguments, or a pattern, can occur several times, but is compiled once.
private enum GrammarKey: Hashable {
  case node(graph: ObjectIdentifier, node: NodeID, includesStrings: Bool)
  case text(ExactText)
  case pattern(SchemaPattern)
  case grammar(ObjectIdentifier)

  /// Creates the key of a source; `nil` if the source is not compared with others.
  init?(_ source: PlanPart.Value.Source) {
    switch source {
    case .node(let node, let graph, let includesStrings):
      self = .node(
        graph: ObjectIdentifier(graph.storage), node: node.id, includesStrings: includesStrings)
    case .text(let text): self = .text(ExactText(text))
    case .pattern(let pattern): self = .pattern(pattern)
    case .grammar(let grammar): self = .grammar(ObjectIdentifier(grammar.tables))
    case .document, .choices, .automaton: return nil
    }
  }
}
