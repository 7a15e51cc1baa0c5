/// Chooses tokens by a model's logits, for callers whose engine has no sampler of its own.
///
///     var sampler = TokenSampler(temperature: 0.7, topK: 40, topP: 0.95, seed: 1)
///     let token = try sampler.sample(logits, allowing: mask)
///
/// It is a convenience: engines sample faster on their own device, and take the mask's words. The
/// same seed and logits give the same tokens.
public struct TokenSampler: Sendable {
  /// How much chance there is: 0 takes the likeliest token, 1 follows the model's probabilities.
  public var temperature: Double

  /// The number of likeliest tokens to choose among, at least one; `nil` for all.
  public var topK: Int?

  /// The share of probability, from 0 to 1, that the likeliest tokens together need to reach;
  /// others are left out.
  public var topP: Double

  private var state: UInt64

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - temperature: How much chance there is, from 0 on.
  ///   - topK: The number of likeliest tokens to choose among; `nil` for all.
  ///   - topP: The share of probability that they need to reach, from 0 to 1.
  ///   - seed: Where the random numbers begin.
  public init(temperature: Double = 1, topK: Int? = nil, topP: Double = 1, seed: UInt64) {
    self.temperature = temperature
    self.topK = topK
    self.topP = topP
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
    var candidates = mask.tokens.filter { $0 < logits.count && !logits[$0].isNaN }
      .map { (token: $0, logit: Double(logits[$0])) }
    // The likeliest first; of equal ones, the lowest token.
    candidates.sort { $0.logit != $1.logit ? $0.logit > $1.logit : $0.token < $1.token }
    guard let best = candidates.first else {
      throw TokenMatcher.Failure(
        .forbidden,
        mask.isEmpty
          ? "The mask is empty: the answer has ended, or no token has the bytes that it needs."
          : "No token of the mask has a logit. Pass the logits of the whole vocabulary.")
    }
    guard temperature > 0, best.logit.isFinite else { return best.token }
    if let topK { candidates.removeLast(max(candidates.count - max(topK, 1), 0)) }
    let weights = candidates.map { exponential(($0.logit - best.logit) / temperature) }
    let target = weights.reduce(0, +) * min(max(topP, 0), 1)
    var total = 0.0
    var count = 0
    repeat {
      total += weights[count]
      count += 1
    } while count < weights.count && total < target
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
