import ConstrainedDecoding
import MLX
import MLXLMCommon

/// Makes a model of mlx-swift-lm follow a plan.
struct MaskProcessor: LogitProcessor {
  /// The state from token to token.
  ///
  /// It is an object, since `process` cannot change the processor.
  private final class State {
    var matcher: PlanMatcher
    var words: [UInt32]
    /// The last chosen token, which may not be computed yet.
    var token: MLXArray?
    /// The failure after which there are no masks.
    var failure: TokenMatcher.Failure?

    init(_ matcher: PlanMatcher) {
      self.matcher = matcher
      words = Array(repeating: 0, count: matcher.plan.vocabulary.maskWordCount * 2)
    }
  }

  private let state: State
  /// Rows of eight numbers, 0 or minus infinity, one row for each byte of a mask.
  private let additions: MLXArray

  init(_ plan: TokenPlan) {
    self.init(State(PlanMatcher(plan)), additions: Self.makeAdditions())
  }

  private init(_ state: State, additions: MLXArray) {
    self.state = state
    self.additions = additions
  }

  private static func makeAdditions() -> MLXArray {
    let values = (0..<256).flatMap { byte in
      (0..<8).map { bit in byte >> bit & 1 == 1 ? 0 : -Float.infinity }
    }
    return MLXArray(values, [256, 8])
  }

  func prompt(_ prompt: MLXArray) {}

  func didSample(token: MLXArray) { state.token = token }

  func process(logits: MLXArray) -> MLXArray {
    // The logits are computed while the mask is found.
    asyncEval(logits)
    guard let words = nextMask() else { return logits }
    let size = logits.dim(-1)
    // Some models have tokens after the end of the vocabulary. These tokens are not allowed.
    let padding = max((size + 31) / 32 - words.count, 0)
    let bytes = MLXArray(words + Array(repeating: 0, count: padding)).view(dtype: .uint8)
    let row = additions[bytes].reshaped([-1])[0..<size]
    return logits + row.asType(logits.dtype)
  }

  /// The mask of the next token; `nil` after the end of the answer, and after a failure.
  private func nextMask() -> [UInt32]? {
    guard state.failure == nil else { return nil }
    do throws(TokenMatcher.Failure) {
      if let token = state.token { try state.matcher.commit(token.item(Int.self)) }
      state.token = nil
      guard !state.matcher.isFinished else { return nil }
      var mask = TokenMask(state.matcher.plan.vocabulary)
      try state.matcher.fill(&mask)
      for (index, word) in mask.words.enumerated() {
        state.words[2 * index] = UInt32(truncatingIfNeeded: word)
        state.words[2 * index + 1] = UInt32(truncatingIfNeeded: word >> 32)
      }
      return state.words
    } catch {
      state.failure = error
      return nil
    }
  }

  /// An independent processor with the same state, for speculative decoding.
  func copy() -> MaskProcessor {
    let copy = State(state.matcher)
    copy.token = state.token
    copy.failure = state.failure
    return MaskProcessor(copy, additions: additions)
  }
}

/// The components with which `generate` and `ChatSession` of mlx-swift-lm follow a plan.
func components(following plan: TokenPlan) -> GenerationComponents {
  GenerationComponents().appendingLogitProcessor { MaskProcessor(plan) }
}
