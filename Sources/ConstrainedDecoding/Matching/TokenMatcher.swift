public import SchemaContent
import SchemaText

/// Follows one answer token by token, and computes which tokens may come next.
///
///     var matcher = TokenMatcher(grammar)
///     var mask = TokenMask(grammar.vocabulary)
///     while !matcher.isFinished {
///       try matcher.fill(&mask)
///       let token = sample(model.logits(), allowing: mask)
///       try matcher.commit(token)
///     }
///
/// A copy is a fork: both matchers continue independently from the same text. Copies of a matcher,
/// and matchers with the same ``MaskCache``, share their masks and must be used by one thread only;
/// the compiler checks this. Matchers with different caches run at the same time without locks.
public struct TokenMatcher: RevocableMatcher {
  /// The grammar.
  public let grammar: TokenGrammar

  private let cache: MaskCache
  /// The current or an earlier workspace of the cache; see ``leaveFullWorkspace()``.
  private(set) var workspace: MaskWorkspace
  private var history: MatcherHistory
  /// Indicates whether an end token was committed.
  public private(set) var isFinished = false
  /// See ``tokenBudget``.
  private var budget: Int?
  /// The parser of the content so far; it is created when the first snapshot is requested.
  private var parser: MatchedTextParser?

  /// Begins an answer.
  public init(_ grammar: TokenGrammar) { self.init(grammar, cache: MaskCache(grammar)) }

  /// Begins an answer with the masks of other answers.
  ///
  /// - Parameters:
  ///   - grammar: The grammar.
  ///   - cache: A cache of the same grammar. A cache of another grammar is ignored.
  public init(_ grammar: TokenGrammar, cache: MaskCache) {
    self.grammar = grammar
    self.cache = cache.tables === grammar.tables ? cache : MaskCache(grammar)
    workspace = self.cache.workspace()
    history = MatcherHistory(workspace.machine.start)
  }

  /// The number of committed tokens, without end tokens.
  public var tokenCount: Int { history.count }

  /// The bytes of the committed tokens.
  public var committedBytes: [UInt8] { history.text }

  var vocabulary: Vocabulary { grammar.vocabulary }

  var items: ArraySlice<Item> { history.items }

  var machine: GrammarMachine { workspace.machine }

  /// Indicates whether the text is complete, so that an end token may follow.
  public var canEnd: Bool { !isFinished && items.contains { machine.canEnd($0) } }

  /// Indicates whether the text is complete and only an end token may follow.
  public var isComplete: Bool {
    isFinished || items.allSatisfy { $0.position == .end || isFinal($0) }
  }

  /// Replaces a full workspace by the current workspace of the cache.
  private mutating func leaveFullWorkspace() {
    guard machine.isFull else { return }
    let next = cache.workspace()
    history.move(from: machine, to: next.machine)
    workspace = next
  }

  private func isFinal(_ item: Item) -> Bool {
    machine.canEnd(item) && machine.following(item).isEmpty
  }

  // MARK: Committing

  /// Adds a token to the answer.
  ///
  /// - Throws: ``Failure`` if the text may not follow. The matcher then does not change.
  /// - Complexity: O(*n*) in the bytes of the token.
  public mutating func commit(_ token: Int) throws(Failure) {
    guard !isFinished else {
      throw Failure(.finished, token: token, "The answer has ended. Begin another matcher.")
    }
    let count = workspace.vocabulary.count
    guard token >= 0, token < count else {
      throw Failure(
        .unknownToken, token: token,
        "Token \(token) is not in the vocabulary of \(count) tokens.")
    }
    if workspace.endTokens.contains(token) {
      guard canEnd else { throw forbidden(token) }
      isFinished = true
      return
    }
    let bytes = unsafe workspace.bytes(of: token)
    guard !bytes.isEmpty else { throw forbidden(token) }
    try unsafe append(bytes, token: token)
  }

  /// Adds text to the answer independent of its tokens, for example ``forcedText``.
  ///
  /// For ``rollback(_:)`` and a budget, the text counts as one token.
  ///
  /// - Throws: ``Failure`` if the text may not follow. The matcher then does not change.
  public mutating func commit(text: String) throws(Failure) {
    guard !text.isEmpty else { return }
    guard !isFinished else {
      throw Failure(.finished, "The answer has ended. Begin another matcher.")
    }
    try append(text.utf8, token: nil)
  }

  private mutating func append(
    _ bytes: some Sequence<UInt8>, token: Int?
  ) throws(Failure) {
    leaveFullWorkspace()
    let machine = machine
    let first = load()
    defer { unload(first) }
    try replaceItems(from: first, bytes, token: token)
    if let left = budgetLeft, machine.distance(from: first) > Distance(left - 1) {
      throw forbidden(token)
    }
    history.append(machine.items, from: first, bytes)
  }

