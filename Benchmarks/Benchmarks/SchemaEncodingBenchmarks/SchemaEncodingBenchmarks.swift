import Benchmark
import Fixtures
import PlanEncoding
import SchemaEncoding

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.wallClock, .cpuTotal, .throughput, .peakMemoryResident], maxDuration: .seconds(3))

  let samples: [(name: String, type: FixtureType, scale: BenchmarkScalingFactor)] = [
    ("recipe", Recipe.self, .kilo),
    ("200 properties", WideRecord.self, .one),
    ("500 types in circles", EntityGraph.types[0], .one),
  ]
  for (name, type, scale) in samples {
    let configuration = scaled(by: scale)
    Benchmark("\(name), plan", configuration: configuration) { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(try PlanSchemaEncoder.encode(type))
      }
    }
    Benchmark("\(name), SchemaKit", configuration: configuration) { benchmark in
      for _ in benchmark.scaledIterations {
        blackHole(try SchemaEncoder(dialect: PlanDialect()).encode(type))
      }
    }
    Benchmark("\(name), SchemaKit, kept graph", configuration: configuration) { benchmark in
      let graph = try SchemaGraph(type)
      let encoder = SchemaEncoder(dialect: PlanDialect())
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        blackHole(try encoder.encode(graph))
      }
    }
  }

  for chain in DeepChain.allCases {
    // The depths that the plan's way survives: JSONEncoder stops at 512 nested levels.
    for depth in [100, 250, 500] {
      Benchmark("\(chain.rawValue), \(depth) levels, plan") { benchmark in
        let type = chain.prepare(depth: depth)
        benchmark.startMeasurement()
        blackHole(try PlanSchemaEncoder.encode(type))
      }
    }
    for depth in [100, 250, 500, 1_000, 10_000, 100_000, 1_000_000] {
      Benchmark("\(chain.rawValue), \(depth) levels, SchemaKit") { benchmark in
        let type = chain.prepare(depth: depth)
        benchmark.startMeasurement()
        blackHole(try SchemaEncoder(dialect: PlanDialect()).encode(type))
      }
    }
  }
}

private func scaled(by scale: BenchmarkScalingFactor) -> Benchmark.Configuration {
  var configuration = Benchmark.defaultConfiguration
  configuration.scalingFactor = scale
  return configuration
}
