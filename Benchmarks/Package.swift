// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who depends on SchemaKit sees what measuring it needs.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "SchemaKit", path: "..", traits: ["Automerge"]),
    // Without its traits, which bring interposers for malloc and the runtime.
    .package(url: "https://github.com/ordo-one/benchmark", from: "1.29.0", traits: []),
  ],
  targets: [
    // What is measured beside SchemaKit, and the inputs of both.
    .target(name: "PlanEncoding"),
    .target(
      name: "Fixtures",
      dependencies: [
        "PlanEncoding", .product(name: "SchemaContent", package: "SchemaKit"),
        .product(name: "SchemaDialects", package: "SchemaKit"),
        .product(name: "SchemaEncoding", package: "SchemaKit"),
        .product(name: "SchemaModel", package: "SchemaKit"),
      ]),

    // The report: one command, one table, one chart.
    .target(name: "AllocationCounter"),
    .executableTarget(
      name: "schema-report",
      dependencies: [
        "AllocationCounter", "Fixtures", "PlanEncoding",
        .product(name: "AutomergeDocument", package: "SchemaKit"),
        .product(name: "ConstrainedDecoding", package: "SchemaKit"),
        .product(name: "SchemaContent", package: "SchemaKit"),
        .product(name: "SchemaDialects", package: "SchemaKit"),
        .product(name: "SchemaEncoding", package: "SchemaKit"),
        .product(name: "SchemaKit", package: "SchemaKit"),
        .product(name: "SchemaModel", package: "SchemaKit"),
        .product(name: "SchemaProviders", package: "SchemaKit"),
        .product(name: "SchemaSessionTesting", package: "SchemaKit"),
        .product(name: "SchemaSessions", package: "SchemaKit"),
        .product(name: "SchemaValidation", package: "SchemaKit"),
      ],
      path: "Sources/SchemaReport"),

    // Sessions at once, for the thread sanitizer.
    .executableTarget(
      name: "session-load",
      dependencies: [
        .product(name: "SchemaEngines", package: "SchemaKit"),
        .product(name: "SchemaModel", package: "SchemaKit"),
        .product(name: "SchemaProviders", package: "SchemaKit"),
        .product(name: "SchemaSessionTesting", package: "SchemaKit"),
        .product(name: "SchemaSessions", package: "SchemaKit"),
      ],
      path: "Sources/SessionLoad"),

    // The same cases under the benchmark package's own statistics.
    .executableTarget(
      name: "SchemaEncodingBenchmarks",
      dependencies: [
        "Fixtures", "PlanEncoding",
        .product(name: "SchemaContent", package: "SchemaKit"),
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "SchemaDialects", package: "SchemaKit"),
        .product(name: "SchemaEncoding", package: "SchemaKit"),
      ],
      path: "Benchmarks/SchemaEncodingBenchmarks",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)

let features: [SwiftSetting] = [
  "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
].map { .enableUpcomingFeature($0) }
for target in package.targets where target.name != "AllocationCounter" {
  target.swiftSettings = (target.swiftSettings ?? []) + features
}
