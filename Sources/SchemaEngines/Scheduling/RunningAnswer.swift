import ConstrainedDecoding
import SchemaConcurrency

/// An answer that is being generated.
struct RunningAnswer {
  let request: EngineRequest
  /// The largest number of tokens that the answer may have.
  let tokenLimit: Int
  let cancellation: CancellationFlag
  /// The sequence; `nil` while the answer waits for a sequence.
  private(set) var sequence: SequenceNumber?
  /// The tokens that the sequence has to read before the next token is chosen.
  private(set) var pending: [Int]
  private(set) var usage: EngineUsage
  private(set) var tokens: [Int] = []
  private var steps: AnswerSteps
  private var matcher: AnswerMatcher
  private var sampler: TokenSampler

  /// The largest number of tokens that are generated ahead of a slow reader.
  private static let stepLimit = 16

  /// The time without a step that was read after which a slow reader counts as stopped.
  private static let longestPause = Duration.seconds(1)

  /// `true` until the sequence has read all tokens that came before it was given to the answer.
  private(set) var isCatchingUp = true
  /// The time of the last step that was read.
  private var lastReading = ContinuousClock.now

  init(
    _ request: EngineRequest, tokenLimit: Int, matcher: AnswerMatcher, stops: StopScanner?,
    cancellation: CancellationFlag
  ) {
    self.request = request
    self.tokenLimit = tokenLimit
    self.matcher = matcher
    self.cancellation = cancellation
    steps = AnswerSteps(isText: matcher.isText, stops: stops)
    sampler = request.sampler
    pending = request.prompt
    usage = EngineUsage(
      promptTokenCount: request.prompt.count, cachedTokenCount: 0, answerTokenCount: 0,
      forcedTokenCount: 0)
  }

  /// `true` if the model has chosen a token, after it had read the whole prompt.
  var hasBegun: Bool { usage.answerTokenCount > usage.forcedTokenCount }

  /// `true` if the answer has ended, although its reader may have steps to take.
  var hasEnded: Bool { steps.hasEnded }

  /// `true` if the engine can read tokens for the answer.
  var isReady: Bool {
    !hasEnded && sequence != nil && !pending.isEmpty && !isPaused
  }

  /// `true` if the answer waits for its reader.
  private var isPaused: Bool { hasBegun && !hasEnded && steps.count >= Self.stepLimit }

  /// `true` if the answer can go on as soon as it has a sequence.
  var needsSequence: Bool { sequence == nil && !hasEnded && !isPaused }

  /// The time until the reader of a paused answer counts as stopped, so that another answer can
  /// have the sequence; `nil` for an answer that has no sequence or is not paused.
  var timeToStop: Duration? {
    sequence != nil && isPaused ? max(.zero, Self.longestPause - (.now - lastReading)) : nil
  }

  // MARK: Reading the prompt

  /// Gives the answer a sequence that has read the first tokens of the prompt and the answer.
  mutating func start(in sequence: SequenceNumber, cachedCount: Int) {
    self.sequence = sequence
    isCatchingUp = true
    if !hasBegun { usage.cachedTokenCount = cachedCount }
    pending = Array((request.prompt + tokens).dropFirst(cachedCount))
  }

  /// Removes and returns the sequence, which has to read all tokens again if the answer goes on.
  mutating func leaveSequence() -> SequenceNumber? {
    defer { sequence = nil }
    return sequence
  }

  /// Removes the next tokens, which the sequence has read.
  mutating func removePending(_ count: Int) { pending.removeFirst(count) }

  // MARK: Generating

  mutating func choose(_ logits: Span<Float>, endTokens: Set<Int>) {
    isCatchingUp = false
    do {
      let token = try matcher.choose(logits, &sampler, after: tokens)
      usage.answerTokenCount += 1
      let isEnd = matcher.isFinished ?? endTokens.contains(token)
      if !isEnd {
        tokens.append(token)
        pending = [token]
        steps.add(token)
      }
      steps.add(matcher.takeEvents())
      if isEnd { steps.end(with: .finished) } else { endIfComplete() }
    } catch {
      fail(error)
    }
  }

  /// Adds the tokens that have to follow, which the engine reads together with the last token.
  ///
  /// - Parameter encode: Divides bytes into tokens as the model's tokenizer does.
  mutating func addForcedTokens(encodedBy encode: ([UInt8]) -> [Int]) {
    while !hasEnded {
      let forced = matcher.commitForced(limit: tokenLimit - tokens.count, encodedBy: encode)
      guard !forced.isEmpty else { return }
      usage.answerTokenCount += forced.count
      usage.forcedTokenCount += forced.count
      tokens += forced
      pending += forced
      for token in forced { steps.add(token) }
      steps.add(matcher.takeEvents())
      endIfComplete()
    }
  }

  private mutating func endIfComplete() {
    if matcher.isComplete {
      steps.end(with: .finished)
    } else if tokens.count >= tokenLimit {
      steps.end(with: matcher.canEnd ? .finished : .cutOff)
    }
  }

  /// Ends the answer with an error, after its steps.
  mutating func fail(_ error: any Error) {
    // Forced tokens are known before the prompt is read. Before that, they are not an answer.
    if !hasBegun { steps.removeAll() }
    steps.fail(error)
  }

  // MARK: Delivering

  /// `true` if the reader has taken the last step.
  var isExhausted: Bool { steps.isExhausted }

  /// `true` if a reader waits for a step.
  var isAwaited: Bool { steps.isAwaited }

  /// Sets the reader that waits for a step.
  mutating func wait(_ continuation: CheckedContinuation<EngineStep, any Error>) {
    steps.wait(continuation)
  }

  /// Passes a step, or the error, to the reader that waits for it.
  mutating func deliver() {
    guard isDeliverable, isAwaited else { return }
    lastReading = .now
    steps.deliver()
  }

  /// Removes and returns the oldest step, or returns the error; `nil` if there is none yet.
  mutating func takeStep() -> Result<EngineStep, any Error>? {
    guard isDeliverable else { return nil }
    lastReading = .now
    return steps.take()
  }

  /// `true` if the reader gets steps.
  ///
  /// Forced tokens are known before the prompt has been read. The reader gets them only after that,
  /// so that the time to the first step includes the prompt.
  private var isDeliverable: Bool { hasBegun || hasEnded }
}

/// A flag that is set when the reader of an answer is cancelled.
final class CancellationFlag: Sendable {
  private let flag = Locked(false)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}
