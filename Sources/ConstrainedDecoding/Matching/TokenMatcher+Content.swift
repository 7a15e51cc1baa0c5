import IndexedTables
public import SchemaContent

/// What the model has written so far, by its parts and as content.
extension TokenMatcher {
  /// Returns the content so far, as a stream with the same text returns it.
  ///
  /// If the whole text is a number, the number is complete only after an end token.
  ///
  /// If a name occurs twice in an object, the first property is used. ``TokenGrammar/unenforced``
  /// lists objects in which this can happen.
  ///
  /// - Returns: The content. If there is no text yet, or if the text is not JSON, the content is an
  ///   incomplete null.
  /// - Complexity: O(*n*) in the text since the last snapshot. After a rollback of text that a
  ///   snapshot has returned, and in a copy, O(*n*) in the whole text.
  public mutating func snapshot() -> GeneratedContent {
    // A rollback removes a parser that has read too much text, so the parser has always read the
    // beginning of the text. A parser that has read the end cannot read more text.
    let hasEnded = parser.map {
      $0.hasEnded && !(isFinished && $0.bytes.count == history.text.count)
    }
    if !isKnownUniquelyReferenced(&parser) || hasEnded == true { parser = MatchedTextParser() }
    return parser?.read(history.text, isWhole: isFinished) ?? GeneratedContent(kind: .null)
  }

  /// Returns the events since the last call.
  ///
  /// The only part of a grammar is a value. If tokens were rolled back after their events were
  /// returned, the first event is ``PlanEvent/restarted``, and the events of the whole output
  /// follow.
  ///
  /// - Complexity: O(*n*) in the parts and the text since the last call. If the output can be read
  ///   in several ways, O(*n*) in the parts and the text since the readings differ.
  public mutating func takeEvents() -> [PlanEvent] {
    reader.read(
      chain(after: reader.start), history.text, tokenCount: history.count, endToken: endToken)
  }

  /// Returns the beginnings and ends of parts after a trace that all readings of the output have in
  /// common.
  private func chain(after start: EntryIndex<PlanTrace>?) -> PlanTraceChain {
    PlanTraceChain(
      after: start, history.traces,
      history.items.map { ($0.trace, history.text.count - heldLength(of: $0)) },
      plan.tables.layout.roles)
  }

  /// Returns the number of last bytes that can be a prefix of a marker that ends the text.
  private func heldLength(of item: PlanItem) -> Int {
    guard case .text(let index, _) = plan.tables.place(of: item) else { return 0 }
    switch item.reading {
    case .closing(_, let offset): return Int(offset)
    case .text(let state, _), .finishing(let state, _), .leaving(let state):
      let text = plan.tables.layout.texts[index]
      return Int(plan.tables.layout.automaton(of: text).depths[Int(state)])
    case .beginning, .literal, .value: return 0
    }
  }
}

/// The parser of one matcher's text.
final class MatchedTextParser {
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
