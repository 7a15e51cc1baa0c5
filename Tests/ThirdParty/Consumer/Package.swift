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
      ]),
    .target(name: "Orders", dependencies: [.product(name: "SchemaModel", package: "SchemaKit")]),
    .executableTarget(
      name: "AddressSchemas",
      dependencies: ["Orders", .product(name: "SchemaSnapshots", package: "SchemaKit")]),
    .executableTarget(
      name: "OrderSchemas",
      dependencies: ["Orders", .product(name: "SchemaSnapshots", package: "SchemaKit")]),
  ]
)
