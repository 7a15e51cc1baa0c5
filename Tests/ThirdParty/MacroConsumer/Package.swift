// swift-tools-version: 6.2

import PackageDescription

// Strict in every way in which a package can be.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "MacroConsumer",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(path: "../SchemaKit")
  ],
  targets: [
    .target(
      name: "Menu",
      dependencies: [.product(name: "SchemaKit", package: "SchemaKit")],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "Kiosk",
      dependencies: [.product(name: "SchemaMacros", package: "SchemaKit")],
      swiftSettings: strict),
    .executableTarget(
      name: "Diner",
      dependencies: ["Menu", "Kiosk", .product(name: "SchemaKit", package: "SchemaKit")],
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
  ]
)
