import Foundation

/// The report on the cost of `@Generable` when a package is built.
enum MacroReport {
  /// The number of compiled types, and the number of properties in each.
  private static let types = 100
  private static let properties = 6

  /// Builds a package with the macros target by target, and prints the time of each.
  ///
  /// - Parameter options: The options of the command line.
  /// - Returns: An empty array, because building has no budgets.
  /// - Throws: An error if a build fails.
  static func run(_ options: Options) throws -> [Budget] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SchemaKitMacroReport-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(to: folder)
    try Build.run(["package", "resolve"], in: folder)
    var table = Table(
      "What @Generable costs at build time (debug builds; time on the clock, and of all"
        + " processors)",
      ["", "clock", "processors"])
    for (target, title) in [
      ("Base", "SchemaModel, swift-syntax and the plug-in, from scratch"),
      ("Plain", "\(types) structs of \(properties) properties"),
      ("ByHand", "the same with the conformance written by hand"),
      ("Generated", "the same with @Generable"),
    ] {
      let build = try Build.run(["build", "--target", target], in: folder)
      table.add([title, seconds(build.clock), seconds(build.processors)])
    }
    say(table.text(options.format))
    return []
  }

  private static func seconds(_ value: Double) -> String { "\(value.figures(3)) s" }

  private static func write(to folder: URL) throws {
    var repository = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { repository.deleteLastPathComponent() }
    let model = #".product(name: "SchemaMacros", package: "SchemaKit")"#
    try write(
      """
      // swift-tools-version: 6.2

      import PackageDescription

      let package = Package(
        name: "MacroReport",
        platforms: [.macOS(.v13)],
        dependencies: [
          .package(name: "SchemaKit", path: "\(repository.path)", traits: ["Macros"])
        ],
        targets: [
          .target(name: "Base", dependencies: [\(model)]),
          .target(name: "Plain", dependencies: ["Base", \(model)]),
          .target(name: "ByHand", dependencies: ["Base", \(model)]),
          .target(name: "Generated", dependencies: ["Base", \(model)]),
        ])
      """, to: folder.appendingPathComponent("Package.swift"))
    let sources: [(String, String)] = [
      ("Base", "@Generable struct Base { var name: String }"),
      ("Plain", (0..<types).map { plain($0) }.joined(separator: "\n")),
      ("ByHand", (0..<types).map { byHand($0) }.joined(separator: "\n")),
      ("Generated", (0..<types).map { "@Generable " + plain($0) }.joined(separator: "\n")),
    ]
    for (target, source) in sources {
      try write(
        "import SchemaMacros\n\n\(source)\n",
        to: folder.appendingPathComponent("Sources/\(target)/Types.swift"))
    }
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private static func propertyTypes(_ number: Int) -> [String] {
    let all = ["String", "Int", "Double", "Bool", "[String]", "String?"]
    return (0..<properties).map { all[($0 + number) % all.count] }
  }

  private static func plain(_ number: Int) -> String {
    let lines = propertyTypes(number).enumerated().map { "  var property\($0): \($1)" }
    return "struct Type\(number) {\n\(lines.joined(separator: "\n"))\n}"
  }

  /// Returns the expansion of the macro, without the access and comments of the partially generated
  /// type.
  private static func byHand(_ number: Int) -> String {
    let types = propertyTypes(number)
    let names = types.indices.map { "property\($0)" }
    func lines(_ line: (String, String) -> String) -> String {
      zip(names, types).map { line($0, $1) }.joined(separator: "\n")
    }
    return """
      \(plain(number))
      extension Type\(number): Generable {
        static var generationSchema: GenerationSchema {
          GenerationSchema(
            type: Self.self,
            properties: [
      \(lines { "        GenerationSchema.Property(name: \"\($0)\", type: \($1).self)," })
            ])
        }
        init(_ content: GeneratedContent) throws {
          try content.requireComplete(for: Self.self)
      \(lines { name, _ in "    \(name) = try content.value(forProperty: \"\(name)\")" })
        }
        var generatedContent: GeneratedContent {
          GeneratedContent(properties: [
      \(lines { name, _ in "      \"\(name)\": \(name)," })
          ])
        }
        struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent {
          var id: GenerationID
      \(lines { "    var \($0): \($1).PartiallyGenerated?" })
          init(_ content: GeneratedContent) throws {
            id = content.id ?? GenerationID()
      \(lines { name, _ in "      \(name) = try content.value(forProperty: \"\(name)\")" })
          }
        }
      }
      """
  }
}
