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
public struct TokenMatcher {
  /// The grammar.
  public let grammar: TokenGrammar

  private let cache: MaskCache
  /// The workspace of the cache, or one before it; see ``leaveFullWorkspace()``.
  private(set) var workspace: MaskWorkspace
  /// The items after each commit, one set after the other; the last set is the present one.
  var history: [Item]
  /// Where the sets begin, and where the last one ends.
  var historyBounds: [Int32]
  /// The text so far.
  var text: [UInt8] = []
  /// The length of the text after each commit.
  var textBounds: [Int32] = [0]
  /// Indicates whether an end token was committed.
  public internal(set) var isFinished = false
  /// See ``tokenBudget``.
  var budget: Int?
  /// The parser of the content so far; made when it is first asked for.
  var parser: MatchedTextParser?

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
    history = [workspace.start]
    historyBounds = [0, 1]
  }

  /// The number of tokens committed, end tokens not counted.
  public var tokenCount: Int { historyBounds.count - 2 }

  /// The bytes of the tokens committed.
  public var committedBytes: [UInt8] { text }

  /// The present items.
  var items: ArraySlice<Item> {
    history[Int(historyBounds[historyBounds.count - 2])...]
  }

  /// Indicates whether the text is complete as it is, so that an end token may follow.
  public var canEnd: Bool { !isFinished && items.contains { workspace.canEnd($0) } }

  /// Indicates whether the text is complete and nothing but an end token may follow.
  public var isComplete: Bool {
    isFinished || items.allSatisfy { $0.position == .end || isFinal($0) }
  }

  /// Leaves a workspace that is full for the next one of the cache.
  mutating func leaveFullWorkspace() {
    guard workspace.isFull else { return }
    let next = cache.workspace()
    next.adopt(&history, from: workspace)
    workspace = next
  }

  private func isFinal(_ item: Item) -> Bool {
    workspace.canEnd(item) && workspace.following(item).isEmpty
  }
}
