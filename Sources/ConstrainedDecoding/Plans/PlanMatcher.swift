import IndexedTables
import SchemaText

/// Follows one output of a plan token by token, and computes which tokens may come next.
///
///     var matcher = PlanMatcher(plan)
///     var mask = TokenMask(plan.vocabulary)
///     while !matcher.isFinished {
///       try matcher.fill(&mask)
///       try matcher.commit(sample(model.logits(), allowing: mask))
///       for event in matcher.takeEvents() { show(event) }
///     }
///
/// A copy is a fork: both matchers continue independently from the same output. Copies of a
/// matcher, and matchers with the same ``PlanCache``, share their masks and must be used by one
/// thread only. Matchers with different caches run at the same time without locks.
public struct PlanMatcher: RevocableMatcher {
  /// The plan.
  public let plan: TokenPlan

  private let cache: PlanCache
  private var workspace: PlanWorkspace
  /// The items after each token, one set after the other; the last set is the current one.
  private var history: [PlanItem] = []
  /// The start index of each set, followed by the end index of the last set.
  private var historyBounds: [Int] = [0]
  private var text: [UInt8] = []
  /// The length of the text after each token.
  private var textBounds: [Int] = [0]
  private var traces: [PlanTrace] = []
  /// The number of traces after each token.
  private var traceBounds: [Int] = []
  private var budget: Int?
  private var reader = PlanEventReader()
  /// `true` if the plan can begin in more ways than a set can have, so that all masks would be
  /// wrong.
  private let hasTooManyBeginnings: Bool

  /// The committed end token, or `nil`.
  private(set) var endToken: Int?

  /// Begins an output.
  public init(_ plan: TokenPlan) { self.init(plan, cache: PlanCache(plan)) }

  /// Begins an output with the masks of other outputs.
  ///
  /// - Parameters:
  ///   - plan: The plan.
  ///   - cache: A cache of the same plan. A cache of another plan is ignored.
  public init(_ plan: TokenPlan, cache: PlanCache) {
    self.plan = plan
    self.cache = cache.tables === plan.tables ? cache : PlanCache(plan)
    workspace = self.cache.workspace()
    let sets = workspace.items
    let first = sets.count
    let outer = sets.beginSet()
    workspace.beginTraces(0, offset: 0)
    workspace.enter(plan.tables.start, trace: nil)
    traces = workspace.endTraces()
    sets.endSet(outer)
    hasTooManyBeginnings = sets.takeOverflow()
    history = sets.suffix(from: first)
    sets.removeAll(from: first)
    historyBounds.append(history.count)
    traceBounds.append(traces.count)
  }

  // MARK: State

  var vocabulary: Vocabulary { plan.vocabulary }

  /// The number of committed tokens, without the end token.
  public var tokenCount: Int { historyBounds.count - 2 - (isFinished ? 1 : 0) }

  /// Indicates whether an end token was committed.
  public var isFinished: Bool { endToken != nil }

  /// The bytes of the committed tokens.
  ///
  /// Special tokens have no bytes.
  public var committedBytes: [UInt8] { text }

  /// Indicates whether the output is complete, so that an end token may follow.
  public var canEnd: Bool {
    !isFinished && knownItems().contains { plan.tables.place(of: $0).isEnd }
  }

  /// Indicates whether the output is complete and only an end token may follow.
  public var isComplete: Bool {
    isFinished || knownItems().allSatisfy { plan.tables.place(of: $0).isEnd }
  }

  /// The identity of the workspace.
  ///
  /// Matchers with different workspaces can be used on different threads.
  var workspaceIdentity: ObjectIdentifier { ObjectIdentifier(workspace) }

  private var items: ArraySlice<PlanItem> { history[historyBounds[historyBounds.count - 2]...] }

  /// The settled items, for properties that cannot throw.
  ///
  /// If there are too many items, some are missing. The next mask reports this as an error.
  private func knownItems() -> [PlanItem] {
    defer { _ = workspace.items.takeOverflow() }
    return settledItems()
  }

  /// The items, and the items after texts that may end here.
  ///
  /// The caller must reset the overflow, because other outputs share the sets.
  private func settledItems() -> [PlanItem] {
    let sets = workspace.items
    let first = sets.count
    let outer = sets.beginSet()
    for item in items {
      sets.emit(item)
      workspace.settle(item)
    }
    sets.endSet(outer)
    defer { sets.removeAll(from: first) }
    return sets.suffix(from: first)
  }

  // MARK: Masks

