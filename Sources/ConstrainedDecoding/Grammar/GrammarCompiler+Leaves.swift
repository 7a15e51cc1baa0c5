import SchemaEncoding
import SchemaFormats
import SchemaGuides
import SchemaPatterns
import SchemaText

/// The identity of a leaf, so that equal ones are built once.
enum LeafKey: Hashable {
  case literals([[UInt8]])
  case freeNumber(maximumExponent: Int?)
  case freeInteger
  case number(NumberLeaf)
  case text(patterns: [SchemaPattern])
  case format(TextFormat)
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
            "The pattern or the multiple needs", "Simplify the pattern, or drop the multiple."
          )
        }
      throw tooManyStates(subject, remedy, node)
    }
    guard !automaton.isEmpty else { throw noValue(node) }
    try addEntries(
      automaton.transitions.count + Self.entriesPerState * automaton.stateCount, node)
    let leaf = draft.add(automaton)
    leaves[key] = leaf
    return leaf
  }

  /// An error for a place whose values need too large a table.
  func tooManyStates(
    _ subject: String, _ remedy: String, _ node: SchemaGraph.Node
  ) -> SchemaError {
    .limitExceeded(
      limit: "states of a value", value: LeafAutomaton.maximumStates + 1,
      maximum: LeafAutomaton.maximumStates,
      context: .init(
        path: node.path,
        problem: "\(subject) an automaton of more than \(LeafAutomaton.maximumStates) states.",
        remedy: remedy))
  }

  /// An error for a place that has no value.
  func noValue(_ node: SchemaGraph.Node) -> SchemaError {
    .contradictoryGuides(
      schema: node.kind.phrase,
      context: .init(
        path: node.path, problem: "No value satisfies all guides of this place.",
        remedy: "Drop one of the patterns, lengths or bounds."))
  }

  /// Counts the memory of a place's tables, in entries of 32 bits.
  mutating func addEntries(_ count: Int, _ node: SchemaGraph.Node) throws(SchemaError) {
    leafEntryCount += count
    guard leafEntryCount <= Self.maximumLeafEntries else {
      throw .limitExceeded(
        limit: "states of all values", value: leafEntryCount, maximum: Self.maximumLeafEntries,
        context: .init(
          path: node.path,
          problem: "The patterns, lengths, multiples and choices up to here need tables of more "
            + "than \(Self.maximumLeafEntries) entries.",
          remedy: "Simplify the patterns, drop lengths and multiples, or split the schema."))
    }
  }

  /// The leaf of some scalars.
  mutating func literals(
    _ scalars: [SchemaScalar], _ node: SchemaGraph.Node
  ) throws(SchemaError) -> Int {
    try leaf(.literals(scalars.flatMap { $0.literals(isInteger: node.kind == .integer) }), node)
  }

  /// The forms of a list of choices.
  mutating func choiceForms(
    _ choices: [SchemaScalar], _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> [GrammarDraft.Form] {
    let (patterns, automata) = patterns(of: constraints, node)
    // The choices satisfy all other constraints, since the graph applies these to them.
    let remaining = choices.filter { choice in
      guard let string = choice.string else { return true }
      return patterns.indices.allSatisfy {
        automata[$0] == nil || patterns[$0].matches(string) != false
      }
    }
    return remaining.isEmpty ? [] : [.leaf(try literals(remaining, node))]
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
      return try leaf(isInteger ? .freeInteger : freeNumber, node)
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
    case .literals(let texts): return try LeafAutomaton(literals: texts)
    case .freeNumber(let exponent):
      return try exponent == Self.usualExponent
        ? Self.freeNumber.get() : Self.freeNumber(exponent: exponent).get()
    case .freeInteger: return try Self.freeInteger.get()
    case .number(let number): return try LeafAutomaton(number.machine)
    case .format(let format): return try FormatLeaf.automaton(for: format)
    case .text(let patterns):
      return try LeafAutomaton(TextMachine(automata(of: patterns)), .json)
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

  /// The leaf of numbers without bounds.
  var freeNumber: LeafKey { .freeNumber(maximumExponent: options.maximumExponent) }

  // Nearly all grammars have numbers, and to build the two takes 60 µs.
  private static let usualExponent = TokenGrammar.Options().maximumExponent
  private static let freeNumber = freeNumber(exponent: usualExponent)
  private static let freeInteger = number("^-?(?:0|[1-9][0-9]*)$")

  private static func freeNumber(
    exponent: Int?
  ) -> Result<LeafAutomaton, LeafAutomaton.TooLarge> {
    let digits = exponent.map { "0*(?:\(decimals(upTo: max($0, 0))))" } ?? "[0-9]+"
    return number("^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?\(digits))?$")
  }

  /// A pattern of the numbers from 0 to a limit, without zeros in front.
  private static func decimals(upTo limit: Int) -> String {
    let digits = Array(String(limit))
    var choices = digits.count > 1 ? ["0", "[1-9][0-9]{0,\(digits.count - 2)}"] : []
    for (index, digit) in digits.enumerated() {
      let lowest = index == 0 && digits.count > 1 ? "1" : "0"
      guard let value = digit.wholeNumberValue, String(value - 1) >= lowest, value > 0 else {
        continue
      }
      choices.append(
        "\(String(digits[..<index]))[\(lowest)-\(value - 1)][0-9]{\(digits.count - index - 1)}")
    }
    return (choices + [String(limit)]).joined(separator: "|")
  }

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
  /// The texts of the scalar that masks allow.
  ///
  /// A whole number of up to 40 digits, which is more than an integer of 128 bits has, may be
  /// written by its digits. An integer is only written so, since readers of integers refuse
  /// exponents.
  func literals(isInteger: Bool) -> [[UInt8]] {
    switch self {
    case .string(let string): return [.canonicalJSON(string)]
    case .number(let number):
      var text: [UInt8] = []
      text.appendJSON(number)
      guard text.contains(UInt8(ascii: "e")), let digits = number.wholeDigits else { return [text] }
      return isInteger ? [digits] : [digits, text]
    case .boolean(let value): return [Array((value ? "true" : "false").utf8)]
    case .null: return [Array("null".utf8)]
    }
  }
}

extension SchemaNumber {
  /// The number by its digits; `nil` if it is not whole, or has more than 40 digits.
  fileprivate var wholeDigits: [UInt8]? {
    guard let magnitude = NumberBound(self, isExclusive: false), magnitude.fraction.isEmpty,
      magnitude.integer.count <= 40
    else { return nil }
    let sign = decimalParts.isNegative ? [UInt8(ascii: "-")] : []
    return sign + magnitude.integer.map { UInt8(ascii: "0") + $0 }
  }
}
