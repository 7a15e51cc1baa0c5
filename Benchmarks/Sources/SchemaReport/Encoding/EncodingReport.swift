import Fixtures
import Foundation

/// The report on encoding types to bytes.
enum EncodingReport {
  /// Measures, prints each table when it is complete, and draws the chart.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: The budgets, with the measured figures.
  /// - Throws: The errors of encoding and of files.
  static func run(_ options: Options) throws -> [Budget] {
    for sample in Sample.allCases {
      try DocumentCheck.compare(sample)
    }
    say(
      "Both sides write the same schemas, but that in SchemaKit's "
        + DocumentCheck.differences.joined(separator: ", ") + ".")

    let shallow = try Sample.allCases.map { sample in
      try ShallowResult(sample, rounds: options.rounds, processes: options.processes)
    }
    say(steadyState(shallow).text(options.format))
    say(firstCall(shallow, processes: options.processes).text(options.format))
    say(memory(shallow).text(options.format))

    let cases = DeepChain.allCases.flatMap { chain in Stack.allCases.map { (chain, $0) } }
    let deep = try cases.map { chain, stack in
      try DeepResult(chain, stack, depths: options.depths, rounds: options.deepRounds)
    }
    say(depths(deep).text(options.format))
    let plan = try cases.flatMap { chain, stack in
      try PlanDepth.depths.map { try PlanDepth(chain, stack, depth: $0) }
    }
    say(planDepths(plan).text(options.format))

    let chart = Chart(shallow: shallow, deep: deep, plan: plan)
    try Data(chart.svg.utf8).write(to: URL(fileURLWithPath: options.chart))
    say("\nThe chart is in \(options.chart).")
    return Budget.all(shallow, deep)
  }

  static func steadyState(_ results: [ShallowResult]) -> Table {
    var table = Table(
      "From a type to bytes, in the steady state (thread time, contenders in turns)",
      [
        "", "bytes", "plan", "SchemaKit", "faster", "kept graph", "faster",
      ])
    for result in results {
      table.add([
        result.sample.title, result.bytes.bytes, result.plan.microseconds,
        result.encode.microseconds, result.encodeRatio.times, result.kept.microseconds,
        result.keptRatio.times,
      ])
    }
    return table
  }

  static func firstCall(_ results: [ShallowResult], processes: Int) -> Table {
    var table = Table(
      "The first call in a process (\(processes) processes each)",
      ["", "plan", "SchemaKit", "faster"])
    for result in results {
      table.add([
        result.sample.title, result.coldPlan.microseconds, result.coldEncode.microseconds,
        result.coldRatio.times,
      ])
    }
    return table
  }

  static func memory(_ results: [ShallowResult]) -> Table {
    let counted = Allocations.canBeCounted
    var table = Table(
      "Memory: rise of the peak by a process's first call"
        + (counted ? "; allocations of a later call" : "; allocations cannot be counted here"),
      ["", "plan", "SchemaKit"] + (counted ? ["plan", "SchemaKit", "kept graph"] : []))
    for result in results {
      let allocations = [
        result.planAllocations, result.encodeAllocations, result.keptAllocations,
      ].map { "\($0.count.grouped) (\($0.bytes.bytes))" }
      table.add(
        [result.sample.title, result.planPeak.bytes, result.encodePeak.bytes]
          + (counted ? allocations : []))
    }
    return table
  }

  static func depths(_ results: [DeepResult]) -> Table {
    var table = Table(
      "SchemaKit in the deep",
      ["", "levels", "a level", "growth", "first call", "bytes", "peak memory"])
    for result in results {
      for (index, depth) in result.depths.enumerated() {
        table.add([
          index == 0 ? "\(result.chain.title), \(result.stack.title)" : "",
          depth.depth.grouped, depth.nanoseconds.nanoseconds,
          index == 0 ? "" : depth.growth.times,
          depth.first.nanoseconds, depth.bytes.bytes, depth.peak.bytes,
        ])
      }
    }
    return table
  }

  static func planDepths(_ results: [PlanDepth]) -> Table {
    var table = Table(
      "The plan's way in the deep: time a level, or how it ended",
      [""] + PlanDepth.depths.map { "\($0.grouped) levels" })
    for start in stride(from: 0, to: results.count, by: PlanDepth.depths.count) {
      let row = results[start..<(start + PlanDepth.depths.count)]
      table.add(
        ["\(results[start].chain.title), \(results[start].stack.title)"] + row.map(\.cell))
    }
    return table
  }
}

extension PlanDepth {
  fileprivate var cell: String {
    switch outcome {
    case .finished(let time): time.nanoseconds
    case .threw: "throws"
    case .crashed(let signal): "dies (signal \(signal))"
    }
  }
}