  /// Writes the tokens that may follow into a set, and removes its previous tokens.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if the output can be read in too many ways at once, or if
  ///   the set was made for a smaller vocabulary.
  public func fill(_ mask: inout TokenMask) throws(TokenMatcher.Failure) {
    try checkCount(mask.words.count, UInt64.self)
    unsafe mask.words.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe base.update(repeating: 0, count: buffer.count)
      unsafe write(to: base)
    }
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 64-bit words, in place.
  ///
  /// - Parameter buffer: At least ``Vocabulary/maskWordCount`` words. The words after the mask
  ///   become 0, so that logits without a token are not allowed.
  /// - Throws: ``TokenMatcher/Failure`` if the output can be read in too many ways at once, or if
  ///   the buffer is too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt64>) throws(TokenMatcher.Failure) {
    try checkCount(buffer.count, UInt64.self)
    guard let base = buffer.baseAddress else { return }
    unsafe base.update(repeating: 0, count: buffer.count)
    unsafe write(to: base)
    try checkOverflow()
  }

  /// Writes the tokens that may follow into a buffer of 32-bit words, as most engines use them.
  ///
  /// - Parameter buffer: The number of words is at least the number of tokens divided by 32,
  ///   rounded up. The words after the mask become 0, so that logits without a token are not
  ///   allowed.
  /// - Throws: ``TokenMatcher/Failure`` if the output can be read in too many ways at once, or if
  ///   the buffer is too short.
  public func fill(_ buffer: UnsafeMutableBufferPointer<UInt32>) throws(TokenMatcher.Failure) {
    try checkCount(buffer.count, UInt32.self)
    guard let base = buffer.baseAddress else { return }
    unsafe base.update(repeating: 0, count: buffer.count)
    unsafe write(to: base)
    try checkOverflow()
  }

  /// Throws if a number of words is too small for a mask.
  func checkCount<Word: MaskWord>(_ count: Int, _: Word.Type) throws(TokenMatcher.Failure) {
    let needed = Word.count(ofTokens: plan.tables.vocabulary.count)
    guard count >= needed else { throw .bufferTooShort(count, needed) }
  }

  /// Writes the tokens that may follow to words, which must be 0.
  func write<Word: MaskWord>(to words: UnsafeMutablePointer<Word>) {
    guard !isFinished else { return }
    let left = budget.map { $0 - tokenCount }
    for item in settledItems() { unsafe workspace.write(item, to: words, left: left) }
  }

  func checkOverflow() throws(TokenMatcher.Failure) {
    if workspace.items.takeOverflow() || hasTooManyBeginnings { throw .tooManyReadings }
  }

  // MARK: Tokens

  /// Adds a token to the output.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if the token may not follow; the matcher does not change.
  /// - Complexity: O(*n*) in the bytes of the token for each reading of the output, amortized.
  public mutating func commit(_ token: Int) throws(TokenMatcher.Failure) {
    let vocabulary = plan.tables.vocabulary
    guard token >= 0, token < vocabulary.count else {
      throw TokenMatcher.Failure(
        .unknownToken, token: token,
        "Token \(token) is not in the vocabulary of \(vocabulary.count) tokens.")
    }
    try append(vocabulary.byteRange(of: token).map { vocabulary.bytes[$0] }, token: token)
  }

  /// Adds text to the output independent of its tokens, for example ``forcedText``.
  ///
  /// For ``rollback(_:)`` and limits, the text counts as one token. Markers that are tokens cannot
  /// be committed as text, except after free text.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if the text may not follow; the matcher does not change.
  public mutating func commit(text: String) throws(TokenMatcher.Failure) {
    guard !text.isEmpty else { return }
    try append(Array(text.utf8), token: nil)
  }

  private mutating func append(_ bytes: [UInt8], token: Int?) throws(TokenMatcher.Failure) {
    guard !isFinished else {
      throw TokenMatcher.Failure(
        .finished, token: token, "The output has ended. Begin another matcher.")
    }
    leaveFullWorkspace()
    workspace.beginTraces(traces.count, offset: text.count)
    let settled = settledItems()
    let end = token.flatMap { token in settled.first { isEnd($0, token) } }
    let items = end.map { [$0] } ?? next(settled, bytes, token)
    let new = workspace.endTraces()
    try checkOverflow()
    if end != nil {
      endToken = token
      finish(items, [], new)
      return
    }
    let left = budget.map { Distance($0 - tokenCount - 1) } ?? .infinite
    guard items.contains(where: { workspace.distance(of: $0) <= left }) else {
      throw forbidden(bytes, token)
    }
    finish(items, bytes, new)
  }

  private func isEnd(_ item: PlanItem, _ token: Int) -> Bool {
    guard case .end(let tokens) = plan.tables.place(of: item) else { return false }
    return plan.tables.layout.tokenSets[tokens].contains(token)
  }

  /// Returns the items after a text or a token that is not an end token.
  private func next(_ settled: [PlanItem], _ bytes: [UInt8], _ token: Int?) -> [PlanItem] {
    let sets = workspace.items
    let bottom = sets.count
    defer { sets.removeAll(from: bottom) }
    let outer = sets.beginSet()
    if let token {
      for item in settled { workspace.step(item, token: token, byteCount: bytes.count) }
    }
    sets.endSet(outer)
    let byToken = sets.suffix(from: bottom)
    sets.removeAll(from: bottom)
    var start = bottom
    if !bytes.isEmpty {
      var first: Int? = bottom
      for item in settled { sets.append(item) }
      for byte in bytes {
        guard let current = first else { break }
        first = workspace.advance(current, byte)
      }
      start = first ?? sets.count
    }
    _ = sets.beginSet(at: start)
    for item in byToken { sets.emit(item) }
    sets.endSet(outer)
    return sets.suffix(from: start).compactMap { workspace.endToken($0) }
  }

  private mutating func finish(_ items: [PlanItem], _ bytes: [UInt8], _ new: [PlanTrace]) {
    traces += new
    traceBounds.append(traces.count)
    history += items
    historyBounds.append(history.count)
    text += bytes
    textBounds.append(text.count)
  }

  /// Replaces a full workspace by the current workspace of the cache.
  ///
  /// The items are copied to the new workspace. The old workspace is freed with the last output
  /// that uses it.
  private mutating func leaveFullWorkspace() {
    guard workspace.isFull else { return }
    let next = cache.workspace()
    guard next !== workspace else { return }
    next.adopt(&history, from: workspace)
    workspace = next
  }

  private func forbidden(_ bytes: [UInt8], _ token: Int?) -> TokenMatcher.Failure {
    let shown = bytes.isEmpty ? "" : " ('\(String(decoding: bytes, as: UTF8.self).excerpt)')"
    guard let token else {
      return TokenMatcher.Failure(
        .forbidden, "The text\(shown) may not follow here. Use a text that the plan allows.")
    }
    return TokenMatcher.Failure(
      .forbidden, token: token,
      "Token \(token)\(shown) may not follow here. Take a token that the mask allows.")
  }

  /// Adds several tokens to the output, or none if one of them may not follow.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if one of the tokens may not follow.
  public mutating func commit(
    contentsOf tokens: some Sequence<Int>
  ) throws(TokenMatcher.Failure) {
    try commitAll(tokens)
  }

  /// Removes the last tokens from the output, including the end token.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if fewer tokens were committed.
  /// - Complexity: O(*n*) in the length of the removed tokens.
  public mutating func rollback(_ count: Int) throws(TokenMatcher.Failure) {
    let all = historyBounds.count - 2
    guard count >= 0, count <= all else {
      throw TokenMatcher.Failure(
        .nothingToRollBack, "\(count) tokens cannot be rolled back, because the matcher has \(all)."
      )
    }
    removeLastTokens(count)
  }

  /// Removes the last tokens.
  ///
  /// `count` is at most the number of committed tokens.
  mutating func removeLastTokens(_ count: Int) {
    guard count > 0 else { return }
    endToken = nil
    historyBounds.removeLast(count)
    textBounds.removeLast(count)
    traceBounds.removeLast(count)
    history.removeLast(history.count - (historyBounds.last ?? 0))
    text.removeLast(text.count - (textBounds.last ?? 0))
    traces.removeLast(traces.count - (traceBounds.last ?? 0))
    reader.rewind(to: historyBounds.count)
  }

  /// Checks that each token has its items, text and traces, and the workspace of the matcher.
  func checkInvariants() {
    #if DEBUG
    workspace.checkInvariants()
    assert(workspace.items.count == 0, "items of a step are left")
    let bounds = [
      (historyBounds, history.count), (textBounds, text.count), (traceBounds, traces.count),
    ]
    for (bounds, count) in bounds {
      assert(zip(bounds, bounds.dropFirst()).allSatisfy { $0 <= $1 }, "a token takes data away")
      assert(bounds.last == count, "data of a token are missing")
    }
    assert(historyBounds.count == textBounds.count + 1 && textBounds.count == traceBounds.count)
    #endif
  }

  /// Returns the number of leading tokens that may follow one after the other, for example of a
  /// smaller model's draft.
  public func validatedCount(of tokens: some Sequence<Int>) -> Int { allowedCount(of: tokens) }

  // MARK: Budget

  /// The largest number of tokens that the whole output may have, without end tokens; `nil` for no
  /// limit.
  public var tokenBudget: Int? { budget }

  /// Limits the number of tokens of the whole output.
  ///
  /// The output is complete when the tokens are used up. A negative number counts as 0, and `nil`
  /// stands for no limit.
  ///
  /// - Throws: ``TokenMatcher/Failure`` if the shortest output does not fit into the budget, or if
  ///   the output can be read in too many ways at once. The budget then does not change.
  public mutating func setTokenBudget(_ budget: Int?) throws(TokenMatcher.Failure) {
    let budget = budget.map { max($0, 0) }
    if let budget, !isFinished {
      let distances = settledItems().map { workspace.distance(of: $0) }
      try checkOverflow()
      let needed = distances.min() ?? .infinite
      guard needed <= Distance(budget - tokenCount) else {
        throw TokenMatcher.Failure(needed: needed, left: budget - tokenCount, by: "output")
      }
    }
    self.budget = budget
  }

  // MARK: Forced text

  /// The text that must follow in any case, such as the text around a call.
  ///
  /// The forced text consists of complete characters. It ends if different bytes may follow, if the
  /// output may end, and before a marker that is a token.
  public var forcedText: String {
    let bytes = forcedBytes().bytes
    var character = UTF8Automaton.start
    var complete = 0
    for (index, byte) in bytes.enumerated() {
      // If a byte cannot follow, the forced bytes begin within a character, and there is no forced
      // text.
      guard let next = UTF8Automaton.step(character, byte) else { break }
      character = next
      if character == UTF8Automaton.start { complete = index + 1 }
    }
    return String(decoding: bytes[..<complete], as: UTF8.self)
  }

  /// The largest number of bytes of forced text that are returned at once.
  private static let maximumForcedBytes = 1 << 16

  /// Returns the bytes that must follow in any case, and whether the output is complete after them.
  ///
  /// The bytes end if different bytes may follow, if the output may end, and before a token that is
  /// not read by its bytes.
  func forcedBytes() -> (bytes: [UInt8], isComplete: Bool) {
    guard !isFinished else { return ([], false) }
    var bytes: [UInt8] = []
    let first = workspace.items.count
    defer {
      workspace.items.removeAll(from: first)
      _ = workspace.items.takeOverflow()
    }
    for item in settledItems() { workspace.items.append(item) }
    var start = first
    while bytes.count < Self.maximumForcedBytes, let (byte, next) = onlyByte(from: start) {
      bytes.append(byte)
      start = next
    }
    let isComplete = (start..<workspace.items.count).allSatisfy {
      plan.tables.place(of: workspace.items[$0]).isEnd
    }
    return (bytes, isComplete)
  }

  private func onlyByte(from start: Int) -> (byte: UInt8, next: Int)? {
    let end = workspace.items.count
    var candidates = ByteSet()
    for index in start..<end {
      let item = workspace.items[index]
      let following = workspace.following(item)
      // In free text there are several possible bytes. At an end or before a token, there is none.
      guard !following.isEmpty else { return nil }
      switch item.reading {
      case .text, .finishing, .leaving: return nil
      case .beginning, .literal, .closing, .value: break
      }
      candidates.formUnion(following)
    }
    var only: UInt8?
    while !candidates.isEmpty {
      let byte = candidates.removeFirst()
      let isPossible = workspace.advance(start, byte) != nil
      workspace.items.removeAll(from: end)
      guard isPossible else { continue }
      if only != nil { return nil }
      only = byte
    }
    guard let only, let next = workspace.advance(start, only) else { return nil }
    return (only, next)
  }

  /// The token that must follow and is not read by its bytes, such as a marker; `nil` if different
  /// tokens may follow.
  var forcedToken: Int? {
    guard !isFinished else { return nil }
    // Computing a mask can overflow the sets, which other outputs share, so the overflow is reset.
    defer { _ = workspace.items.takeOverflow() }
    var only: Int?
    for item in settledItems() {
      let mask = workspace.mask(of: item)
      let isWhole =
        switch (plan.tables.place(of: item), item.reading) {
        case (.tokens, _), (.text, .closing(_, offset: 0)): true
        default: false
        }
      guard isWhole, mask.tokens.count == 1, let token = mask.tokens.first.map(Int.init),
        only == nil || only == token
      else { return nil }
      only = token
    }
    return only
  }

  // MARK: Events

  /// Returns the beginnings and ends of parts after a trace that all readings of the output have in
  /// common.
  private func chain(after start: EntryIndex<PlanTrace>?) -> PlanTraceChain {
    PlanTraceChain(
      after: start, traces, items.map { ($0.trace, text.count - heldLength(of: $0)) },
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

  /// Returns the events since the last call.
  ///
  /// If tokens were rolled back after their events were returned, the first event is
  /// ``PlanEvent/restarted``, and the events of the whole output follow.
  ///
  /// - Complexity: O(*n*) in the parts and the text since the last call. If the output can be read
  ///   in several ways, O(*n*) in the parts and the text since the readings differ.
  public mutating func takeEvents() -> [PlanEvent] {
    reader.read(
      chain(after: reader.start), text, tokenCount: historyBounds.count, endToken: endToken)
  }
}
