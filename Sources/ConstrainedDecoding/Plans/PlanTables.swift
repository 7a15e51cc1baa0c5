/// A place in a plan between two bytes or tokens.
struct PlanPlace: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable {
    /// In front of the text ``PlanLayout/literals`` at `index`.
    case literal
    /// In front of one of the tokens ``PlanLayout/tokenSets`` at `index`.
    case tokens
    /// In the free text ``PlanLayout/texts`` at `index`.
    case text
    /// In the value ``PlanLayout/values`` at `index`.
    case value
    /// In front of a part with the role at `index`.
    case open
    /// Behind a part with a role.
    case close
    /// In front of several places, ``PlanLayout/targets`` at `index`.
    case split
    /// The output is complete; it ends by one of the tokens ``PlanLayout/tokenSets`` at `index`.
    case end
  }

  var kind: Kind
  var index: Int32
  var next: Int32
}

/// Free text at one place.
struct PlanText: Sendable {
  /// The way out of a text that takes the fewest tokens.
  struct Exit: BitwiseCopyable, Sendable {
    enum Kind: BitwiseCopyable {
      /// To what follows the text, between two characters.
      case next
      /// By a marker that is a token, between two characters.
      case token
      /// By the bytes of a marker.
      case bytes
    }

    var kind: Kind
    /// The number of the marker.
    var marker: Int32
    /// The number of bytes of the marker so far.
    var offset: Int32
    /// The fewest tokens to the end of the output.
    var cost: Int64

    /// Indicates whether a character has to be complete before.
    var needsCharacter: Bool { kind != .bytes || offset == 0 }
  }

  /// The index in ``PlanLayout/automata``.
  var automaton: Int
  /// The place behind each marker.
  var targets: [Int32]
  var role: Int32
  /// The most tokens, or -1.
  var limit: Int
  var canEnd: Bool
}

/// A value at one place.
struct PlanValue: Sendable {
  /// The index in ``PlanLayout/grammars``.
  var grammar: Int
  /// The most tokens, or -1.
  var limit: Int
}

/// A plan for a vocabulary: immutable, and shared by all matchers and threads.
final class PlanTables: Sendable {
  let vocabulary: VocabularyTables
  let start: Int32
  let layout: PlanLayout
  let distances: PlanDistances
  private let candidateTables: CandidateTables
  /// The most that the way to the end can be from any place, also within values;
  /// ``GrammarLayout/far`` where it is not known, or a value has a limit of its own.
  let greatestDistance: Int64
  /// The most bytes by which one byte can lengthen the way to the end of a value.
  let longestStep: Int64
  /// Indicates whether a value has a limit of its own.
  let hasLimitedValues: Bool
  /// The tokens that are text from each state of ``UTF8Automaton`` on; empty without texts.
  let textMasks: [[UInt64]]

  init(
    _ layout: PlanLayout, _ distances: PlanDistances, _ vocabulary: VocabularyTables, start: Int32
  ) {
    self.vocabulary = vocabulary
    self.start = start
    self.layout = layout
    self.distances = distances
    longestStep = layout.grammars.map { $0.tables.distances.longestStep }.max() ?? 0
    hasLimitedValues = layout.values.contains { $0.limit >= 0 }
    var greatest = hasLimitedValues ? GrammarLayout.far : distances.longest
    for place in layout.places where place.kind == .value {
      let grammar = layout.grammars[layout.values[Int(place.index)].grammar]
      let rest = place.next < 0 ? 0 : distances.places[Int(place.next)]
      greatest = max(greatest, grammar.tables.distances.greatest + rest)
    }
    greatestDistance = min(greatest, GrammarLayout.far)
    candidateTables = CandidateTables(layout.automata.map(\.lastBytes), vocabulary)
    textMasks =
      layout.automata.isEmpty
      ? [] : (0..<UTF8Automaton.stateCount).map { TextTokens.mask(from: $0, vocabulary) }
  }

  /// The tokens that could complete a marker of an automaton.
  func candidates(ofAutomaton automaton: Int) -> CandidateTokens { candidateTables[automaton] }

  /// The size in bytes, without the vocabulary and the grammars.
  var byteCount: Int {
    layout.byteCount + distances.byteCount
      + candidateTables.byteCount
      + textMasks.reduce(0) { $0 + $1.byteCount }
  }
}

/// The tokens that could complete a marker, for each automaton of a plan.
private struct CandidateTables: Sendable {
  /// The most tables of a plan, of which each can have most tokens of the vocabulary.
  private static let maximumCount = 16

  private var tables: [CandidateTokens] = []
  /// For each automaton, the index of its table.
  private let indices: [Int]

  init(_ lastBytes: [ByteSet], _ vocabulary: VocabularyTables) {
    var sets = lastBytes
    if Set(sets).count > Self.maximumCount {
      // The table that all share also has tokens that complete no marker, which only takes time.
      var all = ByteSet()
      for set in sets { all.formUnion(set) }
      sets = sets.map { _ in all }
    }
    var known: [ByteSet: Int] = [:]
    var indices: [Int] = []
    for set in sets {
      if known[set] == nil {
        known[set] = tables.count
        tables.append(CandidateTokens(set, vocabulary))
      }
      indices.append(known[set, default: 0])
    }
    self.indices = indices
  }

  subscript(automaton: Int) -> CandidateTokens { tables[indices[automaton]] }

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
      var duplicate = token
      while duplicate >= 0 {
        words[Int(duplicate) >> 6] |= 1 << UInt64(duplicate & 63)
        duplicate = vocabulary.duplicate(of: duplicate)
      }
    }
    trie = ByteTrie(sorted: strings, values: values)
    self.words = words
  }
}

/// The tokens that are text.
enum TextTokens {
  /// The tokens whose bytes go on as UTF-8 from a state on.
  static func mask(from state: Int, _ vocabulary: VocabularyTables) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: vocabulary.wordCount)
    let trie = vocabulary.trie
    var pending = [(node: ByteTrie.root, state: state)]
    while let (node, state) = pending.popLast() {
      let parent = trie.nodes[node]
      let first = Int(parent.firstChild)
      for child in first..<(first + Int(parent.childCount)) {
        let next = UTF8Automaton.step(state, trie.nodes[child].byte)
        guard next != UTF8Automaton.invalid else { continue }
        var token = trie.nodes[child].value
        while token >= 0 {
          words[Int(token) >> 6] |= 1 << UInt64(token & 63)
          token = vocabulary.duplicate(of: token)
        }
        if trie.nodes[child].childCount > 0 { pending.append((child, next)) }
      }
    }
    return words
  }
}
