// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Shop",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../SchemaKit", traits: [])
  ],
  targets: [
    .target(
      name: "Orders",
      dependencies: [.product(name: "SchemaModel", package: "SchemaKit")]),
    .executableTarget(
      name: "AddressSchemas",
      dependencies: ["Orders", .product(name: "SchemaSnapshots", package: "SchemaKit")]),
    .executableTarget(
      name: "OrderSchemas",
      dependencies: ["Orders", .product(name: "SchemaSnapshots", package: "SchemaKit")]),
  ]
)
