import ConstrainedDecoding
import SchemaConcurrency

/// Generates answers for many conversations with one engine, concurrently.
///
/// Every step puts the next token of each running answer, and a slice of a waiting prompt, into one
/// batch. A conversation that continues an earlier one reads only its new tokens. If the reader of
/// an answer is slow, the answer is generated only a few tokens ahead.
///
/// If there are more answers than sequences, the newest answers wait until a sequence is free. An
/// answer gives its sequence back when its last token is chosen, even if its reader has not taken
/// all steps. If a reader has taken no step for a second, its answer gives the sequence to a
/// waiting answer, and goes on later, for which its tokens are read again.
public actor EngineScheduler {
  /// The properties of the engine.
  public nonisolated let facts: EngineFacts

  /// The number of tokens that the engine has read so far, for tests and measurements.
  private(set) var decodedTokenCount = 0

  /// The identity of an answer.
  public struct AnswerID: Hashable, Sendable {
    fileprivate let number: Int
  }

  private nonisolated let queue: EngineQueue
  private var engine: any TokenEngine
  private var pool: SequencePool
  private var answers: [AnswerID: RunningAnswer] = [:]
  /// The answers in the order in which they began.
  private var order: [AnswerID] = []
  private var nextNumber = 0
  private var isRunning = false
  /// `true` while the scheduler waits for readers that may have stopped.
  private var isWatchingReaders = false
  /// The prompts that are being prepared.
  private var preparing: Set<[Int]> = []
  /// The masks that answers of one form share.
  private var caches = LimitedStore<ObjectIdentifier, MaskCache>(limit: 2 * cachedFormLimit)

  /// The largest number of grammars, and of plans, that keep their masks.
  ///
  /// ``FormStore`` keeps as many plans, since the masks of a plan are found by the plan's identity.
  static let cachedFormLimit = 16

  /// The executor of the engine's queue.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  /// Opens an engine, on the queue that calls it later.
  ///
  /// - Parameter open: Opens the engine.
  /// - Throws: The error of `open`.
  public init(
    _ open: @escaping @Sendable () throws -> sending any TokenEngine
  ) async throws {
    let opener = EngineOpener()
    self.init(try await opener.open(open), on: opener.queue)
  }

  private init(_ engine: sending any TokenEngine, on queue: EngineQueue) {
    facts = engine.facts
    pool = SequencePool(count: engine.facts.sequenceCount)
    self.engine = engine
    self.queue = queue
  }

  /// The number of conversations that are using a sequence now.
  public var busySequenceCount: Int { pool.busyCount }

  /// Returns the tokens of the parts of a prompt.
  ///
  /// - Parameter parts: The parts, as a template writes them.
  /// - Returns: The tokens, beginning with the model's beginning token if it has one.
  /// - Throws: ``EngineError``.
  public func tokens(of parts: [PromptPart]) throws(EngineError) -> [Int] {
    try tokens(of: parts, answers: [:])
  }

  /// Returns the tokens of the parts of a prompt.
  ///
  /// `answers`: The tokens of answers that the engine generated, by the identifiers that the parts
  /// name.
  func tokens(
    of parts: [PromptPart], answers: [String: GeneratedAnswer]
  ) throws(EngineError) -> [Int] {
    var tokenizer = PromptTokenizer(facts)
    for part in parts { tokenizer.append(part, answers: answers) }
    return try tokenizer.tokens { text throws(EngineError) in try engine.tokens(of: text) }
  }

  /// Begins an answer.
  ///
  /// - Parameter request: The prompt, and the form of the answer.
  /// - Returns: The identity of the answer. Call ``end(_:)`` for it in any case, even after an
  ///   error.
  /// - Throws: ``EngineError`` with the code `failed` if the prompt is empty or has a token that is
  ///   not in the vocabulary, and with `contextFull` if the prompt leaves no room for an answer in
  ///   the request's form; `TokenMatcher.Failure` if no such answer fits into
  ///   `maximumTokens`.
  public func begin(_ request: EngineRequest) throws -> AnswerID {
    guard !request.prompt.isEmpty else {
      throw EngineError(
        .failed, problem: "The prompt has no tokens.", remedy: "Pass at least one token.")
    }
    let count = facts.vocabulary.count
    if let token = request.prompt.first(where: { $0 < 0 || $0 >= count }) {
      throw EngineError(
        .failed, problem: "Token \(token) is not in the vocabulary of \(count) tokens.",
        remedy: "Pass tokens of this engine.")
    }
    let room = facts.contextSize - request.prompt.count
    guard room > 0 else {
      throw EngineError.contextFull(by: request.prompt.count, answer: nil, in: facts)
    }
    let limit = min(max(request.maximumTokens ?? room, 1), room)
    var matcher = matcher(of: request.form)
    do throws(TokenMatcher.Failure) {
      try matcher.setTokenBudget(limit)
    } catch {
      guard let needed = error.neededTokenCount, needed > room else { throw error }
      throw EngineError.contextFull(by: request.prompt.count, answer: needed, in: facts)
    }
    let id = AnswerID(number: nextNumber)
    nextNumber += 1
    var answer = RunningAnswer(
      request, tokenLimit: limit, matcher: matcher,
      stops: StopScanner(request.stops, facts.vocabulary), cancellation: CancellationFlag())
    answer.addForcedTokens { tokens(ofForced: $0) }
    answers[id] = answer
    order.append(id)
    return id
  }

  /// Waits for the next step of an answer.
  ///
  /// - Parameter id: The answer. Only one task at a time can wait for it.
  /// - Returns: The step.
  /// - Throws: `CancellationError` if the task was cancelled, even while a prompt is read;
  ///   ``EngineError``, also for a call after the last step.
  public func next(_ id: AnswerID) async throws -> EngineStep {
    guard var answer = answers[id], !answer.isAwaited, !answer.isExhausted else {
      throw EngineError(
        .failed, problem: "The answer has ended, or another task waits for it.",
        remedy: "Wait for each answer in one task, and not after its end.")
    }
    if let result = answer.takeStep() {
      answers[id] = answer
      start()
      return try result.get()
    }
    let cancellation = answer.cancellation
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        answers[id]?.wait(continuation)
        start()
      }
    } onCancel: {
      cancellation.set()
      // Starts a step, since only a step ends an answer that waits for a sequence.
      Task { await self.start() }
    }
  }

  /// The usage of an answer so far.
  ///
  /// - Parameter id: The answer.
  /// - Returns: The usage; `nil` if the answer has been ended.
  public func usage(of id: AnswerID) -> EngineUsage? { answers[id]?.usage }

  /// Ends an answer; its tokens stay in the sequence for the conversation's next request.
  public func end(_ id: AnswerID) {
    guard var answer = answers.removeValue(forKey: id) else { return }
    answer.fail(CancellationError())
    answer.deliver()
    order.removeAll { $0 == id }
    if let sequence = answer.leaveSequence() { pool.leave(sequence) }
    start()
  }

  /// Reads a prompt, so that a request that begins with the prompt need not read it.
  ///
  /// A prompt that has been read, or is being prepared, costs nothing. Throws ``EngineError`` or
  /// `CancellationError`.
  func prepare(_ prompt: [Int]) async throws {
    try Task.checkCancellation()
    guard !pool.hasTokens(prompt, canFork: facts.canRewind), preparing.insert(prompt).inserted
    else { return }
    defer { preparing.remove(prompt) }
    // The engine gives the first token of an answer when it has read the prompt.
    let id = try begin(
      EngineRequest(
        prompt: prompt, sampler: TokenSampler(temperature: 0, seed: 0), maximumTokens: 1))
    defer { end(id) }
    _ = try await next(id)
  }

  private func matcher(of form: EngineRequest.Form) -> AnswerMatcher {
    switch form {
    case .text: AnswerMatcher()
    case .grammar(let grammar): AnswerMatcher(matcher(of: grammar.plan), isPlan: false)
    case .plan(let plan): AnswerMatcher(matcher(of: plan), isPlan: true)
    }
  }

  /// Returns a matcher with the cache that all answers by a plan share.
  private func matcher(of plan: TokenPlan) -> TokenMatcher {
    let cache = caches[plan.identity] ?? MaskCache(plan)
    caches[plan.identity] = cache
    return TokenMatcher(plan, cache: cache)
  }
}

