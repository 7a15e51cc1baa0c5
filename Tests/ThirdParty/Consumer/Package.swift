// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Kitchen",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../SchemaKit", traits: [])
  ],
  targets: [
    .executableTarget(
      name: "Kitchen",
      dependencies: [
        .product(name: "SchemaEncoding", package: "SchemaKit"),
        .product(name: "SchemaDialects", package: "SchemaKit"),
      ])
  ]
)
