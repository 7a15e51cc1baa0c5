/// Chooses tokens by a model's logits, for callers whose engine has no sampler of its own.
///
///     var sampler = TokenSampler(temperature: 0.7, topK: 40, topP: 0.95, seed: 1)
///     let token = try sampler.sample(logits, allowing: mask)
///
/// The mask comes first, then penalties, then `topK`, `topP` and `minP`, so that a token which the
/// answer needs is never cut away. The same seed and logits give the same tokens.
public struct TokenSampler: Sendable {
  /// The sampling temperature: 0 takes the likeliest token, 1 follows the model's probabilities.
  public var temperature: Double

  /// The number of likeliest tokens to choose among, at least one; `nil` for all.
  public var topK: Int?

  /// The share of probability, from 0 to 1, that the likeliest tokens together need to reach;
  /// others are left out.
  public var topP: Double

  /// The smallest probability of a token, from 0 to 1, in proportion to that of the likeliest one;
  /// others are left out.
  public var minP: Double

  /// The penalties on tokens that the answer already has.
  public var penalties: Penalties

  private var state: UInt64

  /// Numbers that make tokens less likely if they are among the last ones.
  public struct Penalties: Sendable, Hashable {
    /// The divisor of a token's positive logit, and the factor of a negative one, from 1;
    /// 1 for no penalty.
    public var repetition: Double

    /// The amount subtracted from a token's logit for each of its occurrences; 0 for no
    /// penalty.
    public var frequency: Double

    /// The amount subtracted from a token's logit if it occurs at all; 0 for no penalty.
    public var presence: Double

    /// The number of last tokens that count, from 0.
    public var window: Int

    /// Creates penalties.
    ///
    /// - Parameters:
    ///   - repetition: The factor for a token that is there.
    ///   - frequency: What is subtracted for each time that a token is there.
    ///   - presence: What is subtracted for a token that is there.
    ///   - window: How many of the last tokens count.
    public init(
      repetition: Double = 1, frequency: Double = 0, presence: Double = 0, window: Int = 64
    ) {
      self.repetition = repetition
      self.frequency = frequency
      self.presence = presence
      self.window = window
    }

    /// Indicates whether no token becomes less likely.
    var isEmpty: Bool {
      window <= 0 || (repetition == 1 && frequency == 0 && presence == 0)
    }

    /// The logit of a token that is there a number of times.
    func logit(_ logit: Double, count: Int) -> Double {
      let factor = repetition > 0 ? repetition : 1
      return (logit > 0 ? logit / factor : logit * factor) - frequency * Double(count) - presence
    }
  }

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - temperature: The sampling temperature, from 0.
  ///   - topK: The number of likeliest tokens to choose among; `nil` for all.
  ///   - topP: The share of probability that they need to reach, from 0 to 1.
  ///   - minP: The smallest probability in proportion to that of the likeliest one, from 0 to 1.
  ///   - penalties: What makes tokens less likely that the answer has already.
  ///   - seed: Where the random numbers begin.
  public init(
    temperature: Double = 1, topK: Int? = nil, topP: Double = 1, minP: Double = 0,
    penalties: Penalties = Penalties(), seed: UInt64
  ) {
    self.temperature = temperature
    self.topK = topK
    self.topP = topP
    self.minP = minP
    self.penalties = penalties
    state = seed
  }

  /// Chooses a token.
  ///
  /// Tokens without a logit, and those whose logit is NaN, are not chosen.
  ///
  /// - Parameters:
  ///   - logits: The model's logits by token.
  ///   - mask: The tokens that may follow.
  /// - Returns: One of the tokens of the mask.
  /// - Throws: ``TokenMatcher/Failure`` if no token of the mask has a logit.
  public mutating func sample(
    _ logits: [Float], allowing mask: TokenMask
  ) throws(TokenMatcher.Failure) -> Int {
    try sample(logits.span, allowing: mask.words.span)
  }

