import SchemaEncoding
import SchemaGuides
import SchemaPatterns
import SchemaText

/// What tells one leaf from another, so that equal ones are built once.
enum LeafKey: Hashable {
  case literals([[UInt8]])
  case freeNumber
  case freeInteger
  case number(NumberLeaf)
  case text(patterns: [SchemaPattern], minimum: Int, maximum: Int?)
  /// Names that match some patterns, and none of others.
  case name(matching: [SchemaPattern], notMatching: [SchemaPattern])
}

extension GrammarCompiler {
  /// The most entries that all leaves may take together: 128 MB.
  private static let maximumLeafEntries = 1 << 25

  /// The entries that take as much memory as a ``GrammarTables/LeafState``.
  private static let entriesPerState = 12

  /// The leaf of a key.
  mutating func leaf(_ key: LeafKey, _ node: SchemaGraph.Node) throws(SchemaError) -> Int {
    if let known = leaves[key] { return known }
    let automaton: LeafAutomaton
    do throws(LeafAutomaton.TooLarge) {
      automaton = try self.automaton(of: key)
    } catch {
      let (subject, remedy) =
        switch key {
        case .literals: ("The choices need", "Use fewer or shorter choices.")
        default:
          (
            "The pattern, the length or the multiple needs",
            "Simplify the pattern, or drop the length or the multiple."
          )
        }
      throw .limitExceeded(
        limit: "states of a value", value: LeafAutomaton.maximumStates + 1,
        maximum: LeafAutomaton.maximumStates,
        context: .init(
          path: node.path,
          problem: "\(subject) an automaton of more than \(LeafAutomaton.maximumStates) states.",
          remedy: remedy))
    }
    guard !automaton.isEmpty else {
      throw .contradictoryGuides(
        schema: node.kind.phrase,
        context: .init(
          path: node.path, problem: "No value satisfies all guides of this place.",
          remedy: "Drop one of the patterns, lengths or bounds."))
    }
    leafEntryCount += automaton.transitions.count + Self.entriesPerState * automaton.stateCount
    guard leafEntryCount <= Self.maximumLeafEntries else {
      throw .limitExceeded(
        limit: "states of all values", value: leafEntryCount, maximum: Self.maximumLeafEntries,
        context: .init(
          path: node.path,
          problem: "The patterns, lengths, multiples and choices up to here need tables of more "
            + "than \(Self.maximumLeafEntries) entries.",
          remedy: "Simplify the patterns, drop lengths and multiples, or split the schema."))
    }
    draft.leaves.append(automaton)
    leaves[key] = draft.leaves.count - 1
    return draft.leaves.count - 1
  }

  /// The leaf of some scalars.
  mutating func literals(
    _ scalars: [SchemaScalar], _ node: SchemaGraph.Node
  ) throws(SchemaError) -> Int {
    try leaf(.literals(scalars.map(\.canonicalJSON)), node)
  }