// MARK: Steps

extension EngineScheduler {
  private func start() {
    guard !isRunning, !answers.isEmpty else { return }
    isRunning = true
    Task { await run() }
  }

  /// Runs steps until no answer needs one.
  private func run() async {
    while step() {
      // Lets readers take their tokens, and new answers begin.
      await Task.yield()
    }
    isRunning = false
  }

  /// Runs one batch on the engine.
  ///
  /// - Returns: `true` if there was a batch, even if it failed; `false` if there was none.
  private func step() -> Bool {
    endCancelled()
    giveSequences()
    let batch = EngineBatch(
      order.compactMap { id in answers[id].map { (id, $0) } }, size: facts.batchSize,
      lengths: pool)
    guard !batch.parts.isEmpty else { return false }
    let flags = batch.parts.filter { $0.inputs.count > 1 }.compactMap {
      answers[$0.id]?.cancellation
    }
    do throws(EngineError) {
      try engine.decode(batch.inputs) { flags.contains { $0.isSet } }
    } catch {
      recover(from: error, batch)
      return true
    }
    decodedTokenCount += batch.inputs.count
    for part in batch.parts { advance(part) }
    return true
  }

  /// Returns the tokens of text that has to follow.
  ///
  /// The result is empty if the bytes are not whole characters, or if the engine cannot divide
  /// them. The tokens are then chosen one by one.
  private func tokens(ofForced bytes: [UInt8]) -> [Int] {
    guard let text = String(validating: bytes, as: UTF8.self) else { return [] }
    return (try? engine.tokens(of: text)) ?? []
  }

