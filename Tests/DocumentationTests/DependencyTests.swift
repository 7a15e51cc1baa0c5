import Testing

/// What modules import; `.ci/check-outside` shows that nothing else is fetched for them.
struct DependencyTests {
  private static let ofTheSystem: Set = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "ImageIO", "Observation",
  ]

  @Test(arguments: ["SchemaSessions", "SchemaProviders", "SchemaSessionTesting"])
  func `T35: sessions import modules of this package and Foundation`(module: String) throws {
    let sources = Repository.files(under: "Sources/\(module)") { $0.hasSuffix(".swift") }
    var imported: Set<String> = []
    for source in sources {
      let lines = try Repository.text(of: source).split(whereSeparator: \.isNewline)
      for line in lines where line.contains("import ") {
        guard let match = line.prefixMatch(of: /\s*(?:@\w+ +)*(?:\w+ +)?import +(\w+)/) else {
          continue
        }
        imported.insert(String(match.output.1))
      }
    }
    #expect(!imported.isEmpty)
    for name in imported.subtracting(Self.ofTheSystem) {
      #expect(Repository.exists("Sources/\(name)"), "\(module) imports \(name)")
    }
  }
}
