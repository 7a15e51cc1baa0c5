import ConstrainedDecoding
import ContentStorage

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
  private var steps: [EngineStep] = []
  private var matcher: AnswerMatcher
  private var sampler: TokenSampler
  private(set) var failure: (any Error)?
  private(set) var hasEnded = false
  var continuation: CheckedContinuation<EngineStep, any Error>?

  /// How many tokens are generated ahead of a slow reader.
  private static let stepLimit = 16

  init(
    _ request: EngineRequest, tokenLimit: Int, matcher: AnswerMatcher,
    cancellation: CancellationFlag
  ) {
    self.request = request
    self.tokenLimit = tokenLimit
    self.matcher = matcher
    self.cancellation = cancellation
    sampler = request.sampler
    pending = request.prompt
    usage = EngineUsage(
      promptTokenCount: request.prompt.count, cachedTokenCount: 0, answerTokenCount: 0)
  }

  /// Whether the engine has something to do for the answer.
  var isReady: Bool {
    !hasEnded && sequence != nil && !pending.isEmpty && steps.count < Self.stepLimit
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
        steps.append(.token(token))
        pending = [token]
      }
      let events = matcher.takeEvents()
      if !events.isEmpty { steps.append(.events(events)) }
      if isEnd || matcher.isComplete {
        end(with: .finished)
      } else if tokens.count >= tokenLimit {
        end(with: matcher.canEnd ? .finished : .cutOff)
      }
    } catch {
      fail(error)
    }
  }

  private mutating func end(with step: EngineStep) {
    steps.append(step)
    hasEnded = true
  }

  /// Ends the answer with an error, after the steps that it has.
  mutating func fail(_ error: any Error) {
    failure = failure ?? error
    hasEnded = true
  }

  /// Hands a step, or the error, to the reader that waits for it.
  mutating func deliver() {
    guard let continuation, let result = takeStep() else { return }
    self.continuation = nil
    continuation.resume(with: result)
  }

  /// The oldest step that nobody has taken; `nil` if there is none yet.
  mutating func takeStep() -> Result<EngineStep, any Error>? {
    if !steps.isEmpty { return .success(steps.removeFirst()) }
    return failure.map { .failure($0) }
  }
}

/// Whether the reader of an answer has gone.
final class CancellationFlag: Sendable {
  private let flag = Locked(false)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }
}