  private func endCancelled() {
    for id in order {
      guard var answer = answers[id], answer.cancellation.isSet, !answer.hasEnded else { continue }
      answer.fail(CancellationError())
      answer.deliver()
      answers[id] = answer
    }
  }

  /// Records that the engine has read a part of a batch, and chooses the next token if the prompt
  /// is complete.
  private func advance(_ part: EngineBatch.Part) {
    // Removed from the dictionary, so that adding a token does not copy the answer's tokens.
    guard var answer = answers.removeValue(forKey: part.id) else { return }
    pool.append(part.inputs.lazy.map(\.token), to: part.sequence)
    answer.removePending(part.inputs.count)
    if let index = part.logitsIndex {
      if !facts.canRewind, !answer.hasBegun, let state = engine.state(of: part.sequence.number) {
        pool.keep(state, of: part.sequence)
      }
      do {
        let endTokens = facts.endTokens
        try engine.withLogits(at: index) { answer.choose($0, endTokens: endTokens) }
        answer.addForcedTokens { tokens(ofForced: $0) }
      } catch {
        answer.fail(error)
      }
    }
    answer.deliver()
    answers[part.id] = answer
  }

  private func giveSequences() {
    for id in order where answers[id]?.hasEnded == true { leaveSequence(of: id) }
    for id in order {
      guard var answer = answers[id], answer.needsSequence else { continue }
      if pool.isFull { leaveSequenceOfStoppedReader() }
      guard !pool.isFull,
        let plan = pool.plan(
          for: answer.request.prompt + answer.tokens, canFork: facts.canRewind)
      else { return }
      let count = prepare(plan)
      pool.take(plan.sequence)
      answer.start(in: plan.sequence, cachedCount: count)
      answers[id] = answer
    }
  }

