// swift-tools-version: 6.2

import PackageDescription

let kit: Target.Dependency = .product(name: "SchemaKit", package: "SchemaKit")
let providers: Target.Dependency = .product(name: "SchemaProviders", package: "SchemaKit")

// Programs that use SchemaKit like an application: with the macros, without the command line.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v14)],
  dependencies: [
    .package(name: "SchemaKit", path: "../..", traits: ["Macros"]),
    .package(
      url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
  ],
  targets: [
    .executableTarget(name: "RecipeChat", dependencies: [kit, providers]),
    .executableTarget(name: "ToolChat", dependencies: [kit, providers]),
    .executableTarget(name: "ReceiptReader", dependencies: [kit, providers]),
    .executableTarget(name: "OrderApproval", dependencies: [kit, providers]),
    .executableTarget(name: "ReviewBatch", dependencies: [kit, providers]),
    .executableTarget(name: "TicketTriage", dependencies: [kit, providers]),
    .executableTarget(
      name: "RecipeServer",
      dependencies: [kit, providers, .product(name: "Hummingbird", package: "hummingbird")]),
  ],
  swiftLanguageModes: [.v6]
)
