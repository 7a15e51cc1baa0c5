// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

/// A product of swift-syntax, which only the macros need.
func syntax(_ product: String) -> Target.Dependency {
  .product(name: product, package: "swift-syntax", condition: .when(traits: ["Macros"]))
}

/// The headers of OpenSSL, whose SHA-256 is used where CryptoKit is missing.
let libcrypto: Target.Dependency = .target(
  name: "CLibcrypto", condition: .when(platforms: [.linux, .android, .openbsd]))

/// A product that only the transport over AsyncHTTPClient needs.
func http(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["AsyncHTTP"]))
}

/// A product that only telemetry needs.
func telemetry(_ product: String, _ package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Telemetry"]))
}

// One section a target with its tests, in the order in which the modules build on each other.
let package = Package(
  name: "SchemaKit",
  platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  // Each product is named after its main module, and contains the modules that are used with it. A
  // module is a product of its own
  // - where it is a stage of a schema, and dialects and tools import no more: SchemaModel,
  //   SchemaGuides, SchemaEncoding, SchemaDialects;
  // - where it needs more: swift-syntax (SchemaMacros, and SchemaSessions for one macro), OpenSSL
  //   (SchemaAWS);
  // - where few programs use it, and all others would compile it: SchemaValidation, SchemaMCP,
  //   SchemaEngines, SchemaSnapshots, SchemaSessionTesting, AutomergeDocument;
  // - where it must not be linked unasked: SchemaConformances, since a program may make `UUID`
  //   generable in its own way, and FoundationModels, which hides the system's.
  products: [
    .library(name: "SchemaModel", targets: ["SchemaModel", "SchemaPatterns"]),
    .library(name: "SchemaGuides", targets: ["SchemaGuides"]),
    .library(name: "SchemaEncoding", targets: ["SchemaEncoding"]),
    .library(name: "SchemaDialects", targets: ["SchemaDialects"]),
    .library(name: "SchemaMacros", targets: ["SchemaMacros"]),
    .library(name: "SchemaContent", targets: ["SchemaContent", "SchemaCoding"]),
    .library(
      name: "SchemaValidation",
      targets: ["SchemaValidation", "SchemaReading", "SchemaImport", "SchemaComparison"]),
    .library(name: "SchemaConformances", targets: ["SchemaConformances"]),
    .library(name: "SchemaKit", targets: ["SchemaKit", "SchemaFitting"]),
    .library(name: "SchemaSnapshots", targets: ["SchemaSnapshots"]),
    .plugin(name: "SchemaSnapshotPlugin", targets: ["SchemaSnapshotPlugin"]),
    .library(name: "ConstrainedDecoding", targets: ["ConstrainedDecoding"]),
    .library(name: "schemakit-c", type: .dynamic, targets: ["CSchemaKit", "SchemaKitExports"]),
    .library(name: "AutomergeDocument", targets: ["AutomergeDocument"]),
    .library(name: "AutomergeCoding", targets: ["AutomergeCoding"]),
    .library(
      name: "SchemaSessions",
      targets: ["SchemaSessions", "SchemaFoundationModels", "SchemaTelemetry"]),
    .library(name: "SchemaProviders", targets: ["SchemaProviders", "SchemaAsyncHTTP"]),
    .library(name: "SchemaAWS", targets: ["SchemaAWS"]),
    .library(name: "SchemaMCP", targets: ["SchemaMCP"]),
    .library(name: "SchemaEngines", targets: ["SchemaEngines", "SchemaLlama"]),
    .library(name: "SchemaSessionTesting", targets: ["SchemaSessionTesting"]),
    // For systems without the framework: `condition: .when(platforms: [.linux])`.
    .library(name: "FoundationModels", targets: ["FoundationModels"]),
    .executable(name: "schema", targets: ["schema"]),
  ],
  traits: [
    .trait(
      name: "AsyncHTTP",
      description: "Builds the transport for servers, which needs async-http-client."),
    .trait(
      name: "Automerge",
      description: "Adds Automerge documents to the `schema` command; needs zlib and, except on "
        + "Apple's systems, OpenSSL."),
    .trait(
      name: "CommandLine",
      description: "Builds the `schema` command, which needs swift-argument-parser."),
    .trait(
      name: "Conformances",
      description: """
        Makes `Date`, `UUID`, `URL`, dictionaries and more integers generable where `SchemaKit` is \
        imported.
        """),
    .trait(
      name: "Llama",
      description: "Builds the models of llama.cpp, which needs its library and its header."),
    .trait(
      name: "Macros",
      description: "Builds the macros `@Generable` and `@Guide`, which need swift-syntax."),
    .trait(
      name: "Telemetry",
      description: "Builds the telemetry of sessions, which needs swift-distributed-tracing, "
        + "swift-metrics and swift-log."),
    .default(enabledTraits: ["Conformances", "Macros"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.25.0"),
    .package(url: "https://github.com/swiftlang/swift-syntax", "600.0.1"..<"604.0.0"),
  ],
  targets: [
    .target(name: "SchemaText"),
    .testTarget(name: "SchemaTextTests", dependencies: ["SchemaText", "SchemaTestSupport"]),

    // A lock, and other values that tasks share.
    .target(name: "SchemaConcurrency"),
    .testTarget(name: "SchemaConcurrencyTests", dependencies: ["SchemaConcurrency"]),

    // Arrays with types of index, and a search in graphs.
    .target(name: "IndexedTables"),
    .testTarget(name: "IndexedTablesTests", dependencies: ["IndexedTables", "SchemaTestSupport"]),

    .target(name: "SchemaPatterns", dependencies: ["IndexedTables", "SchemaText"]),
    .testTarget(
      name: "SchemaPatternsTests",
      dependencies: ["IndexedTables", "SchemaPatterns", "SchemaTestSupport"]),

    .target(name: "ContentStorage", dependencies: ["SchemaText"]),
    .testTarget(
      name: "ContentStorageTests",
      dependencies: ["ContentStorage", "SchemaText", "SchemaTestSupport"]),

    .target(
      name: "SchemaModel",
      dependencies: ["ContentStorage", "IndexedTables", "SchemaPatterns", "SchemaText"]),
    .testTarget(
      name: "SchemaModelTests",
      dependencies: ["IndexedTables", "SchemaConformances", "SchemaModel", "SchemaTestSupport"]),

    .target(name: "SchemaConformances", dependencies: ["SchemaModel"]),
    .testTarget(
      name: "SchemaConformancesTests", dependencies: ["SchemaConformances", "SchemaTestSupport"]),

    .target(name: "SchemaGuides", dependencies: ["SchemaModel"]),
    .testTarget(
      name: "SchemaGuidesTests",
      dependencies: ["SchemaConformances", "SchemaGuides", "SchemaTestSupport"]),

    .target(
      name: "SchemaEncoding",
      dependencies: [
        "ContentStorage", "IndexedTables", "SchemaConcurrency", "SchemaGuides", "SchemaModel",
      ]),
    .testTarget(
      name: "SchemaEncodingTests",
      dependencies: ["SchemaConformances", "SchemaEncoding", "SchemaTestSupport"]),

    .target(name: "SchemaDialects", dependencies: ["SchemaEncoding", "SchemaGuides"]),
    .testTarget(
      name: "SchemaDialectsTests",
      dependencies: ["SchemaConformances", "SchemaDialects", "SchemaFitting", "SchemaTestSupport"],
      exclude: ["Golden"]),
    // It depends on nothing else, which shows that a dialect of a package outside needs no more.
    .testTarget(name: "DialectPluginTests", dependencies: ["SchemaEncoding"]),

    .target(
      name: "SchemaContent",
      dependencies: ["ContentStorage", "IndexedTables", "SchemaConcurrency", "SchemaModel"]),
    .testTarget(
      name: "SchemaContentTests",
      dependencies: ["SchemaConformances", "SchemaContent", "SchemaTestSupport"]),

    .target(name: "SchemaCoding", dependencies: ["SchemaContent"]),
    .testTarget(
      name: "SchemaCodingTests",
      dependencies: ["SchemaConformances", "SchemaCoding", "SchemaTestSupport"]),

    .target(name: "SchemaFormats", dependencies: ["SchemaPatterns", "SchemaText"]),
    .testTarget(name: "SchemaFormatsTests", dependencies: ["SchemaFormats", "SchemaTestSupport"]),

    .target(
      name: "SchemaDocuments",
      dependencies: [
        "IndexedTables", "SchemaEncoding", "SchemaContent", "SchemaFormats", "SchemaText",
      ]),
    .testTarget(
      name: "SchemaDocumentsTests",
      dependencies: ["IndexedTables", "SchemaDocuments", "SchemaTestSupport"]),

    // What tells the alternatives of a union apart.
    .target(
      name: "SchemaAlternatives",
      dependencies: ["IndexedTables", "SchemaGuides", "SchemaModel", "SchemaText"]),
    .testTarget(
      name: "SchemaAlternativesTests",
      dependencies: [
        "IndexedTables", "SchemaAlternatives", "SchemaGuides", "SchemaModel", "SchemaText",
      ]),

    .target(
      name: "SchemaValidation",
      dependencies: ["IndexedTables", "SchemaAlternatives", "SchemaDocuments", "SchemaFormats"]),
    .testTarget(
      name: "SchemaValidationTests",
      dependencies: [
        "IndexedTables", "SchemaConformances", "SchemaDialects", "SchemaValidation",
        "SchemaTestSupport", "ValidationTestSupport",
      ]),

    .target(
      name: "SchemaReading",
      dependencies: [
        "ContentStorage", "IndexedTables", "SchemaContent", "SchemaDocuments", "SchemaEncoding",
        "SchemaGuides", "SchemaModel", "SchemaText", "SchemaValidation",
      ]),
    .testTarget(
      name: "SchemaReadingTests",
      dependencies: [
        "SchemaConformances", "SchemaImport", "SchemaReading", "SchemaTestSupport",
        "SchemaValidation",
      ],
      exclude: ["Texts"]),

    .target(
      name: "SchemaFitting",
      dependencies: [
        "ContentStorage", "IndexedTables", "SchemaAlternatives", "SchemaConcurrency",
        "SchemaContent", "SchemaEncoding", "SchemaGuides", "SchemaModel", "SchemaValidation",
      ]),
    .testTarget(
      name: "SchemaFittingTests",
      dependencies: [
        "ContentStorage", "SchemaConformances", "SchemaDialects", "SchemaFitting", "SchemaImport",
        "SchemaValidation", "SchemaTestSupport", "ValidationTestSupport",
      ]),

    .target(
      name: "SchemaImport",
      dependencies: [
        "IndexedTables", "SchemaAlternatives", "SchemaConcurrency", "SchemaDocuments",
        "SchemaFormats",
      ]),
    .testTarget(
      name: "SchemaImportTests",
      dependencies: [
        "SchemaConformances", "SchemaDialects", "SchemaDocuments", "SchemaImport",
        "SchemaTestSupport",
      ],
      exclude: ["Golden"]),

    .target(
      name: "SchemaComparison",
      dependencies: ["IndexedTables", "SchemaAlternatives", "SchemaEncoding"]),
    .testTarget(
      name: "SchemaComparisonTests",
      dependencies: [
        "SchemaConformances", "SchemaComparison", "SchemaDialects", "SchemaImport",
        "SchemaValidation", "SchemaTestSupport", "ValidationTestSupport",
      ]),

    .target(
      name: "SchemaSnapshots",
      dependencies: ["SchemaComparison", "SchemaDialects", "SchemaImport"]),
    .plugin(
      name: "SchemaSnapshotPlugin",
      capability: .command(
        intent: .custom(
          verb: "schema-snapshot",
          description: "Stores the schemas of types, and fails if one changes incompatibly."),
        permissions: [.writeToPackageDirectory(reason: "It stores the schemas in Schemas/.")]),
      path: "Sources/SchemaSnapshotPlugin"),
    .testTarget(
      name: "SchemaSnapshotsTests",
      dependencies: ["SchemaConformances", "SchemaSnapshots", "SchemaTestSupport"]),

    .target(
      name: "ConstrainedDecoding",
      dependencies: [
        "IndexedTables", "SchemaConcurrency", "SchemaContent", "SchemaDocuments", "SchemaEncoding",
        "SchemaFormats", "SchemaGuides", "SchemaImport", "SchemaPatterns", "SchemaTemplates",
        "SchemaText",
      ]),
    .testTarget(
      name: "ConstrainedDecodingTests",
      dependencies: [
        "ConstrainedDecoding", "SchemaConformances", "SchemaFormats", "SchemaImport",
        "SchemaPatterns", "SchemaTestSupport", "SchemaValidation", "ValidationTestSupport",
      ]),

    // The same for C and what can call it: a header, and the functions that it declares.
    .target(name: "CSchemaKit"),
    .target(
      name: "SchemaKitExports",
      dependencies: [
        "CSchemaKit", "ConstrainedDecoding", "SchemaContent", "SchemaEncoding", "SchemaPatterns",
      ]),
    .testTarget(name: "SchemaKitExportsTests", dependencies: ["CSchemaKit", "SchemaKitExports"]),

    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CLibcrypto", pkgConfig: "libcrypto",
      providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
    .target(name: "SystemDigest", dependencies: [libcrypto]),
    .target(name: "AutomergeDocument", dependencies: ["CZlib", "SchemaText", "SystemDigest"]),
    .testTarget(
      name: "AutomergeDocumentTests",
      dependencies: ["AutomergeDocument", "SchemaTestSupport", "SystemDigest"]),

    .target(
      name: "AutomergeCoding",
      dependencies: [
        "AutomergeDocument", "ContentStorage", "SchemaConcurrency", "SchemaContent", "SchemaText",
        "SchemaValidation",
      ]),
    // The replica that `.ci/check-automerge` syncs with another implementation.
    .executableTarget(name: "AutomergePeer", dependencies: ["AutomergeDocument"]),
    .executableTarget(
      name: "AutomergeExample",
      dependencies: ["AutomergeCoding", "AutomergeDocument", "SchemaContent"]),
    .testTarget(
      name: "AutomergeCodingTests",
      dependencies: [
        "AutomergeCoding", "AutomergeExample", "SchemaConcurrency", "SchemaContent",
        "SchemaTestSupport",
      ]),

    .target(
      name: "SchemaMacros",
      dependencies: [
        "SchemaModel",
        .target(name: "SchemaMacrosPlugin", condition: .when(traits: ["Macros"])),
      ]),
    .macro(
      name: "SchemaMacrosPlugin",
      dependencies: [
        syntax("SwiftCompilerPlugin"), syntax("SwiftSyntaxMacros"), syntax("SwiftSyntaxBuilder"),
        syntax("SwiftDiagnostics"), syntax("SwiftSyntax"), syntax("SwiftParser"),
      ]),
    // It does not depend on the plug-in: with tests of its own code, SwiftPM would build each
    // module once more for the machine that compiles.
    .testTarget(
      name: "SchemaMacrosTests",
      dependencies: [
        "SchemaConformances",
        "SchemaMacros", "SchemaContent", "SchemaEncoding", "SchemaDialects", "SchemaImport",
        "SchemaTestSupport",
      ]),

    .target(
      name: "SchemaKit",
      dependencies: [
        "SchemaModel", "SchemaGuides", "SchemaEncoding", "SchemaDialects", "SchemaContent",
        "SchemaValidation", "SchemaReading", "SchemaFitting", "SchemaImport", "SchemaComparison",
        "SchemaCoding",
        .target(name: "SchemaConformances", condition: .when(traits: ["Conformances"])),
        .target(name: "SchemaMacros", condition: .when(traits: ["Macros"])),
      ]),
    .testTarget(
      name: "SchemaKitTests",
      dependencies: [
        "SchemaConformances", "SchemaKit", "SchemaTestSupport", "ValidationTestSupport",
      ]),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "SchemaAWS", "SchemaConformances", "SchemaKit", "SchemaMCP", "SchemaProviders",
        "SchemaSessionTesting",
        .target(name: "SchemaAsyncHTTP", condition: .when(traits: ["AsyncHTTP"])),
        .target(name: "SchemaTelemetry", condition: .when(traits: ["Telemetry"])),
        .target(name: "SchemaLlama", condition: .when(traits: ["Llama"])),
        "AutomergeCoding", "AutomergeDocument", "SchemaEngines", "SchemaTemplates",
      ]),

    .target(
      name: "SchemaSessions",
      dependencies: [
        "SchemaCoding", "SchemaConcurrency", "SchemaContent", "SchemaDialects", "SchemaFitting",
        "SchemaImport", "SchemaReading", "SchemaValidation",
        .target(name: "SchemaMacrosPlugin", condition: .when(traits: ["Macros"])),
      ]),
    .target(
      name: "SchemaProviders", dependencies: ["SchemaConcurrency", "SchemaSessions", "SchemaText"]),
    .testTarget(
      name: "SchemaProvidersTests",
      dependencies: [
        "SchemaConcurrency", "SchemaConformances", "SchemaProviders", "SchemaSessionTesting",
        "SchemaTestSupport",
        "SessionTestSupport",
      ],
      exclude: ["Golden"]),
    .target(name: "SchemaSessionTesting", dependencies: ["SchemaConcurrency", "SchemaProviders"]),
    .target(
      name: "SchemaMCP",
      dependencies: [
        "SchemaConcurrency", "SchemaContent", "SchemaDialects", "SchemaDocuments", "SchemaImport",
        "SchemaProviders", "SchemaSessions", "SchemaText", "SchemaValidation",
      ]),
    .target(name: "SchemaAWS", dependencies: ["SchemaProviders", "SchemaText", "SystemDigest"]),
    .testTarget(
      name: "SchemaAWSTests", dependencies: ["SchemaAWS", "SchemaSessionTesting", "SystemDigest"]),
    // The programs that the tests, and `.ci/check-sessions`, talk to.
    .executableTarget(name: "MCPExample", dependencies: ["SchemaMCP"]),
    .testTarget(
      name: "SchemaMCPTests",
      dependencies: [
        "MCPExample", "SchemaConcurrency", "SchemaDialects", "SchemaImport", "SchemaMCP",
        "SchemaSessionTesting", "SchemaTestSupport", "SessionTestSupport",
      ]),
    .target(name: "SchemaFoundationModels", dependencies: ["SchemaConcurrency", "SchemaSessions"]),
    .target(name: "FoundationModels", dependencies: ["SchemaKit", "SchemaProviders"]),
    .target(
      name: "SchemaAsyncHTTP",
      dependencies: [
        "SchemaConcurrency", "SchemaProviders", http("AsyncHTTPClient", "async-http-client"),
        http("NIOCore", "swift-nio"), http("NIOHTTP1", "swift-nio"),
      ]),
    .testTarget(
      name: "SchemaAsyncHTTPTests",
      dependencies: ["SchemaAsyncHTTP", "SchemaConcurrency", "SessionTestSupport"]),
    .target(
      name: "SchemaTelemetry",
      dependencies: [
        "SchemaSessions", telemetry("CoreMetrics", "swift-metrics"),
        telemetry("Logging", "swift-log"), telemetry("Tracing", "swift-distributed-tracing"),
      ]),
    .testTarget(
      name: "SchemaTelemetryTests",
      dependencies: [
        "SchemaConcurrency", "SchemaMCP", "SchemaTelemetry", "SessionTestSupport",
        telemetry("InMemoryLogging", "swift-log"),
        telemetry("InMemoryTracing", "swift-distributed-tracing"),
        telemetry("MetricsTestKit", "swift-metrics"),
      ]),
    .testTarget(
      name: "SchemaSessionsTests",
      dependencies: [
        "SchemaConcurrency", "SchemaSessionTesting", "SchemaSessions", "SessionTestSupport",
        "SchemaTestSupport",
      ]),

    // Models that are computed in this process.
    .target(name: "SchemaTemplates", dependencies: ["SchemaText"]),
    .testTarget(
      name: "SchemaTemplatesTests",
      dependencies: ["SchemaContent", "SchemaModel", "SchemaTemplates", "SchemaTestSupport"]),
    .target(
      name: "SchemaEngines",
      dependencies: [
        "ConstrainedDecoding", "ContentStorage", "SchemaConcurrency", "SchemaContent",
        "SchemaDialects",
        "SchemaEncoding", "SchemaModel", "SchemaSessions", "SchemaTemplates",
      ]),
    .testTarget(
      name: "SchemaEnginesTests",
      dependencies: [
        "ContentStorage", "SchemaConcurrency", "SchemaEngines", "SchemaModel", "SchemaTestSupport",
        "SessionTestSupport",
      ]),

    // llama.cpp, only with the trait.
    .systemLibrary(name: "CLlama", pkgConfig: "llama", providers: [.brew(["llama.cpp"])]),
    .target(
      name: "CSchemaLlama",
      dependencies: [.target(name: "CLlama", condition: .when(traits: ["Llama"]))],
      cSettings: [.define("SCHEMAKIT_LLAMA", .when(traits: ["Llama"]))]),
    .target(
      name: "SchemaLlama",
      dependencies: [
        "ContentStorage", "SchemaConcurrency", "SchemaEngines", "SchemaSessions",
        .target(name: "CSchemaLlama", condition: .when(traits: ["Llama"])),
      ]),
    .testTarget(
      name: "SchemaLlamaTests",
      dependencies: [
        "ContentStorage", "SchemaConcurrency", "SchemaEngines", "SchemaImport", "SchemaLlama",
        "SchemaModel", "SchemaTestSupport", "SchemaValidation", "SessionTestSupport",
        "ValidationTestSupport",
      ]),

    // The command without its entry point, so that tests can import it.
    .target(
      name: "SchemaCommandLine",
      dependencies: [
        "ConstrainedDecoding", "IndexedTables", "SchemaConcurrency", "SchemaDocuments",
        "SchemaFormats", "SchemaKit", "SchemaMCP", "SchemaProviders", "SchemaText",
        .target(name: "SchemaEngines", condition: .when(traits: ["Llama"])),
        .target(name: "SchemaLlama", condition: .when(traits: ["Llama"])),
        .target(name: "AutomergeCoding", condition: .when(traits: ["Automerge"])),
        .target(name: "AutomergeDocument", condition: .when(traits: ["Automerge"])),
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
      ]),
    .testTarget(
      name: "SchemaCommandTests",
      dependencies: [
        "SchemaConformances", "SchemaCommandLine", "SchemaDocuments", "SchemaKit",
        "SchemaSessionTesting", "SchemaTestSupport",
        .product(
          name: "ArgumentParser", package: "swift-argument-parser",
          condition: .when(traits: ["CommandLine"])),
        .target(name: "AutomergeDocument", condition: .when(traits: ["Automerge"])),
      ],
      exclude: ["Golden"]),
    .executableTarget(name: "schema", dependencies: ["SchemaCommandLine"]),

    // The cases whose instructions the step `counts` of .ci/run counts.
    .executableTarget(
      name: "CountedCases",
      dependencies: [
        "ConstrainedDecoding", "SchemaContent", "SchemaDialects", "SchemaEncoding",
        "SchemaFitting", "SchemaImport", "SchemaModel", "SchemaValidation",
      ],
      path: "Tests/CountedCases", exclude: ["counts.txt"]),

    .target(
      name: "SessionTestSupport", dependencies: ["SchemaConcurrency", "SchemaSessionTesting"],
      path: "Tests/SessionTestSupport"),
    .target(
      name: "SchemaTestSupport",
      dependencies: ["SchemaConformances", "SchemaContent", "SchemaEncoding", "SchemaGuides"],
      path: "Tests/SchemaTestSupport"),
    .target(
      name: "ValidationTestSupport", dependencies: ["SchemaValidation"],
      path: "Tests/ValidationTestSupport"),
  ],
  swiftLanguageModes: [.v6]
)

// The step `release` of .ci/run names the tests that it compiles.
if let tests = Context.environment["SCHEMAKIT_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

let settings: [SwiftSetting] =
  [.strictMemorySafety()]
  + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map {
    .enableUpcomingFeature($0)
  }
for target in package.targets where target.type != .system && target.type != .plugin {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
  if target.type == .test {
    // With the optimiser, what is tested counts: tests themselves would take longer to compile than
    // all modules.
    target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
  }
}
