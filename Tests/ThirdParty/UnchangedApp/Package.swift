// swift-tools-version: 6.2

import PackageDescription

// Code that is written for FoundationModels, on systems that lack it.
let package = Package(
  name: "UnchangedApp",
  platforms: [.macOS("26.0"), .iOS("26.0"), .visionOS("26.0")],
  dependencies: [
    .package(url: "https://github.com/schemakit/SchemaKit", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "UnchangedApp",
      dependencies: [
        .product(
          name: "FoundationModels", package: "SchemaKit", condition: .when(platforms: [.linux]))
      ])
  ]
)