  private func leaveSequence(of id: AnswerID) {
    if let sequence = answers[id]?.leaveSequence() { pool.leave(sequence) }
  }

  /// Takes the sequence of the paused answer whose reader stopped first, now or in a later step.
  private func leaveSequenceOfStoppedReader() {
    let paused = order.compactMap { id in answers[id]?.timeToStop.map { (id: id, time: $0) } }
    guard let first = paused.min(by: { $0.time < $1.time }) else { return }
    if first.time == .zero { return leaveSequence(of: first.id) }
    guard !isWatchingReaders else { return }
    isWatchingReaders = true
    Task {
      try? await Task.sleep(for: first.time)
      isWatchingReaders = false
      start()
    }
  }

  /// Prepares a sequence by a plan of the pool.
  ///
  /// - Returns: The number of the conversation's tokens that the sequence already has.
  private func prepare(_ plan: SequencePool.Plan) -> Int {
    if let source = plan.source {
      clear(plan.sequence)
      guard engine.fork(source.number, count: plan.sharedCount, into: plan.sequence.number) else {
        clear(plan.sequence)
        return 0
      }
      pool.copy(source, count: plan.sharedCount, to: plan.sequence)
      return plan.sharedCount
    }
    return shorten(plan.sequence, to: plan.sharedCount)
  }

  /// Cuts a sequence to a number of tokens, or to fewer if the engine cannot cut it there.
  ///
  /// - Returns: The number of tokens that the sequence keeps.
  private func shorten(_ sequence: SequenceNumber, to count: Int) -> Int {
    if pool.tokens(of: sequence).count == count { return count }
    if engine.rewind(to: count, in: sequence.number) {
      pool.cut(sequence, to: count)
      return count
    }
    if let checkpoint = pool.checkpoint(of: sequence, within: count),
      engine.restore(checkpoint.state, in: sequence.number)
    {
      pool.cut(sequence, to: checkpoint.count)
      return checkpoint.count
    }
    clear(sequence)
    return 0
  }

  private func clear(_ sequence: SequenceNumber) {
    _ = engine.rewind(to: 0, in: sequence.number)
    pool.cut(sequence, to: 0)
  }

  /// Continues after a batch whose reading failed.
  private func recover(from error: EngineError, _ batch: EngineBatch) {
    // The engine may have read a part of the batch. All of the batch is read again.
    for part in batch.parts { restart(part) }
    switch error.code {
    // The next step ends the cancelled answers. The other parts are read again.
    case .cancelled where batch.parts.contains { answers[$0.id]?.cancellation.isSet == true }: break
    case .contextFull:
      if let sequence = pool.evictionCandidate {
        clear(sequence)
      } else if let part = batch.parts.last {
        // The newest answer fails, and frees its sequence.
        fail(part.id, with: error)
        clear(part.sequence)
      }
    default:
      for part in batch.parts {
        fail(part.id, with: error)
        clear(part.sequence)
      }
    }
  }

  /// Cuts the sequence of an answer to its length before a batch.
  private func restart(_ part: EngineBatch.Part) {
    let before = pool.tokens(of: part.sequence).count
    // The engine may have read more tokens than the pool has recorded.
    if engine.rewind(to: before, in: part.sequence.number) { return }
    clear(part.sequence)
    answers[part.id]?.start(in: part.sequence, cachedCount: 0)
  }

  private func fail(_ id: AnswerID, with error: EngineError) {
    answers[id]?.fail(error)
    answers[id]?.deliver()
  }
}

/// Opens an engine on a queue of its own.
private actor EngineOpener {
  nonisolated let queue = EngineQueue()

  nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

  func open(
    _ open: @Sendable () throws -> sending any TokenEngine
  ) throws -> sending any TokenEngine { try open() }
}
