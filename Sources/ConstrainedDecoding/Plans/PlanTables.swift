import IndexedTables
import SchemaEncoding

/// A compiled plan for a vocabulary; it is immutable, and all matchers and threads share it.
final class PlanTables: Sendable {
  /// The only part of a plan, if it is a value without a limit.
  ///
  /// Such a plan is a grammar.
  struct OnlyValue: BitwiseCopyable, Sendable {
    let place: PlaceIndex
    /// The place after the value; at most the end of a role is before the end of the output.
    let next: PlaceIndex
    let grammar: EntryIndex<PlanGrammar>
  }

  let vocabulary: Vocabulary
  /// The constraints in the schemas of the plan's values that masks do not enforce.
  let unenforced: [SchemaDiagnostic]
  let start: PlaceIndex
  let layout: PlanLayout
  let distances: PlanDistances
  private let candidateTables: CandidateTables
  /// The largest distance to the end of the output from any place, including places within values.
  ///
  /// It is infinite if it is not known, or if a value has its own limit.
  let greatestDistance: Distance
  /// An upper bound of the bytes by which reading one byte can increase the distance to the end of
  /// a value.
  let longestStep: Distance
  /// Indicates whether some value has its own limit.
  let hasLimitedValues: Bool
  /// Indicates whether the plan has free text.
  var hasText: Bool { !layout.texts.isEmpty }
  let onlyValue: OnlyValue?
  /// For each state of ``UTF8Automaton``, the tokens that continue valid text; empty if the plan
  /// has no free text.
  let textMasks: [[UInt64]]

  init(
    _ layout: PlanLayout, _ distances: PlanDistances, _ vocabulary: Vocabulary, start: PlaceIndex,
    unenforced: [SchemaDiagnostic]
  ) {
    self.vocabulary = vocabulary
    self.unenforced = unenforced
    self.start = start
    self.layout = layout
    self.distances = distances
    longestStep = layout.grammars.map { $0.tables.distances.longestStep }.max() ?? 0
    hasLimitedValues = layout.values.contains { $0.limit != nil }
    var greatest = hasLimitedValues ? .infinite : distances.longest
    for case .value(let value, let next) in layout.places {
      let grammar = layout.grammars[layout.values[value].grammar]
      greatest = max(greatest, grammar.tables.distances.greatest + distances[next])
    }
    greatestDistance = greatest
    onlyValue = layout.onlyValue
    candidateTables = CandidateTables(layout.automata.map(\.lastBytes), vocabulary.tables)
    textMasks =
      layout.automata.isEmpty
      ? [] : (0..<UTF8Automaton.stateCount).map { TextTokens.mask(from: $0, vocabulary.tables) }
  }

  /// Creates the plan of outputs that consist of one value of a grammar.
  ///
  /// The grammar can be endless, if the vocabulary lacks a byte.
  convenience init(
    _ grammar: GrammarTables, _ vocabulary: Vocabulary, unenforced: [SchemaDiagnostic]
  ) {
    var layout = PlanLayout()
    let end = layout.add(.end(layout.addTokens(vocabulary.endTokens)))
    let role = layout.add(PlanPart.Role.value)
    let close = layout.add(.close(role, next: end))
    let value = layout.add(PlanValue(grammar: layout.add(PlanGrammar(grammar)), limit: nil))
    let start = layout.add(.open(role, next: layout.add(.value(value, next: close))))
    self.init(
      layout, PlanDistances(ofValueIn: layout), vocabulary, start: start, unenforced: unenforced)
  }

  /// The grammar of the only part, if there is one.
  var grammar: GrammarTables? { onlyValue.map { layout.grammars[$0.grammar].tables } }

  /// Returns the tokens that end the output at a place; `nil` if more can follow.
  func endTokens(after place: PlaceIndex) -> [Int]? {
    var place = place
    while case .close(_, let next) = layout.places[place] { place = next }
    guard case .end(let tokens) = layout.places[place] else { return nil }
    return layout.tokenSets[tokens]
  }

  /// Returns the tokens that could complete a marker of an automaton.
  func candidates(of automaton: EntryIndex<MarkerAutomaton>) -> CandidateTokens {
    candidateTables[automaton]
  }

