// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Recipes",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(url: "https://github.com/schemakit/SchemaKit", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "Recipes",
      dependencies: [
        .product(name: "SchemaKit", package: "SchemaKit"),
        .product(name: "SchemaProviders", package: "SchemaKit"),
      ])
  ]
)
