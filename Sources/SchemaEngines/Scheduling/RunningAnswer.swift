import ConstrainedDecoding
import SchemaConcurrency

/// An answer that is being generated.
struct RunningAnswer {
  let request: EngineRequest
  /// The most tokens that the answer may have.
  let tokenLimit: Int
  let cancellation: CancellationFlag
  /// The sequence; `nil` while the answer waits for one.
  var sequence: Int?
  /// The tokens that the sequence has to read before the next token is chosen.
  var pending: [Int]
  private(set) var usage: EngineUsage
  private(set) var tokens: [Int] = []
  /// Steps that nobody has taken yet.
  ///
  /// The first step of a slice is removed in constant time. There are many if the schema forces
  /// many tokens.
  private var steps: ArraySlice<EngineStep> = []
  private var matcher: AnswerMatcher
  private var sampler: TokenSampler
  /// The scanner for strings that end the answer; `nil` if there are none.
  private var stops: StopScanner?
  private(set) var failure: (any Error)?
  private(set) var hasEnded = false
  var continuation: CheckedContinuation<EngineStep, any Error>?

  /// The largest number of tokens that are generated ahead of a slow reader.
  private static let stepLimit = 16

  init(
    _ request: EngineRequest, tokenLimit: Int, matcher: AnswerMatcher, stops: StopScanner?,
    cancellation: CancellationFlag
  ) {
    self.request = request
    self.tokenLimit = tokenLimit
    self.matcher = matcher
    self.cancellation = cancellation
    self.stops = stops
    sampler = request.sampler
    pending = request.prompt
    usage = EngineUsage(
      promptTokenCount: request.prompt.count, cachedTokenCount: 0, answerTokenCount: 0,
      forcedTokenCount: 0)
  }

  /// `true` if the model has chosen a token, for which it had read the whole prompt.
  var hasBegun: Bool { usage.answerTokenCount > usage.forcedTokenCount }

  /// `true` if the engine has something to do for the answer.
  var isReady: Bool {
    !hasEnded && sequence != nil && !pending.isEmpty
      && (steps.count < Self.stepLimit || !hasBegun)
  }

  /// Gives the answer a sequence that has read the first tokens of the prompt.
  mutating func start(in sequence: Int, cachedCount: Int) {
    self.sequence = sequence
    usage.cachedTokenCount = cachedCount
    pending = Array((request.prompt + tokens).dropFirst(cachedCount))
  }

  /// Chooses the next token.
  ///
  /// - Parameters:
  ///   - logits: The logits of the engine.
  ///   - endTokens: The tokens that end an answer.
  mutating func choose(_ logits: Span<Float>, endTokens: Set<Int>) {
    do {
      let token = try matcher.choose(logits, &sampler, after: tokens)
      usage.answerTokenCount += 1
      let isEnd = matcher.isFinished ?? endTokens.contains(token)
      if !isEnd {
        tokens.append(token)
        pending = [token]
        add(token)
      }
      add(matcher.takeEvents())
      if isEnd { end(with: .finished) } else { endIfComplete() }
    } catch {
      fail(error)
    }
  }

  /// Adds the tokens that have to follow, which the engine reads with the last one.
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
      for token in forced { add(token) }
      add(matcher.takeEvents())
      endIfComplete()
    }
  }

  /// Adds the step of a token, unless a string that ends the answer may have begun in it.
  private mutating func add(_ token: Int) {
    guard matcher.isText, stops != nil, let found = stops?.append(token: token) else {
      steps.append(.token(token))
      return
    }
    steps += found.steps
    if found.isStop {
      stops = nil
      end(with: .finished)
    }
  }

  /// Adds the step of events, without text in which a string that ends the answer may have begun.
  private mutating func add(_ events: [PlanEvent]) {
    guard !hasEnded, !events.isEmpty else { return }
    guard stops != nil, !matcher.isText else {
      steps.append(.events(events))
      return
    }
    var certain: [PlanEvent] = []
    for event in events {
      guard case .text(let text) = event, let found = stops?.append(text: text) else {
        if let held = stops?.takeText(), !held.isEmpty { certain.append(.text(held)) }
        certain.append(event)
        continue
      }
      if !found.text.isEmpty { certain.append(.text(found.text)) }
      guard found.isStop else { continue }
      stops = nil
      if !certain.isEmpty { steps.append(.events(certain)) }
      end(with: .finished)
      return
    }
    if !certain.isEmpty { steps.append(.events(certain)) }
  }

  /// Adds the text that was held back for a stop, since the answer ends without one.
  private mutating func addHeld() {
    if matcher.isText {
      steps += stops?.takeTokens() ?? []
    } else if let text = stops?.takeText(), !text.isEmpty {
      steps.append(.events([.text(text)]))
    }
    stops = nil
  }

  private mutating func endIfComplete() {
    guard !hasEnded else { return }
    if matcher.isComplete {
      end(with: .finished)
    } else if tokens.count >= tokenLimit {
      end(with: matcher.canEnd ? .finished : .cutOff)
    }
  }

  private mutating func end(with step: EngineStep) {
    guard !hasEnded else { return }
    addHeld()
    steps.append(step)
    hasEnded = true
  }

  /// Ends the answer with an error, after the steps that it has.
  mutating func fail(_ error: any Error) {
    // Forced tokens are known before the prompt is read. Without the prompt they are no answer.
    if !hasBegun { steps = [] }
    failure = failure ?? error
    hasEnded = true
  }

  /// `true` if the reader has taken the last step.
  var isExhausted: Bool { hasEnded && steps.isEmpty && failure == nil }

  /// Hands a step, or the error, to the reader that waits for it.
  mutating func deliver() {
    guard let continuation, let result = takeStep() else { return }
    self.continuation = nil
    continuation.resume(with: result)
  }

  /// The oldest step that nobody has taken; `nil` if there is none yet.
  ///
  /// Forced tokens are known before the prompt has been read. They are handed out only after that,
  /// so that the time to the first step includes the prompt.
  mutating func takeStep() -> Result<EngineStep, any Error>? {
    guard hasBegun || hasEnded else { return nil }
    if let step = steps.popFirst() { return .success(step) }
    return failure.map { .failure($0) }
  }
}

/// A flag that is set when the reader of an answer is cancelled.
final class CancellationFlag: Sendable {
  private let flag = Locked(false)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}
