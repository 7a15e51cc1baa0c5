import SchemaSessions

/// What an answer has used, over all requests that it takes.
struct ReplyUsage {
  /// How many tokens the model read in the last request, with those of the cache.
  var input: Int {
    get { current.input }
    set { current.input = newValue }
  }

  /// How many of them came from the cache.
  var cached: Int {
    get { current.cached }
    set { current.cached = newValue }
  }

  /// How many of them were written to the cache.
  var cacheWrite: Int {
    get { current.cacheWrite }
    set { current.cacheWrite = newValue }
  }

  /// How many tokens the model wrote, with its thoughts.
  var output: Int {
    get { current.output }
    set { current.output = newValue }
  }

  /// How many of them are thoughts.
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

  /// Begins a request with which the server goes on.
  mutating func beginRequest() {
    before.add(current)
    current = Counts()
  }

  /// The event that reports the counts.
  func event(in context: ReplyContext) -> ReplyContext.Event {
    var sum = before
    sum.add(current)
    return context.usage(
      input: sum.input, cached: sum.cached, cacheWrite: sum.cacheWrite, output: sum.output,
      reasoning: sum.reasoning)
  }
}
