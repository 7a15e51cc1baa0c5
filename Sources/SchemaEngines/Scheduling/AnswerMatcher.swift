import ConstrainedDecoding

/// The matcher of an answer's form, which follows the answer while it is generated.
struct AnswerMatcher {
  /// The matcher; `nil` for free text.
  private var matcher: TokenMatcher?
  /// Indicates whether the form is a plan, whose end token and events decide how the output is
  /// read.
  private let isPlan: Bool

  /// Creates a matcher for free text.
  init() {
    matcher = nil
    isPlan = false
  }

  init(_ matcher: TokenMatcher, isPlan: Bool) {
    self.matcher = matcher
    self.isPlan = isPlan
  }

  /// `true` if the answer is free text.
  var isText: Bool { matcher == nil }

  /// Chooses the next token, and commits it.
  ///
  /// - Throws: `TokenMatcher.Failure` if no token fits.
  mutating func choose(
    _ logits: Span<Float>, _ sampler: inout TokenSampler, after answer: [Int]
  ) throws -> Int {
    var next = sampler
    let masked = try matcher?.withMask { try next.sample(logits, allowing: $0, after: answer) }
    guard let token = masked else {
      return try sampler.sample(logits, allowing: nil, after: answer)
    }
    sampler = next
    try matcher?.commit(token)
    return token
  }

  /// Commits the tokens that the form determines, so that the model need not choose them.
  ///
  /// `encode`: Divides bytes into tokens as the model's tokenizer does.
  mutating func commitForced(limit: Int, encodedBy encode: ([UInt8]) -> [Int]) -> [Int] {
    matcher?.commitForcedTokens(limit: limit, encodedBy: encode) ?? []
  }

  /// Limits the number of tokens, so that the answer is complete within the limit.
  ///
  /// - Throws: `TokenMatcher.Failure` if the shortest answer does not fit.
  mutating func setTokenBudget(_ budget: Int) throws(TokenMatcher.Failure) {
    try matcher?.setTokenBudget(budget)
  }

  /// `true` if the last token was an end token; `nil` for free text, which has no matcher.
  var isFinished: Bool? { matcher?.isFinished }

  /// `true` if only an end token may follow.
  ///
  /// The value is `false` for a plan, since the end token decides how its output is read.
  var isComplete: Bool { !isPlan && matcher?.isComplete == true }

  /// `true` if the answer so far is a complete output of its form.
  ///
  /// Free text has no form, and is complete only after an end token.
  var canEnd: Bool { matcher?.canEnd == true }

  /// Returns the plan's events since the last call.
  mutating func takeEvents() -> [PlanEvent] { isPlan ? matcher?.takeEvents() ?? [] : [] }
}
