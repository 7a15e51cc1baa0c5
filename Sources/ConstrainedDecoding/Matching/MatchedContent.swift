import IndexedTables
import SchemaContent

/// The part of a matcher's text that is read: its events and its content so far.
struct MatchedContent {
  private var reader = PlanEventReader()
  /// The parser of the content so far; it is created when the first snapshot is requested.
  private var parser: MatchedTextParser?

  /// Returns the content of the text so far; see ``TokenMatcher/snapshot()``.
  mutating func snapshot(of text: [UInt8], isWhole: Bool) -> GeneratedContent {
    // A rollback removes a parser that has read too much text, so the parser has always read the
    // beginning of the text. A parser that has read the end cannot read more text.
    let hasEnded = parser.map { $0.hasEnded && !(isWhole && $0.bytes.count == text.count) }
    if !isKnownUniquelyReferenced(&parser) || hasEnded == true { parser = MatchedTextParser() }
    return parser?.read(text, isWhole: isWhole) ?? GeneratedContent(kind: .null)
  }

  /// Returns the events since the last call; see ``TokenMatcher/takeEvents()``.
  mutating func takeEvents(
    of history: MatcherHistory, _ tables: PlanTables, endToken: Int?
  ) -> [PlanEvent] {
    // The beginnings and ends of parts that all readings of the output have in common.
    let chain = PlanTraceChain(
      after: reader.start, history.traces,
      history.items.map { ($0.trace, history.text.count - tables.heldLength(of: $0)) },
      tables.layout.roles)
    return reader.read(chain, history.text, tokenCount: history.count, endToken: endToken)
  }

  /// Forgets what was read of removed tokens.
  mutating func rewind(to history: MatcherHistory) {
    reader.rewind(to: history.count)
    if let parser, parser.bytes.count > history.text.count { self.parser = nil }
  }
}

extension PlanTables {
  /// Returns the number of last bytes that can be a prefix of a marker that ends the text.
  fileprivate func heldLength(of item: PlanItem) -> Int {
    guard case .text(let index, _) = place(of: item) else { return 0 }
    switch item.reading {
    case .closing(_, let offset): return Int(offset)
    case .text(let state, _), .finishing(let state, _), .leaving(let state):
      return Int(layout.automaton(of: layout.texts[index]).depths[Int(state)])
    case .beginning, .literal, .value: return 0
    }
  }
}

/// The parser of one matcher's text.
private final class MatchedTextParser {
  /// The parsed bytes.
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false
  private var parser = GeneratedContentParser(
    options: .init(maximumDepth: .max, duplicateKeys: .keepFirst))

  /// Parses the new part of a text that begins with ``bytes``.
  func read(_ text: [UInt8], isWhole: Bool) -> GeneratedContent {
    let new = text[bytes.count...]
    // A text that is not JSON, such as a text of a pattern, does not change the snapshot.
    try? parser.append(new)
    bytes.append(contentsOf: new)
    guard isWhole else { return parser.snapshot() }
    hasEnded = true
    return (try? parser.finish()) ?? parser.snapshot()
  }
}
