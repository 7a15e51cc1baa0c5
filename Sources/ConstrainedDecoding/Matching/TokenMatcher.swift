public import SchemaContent
import SchemaText

/// Follows one answer token by token, and says which tokens may come next.
///
///     var matcher = TokenMatcher(grammar)
///     var mask = TokenMask(grammar.vocabulary)
///     while !matcher.isFinished {
///       try matcher.fill(&mask)
///       let token = sample(model.logits(), allowing: mask)
///       try matcher.commit(token)
///     }
///
/// A copy is a fork: both go on independently from the same text. Matchers that are made from each
/// other, or with one ``MaskCache``, share the masks that they find, and have to stay on one
/// thread; the compiler checks that. Matchers with caches of their own run side by side without
/// locks.
public struct TokenMatcher: RevocableMatcher {
  /// The grammar.
  public let grammar: TokenGrammar

  private let cache: MaskCache
  /// The workspace of the cache, or one before it; see ``leaveFullWorkspace()``.
  private(set) var workspace: MaskWorkspace
  private var history: MatcherHistory
  /// Indicates whether an end token was committed.
  public private(set) var isFinished = false
  /// See ``tokenBudget``.
  private var budget: Int?
  /// The parser of the content so far; made when it is first asked for.
  private var parser: MatchedTextParser?

  /// Begins an answer.
  ///
  /// - Parameter grammar: The grammar.
  public init(_ grammar: TokenGrammar) { self.init(grammar, cache: MaskCache(grammar)) }

  /// Begins an answer with the masks that other answers found.
  ///
  /// - Parameters:
  ///   - grammar: The grammar.
  ///   - cache: A cache of the same grammar; one of another grammar is not used.
  public init(_ grammar: TokenGrammar, cache: MaskCache) {
    self.grammar = grammar
    self.cache = cache.tables === grammar.tables ? cache : MaskCache(grammar)
    workspace = self.cache.workspace()
    history = MatcherHistory(workspace.machine.start)
  }

  /// The number of tokens committed, end tokens not counted.
  public var tokenCount: Int { history.count }

  /// The bytes of the tokens committed.
  public var committedBytes: [UInt8] { history.text }

  /// The present items.
  var items: ArraySlice<Item> { history.items }

  /// How items read bytes.
  var machine: GrammarMachine { workspace.machine }

  /// Indicates whether the text is complete as it is, so that an end token may follow.
  public var canEnd: Bool { !isFinished && items.contains { machine.canEnd($0) } }

  /// Indicates whether the text is complete and nothing but an end token may follow.
  public var isComplete: Bool {
    isFinished || items.allSatisfy { $0.position == .end || isFinal($0) }
  }

  /// Leaves a workspace that is full for the next one of the cache.
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
  /// - Parameter token: A token that the mask allows, an end token included.
  /// - Throws: ``Failure`` if it may not follow; nothing changes then.
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

