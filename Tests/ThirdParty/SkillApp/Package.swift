// swift-tools-version: 6.2

import PackageDescription

// Profiles, a trimmer of histories and skills, on systems that lack FoundationModels.
let package = Package(
  name: "SkillApp",
  platforms: [.macOS("27.0"), .iOS("27.0"), .visionOS("27.0")],
  dependencies: [
    .package(url: "https://github.com/schemakit/SchemaKit", from: "0.1.0")
  ],
  targets: [
    .executableTarget(
      name: "SkillApp",
      dependencies: [
        .product(
          name: "FoundationModels", package: "SchemaKit", condition: .when(platforms: [.linux]))
      ])
  ]
)
