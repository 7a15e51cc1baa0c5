import SchemaSessions

/// The usage of an answer, which may take several requests.
struct ReplyUsage {
  typealias Usage = LanguageModelSession.Usage

  /// The number of tokens that the model read, including those from the cache.
  var input = 0
  /// The number of input tokens that came from the cache.
  var cached = 0
  /// The number of input tokens that were written to the cache.
  var cacheWrite = 0
  /// The number of tokens that the model wrote, including its reasoning.
  var output = 0
  /// The number of output tokens that are reasoning.
  var reasoning = 0
  /// The remainders of the provider's limits, if it sends them.
  var rateLimits: [String: Int] = [:]
  /// The usage of the requests before the current one.
  private var earlier = Usage.zero

  /// The usage of all requests.
  ///
  /// If a server sends larger numbers, the tokens of the cache are limited to the tokens of the
  /// input, and the tokens of reasoning to the tokens of the output.
  private var total: Usage {
    let cached = min(cached, input)
    let current = Usage(
      input: .init(
        totalTokenCount: input, cachedTokenCount: cached,
        cacheWriteTokenCount: min(cacheWrite, input - cached)),
      output: .init(totalTokenCount: output, reasoningTokenCount: min(reasoning, output)),
      metadata: rateLimits)
    return earlier + current
  }

  /// The change that reports the usage.
  var action: LanguageModelExecutorGenerationChannel.Response.Action {
    let total = total
    return .updateUsage(input: total.input, output: total.output, metadata: total.metadata)
  }

  /// Begins a request that continues the answer.
  mutating func beginRequest() {
    let total = total
    self = ReplyUsage()
    earlier = total
  }
}

extension Int {
  /// Takes a later count.
  ///
  /// Counts only grow, so a count that is missing, or repeated as 0, does not erase an earlier one.
  mutating func update(_ count: Int?) { if let count, count > 0 { self = count } }
}
