import AllocationCounter
import Fixtures

/// The measurements of a sample.
struct ShallowResult {
  let sample: Sample
  let bytes: Int

  /// Microseconds in the steady state: of the plan's encoder, of SchemaKit from a type to bytes,
  /// and of SchemaKit from a kept graph.
  let plan, encode, kept: Double
  let encodeRatio, keptRatio: Double

  /// Microseconds of the first call in a process.
  let coldPlan, coldEncode, coldRatio: Double

  /// The increase of the peak memory by the first call in a process, in bytes.
  let planPeak, encodePeak: Int

  /// Allocations of a call.
  let planAllocations, encodeAllocations, keptAllocations: Allocations
}

/// The allocations of a call; 0 if they cannot be counted.
struct Allocations {
  let count: Int
  let bytes: Int

  /// `true` if a test allocation is counted.
  static let canBeCounted: Bool = {
    let canary = Allocations { [Int](repeating: 0, count: 1000).count }
    return canary.bytes >= 1000 * MemoryLayout<Int>.size
  }()

  init(_ body: () throws -> Int) rethrows {
    let before = allocation_totals()
    let result = try body()
    let after = allocation_totals()
    count = result == 0 ? 0 : Int(after.count - before.count)
    bytes = result == 0 ? 0 : Int(after.bytes - before.bytes)
  }
}

extension ShallowResult {
  /// Measures a sample.
  ///
  /// - Parameters:
  ///   - sample: The encoded schema.
  ///   - rounds: The number of rounds in which the contenders take turns in the steady state.
  ///   - processes: The number of processes for the first calls of each contender.
  /// - Throws: The errors of encoding.
  init(_ sample: Sample, rounds: Int, processes: Int) throws {
    let type = sample.type
    let graph = try KeptGraph(type)
    let contenders: [() throws -> Int] = [
      { try Way.plan.encode(type) }, { try Way.schemaKit.encode(type) }, { try graph.encode() },
    ]
    let warm = try takeTurns(rounds: rounds, contenders)
    let cold = try Self.firstCalls(of: sample, processes: processes)
    self.sample = sample
    bytes = try graph.encode()
    plan = warm.median(0) / 1000
    encode = warm.median(1) / 1000
    kept = warm.median(2) / 1000
    encodeRatio = warm.ratio(of: 0, to: 1)
    keptRatio = warm.ratio(of: 0, to: 2)
    coldPlan = cold.time.median(0) / 1000
    coldEncode = cold.time.median(1) / 1000
    coldRatio = cold.time.ratio(of: 0, to: 1)
    planPeak = cold.planPeak
    encodePeak = cold.encodePeak
    planAllocations = try Allocations(contenders[0])
    encodeAllocations = try Allocations(contenders[1])
    keptAllocations = try Allocations(contenders[2])
  }

  private static func firstCalls(
    of sample: Sample, processes: Int
  ) throws -> (time: Rounds, planPeak: Int, encodePeak: Int) {
    var calls = Way.allCases.map { _ in [FirstCall]() }
    for _ in 0..<processes {
      for (index, way) in Way.allCases.enumerated() {
        calls[index].append(try FirstCall.inChild(of: sample, by: way))
      }
    }
    let time = Rounds(nanoseconds: calls.map { $0.map(\.nanoseconds) })
    let peaks = calls.map { Int($0.map { Double($0.peak) }.median) }
    return (time, peaks[0], peaks[1])
  }
}

/// The first call in a process.
struct FirstCall {
  static let name = "first-call"

  let nanoseconds: Double

  /// The increase of the process's peak memory by the call, in bytes.
  let peak: Int

  /// Makes the call in a child process.
  static func inChild(of sample: Sample, by way: Way) throws -> FirstCall {
    let words = try ChildProcess.words([name, sample.rawValue, way.rawValue])
    guard words.count == 2, let nanoseconds = Double(words[0]), let peak = Int(words[1]) else {
      throw ReportError("A child process did not print a time and a size: \(words)")
    }
    return FirstCall(nanoseconds: nanoseconds, peak: peak)
  }

  /// Runs in the child process, and prints the results.
  static func answer(_ arguments: ArraySlice<String>) throws {
    guard let sample = arguments.first.flatMap(Sample.init(rawValue:)),
      let way = arguments.last.flatMap(Way.init(rawValue:))
    else { throw ReportError("Unknown task of a child process: \(arguments)") }
    let type = sample.type
    let before = Platform.peakMemory()
    let start = Platform.threadTime()
    let bytes = try way.encode(type)
    let end = Platform.threadTime()
    let peak = Platform.peakMemory() - before
    print(bytes == 0 ? 0 : end - start, peak)
  }
}
