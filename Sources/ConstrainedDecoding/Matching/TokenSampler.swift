/// Chooses tokens by a model's logits, for engines without a sampler.
///
///     var sampler = TokenSampler(temperature: 0.7, topK: 40, topP: 0.95, seed: 1)
///     let token = try sampler.sample(logits, allowing: mask)
///
/// The sampler applies the mask first, then penalties, and then `topK`, `topP` and `minP`, so that
/// these never remove all tokens that the mask allows. The same seed and logits give the same
/// tokens.
public struct TokenSampler: Sendable {
  private let temperature: Double
  private let topK: Int?
  private let topP, minP: Double
  private let penalties: Penalties
  private var state: UInt64

  /// Penalties on tokens that occur among the last tokens of the answer.
  public struct Penalties: Sendable, Hashable {
    package var repetition, frequency, presence: Double
    package var window: Int

    /// Creates penalties.
    ///
    /// - Parameters:
    ///   - repetition: The number by which a positive logit of an occurring token is divided, and a
    ///     negative one is multiplied. It is at least 1, which stands for no penalty.
    ///   - frequency: The amount that is subtracted from a token's logit for each occurrence.
    ///   - presence: The amount that is subtracted from a token's logit if the token occurs.
    ///   - window: The number of last tokens that are considered, at least 0.
    public init(
      repetition: Double = 1, frequency: Double = 0, presence: Double = 0, window: Int = 64
    ) {
      self.repetition = repetition
      self.frequency = frequency
      self.presence = presence
      self.window = window
    }

    /// Indicates whether there are no penalties.
    var isEmpty: Bool { window <= 0 || (repetition == 1 && frequency == 0 && presence == 0) }

    /// Returns the logit of a token that occurs a number of times.
    func logit(_ logit: Double, count: Int) -> Double {
      let factor = repetition > 0 ? repetition : 1
      return (logit > 0 ? logit / factor : logit * factor) - frequency * Double(count) - presence
    }
  }

  /// Creates a sampler.
  ///
  /// - Parameters:
  ///   - temperature: The sampling temperature. With 0, the likeliest token is chosen; with 1,
  ///     tokens have the model's probabilities.
  ///   - topK: The number of likeliest tokens among which the sampler chooses, at least one; `nil`
  ///     for all tokens.
  ///   - topP: The total probability that the likeliest tokens must reach, from 0 to 1. Other
  ///     tokens are removed.
  ///   - minP: The smallest probability of a token, relative to the probability of the likeliest
  ///     token, from 0 to 1. Tokens below it are removed.
  ///   - penalties: The penalties on tokens that already occur in the answer.
  ///   - seed: The seed of the random numbers.
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
  /// Tokens without a logit, or with a logit that is NaN, are not chosen.
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

  /// Chooses a token by logits in the engine's memory, without copying them.
  ///
  /// Only the logits of tokens in the mask are read.
  ///
  /// - Parameters:
  ///   - logits: The model's logits by token.
  ///   - words: The tokens that may follow, as bits: token 0 is the lowest bit of the first word;
  ///     `nil` for all tokens.
  ///   - answer: The tokens of the answer so far, to which penalties refer.
  /// - Returns: One of the tokens of the mask.
  /// - Throws: ``TokenMatcher/Failure`` if no token of the mask has a logit.
  /// - Complexity: O(*n* log *k*) for *n* tokens in the mask and *k* = `topK`, or all tokens if it
  ///   is `nil`. O(*n*) if the temperature is 0.
  public mutating func sample(
    _ logits: Span<Float>, allowing words: Span<UInt64>?, after answer: [Int] = []
  ) throws(TokenMatcher.Failure) -> Int {
    let counts = counts(in: answer)
    // The `topK` of a model's file may be larger than the vocabulary.
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

  /// Returns the number of occurrences of each token among the last tokens; empty without
  /// penalties.
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

  /// Returns the exponential of a number that is not positive, without a library of mathematics.
  private func exponential(_ value: Double) -> Double {
    guard value > -700 else { return 0 }
    // The number is halved until a series near zero is exact enough, and the result is squared as
    // often.
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

  /// Returns the next random number in `0..<1`, by SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func random() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return Double(mixed >> 11) * 0x1p-53
  }
}

/// A token among which the sampler chooses.
private struct Candidate {
  let token: Int
  let logit: Double

  /// Indicates whether the token comes before another.
  ///
  /// The likelier token is first; if both are equal, the token with the lower number is first.
  func precedes(_ other: Candidate) -> Bool {
    logit != other.logit ? logit > other.logit : token < other.token
  }
}

/// A collection that keeps the likeliest of the added tokens.
private struct Candidates {
  /// The likeliest tokens and at most as many other tokens, in no order.
  private var elements: [Candidate] = []
  private let limit: Int
  /// The last of the likeliest tokens when they were sorted.
  ///
  /// A token that does not precede it is ignored.
  private var threshold: Candidate?
  private(set) var best: Candidate?

  init(limit: Int) { self.limit = limit }

  mutating func add(_ candidate: Candidate) {
    if best.map({ candidate.precedes($0) }) ?? true { best = candidate }
    if let threshold, !candidate.precedes(threshold) { return }
    elements.append(candidate)
    // Sorting once for each `limit` tokens is faster than inserting each token at its place.
    guard elements.count - limit >= limit else { return }
    elements = sorted
    threshold = elements.last
  }

  /// The likeliest tokens, in descending order.
  var sorted: [Candidate] { Array(elements.sorted { $0.precedes($1) }.prefix(limit)) }
}

extension Span<UInt64> {
  fileprivate var isEmptyMask: Bool {
    for index in indices where self[index] != 0 { return false }
    return true
  }
}