  /// Chooses a token by logits that stay where the engine has them.
  ///
  /// Only the logits of tokens in the mask are read.
  ///
  /// - Parameters:
  ///   - logits: The model's logits by token.
  ///   - words: The tokens that may follow, as bits: token 0 is the lowest bit of the first word;
  ///     `nil` for all tokens.
  ///   - answer: The tokens of the answer so far, for penalties.
  /// - Returns: One of the tokens of the mask.
  /// - Throws: ``TokenMatcher/Failure`` if no token of the mask has a logit.
  /// - Complexity: O(*n* log *k*) in the tokens of the mask and `topK`, where `nil` counts as all
  ///   tokens; O(*n*) without chance.
  public mutating func sample(
    _ logits: Span<Float>, allowing words: Span<UInt64>?, after answer: [Int] = []
  ) throws(TokenMatcher.Failure) -> Int {
    let counts = counts(in: answer)
    // A model's file may ask for more tokens than there are.
    let limit = min(temperature > 0 ? topK ?? logits.count : 1, logits.count)
    var candidates = Candidates(limit: max(limit, 1))
    for index in 0..<((logits.count + 63) / 64) {
      var rest: UInt64 = .max
      if let words { rest = index < words.count ? words[index] : 0 }
      while rest != 0 {
        let token = index * 64 + rest.trailingZeroBitCount
        rest &= rest - 1
        guard token < logits.count, !logits[token].isNaN else { continue }
        var logit = Double(logits[token])
        if let count = counts[token] { logit = penalties.logit(logit, count: count) }
        candidates.add(Candidate(token: token, logit: logit))
      }
    }
    guard let best = candidates.best else {
      throw TokenMatcher.Failure(
        .forbidden,
        words?.isEmptyMask ?? false
          ? "The mask is empty: the answer has ended, or no token has the bytes that it needs."
          : "No token of the mask has a logit. Pass the logits of the whole vocabulary.")
    }
    guard temperature > 0, best.logit.isFinite else { return best.token }
    return choose(among: candidates.sorted, best)
  }

  /// The occurrences of each token among the last ones; empty without penalties.
  private func counts(in answer: [Int]) -> [Int: Int] {
    guard !penalties.isEmpty else { return [:] }
    return answer.suffix(penalties.window).reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  private mutating func choose(among candidates: [Candidate], _ best: Candidate) -> Int {
    let weights = candidates.map { exponential(($0.logit - best.logit) / temperature) }
    let target = weights.reduce(0, +) * min(max(topP, 0), 1)
    var total = 0.0
    var count = 0
    repeat {
      total += weights[count]
      count += 1
    } while count < weights.count && total < target && weights[count] >= minP
    var rest = random() * total
    for index in 0..<count {
      rest -= weights[index]
      if rest < 0 { return candidates[index].token }
    }
    return best.token
  }

  /// The exponential of a number that is not positive, without a library of mathematics.
  private func exponential(_ value: Double) -> Double {
    guard value > -700 else { return 0 }
    // A series near zero, squared as often as the number was halved.
    var halvings = 0
    var small = value
    while small < -0.5 {
      small /= 2
      halvings += 1
    }
    var sum = 1.0
    var term = 1.0
    for index in 1...16 {
      term *= small / Double(index)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }

  /// The next random number from 0 up to 1, by SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func random() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) * 0x1p-53
  }
}

/// A token that may be chosen.
private struct Candidate {
  let token: Int
  let logit: Double

  /// Indicates whether the token comes first: the likelier one, or of equal ones the lower number.
  func precedes(_ other: Candidate) -> Bool {
    logit != other.logit ? logit > other.logit : token < other.token
  }
}

/// The likeliest of the tokens that were added.
private struct Candidates {
  /// The likeliest tokens, and at most as many others, in no order.
  private var elements: [Candidate] = []
  private let limit: Int
  /// Tokens that do not precede it are not among the likeliest.
  private var threshold: Candidate?
  private(set) var best: Candidate?

  /// - Parameter limit: The number of likeliest tokens, from 1.
  init(limit: Int) { self.limit = limit }

  mutating func add(_ candidate: Candidate) {
    if best.map({ candidate.precedes($0) }) ?? true { best = candidate }
    if let threshold, !candidate.precedes(threshold) { return }
    elements.append(candidate)
    // Sorting once for each `limit` tokens is cheaper than inserting each in its order.
    guard elements.count - limit >= limit else { return }
    elements = sorted
    threshold = elements.last
  }

  /// The candidates, the likeliest first.
  var sorted: [Candidate] { Array(elements.sorted { $0.precedes($1) }.prefix(limit)) }
}

extension Span<UInt64> {
  fileprivate var isEmptyMask: Bool {
    for index in indices where self[index] != 0 { return false }
    return true
  }
}
