import Testing

/// The documents show no code that does not compile.
struct DocumentationTests {
  /// Whole files that documents show, besides the regions of this target's sources.
  static let files = [
    "Benchmarks/Examples/Sources/RecipeChat/main.swift",
    "Tests/DialectPluginTests/ExampleDialect.swift",
    "Tests/ThirdParty/FoundationModels/Cook.swift",
    "Tests/ThirdParty/FoundationModels/CookModel.swift",
    "Tests/ThirdParty/FoundationModels/LocalModels.swift",
    "Tests/ThirdParty/MLX/MaskProcessor.swift",
    "Tests/ThirdParty/LocalRecipe/Sources/LocalRecipe/main.swift",
    "Tests/ThirdParty/RecipeApp/Package.swift",
    "Tests/ThirdParty/UnchangedApp/Package.swift",
    "Tests/ThirdParty/Consumer/Sources/OrderSchemas/OrderSchemas.swift",
  ]

  @Test func `there is a catalog with a landing page for each public module`() throws {
    let manifest = try Repository.text(of: "Package.swift")
    let libraries = manifest.matches(
      of: /\.library\(\s*name: "\w+", targets: \[(?<targets>[^\]]+)\]/)
    let modules = libraries.flatMap { $0.output.targets.matches(of: /\w+/) }.map(\.output)
    #expect(modules.count > 20)
    for module in modules {
      #expect(Repository.articles.contains("Sources/\(module)/\(module).docc/\(module).md"))
    }
  }

  @Test(arguments: Repository.documents)
  func `every block of Swift is part of what compiles`(path: String) throws {
    let regions = Set(Region.all.map(\.text))
    let files = try Self.files.map { try Repository.text(of: $0) }
    for block in try MarkdownDocument(path).blocks where block.language == "swift" {
      let compiles =
        regions.contains(block.text) || files.contains(block.text + "\n")
        || block.text.hasPrefix(".package(")
      #expect(compiles, "\(path), line \(block.line)")
    }
  }

  @Test func `the changelog, the manual and the command name one version`() throws {
    let changelog = try Repository.text(of: "CHANGELOG.md")
    let newest = try #require(changelog.firstMatch(of: /\n## (?<version>[0-9.]+)\n/)).output.version
    let dependencies = try MarkdownDocument.all().flatMap(\.blocks)
      .flatMap { $0.text.split(separator: "\n") }
      .map { String($0.drop { $0 == " " }) }
      .filter { $0.hasPrefix(".package(url:") }
    #expect(!dependencies.isEmpty)
    for dependency in dependencies {
      #expect(
        dependency.hasPrefix(
          #".package(url: "https://github.com/schemakit/SchemaKit", from: "\#(newest)""#))
    }
    let command = try Repository.text(of: "Sources/SchemaCommandLine/Commands/EntryPoint.swift")
    #expect(command.contains(#"current = "\#(newest)""#))
  }

  @Test func `CONTRIBUTING lists the steps of the script in their order`() throws {
    let script = try Repository.text(of: ".ci/run")
    let lists = script.matches(of: /\n(?:first|beside)=\((?<names>[^)]*)\)/).map(\.output.names)
    let steps = lists.joined(separator: " ").split { $0.isWhitespace || $0 == "\"" }
    #expect(lists.count == 2)
    let contributing = try Repository.text(of: "CONTRIBUTING.md")
    let listed = contributing.matches(of: /\n\| `(?<name>[a-z-]+)` \| (?=[^|]+ \|\n)/).map(
      \.output.name)
    #expect(listed.filter(steps.contains) == steps)
  }

  @Test func `every region of the sources is shown, and has a name of its own`() throws {
    let shown = Set(try MarkdownDocument.all().flatMap(\.blocks).map(\.text))
    #expect(!Region.all.isEmpty)
    for region in Region.all {
      let isShown = shown.contains(region.text)
      #expect(isShown, "no document shows '\(region.name)'")
      #expect(Region.all.filter { $0.name == region.name }.count == 1, "'\(region.name)'")
    }
  }

  @Test func `README shows the complete program that the checks run`() throws {
    let shown = try MarkdownDocument("README.md").blocks.map { $0.text + "\n" }
    #expect(try shown.contains(Repository.text(of: Self.files[0])))
  }

  @Test(arguments: ["README.md", "Sources/SchemaKit/SchemaKit.docc/GettingStarted.md"])
  func `the pages that newcomers read first show a complete manifest`(path: String) throws {
    let manifest = try Repository.text(of: "Tests/ThirdParty/RecipeApp/Package.swift")
    let blocks = try MarkdownDocument(path).blocks
    #expect(blocks.contains { $0.language == "swift" && $0.text + "\n" == manifest })
  }

  @Test func `each public error describes itself`() throws {
    let head =
      #/
      public\ (?:struct|enum|final\ class)\ (?<name>[\w.]+)\s*
      :(?<clause>[^{]*\b(?:Localized)?Error\b[^{]*)\{
      /#
    var count = 0
    for path in Repository.files(under: "Sources", where: { $0.hasSuffix(".swift") }) {
      let text = try Repository.text(of: path)
      for match in text.matches(of: head) {
        count += 1
        let name = match.output.name
        let clauses =
          [match.output.clause]
          + text.matches(of: /extension (?<name>[\w.]+)\s*:(?<clause>[^{]*)\{/)
          .filter { $0.output.name == name }.map(\.output.clause)
        #expect(
          clauses.contains { $0.contains("CustomStringConvertible") },
          "\(name) in \(path) prints its stored properties.")
      }
    }
    #expect(count > 20)
  }

  @Test func `README has at most 200 lines`() throws {
    let text = try Repository.text(of: "README.md")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }

  @Test func `the page on writing a dialect shows the dialect that is tested`() throws {
    let page = try MarkdownDocument(
      "Sources/SchemaEncoding/SchemaEncoding.docc/WritingADialect.md")
    let file = try Repository.text(of: "Tests/DialectPluginTests/ExampleDialect.swift")
    #expect(page.blocks.first { $0.language == "swift" }.map { $0.text + "\n" } == file)
  }

  @Test(arguments: Repository.documents)
  func `every block has a language`(path: String) throws {
    for block in try MarkdownDocument(path).blocks {
      #expect(!block.language.isEmpty, "\(path), line \(block.line)")
    }
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md"])
  func `every link within the repository leads somewhere`(path: String) throws {
    let text = try Repository.text(of: path)
    for match in text.matches(of: /\]\((?<target>[^):#]+)(?:#[^)]*)?\)/) {
      let target = String(match.output.target)
      #expect(Repository.exists(target), "\(path) links to \(target)")
    }
  }
}

/// The reading of documents and sources works.
struct DocumentationSupportTests {
  @Test func `blocks know their language and line`() {
    let blocks = MarkdownDocument.blocks(
      of: """
        # Top
        ```sh
        ls
        ```
        ## Below
        text
        ```
        # no heading

        ```
        """)
    #expect(blocks.map(\.language) == ["sh", ""])
    #expect(blocks.map(\.line) == [3, 8])
    #expect(blocks.map(\.text) == ["ls", "# no heading\n"])
  }

  // The source is put together here, so that these comments delimit no region of this file.
  @Test func `regions lose the indentation that they share`() {
    let mark = "// " + "example: "
    let regions = Region.regions(
      in: """
        let before = 0
            \(mark)one
            if true {
              print(1)

            }
            \(mark)end
        """)
    #expect(regions.map(\.name) == ["one"])
    #expect(regions.map(\.text) == ["if true {\n  print(1)\n\n}"])
  }
}
