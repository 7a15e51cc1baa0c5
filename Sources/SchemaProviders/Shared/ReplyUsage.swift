import SchemaSessions

/// The usage of a request.
struct ReplyUsage {
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

  /// Adds the usage of a request that continues the answer.
  mutating func add(_ next: ReplyUsage) {
    input = input.addingClamped(next.input)
    cached = cached.addingClamped(next.cached)
    cacheWrite = cacheWrite.addingClamped(next.cacheWrite)
    output = output.addingClamped(next.output)
    reasoning = reasoning.addingClamped(next.reasoning)
  }

  /// The change that reports the usage.
  ///
  /// If a server sends larger numbers, the tokens of the cache are limited to the tokens of the
  /// input, and the tokens of reasoning to the tokens of the output.
  func action(
    _ metadata: [String: Int]
  ) -> LanguageModelExecutorGenerationChannel.Response.Action {
    let cached = min(cached, input)
    return .updateUsage(
      input: .init(
        totalTokenCount: input, cachedTokenCount: cached,
        cacheWriteTokenCount: min(cacheWrite, input - cached)),
      output: .init(totalTokenCount: output, reasoningTokenCount: min(reasoning, output)),
      metadata: metadata)
  }
}

extension Int {
  /// Takes a later count.
  ///
  /// Counts only grow, so a count that is missing, or repeated as 0, does not erase an earlier one.
  mutating func update(_ count: Int?) { if let count, count > 0 { self = count } }
}