  /// The forms of a list of choices.
  mutating func choiceForms(
    _ choices: [SchemaScalar], _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> [GrammarDraft.Form] {
    let (patterns, automata) = patterns(of: constraints, node)
    let remaining = choices.filter { choice in
      guard let string = choice.string else { return true }
      let length = string.unicodeScalars.count
      return length >= constraints.minimumLength ?? 0
        && length <= constraints.maximumLength ?? .max
        && patterns.indices.allSatisfy {
          automata[$0] == nil || patterns[$0].matches(string) != false
        }
    }
    return remaining.isEmpty ? [] : [.leaf(try literals(remaining, node))]
  }

  // MARK: Strings

  mutating func stringForm(
    _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    let minimum = constraints.minimumLength ?? 0
    let (patterns, automata) = patterns(of: constraints, node)
    let runnable = patterns.indices.filter { automata[$0] != nil }.map { patterns[$0] }
    if !runnable.isEmpty {
      return .leaf(
        try leaf(
          .text(patterns: runnable, minimum: minimum, maximum: constraints.maximumLength), node))
    }
    guard minimum <= Position.needLimit else {
      throw limitExceeded("the smallest length", minimum, Position.needLimit, node)
    }
    var maximum = constraints.maximumLength.map { Int64($0) }
    if let limit = maximum, limit > Position.roomLimit {
      maximum = nil
      note("The maximum of \(limit) characters is not enforced.", node)
    }
    return .text(minimum: minimum, maximum: maximum)
  }

  /// The patterns of a string, those of its formats included, with their automata.
  ///
  /// What has no automaton is listed.
  private mutating func patterns(
    of constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) -> (patterns: [SchemaPattern], automata: [SchemaPattern.ScalarAutomaton?]) {
    var patterns = constraints.patterns
    for pattern in patterns where scalarAutomaton(of: pattern) == nil {
      note(
        "The pattern '\(pattern.description.excerpt)' is not enforced: it has lookarounds or "
          + "references, or is too large.", node,
        remedy: "Check the answer, or write the pattern without them.")
    }
    for format in constraints.formats {
      let parts = FormatPatterns.patterns(for: format) ?? []
      if parts.isEmpty || parts.contains(where: { scalarAutomaton(of: $0) == nil }) {
        note("The format '\(format)' is not enforced.", node, remedy: "Check the answer.")
      }
      patterns += parts
    }
    return (patterns, patterns.map { scalarAutomaton(of: $0) })
  }

  // MARK: Numbers

  mutating func numberLeaf(
    _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> Int {
    let isInteger = node.kind == .integer
    let hasBounds =
      constraints.minimum != nil || constraints.maximum != nil
      || constraints.exclusiveMinimum != nil || constraints.exclusiveMaximum != nil
    guard hasBounds || !constraints.multiples.isEmpty else {
      return try leaf(isInteger ? .freeInteger : .freeNumber, node)
    }
    for multiple in constraints.multiples.dropFirst() {
      note("That the number is a multiple of \(multiple) is not enforced.", node)
    }
    guard let number = NumberLeaf(constraints, isInteger: isInteger) else {
      throw .limitExceeded(
        limit: "digits of a bound", value: NumberBound.maximumDigits + 1,
        maximum: NumberBound.maximumDigits,
        context: .init(
          path: node.path,
          problem: "A bound has more than \(NumberBound.maximumDigits) digits, or a multiple more "
            + "than \(NumberLeaf.maximumFactor) as its significant digits.",
          remedy: "Use a rounder number."))
    }
    return try leaf(.number(number), node)
  }
}

extension GrammarCompiler {
  /// Builds the automaton of a leaf.
  private mutating func automaton(
    of key: LeafKey
  ) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    switch key {
    case .literals(let texts): return try LeafAutomaton(LiteralMachine(texts))
    case .freeNumber: return try Self.freeNumber.get()
    case .freeInteger: return try Self.freeInteger.get()
    case .number(let number): return try LeafAutomaton(number.machine)
    case .text(let patterns, let minimum, let maximum):
      return try LeafAutomaton(
        TextMachine(automata(of: patterns), minimumLength: minimum, maximumLength: maximum), .json)
    case .name(let matching, let others):
      return try LeafAutomaton(names(matching: matching, notMatching: others), .json)
    }
  }

  /// The names that match some patterns, and none of others.
  mutating func names(
    matching patterns: [SchemaPattern], notMatching others: [SchemaPattern]
  ) throws(LeafAutomaton.TooLarge) -> TextMachine {
    TextMachine(try automata(of: patterns + others), excluded: others.count)
  }

  private mutating func automata(
    of patterns: [SchemaPattern]
  ) throws(LeafAutomaton.TooLarge) -> [SchemaPattern.ScalarAutomaton] {
    let automata = patterns.compactMap { scalarAutomaton(of: $0) }
    guard automata.count == patterns.count else { throw LeafAutomaton.TooLarge() }
    return automata
  }

  /// The automaton of a pattern, which is asked for more than once.
  mutating func scalarAutomaton(of pattern: SchemaPattern) -> SchemaPattern.ScalarAutomaton? {
    if let known = automata[pattern] { return known }
    let automaton = pattern.scalarAutomaton()
    automata.updateValue(automaton, forKey: pattern)
    return automaton
  }

  // Nearly all grammars have numbers, and to build the two takes 60 µs.
  private static let freeNumber = number("^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$")
  private static let freeInteger = number("^-?(?:0|[1-9][0-9]*)$")

  private static func number(_ source: String) -> Result<LeafAutomaton, LeafAutomaton.TooLarge> {
    Result { () throws(LeafAutomaton.TooLarge) in
      guard let automaton = (try? SchemaPattern(ecma: source))?.scalarAutomaton() else {
        throw LeafAutomaton.TooLarge()
      }
      return try LeafAutomaton(TextMachine([automaton]), .plain)
    }
  }
}

extension SchemaScalar {
  /// The scalar as masks allow it.
  var canonicalJSON: [UInt8] {
    switch self {
    case .string(let string): return .canonicalJSON(string)
    case .number(let number):
      var text: [UInt8] = []
      text.appendJSON(number)
      return text
    case .boolean(let value): return Array((value ? "true" : "false").utf8)
    case .null: return Array("null".utf8)
    }
  }
}
