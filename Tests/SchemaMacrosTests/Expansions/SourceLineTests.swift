#if Macros
import Testing

/// Generated lines that the compiler assigns to lines of the source.
struct SourceLineTests {
  /// The generated lines after a directive, with the line that the directive names.
  private func places(_ source: String) async throws -> [String] {
    let lines = try await expansion(of: source).split(separator: "\n").map { line in
      String(line.drop { $0 == " " })
    }
    return zip(lines, lines.dropFirst()).compactMap { directive, line in
      guard directive.contains("#sourceLocation(file: \"input.swift\", line: ") else {
        return nil
      }
      return directive.drop { $0 != ":" }.dropFirst().drop { $0 != ":" }.dropFirst(2)
        .prefix { $0 != ")" } + " " + line.prefix { $0 != ":" }
    }
  }

  @Test func `what names a property's type is at the line of the property`() async throws {
    let source = """
      @Generable
      struct Pet {
        /// In years.
        @Guide(.minimum(0))
        var age: Years

        @Clamped var weight: Double
      }
      """
    let property = "properties.append(SchemaModel.GenerationSchema.Property(name"
    let named = try await places(source).filter { !$0.contains("#sourceLocation") }
    #expect(
      named == [
        "5 " + property, "7 " + property,
        "5 var age = SchemaMacros.GenerableExpansion.absent { (value",
        "7 var weight = SchemaMacros.GenerableExpansion.absent { (value",
        "2 nonisolated init(id",
        "7 self.weight = try properties.value(forProperty",
      ])
  }

  @Test(arguments: [
    (#"/a "b"/Pet.swift"#, #""/a \"b\"/Pet.swift""#), (#"/a\b/Pet.swift"#, #""/a\\b/Pet.swift""#),
    ("/a/Pet.swift", "\"/a/Pet.swift\""),
  ])
  func `the path of the file is an ordinary literal, as the directive demands`(
    path: String, literal: String
  ) async throws {
    let expanded = try await expansion(of: "@Generable struct Pet { var age: Int }", path: path)
    #expect(expanded.contains("#sourceLocation(file: \(literal), line: 1)"))
    #expect(!expanded.contains("#\""))
  }

  @Test func `every directive is closed before another declaration begins`() async throws {
    let source = """
      @Generable
      enum Step {
        #if DEBUG
        case wait(minutes: Int)
        #endif
        case stop
      }
      """
    var isOpen = false
    for line in try await expansion(of: source).split(separator: "\n") {
      if line.contains("#sourceLocation(file") { isOpen = true }
      if line.contains("#sourceLocation()") {
        #expect(isOpen)
        isOpen = false
      }
      let isReturn = line.drop { $0 == " " }.hasPrefix("return")
      let begins = line.contains("nonisolated") && !line.contains("nonisolated init(id:")
      if begins || isReturn { #expect(!isOpen, "\(line)") }
    }
    #expect(!isOpen)
  }
}
#endif
