import Fixtures

extension DeepChain {
  var title: String {
    switch self {
    case .titled: "titled types"
    case .arrays: "anonymous arrays"
    case .mutual: "mutual recursion"
    }
  }
}

/// The measurements of a chain on a stack, at several depths.
struct DeepResult {
  /// The measurements at one depth.
  struct Depth {
    let depth: Int
    let bytes: Int

    /// The time for each level in the steady state, in nanoseconds.
    let nanoseconds: Double

    /// The ratio of the time for each level to the time at the smallest depth: the median of the
    /// ratios of all rounds.
    let growth: Double

    /// The time for each level in the first call at this depth, in nanoseconds.
    let first: Double

    /// The increase of the process's peak memory by the call, in bytes.
    let peak: Int
  }

  let chain: DeepChain
  let stack: Stack
  let depths: [Depth]

  /// The ratio of the largest to the smallest time for a level.
  var growth: Double {
    let growth = depths.map(\.growth)
    return (growth.max() ?? 0) / (growth.min() ?? 1)
  }
}

extension DeepResult {
  static let name = "deep"

  /// Measures SchemaKit in a child process.
  init(_ chain: DeepChain, _ stack: Stack, depths: [Int], rounds: Int) throws {
    let words = try ChildProcess.words(
      [Self.name, chain.rawValue, stack.rawValue, String(rounds)] + depths.map(String.init))
    guard words.count == depths.count * 5 else {
      throw ReportError("A child process did not print five figures for each depth: \(words)")
    }
    self.chain = chain
    self.stack = stack
    self.depths = try depths.enumerated().map { index, depth in
      let figures = words[(index * 5)..<(index * 5 + 5)].compactMap(Double.init)
      guard figures.count == 5 else { throw ReportError("There are not five figures: \(words)") }
      return Depth(
        depth: depth, bytes: Int(figures[0]), nanoseconds: figures[1], growth: figures[2],
        first: figures[3], peak: Int(figures[4]))
    }
  }

  /// Runs in the child process, and prints the results.
  static func answer(_ arguments: ArraySlice<String>) throws {
    guard let (chain, stack, numbers) = parse(arguments), let rounds = numbers.first else {
      throw ReportError("A child does not know what to do: \(arguments)")
    }
    let depths = numbers.dropFirst()
    if let deepest = depths.max() {
      // The types of all depths are created first, so that creating types does not change the
      // memory of a measurement.
      _ = chain.prepare(depth: deepest)
    }
    var results: [(bytes: Int, first: Double, peak: Int, times: [Double])] = []
    for depth in depths {
      let type = chain.prepare(depth: depth)
      let result = try stack.run { try firstCall(chain, depth, type) }
      results.append((result.bytes, result.nanoseconds, result.peak, []))
    }
    for _ in 0..<rounds {
      for (index, depth) in depths.enumerated() {
        let type = chain.prepare(depth: depth)
        // The total number of levels is about the same for each depth, so that each is measured for
        // about the same time.
        let calls = max(1, (depths.max() ?? depth) / depth / (depth < 100_000 ? 4 : 1))
        let time = try stack.run { try measure({ try Way.schemaKit.encode(type) }, calls: calls) }
        results[index].times.append(Double(time) / Double(calls * depth))
      }
    }
    let shallowest = results.first?.times ?? []
    for result in results {
      let growth = zip(result.times, shallowest).map { $0 / $1 }.median
      print(result.bytes, result.times.median, growth, result.first, result.peak)
    }
  }

  private static func firstCall(
    _ chain: DeepChain, _ depth: Int, _ type: FixtureType
  ) throws -> (bytes: Int, nanoseconds: Double, peak: Int) {
    Platform.resetPeakMemory()
    let before = Platform.peakMemory()
    let start = Platform.threadTime()
    let bytes = try Way.schemaKit.bytes(type)
    let end = Platform.threadTime()
    let peak = Platform.peakMemory() - before
    try DocumentCheck.checkLevels(of: bytes, chain: chain, depth: depth)
    return (bytes.count, Double(end - start) / Double(depth), peak)
  }

  fileprivate static func parse(
    _ arguments: ArraySlice<String>
  ) -> (chain: DeepChain, stack: Stack, numbers: [Int])? {
    guard arguments.count > 2, let chain = DeepChain(rawValue: arguments[arguments.startIndex]),
      let stack = Stack(rawValue: arguments[arguments.startIndex + 1])
    else { return nil }
    return (chain, stack, arguments.dropFirst(2).compactMap { Int($0) })
  }
}

/// An attempt of the plan's encoder at one depth.
struct PlanDepth {
  static let name = "plan-depth"

  /// The depths of the attempts.
  static let depths = [100, 250, 500, 1_000, 10_000]

  /// The result of an attempt.
  enum Outcome {
    /// The encoder finished; the value is the time for each level in nanoseconds.
    case finished(Double)
    /// The encoder threw an error.
    case threw
    /// The encoder ended the process.
    case crashed(signal: Int32)
  }

  let chain: DeepChain
  let stack: Stack
  let depth: Int
  let outcome: Outcome

  /// Makes an attempt in a child process.
  init(_ chain: DeepChain, _ stack: Stack, depth: Int) throws {
    let arguments = [Self.name, chain.rawValue, stack.rawValue, String(depth)]
    self.chain = chain
    self.stack = stack
    self.depth = depth
    switch try ChildProcess.run(arguments, quietly: true) {
    case .finished(let words): outcome = .finished(words.first.flatMap(Double.init) ?? 0)
    case .failed: outcome = .threw
    case .crashed(let signal): outcome = .crashed(signal: signal)
    }
  }

  /// Runs in the child process, and prints the results.
  static func answer(_ arguments: ArraySlice<String>) throws {
    guard let (chain, stack, numbers) = DeepResult.parse(arguments), let depth = numbers.first
    else {
      throw ReportError("A child does not know what to do: \(arguments)")
    }
    let type = chain.prepare(depth: depth)
    let times = try stack.run {
      try DocumentCheck.checkLevels(of: Way.plan.bytes(type), chain: chain, depth: depth)
      let calls = max(1, 1000 / depth)
      return try (0..<5).map { _ in
        Double(try measure({ try Way.plan.encode(type) }, calls: calls)) / Double(calls * depth)
      }
    }
    print(times.median)
  }
}
