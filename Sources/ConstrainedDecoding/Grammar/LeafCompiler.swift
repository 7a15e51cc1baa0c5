import IndexedTables
import SchemaEncoding
import SchemaFormats
import SchemaPatterns
import SchemaText

/// The identity of a leaf; equal leaves are built once.
enum LeafKey: Hashable {
  case literals([[UInt8]])
  case freeNumber(maximumExponent: Int?)
  case freeInteger
  case number(NumberLeaf)
  case text(patterns: [SchemaPattern])
  case format(TextFormat)
  /// Names that match some patterns and do not match others.
  case name(matching: [SchemaPattern], notMatching: [SchemaPattern])

  /// The leaf of true, false and null, which all grammars of open objects have.
  static let constants = LeafKey.literals(["true", "false", "null"].map { Array($0.utf8) })

  /// Indicates whether the characters of the leaf's texts can be counted.
  fileprivate var canBeCounted: Bool {
    switch self {
    case .text, .format: true
    case .literals, .freeNumber, .freeInteger, .number, .name: false
    }
  }

  /// Indicates whether all grammars of a vocabulary share the leaf; there are few such keys.
  fileprivate var isShared: Bool {
    switch self {
    case .format, .freeInteger: true
    case .freeNumber(let exponent): exponent == TokenGrammar.Options().maximumExponent
    case .literals: self == Self.constants
    case .number, .text, .name: false
    }
  }
}

/// A leaf with its table.
struct CompiledLeaf: Sendable {
  let table: LeafStateTable
  /// The automaton, for strings whose characters can be counted; `nil` for other leaves, whose
  /// tables have all that is needed.
  let automaton: LeafAutomaton?
}

/// Builds the leaves and counted strings of a grammar; each is built once.
struct LeafCompiler {
  /// The identity of a counted string.
  private struct CounterKey: Hashable {
    let leaf: EntryIndex<CompiledLeaf>
    let minimum: Int
    let maximum: Int64?
  }

  /// The largest total number of entries of all leaves: 128 MB.
  private static let maximumEntries = 1 << 25

  /// The number of entries with the same size as a ``GrammarTables/LeafState``.
  private static let entriesPerState = 12

  /// The leaves; a draft refers to them by their indices.
  private(set) var leaves: [CompiledLeaf] = []
  /// The strings whose characters are counted; a draft refers to them by their indices.
  private(set) var counters: [StringCounter] = []

  private var indices: [LeafKey: EntryIndex<CompiledLeaf>] = [:]
  private var countedForms: [CounterKey: GrammarDraft.Form] = [:]
  /// The memory of the tables, in entries of 32 bits.
  private var entryCount = 0
  /// The automata of patterns; `nil` for a pattern without an automaton.
  private var automata: [SchemaPattern: SchemaPattern.ScalarAutomaton?] = [:]
  private let vocabulary: VocabularyTables

  init(_ vocabulary: VocabularyTables) { self.vocabulary = vocabulary }

  /// Returns the leaf of a key.
  ///
  /// `node`: The node of the graph, for error messages.
  ///
  /// - Throws: `SchemaError` if the leaf has no text, or exceeds a limit.
  mutating func leaf(
    _ key: LeafKey, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<CompiledLeaf> {
    if let known = indices[key] { return known }
    let compiled: CompiledLeaf
    do throws(LeafAutomaton.TooLarge) {
      compiled = try self.compiledLeaf(of: key)
    } catch {
      let (subject, remedy) =
        switch key {
        case .literals: ("The choices need", "Use fewer or shorter choices.")
        default:
          (
            "The pattern or the multiple needs", "Simplify the pattern, or drop the multiple."
          )
        }
      throw Self.tooManyStates(subject, remedy, node)
    }
    guard !compiled.table.isEmpty else { throw Self.noValue(node) }
    try addEntries(compiled.table.entryCount(perState: Self.entriesPerState), node)
    let leaf = leaves.add(compiled)
    indices[key] = leaf
    return leaf
  }

  /// Returns the form of a leaf's strings with lengths within bounds.
  ///
  /// `maximum`: The largest number of characters; `nil` for no limit. `node`: The node of the
  /// graph, for error messages.
  ///
  /// - Returns: The form. If the bounds exclude no string, it is the form of the leaf itself.
  /// - Throws: `SchemaError` if the leaf has no string within the bounds, or a table exceeds a
  ///   limit.
  mutating func countedForm(
    _ leaf: EntryIndex<CompiledLeaf>, _ minimum: Int, _ maximum: Int64?, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    let key = CounterKey(leaf: leaf, minimum: minimum, maximum: maximum)
    if let known = countedForms[key] { return known }
    // The texts of other leaves are not counted.
    guard let automaton = leaves[leaf].automaton else { return .leaf(leaf) }
    let counter: StringCounter?
    do throws(LeafAutomaton.TooLarge) {
      counter = try StringCounter(
        automaton, at: leaf, minimum: minimum, maximum: maximum.map { Int($0) })
    } catch {
      throw Self.tooManyStates(
        "The pattern and the length need", "Simplify the pattern, or drop the length.", node)
    }
    guard var counter else { throw Self.noValue(node) }
    var form = GrammarDraft.Form.leaf(leaf)
    if !counter.allowsAllStrings {
      try addEntries(counter.byteCount / MemoryLayout<Int32>.stride, node)
      counter.spell(automaton, with: vocabulary.singleBytes)
      form = .counted(counters.add(counter))
    }
    countedForms[key] = form
    return form
  }

  /// Returns the patterns of a format by its name; an empty array if masks do not enforce the
  /// format.
  static func patterns(ofFormat name: String) -> [SchemaPattern] {
    TextFormat(rawValue: name)?.patterns ?? []
  }

  /// Returns the automaton of the names that match some patterns and do not match others.
  mutating func names(
    matching patterns: [SchemaPattern], notMatching others: [SchemaPattern]
  ) throws(LeafAutomaton.TooLarge) -> TextMachine {
    TextMachine(try automata(of: patterns + others), excluded: others.count)
  }

  /// Returns the automaton of a pattern; `nil` if the pattern has none.
  ///
  /// The result is kept for the next call.
  mutating func automaton(of pattern: SchemaPattern) -> SchemaPattern.ScalarAutomaton? {
    if let known = automata[pattern] { return known }
    let automaton = pattern.scalarAutomaton()
    automata.updateValue(automaton, forKey: pattern)
    return automaton
  }
}

extension LeafCompiler {
  private mutating func compiledLeaf(
    of key: LeafKey
  ) throws(LeafAutomaton.TooLarge) -> CompiledLeaf {
    guard key.isShared else { return try makeLeaf(of: key) }
    // Making the automaton of a URI takes 7 ms, and those of free numbers together 60 µs.
    return try vocabulary.sharedValues.value(of: key) { () throws(LeafAutomaton.TooLarge) in
      try makeLeaf(of: key)
    }
  }

