import ConstrainedDecoding

/// The matcher of an answer's form, which follows the answer while it is generated.
enum AnswerMatcher {
  case text
  case grammar(TokenMatcher)
  /// The mask is reused for each token.
  case plan(PlanMatcher, TokenMask)

  /// `true` if the answer is free text.
  var isText: Bool { if case .text = self { true } else { false } }

  /// Chooses the next token, and commits it.
  ///
  /// - Throws: `TokenMatcher.Failure` if no token fits.
  mutating func choose(
    _ logits: Span<Float>, _ sampler: inout TokenSampler, after answer: [Int]
  ) throws -> Int {
    switch self {
    case .text: return try sampler.sample(logits, allowing: nil, after: answer)
    case .grammar(var matcher):
      // Releases the other reference, so that the matcher is not copied when it changes.
      self = .text
      defer { self = .grammar(matcher) }
      var next = sampler
      let token = try matcher.withMask { try next.sample(logits, allowing: $0, after: answer) }
      sampler = next
      try matcher.commit(token)
      return token
    case .plan(var matcher, var mask):
      self = .text
      defer { self = .plan(matcher, mask) }
      try matcher.fill(&mask)
      let token = try sampler.sample(logits, allowing: mask.words.span, after: answer)
      try matcher.commit(token)
      return token
    }
  }

  /// Commits the tokens that the form determines, so that the model need not choose them.
  ///
  /// `encode`: Divides bytes into tokens as the model's tokenizer does.
  mutating func commitForced(limit: Int, encodedBy encode: ([UInt8]) -> [Int]) -> [Int] {
    switch self {
    case .text: return []
    case .grammar(var matcher):
      self = .text
      defer { self = .grammar(matcher) }
      return matcher.commitForcedTokens(limit: limit, encodedBy: encode)
    case .plan(var matcher, let mask):
      self = .text
      defer { self = .plan(matcher, mask) }
      return matcher.commitForcedTokens(limit: limit, encodedBy: encode)
    }
  }

  /// Limits the number of tokens, so that the answer is complete within the limit.
  ///
  /// - Throws: `TokenMatcher.Failure` if the shortest answer does not fit.
  mutating func setTokenBudget(_ budget: Int) throws(TokenMatcher.Failure) {
    switch self {
    case .text: break
    case .grammar(var matcher):
      try matcher.setTokenBudget(budget)
      self = .grammar(matcher)
    case .plan(var matcher, let mask):
      try matcher.setTokenBudget(budget)
      self = .plan(matcher, mask)
    }
  }

  /// `true` if the last token was an end token; `nil` for free text, which has no matcher.
  var isFinished: Bool? {
    switch self {
    case .text: nil
    case .grammar(let matcher): matcher.isFinished
    case .plan(let matcher, _): matcher.isFinished
    }
  }

  /// `true` if only an end token may follow.
  ///
  /// The value is `false` for a plan, since the end token decides how its output is read.
  var isComplete: Bool {
    if case .grammar(let matcher) = self { matcher.isComplete } else { false }
  }

  /// `true` if the answer so far is a complete output of its form.
  ///
  /// Free text has no form, and is complete only after an end token.
  var canEnd: Bool {
    switch self {
    case .text: false
    case .grammar(let matcher): matcher.canEnd
    case .plan(let matcher, _): matcher.canEnd
    }
  }

  /// Returns the plan's events since the last call.
  mutating func takeEvents() -> [PlanEvent] {
    guard case .plan(var matcher, let mask) = self else { return [] }
    self = .text
    defer { self = .plan(matcher, mask) }
    return matcher.takeEvents()
  }
}