  func place(of item: PlanItem) -> PlanPlace { layout.places[item.place] }

  /// Indicates whether a token ends the output after an item.
  func ends(_ item: PlanItem, by token: Int) -> Bool {
    guard case .end(let tokens) = place(of: item) else { return false }
    return layout.tokenSets[tokens].contains(token)
  }

  /// The size in bytes, without the vocabulary and the grammars.
  var byteCount: Int {
    layout.byteCount + distances.byteCount
      + candidateTables.byteCount
      + textMasks.reduce(0) { $0 + $1.byteCount }
  }
}

/// The tokens that could complete a marker, for each automaton of a plan.
private struct CandidateTables: Sendable {
  /// The largest number of tables in a plan; each table can have most tokens of the vocabulary.
  private static let maximumCount = 16

  private let tables: [CandidateTokens]
  /// For each automaton, the index of its table.
  private let indices: [EntryIndex<CandidateTokens>]

  init(_ lastBytes: [ByteSet], _ vocabulary: VocabularyTables) {
    var sets = lastBytes
    if Set(sets).count > Self.maximumCount {
      // The shared table also has tokens that complete no marker of an automaton. These only cost
      // time.
      var all = ByteSet()
      for set in sets { all.formUnion(set) }
      sets = sets.map { _ in all }
    }
    var known: [ByteSet: EntryIndex<CandidateTokens>] = [:]
    var indices: [EntryIndex<CandidateTokens>] = []
    var tables: [CandidateTokens] = []
    for set in sets {
      let index = known[set] ?? tables.add(CandidateTokens(set, vocabulary))
      known[set] = index
      indices.append(index)
    }
    self.tables = tables
    self.indices = indices
  }

  subscript(automaton: EntryIndex<MarkerAutomaton>) -> CandidateTokens {
    tables[indices[automaton.value]]
  }

  var byteCount: Int { tables.reduce(0) { $0 + $1.words.byteCount + $1.trie.byteCount } }
}

/// The tokens that contain the last byte of a marker.
struct CandidateTokens: Sendable {
  let trie: ByteTrie
  let words: [UInt64]

  init(_ lastBytes: ByteSet, _ vocabulary: VocabularyTables) {
    var strings: [ArraySlice<UInt8>] = []
    var values: [Int32] = []
    var words = [UInt64](repeating: 0, count: vocabulary.wordCount)
    for token in vocabulary.sortedTokens {
      let range = vocabulary.byteRange(of: Int(token))
      guard range.contains(where: { lastBytes.contains(vocabulary.bytes[$0]) }) else { continue }
      strings.append(range.map { vocabulary.bytes[$0] }[...])
      values.append(token)
      vocabulary.forEachDuplicate(of: token) { words.insert($0) }
    }
    trie = ByteTrie(sorted: strings, values: values)
    self.words = words
  }
}

/// Finds the tokens that are valid text.
enum TextTokens {
  /// Returns the tokens whose bytes continue valid UTF-8 from a state.
  static func mask(from state: Int, _ vocabulary: VocabularyTables) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: vocabulary.wordCount)
    let trie = vocabulary.trie
    var pending = [(node: ByteTrie.root, state: state)]
    while let (node, state) = pending.popLast() {
      for child in trie.nodes[node].children {
        guard let next = UTF8Automaton.step(state, trie.nodes[child].byte) else { continue }
        if let token = trie.nodes[child].value {
          vocabulary.forEachDuplicate(of: token) { words.insert($0) }
        }
        if trie.nodes[child].hasChildren { pending.append((child, next)) }
      }
    }
    return words
  }
}

/// Masks as words of 64 bits.
extension [UInt64] {
  func contains(_ token: Int32) -> Bool { self[Int(token) >> 6] >> UInt64(token & 63) & 1 == 1 }

  mutating func insert(_ token: Int32) { self[Int(token) >> 6] |= 1 << UInt64(token & 63) }

  mutating func remove(_ token: Int32) { self[Int(token) >> 6] &= ~(1 << UInt64(token & 63)) }
}
