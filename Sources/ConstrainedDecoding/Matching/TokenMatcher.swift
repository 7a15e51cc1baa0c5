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
/// A matcher follows the texts of a ``TokenGrammar``, or the outputs of a ``TokenPlan``; a grammar
/// is a plan with one value. For a plan of several parts, ``takeEvents()`` says which part the
/// model writes.
///
/// A copy is a fork: both matchers continue independently from the same text. Copies of a matcher,
/// and matchers with the same ``MaskCache``, share their masks and must be used by one thread only;
/// the compiler checks this. Matchers with different caches may run at the same time.
public struct TokenMatcher {
  /// The plan; for a grammar, the plan of outputs that consist of one of its texts.
  public let plan: TokenPlan

  private let cache: MaskCache
  /// The current or an earlier workspace of the cache; see ``leaveFullWorkspace()``.
  private(set) var workspace: PlanWorkspace
  private(set) var history: MatcherHistory
  /// `true` if the plan can begin in more ways than a set can have, so that all masks would be
  /// wrong.
  let hasTooManyBeginnings: Bool
  /// The committed end token, or `nil`.
  private(set) var endToken: Int?
  /// See ``tokenBudget``.
  private var budget: Int?
  private var content = MatchedContent()

  /// Begins an answer by a grammar.
  public init(_ grammar: TokenGrammar) { self.init(grammar.plan) }

  /// Begins an answer by a grammar with the masks of other answers.
  ///
  /// - Parameters:
  ///   - grammar: The grammar.
  ///   - cache: A cache of the same grammar. A cache of another grammar is ignored.
  public init(_ grammar: TokenGrammar, cache: MaskCache) { self.init(grammar.plan, cache: cache) }

  /// Begins an output of a plan.
  public init(_ plan: TokenPlan) { self.init(plan, cache: MaskCache(plan)) }

  /// Begins an output of a plan with the masks of other outputs.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - cache: A cache of the same plan. A cache of another plan is ignored.
  public init(_ plan: TokenPlan, cache: MaskCache) {
    self.plan = plan
    self.cache = cache.tables === plan.tables ? cache : MaskCache(plan)
    workspace = self.cache.workspace()
    let machine = workspace.machine
    let start = machine.start()
    hasTooManyBeginnings = machine.items.takeOverflow()
    history = MatcherHistory(start.items, start.traces)
  }

  // MARK: State

  /// The grammar whose texts the matcher follows; `nil` for a plan that is not just one value
  /// without a limit.
  ///
  /// ``plan`` is never `nil`, and has the vocabulary as well.
  public var grammar: TokenGrammar? { TokenGrammar(plan) }

  var vocabulary: Vocabulary { plan.vocabulary }

  var machine: PlanMachine { workspace.machine }

  /// The number of committed tokens, without end tokens.
  public var tokenCount: Int { history.count - (isFinished ? 1 : 0) }

  /// Indicates whether an end token was committed.
  public var isFinished: Bool { endToken != nil }

  /// The bytes of the committed tokens.
  ///
  /// Special tokens have no bytes.
  public var committedBytes: [UInt8] { history.text }

  /// Indicates whether the text is complete, so that an end token may follow.
  public var canEnd: Bool {
    !isFinished && knownItems().contains { plan.tables.place(of: $0).isEnd }
  }

  /// Indicates whether the text is complete and only an end token may follow.
  public var isComplete: Bool {
    isFinished || knownItems().allSatisfy { plan.tables.place(of: $0).isEnd }
  }

  /// The settled items, for properties that cannot throw.
  ///
  /// If there are too many items, some are missing. The next mask reports this as an error.
  private func knownItems() -> ArraySlice<PlanItem> {
    defer { _ = machine.items.takeOverflow() }
    return machine.settled(history.items)
  }

  /// Replaces a full workspace by the current workspace of the cache.
  ///
  /// The items are moved to the new workspace. The old workspace is freed with the last matcher
  /// that uses it.
  private mutating func leaveFullWorkspace() {
    guard workspace.isFull else { return }
    let next = cache.workspace()
    history.move(from: machine, to: next.machine)
    workspace = next
  }

  /// Throws if items are missing, because the text can be read in too many ways at once.
  func checkOverflow() throws(Failure) {
    if machine.items.takeOverflow() || hasTooManyBeginnings { throw .tooManyReadings() }
  }

  /// Checks the history and the workspace of the matcher, and that nothing is left of the last
  /// step.
  func checkInvariants() {
    #if DEBUG
    workspace.checkInvariants()
    history.checkInvariants()
    #endif
  }

  // MARK: Committing

  /// Adds a token to the answer.
  ///
  /// - Throws: ``Failure`` if the token may not follow. The matcher then does not change.
  /// - Complexity: O(*n*) in the bytes of the token for each reading of the text, amortized.
  public mutating func commit(_ token: Int) throws(Failure) {
    let vocabulary = workspace.vocabulary
    guard token >= 0, token < vocabulary.count else {
      throw Failure(
        .unknownToken, token: token,
        "Token \(token) is not in the vocabulary of \(vocabulary.count) tokens.")
    }
    try unsafe append(vocabulary.bytes(of: token), token: token)
  }

