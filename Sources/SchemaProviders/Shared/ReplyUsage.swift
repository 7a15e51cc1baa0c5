import SchemaSessions

/// The usage of an answer, over all of its requests.
struct ReplyUsage {
  /// The number of tokens that the model read in the last request, including those from the cache.
  var input: Int {
    get { current.input }
    set { current.input = newValue }
  }

  /// The number of input tokens that came from the cache.
  var cached: Int {
    get { current.cached }
    set { current.cached = newValue }
  }

  /// The number of input tokens that were written to the cache.
  var cacheWrite: Int {
    get { current.cacheWrite }
    set { current.cacheWrite = newValue }
  }

  /// The number of tokens that the model wrote, including its reasoning.
  var output: Int {
    get { current.output }
    set { current.output = newValue }
  }

  /// The number of output tokens that are reasoning.
  var reasoning: Int {
    get { current.reasoning }
    set { current.reasoning = newValue }
  }

  private struct Counts {
    var input = 0
    var cached = 0
    var cacheWrite = 0
    var output = 0
    var reasoning = 0

    mutating func add(_ other: Counts) {
      input = input.addingClamped(other.input)
      cached = cached.addingClamped(other.cached)
      cacheWrite = cacheWrite.addingClamped(other.cacheWrite)
      output = output.addingClamped(other.output)
      reasoning = reasoning.addingClamped(other.reasoning)
    }
  }

  private var before = Counts()
  private var current = Counts()

  /// Begins a request that continues the answer.
  mutating func beginRequest() {
    before.add(current)
    current = Counts()
  }

  /// Returns the event that reports the counts.
  func event(in context: ReplyContext) -> ReplyContext.Event {
    var sum = before
    sum.add(current)
    return context.usage(
      input: sum.input, cached: sum.cached, cacheWrite: sum.cacheWrite, output: sum.output,
      reasoning: sum.reasoning)
  }
}

extension Int {
  /// Takes a later count.
  ///
  /// Counts only grow, so a count that is missing, or repeated as 0, does not erase an earlier one.
  mutating func update(_ count: Int?) { if let count, count > 0 { self = count } }
}