  private mutating func makeLeaf(
    of key: LeafKey
  ) throws(LeafAutomaton.TooLarge) -> CompiledLeaf {
    let automaton = try makeAutomaton(of: key)
    return CompiledLeaf(
      table: LeafStateTable(automaton, singleBytes: vocabulary.singleBytes),
      automaton: key.canBeCounted ? automaton : nil)
  }

  private mutating func makeAutomaton(
    of key: LeafKey
  ) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    switch key {
    case .literals(let texts): return try LeafAutomaton(literals: texts)
    case .freeNumber(let exponent): return try Self.freeNumber(exponent: exponent)
    case .freeInteger: return try Self.number("^-?(?:0|[1-9][0-9]*)$")
    case .number(let number): return try LeafAutomaton(number.machine)
    case .format(let format):
      return try LeafAutomaton(TextMachine(automata(of: format.patterns)), .json)
    case .text(let patterns):
      return try LeafAutomaton(TextMachine(automata(of: patterns)), .json)
    case .name(let matching, let others):
      return try LeafAutomaton(names(matching: matching, notMatching: others), .json)
    }
  }

  private mutating func automata(
    of patterns: [SchemaPattern]
  ) throws(LeafAutomaton.TooLarge) -> [SchemaPattern.ScalarAutomaton] {
    let automata = patterns.compactMap { automaton(of: $0) }
    guard automata.count == patterns.count else { throw LeafAutomaton.TooLarge() }
    return automata
  }

  private static func freeNumber(
    exponent: Int?
  ) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    let digits = exponent.map { "0*(?:\(decimals(upTo: max($0, 0))))" } ?? "[0-9]+"
    return try number("^-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][-+]?\(digits))?$")
  }

  /// Returns a pattern for the integers from 0 to a limit, without leading zeros.
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

  private static func number(
    _ source: String
  ) throws(LeafAutomaton.TooLarge) -> LeafAutomaton {
    guard let automaton = (try? SchemaPattern(ecma: source))?.scalarAutomaton() else {
      throw LeafAutomaton.TooLarge()
    }
    return try LeafAutomaton(TextMachine([automaton]), .plain)
  }

  // MARK: Limits

  /// Adds the memory of a node's tables, in entries of 32 bits, and checks the limit.
  private mutating func addEntries(_ count: Int, _ node: SchemaGraph.Node) throws(SchemaError) {
    entryCount += count
    guard entryCount <= Self.maximumEntries else {
      throw .limitExceeded(
        limit: "states of all values", value: entryCount, maximum: Self.maximumEntries,
        context: .init(
          path: node.path,
          problem: "The patterns, lengths, multiples and choices up to here need tables of more "
            + "than \(Self.maximumEntries) entries.",
          remedy: "Simplify the patterns, drop lengths and multiples, or split the schema."))
    }
  }

  /// Returns the error for a node whose values need a table that is too large.
  private static func tooManyStates(
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

  private static func noValue(_ node: SchemaGraph.Node) -> SchemaError {
    .contradictoryGuides(
      schema: node.kind.phrase,
      context: .init(
        path: node.path, problem: "No value satisfies all guides of this place.",
        remedy: "Drop one of the patterns, lengths or bounds."))
  }
}