  /// Adds text to the answer independent of its tokens, for example ``forcedText``.
  ///
  /// For ``rollback(_:)``, limits and a budget, the text counts as one token. Markers that are
  /// tokens cannot be committed as text, except after free text.
  ///
  /// - Throws: ``Failure`` if the text may not follow. The matcher then does not change.
  public mutating func commit(text: String) throws(Failure) {
    guard !text.isEmpty else { return }
    try append(text.utf8, token: nil)
  }

  private mutating func append(
    _ bytes: some Collection<UInt8>, token: Int?
  ) throws(Failure) {
    guard !isFinished else {
      throw Failure(.finished, token: token, "The answer has ended. Begin another matcher.")
    }
    leaveFullWorkspace()
    // The slice of the items must not outlive this call: `append` would copy the history.
    let step = machine.step(
      from: history.items, bytes, token: token, traceCount: history.traces.count,
      offset: history.text.count)
    try checkOverflow()
    if step.isEnd {
      endToken = token
      history.append(step.items, [], step.traces)
      return
    }
    guard !step.items.isEmpty, fitBudget(step.items) else {
      throw forbidden(Array(bytes), step.readCount, token)
    }
    history.append(step.items, bytes, step.traces)
  }

  /// Indicates whether the output can be completed within the budget after a token with some items.
  private func fitBudget(_ items: [PlanItem]) -> Bool {
    guard let left = budgetLeft else { return true }
    return items.contains { machine.distance(of: $0) <= Distance(left - 1) }
  }

  /// Returns the error for a text or a token that may not follow.
  ///
  /// `readCount`: The number of bytes that could follow.
  private func forbidden(_ bytes: [UInt8], _ readCount: Int, _ token: Int?) -> Failure {
    if let token {
      let shown = bytes.isEmpty ? "" : " ('\(String(decoding: bytes, as: UTF8.self).excerpt)')"
      return Failure(
        .forbidden, token: token,
        "Token \(token)\(shown) may not follow here. Take a token that the mask allows.")
    }
    guard readCount < bytes.count else {
      return Failure(
        .forbidden,
        "The text leaves too few tokens for a complete answer. Use a text that the masks allow.")
    }
    let start = bytes[...readCount].lastIndex { $0 & 0xC0 != 0x80 } ?? readCount
    let form = plan.tables.onlyValue == nil ? "plan" : "schema"
    return Failure(
      .forbidden,
      "The text is not allowed from byte \(start) on "
        + "('\(String(decoding: bytes[start...], as: UTF8.self).excerpt)'). "
        + "Use a text that the \(form) allows.")
  }

  /// Adds several tokens to the answer, or none if one of them may not follow.
  ///
  /// - Throws: ``Failure`` if one of the tokens may not follow.
  public mutating func commit(contentsOf tokens: some Sequence<Int>) throws(Failure) {
    var count = 0
    for token in tokens {
      do throws(Failure) {
        try commit(token)
      } catch {
        removeLastTokens(count)
        throw error
      }
      count += 1
    }
  }

  /// Removes the last tokens from the answer.
  ///
  /// An end token counts as one token.
  ///
  /// - Throws: ``Failure`` if fewer tokens were committed.
  /// - Complexity: O(*n*) in the length of the removed tokens.
  public mutating func rollback(_ count: Int) throws(Failure) {
    guard count >= 0, count <= history.count else {
      throw Failure(
        .nothingToRollBack,
        "\(count) tokens cannot be rolled back, because the matcher has \(history.count).")
    }
    removeLastTokens(count)
  }

  /// Removes the last tokens.
  ///
  /// `count` is at most the number of committed tokens.
  mutating func removeLastTokens(_ count: Int) {
    guard count > 0 else { return }
    endToken = nil
    history.removeLast(count)
    content.rewind(to: history)
  }

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
    content.snapshot(of: history.text, isWhole: isFinished)
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
    content.takeEvents(of: history, plan.tables, endToken: endToken)
  }

  // MARK: Budget

  /// The largest number of tokens that the whole text may have, without end tokens; `nil` for no
  /// limit.
  public var tokenBudget: Int? { budget }

  /// Limits the number of tokens of the whole text.
  ///
  /// The text is complete when the tokens are used up. The limits of a plan's parts remain.
  ///
  /// Masks then exclude tokens after which the rest of the text would not fit into the budget. The
  /// length of the rest is the number of bytes of its shortest text, because a model may need one
  /// token for each byte. A negative number counts as 0, and `nil` stands for no limit.
  ///
  /// - Throws: ``Failure`` if the shortest text does not fit into the budget or needs a byte that
  ///   is not a token, or if the text can be read in too many ways at once. The budget then does
  ///   not change.
  public mutating func setTokenBudget(_ budget: Int?) throws(Failure) {
    let budget = budget.map { max($0, 0) }
    if let budget, !isFinished {
      let settled = machine.settled(history.items)
      try checkOverflow()
      let needed = settled.reduce(.infinite) { min($0, machine.distance(of: $1)) }
      guard needed <= Distance(budget - tokenCount) else {
        throw Failure(needed: needed, left: budget - tokenCount)
      }
    }
    self.budget = budget
  }

  /// The number of tokens that are left of the budget, if there is one.
  var budgetLeft: Int? { budget.map { $0 - tokenCount } }
}

/// Follows one output of a plan.
public typealias PlanMatcher = TokenMatcher
