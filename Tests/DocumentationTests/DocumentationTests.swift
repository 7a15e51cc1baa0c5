import Testing

/// The documents say nothing that does not compile.
@Suite struct DocumentationTests {
  static let documents = ["README.md", "CONTRIBUTING.md"]

  /// Whole files that documents show, besides the regions of this target's sources.
  static let files = [
    "Tests/DialectPluginTests/ExampleDialect.swift",
    "Tests/ThirdParty/Consumer/Package.swift",
  ]

  @Test(arguments: documents)
  func `every block of Swift is part of what compiles`(path: String) throws {
    let document = try MarkdownDocument(path)
    let regions = try Region.all(of: path).map(\.text)
    let files = try Self.files.map { try Repository.text(of: $0) }
    let blocks = document.blocks.filter { $0.language == "swift" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      #expect(
        regions.contains(block.text) || files.contains(block.text + "\n"),
        "\(path), line \(block.line)")
    }
  }

  @Test(arguments: documents)
  func `every region of the sources is shown`(path: String) throws {
    let shown = try MarkdownDocument(path).blocks.map(\.text)
    for region in try Region.all(of: path) {
      #expect(shown.contains(region.text), "\(path) does not show \(region.name)")
    }
  }

  @Test func `the chapter on writing a dialect shows the dialect that is tested`() throws {
    let document = try MarkdownDocument("CONTRIBUTING.md")
    let chapter = document.blocks.filter { $0.headings.contains("Write a dialect") }
    let code = chapter.filter { $0.language == "swift" }.map(\.text)
    let file = try Repository.text(of: Self.files[0])
    #expect(code.first.map { $0 + "\n" } == file)
  }

  @Test(arguments: documents)
  func `every block has a language`(path: String) throws {
    for block in try MarkdownDocument(path).blocks {
      #expect(!block.language.isEmpty, "\(path), line \(block.line)")
    }
  }

  @Test(arguments: documents)
  func `every link within the repository leads somewhere`(path: String) throws {
    let text = try Repository.text(of: path)
    for match in text.matches(of: /\]\((?<target>[^):#]+)(?:#[^)]*)?\)/) {
      let target = String(match.output.target)
      #expect(Repository.exists(target), "\(path) links to \(target)")
    }
  }
}

/// The reading of documents and sources works.
@Suite struct DocumentationSupportTests {
  @Test func `blocks know their language, line and headings`() {
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
    #expect(blocks.map(\.headings) == [["Top"], ["Top", "Below"]])
    #expect(blocks.map(\.text) == ["ls", "# no heading\n"])
  }

  @Test func `regions lose the indentation that they share`() {
    let regions = Region.regions(
      of: "A.md",
      in: """
        let before = 0
            // A.md: one
            if true {
              print(1)

            }
            // A.md: end
        // B.md: two
        let other = 1
        // B.md: end
        """)
    #expect(regions.map(\.name) == ["one"])
    #expect(regions.map(\.text) == ["if true {\n  print(1)\n\n}"])
  }
}
