// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "LocalRecipe",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(
      url: "https://github.com/schemakit/SchemaKit", from: "0.1.0", traits: [.defaults, "Llama"])
  ],
  targets: [
    .executableTarget(
      name: "LocalRecipe",
      dependencies: [
        .product(name: "SchemaKit", package: "SchemaKit"),
        .product(name: "SchemaEngines", package: "SchemaKit"),
      ])
  ]
)
