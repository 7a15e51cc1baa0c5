// swift-tools-version: 6.2

import PackageDescription

// Programs that use SchemaKit as an application does: by the macros, without the command line.
let package = Package(
  name: "Examples",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "SchemaKit", path: "../..", traits: ["Macros"])
  ],
  targets: [
    .executableTarget(
      name: "RecipeChat",
      dependencies: [
        .product(name: "SchemaKit", package: "SchemaKit"),
        .product(name: "SchemaProviders", package: "SchemaKit"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