  /// Adds several tokens to the answer, or none if one of them may not follow.
  ///
  /// - Throws: ``Failure`` if one of the tokens may not follow.
  public mutating func commit(contentsOf tokens: some Sequence<Int>) throws(Failure) {
    try commitAll(tokens)
  }

  /// Removes the last tokens from the answer.
  ///
  /// An end token counts as one token.
  ///
  /// - Throws: ``Failure`` if fewer tokens were committed.
  /// - Complexity: O(*n*) in the length of the removed tokens.
  public mutating func rollback(_ count: Int) throws(Failure) {
    let all = tokenCount + (isFinished ? 1 : 0)
    guard count >= 0, count <= all else {
      throw Failure(
        .nothingToRollBack, "\(count) tokens cannot be rolled back, because the matcher has \(all)."
      )
    }
    removeLastTokens(count)
  }

  /// Removes the last tokens.
  ///
  /// `count` is at most the number of committed tokens.
  mutating func removeLastTokens(_ count: Int) {
    let tokens = isFinished ? count - 1 : count
    guard count > 0 else { return }
    isFinished = false
    history.removeLast(tokens)
    if let parser, parser.bytes.count > history.text.count { self.parser = nil }
  }

  /// Returns the number of leading tokens that may follow one after the other, for example of a
  /// smaller model's draft.
  public func validatedCount(of tokens: some Sequence<Int>) -> Int { allowedCount(of: tokens) }

  // MARK: Budget

  /// The largest number of tokens that the whole text may have, without end tokens; `nil` for no
  /// limit.
  public var tokenBudget: Int? { budget }

  /// Limits the number of tokens of the whole text.
  ///
  /// The text is complete when the tokens are used up.
  ///
  /// Masks then exclude tokens after which the rest of the text would not fit into the budget. The
  /// length of the rest is the number of bytes of its shortest text, because a model may need one
  /// token for each byte. A negative number counts as 0, and `nil` stands for no limit.
  ///
  /// - Throws: ``Failure`` if the shortest text does not fit into the budget or needs a byte that
  ///   is not a token. The budget then does not change.
  public mutating func setTokenBudget(_ budget: Int?) throws(Failure) {
    let budget = budget.map { max($0, 0) }
    if let budget {
      let first = load()
      defer { unload(first) }
      let needed = machine.distance(from: first)
      guard needed <= Distance(budget - tokenCount) else {
        throw Failure(needed: needed, left: budget - tokenCount, by: "text")
      }
    }
    self.budget = budget
  }

  /// The number of tokens that are left of the budget, if there is one.
  var budgetLeft: Int? { budget.map { $0 - tokenCount } }

  // MARK: Content

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

  // MARK: Invariants

  /// Checks the workspace of the matcher, and that nothing is left of the last step.
  func checkInvariants() {
    #if DEBUG
    workspace.checkInvariants()
    assert(machine.items.count == 0, "items of a step are left")
    #endif
  }

  // MARK: Steps

  /// Appends the current items to the items of the workspace, and returns the index of the first.
  func load() -> Int {
    let machine = machine
    let first = machine.items.count
    for item in items { machine.items.append(item) }
    return first
  }

  /// Removes the loaded items and the items after them.
  func unload(_ first: Int) { machine.items.removeAll(from: first) }

  /// Reads bytes with the items from an index on, and replaces them by the following items.
  private func replaceItems(
    from first: Int, _ bytes: some Sequence<UInt8>, token: Int?
  ) throws(Failure) {
    let machine = machine
    for (index, byte) in bytes.enumerated() where !machine.replaceItems(from: first, byte) {
      if machine.items.takeOverflow() { throw .tooManyReadings }
      throw token == nil ? forbidden(Array(bytes), from: index) : forbidden(token)
    }
  }

  /// Returns the error for a text that is not allowed from the character at an index on.
  private func forbidden(_ bytes: [UInt8], from index: Int) -> Failure {
    let start = bytes[...index].lastIndex { $0 & 0xC0 != 0x80 } ?? index
    return Failure(
      .forbidden,
      "The text is not allowed from byte \(start) on "
        + "('\(String(decoding: bytes[start...], as: UTF8.self).excerpt)'). "
        + "Use a text that the schema allows.")
  }

  private func forbidden(_ token: Int?) -> Failure {
    guard let token else {
      return Failure(
        .forbidden,
        "The text leaves too few tokens for a complete answer. Use a text that the masks allow.")
    }
    let bytes = grammar.vocabulary.bytes(of: token) ?? []
    let shown = bytes.isEmpty ? "" : " ('\(String(decoding: bytes, as: UTF8.self))')"
    return Failure(
      .forbidden, token: token,
      "Token \(token)\(shown) may not follow here. Take a token that the mask allows.")
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