  /// Adds text to the answer whatever its tokens are, such as ``forcedText``.
  ///
  /// For ``rollback(_:)`` and a budget it counts as one token.
  ///
  /// - Parameter text: The text; nothing happens if it is empty.
  /// - Throws: ``Failure`` if it may not follow; nothing changes then.
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
    if let left = budgetLeft, machine.distance(from: first) > Int64(left - 1) {
      throw forbidden(token)
    }
    history.append(machine.items, from: first, bytes)
  }

  /// Adds several tokens to the answer, or none.
  ///
  /// - Parameter tokens: The tokens.
  /// - Throws: ``Failure`` if one of them may not follow; nothing changes then.
  public mutating func commit(contentsOf tokens: some Sequence<Int>) throws(Failure) {
    try commitAll(tokens)
  }

  /// Takes back tokens.
  ///
  /// An end token counts as one.
  ///
  /// - Parameter count: How many of the last tokens to take back.
  /// - Throws: ``Failure`` if fewer were committed; nothing changes then.
  /// - Complexity: O(*n*) in what is taken back.
  public mutating func rollback(_ count: Int) throws(Failure) {
    let all = tokenCount + (isFinished ? 1 : 0)
    guard count >= 0, count <= all else {
      throw Failure(
        .nothingToRollBack, "\(count) tokens cannot be taken back, since there are \(all).")
    }
    takeBack(count)
  }

  /// Takes back tokens, at most those that were committed.
  mutating func takeBack(_ count: Int) {
    let tokens = isFinished ? count - 1 : count
    guard count > 0 else { return }
    isFinished = false
    history.removeLast(tokens)
    if let parser, parser.bytes.count > history.text.count { self.parser = nil }
  }

  /// The number of tokens that may follow one after the other, as for the draft of a smaller model.
  ///
  /// - Parameter tokens: The tokens.
  /// - Returns: The number of those from the first on that are allowed.
  public func validatedCount(of tokens: some Sequence<Int>) -> Int {
    allowedCount(of: tokens)
  }

  // MARK: Budget

  /// The most tokens that the whole text may have, end tokens not counted; `nil` for no limit.
  public var tokenBudget: Int? { budget }

  /// Limits the tokens of the whole text, so that it is complete when they are used up.
  ///
  /// From then on, tokens are forbidden after which the rest would not fit. The rest is measured
  /// by its shortest text, in bytes, since each byte can be produced by a token of its own.
  ///
  /// - Parameter budget: The most tokens of the whole text, those committed included; `nil` for no
  ///   limit. A negative number counts as 0.
  /// - Throws: ``Failure`` if the shortest text does not fit, or needs a byte that is not a token;
  ///   the limit is then as before.
  public mutating func setTokenBudget(_ budget: Int?) throws(Failure) {
    let budget = budget.map { max($0, 0) }
    if let budget {
      let first = load()
      defer { unload(first) }
      let needed = machine.distance(from: first)
      guard needed <= Int64(budget - tokenCount) else {
        throw Failure(needed: needed, left: budget - tokenCount, by: "text")
      }
    }
    self.budget = budget
  }

  /// The tokens that are left, if they are limited.
  var budgetLeft: Int? { budget.map { $0 - tokenCount } }

  // MARK: Content

  /// The content so far, as a stream of the same text would show it.
  ///
  /// A number that is all of the text is complete only when an end token was committed.
  ///
  /// Of names that occur twice, which ``TokenGrammar/unenforced`` lists where it can happen, the
  /// first counts.
  ///
  /// - Returns: The content; null and not complete before any text, or if the text is not JSON.
  /// - Complexity: O(*n*) in the text since the last snapshot; in the whole text after a rollback
  ///   into what a snapshot has shown, and in a copy.
  public mutating func snapshot() -> GeneratedContent {
    // A rollback drops a parser that has read too much, so what it has read is how the text begins.
    // One that was told of the end reads nothing after it.
    let hasEnded = parser.map {
      $0.hasEnded && !(isFinished && $0.bytes.count == history.text.count)
    }
    if !isKnownUniquelyReferenced(&parser) || hasEnded == true {
      parser = MatchedTextParser()
    }
    return parser?.read(history.text, isWhole: isFinished) ?? GeneratedContent(kind: .null)
  }

  // MARK: Steps

  /// Puts the present items behind those of the workspace, and returns where they begin.
  func load() -> Int {
    let machine = machine
    let first = machine.items.count
    for item in items { machine.items.append(item) }
    return first
  }

  /// Removes what was loaded, and what came of it.
  func unload(_ first: Int) { machine.items.removeAll(from: first) }

  /// Reads bytes with the items from an index on; those after the bytes take their place.
  private func replaceItems(
    from first: Int, _ bytes: some Sequence<UInt8>, token: Int?
  ) throws(Failure) {
    let machine = machine
    for (index, byte) in bytes.enumerated() where !machine.replaceItems(from: first, byte) {
      if machine.items.takeOverflow() { throw .tooManyReadings }
      throw token == nil ? forbidden(Array(bytes), from: index) : forbidden(token)
    }
  }

  /// An error for a text, whose bytes are not allowed from the character at an index on.
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
  /// The bytes parsed so far.
  private(set) var bytes: [UInt8] = []
  private(set) var hasEnded = false
  private var parser = GeneratedContentParser(
    options: .init(maximumDepth: .max, duplicateKeys: .keepFirst))

  /// Parses what is new of a text that begins with ``bytes``.
  func read(_ text: [UInt8], isWhole: Bool) -> GeneratedContent {
    let new = text[bytes.count...]
    // A text that is not JSON, as of a pattern, leaves the snapshot as it is.
    try? parser.append(new)
    bytes.append(contentsOf: new)
    guard isWhole else { return parser.snapshot() }
    hasEnded = true
    return (try? parser.finish()) ?? parser.snapshot()
  }
}
