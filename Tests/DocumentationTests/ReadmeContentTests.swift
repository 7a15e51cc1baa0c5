#if Macros
import Foundation
import SchemaConformances
import SchemaKit
import Testing

// README.md: a type of another kind
struct Shop: Codable {
  var name: String
  var opens: Date
}
// README.md: end

/// What README.md shows of answers, run.
@Suite struct ReadmeContentTests {
  private let readme = "README.md"

  private let answer =
    #"{"name": "Dal", "minutes": 40, "ingredients": [{"name": "Red lentils", "unit": "piece"}]}"#

  private let dal = Recipe(
    name: "Dal", minutes: 40, ingredients: [Ingredient(name: "Red lentils", unit: .gram)])

  /// The answer in three pieces.
  private var chunks: AsyncStream<String> {
    AsyncStream { continuation in
      var rest = Substring(answer)
      for length in [12, 50, answer.count] {
        continuation.yield(String(rest.prefix(length)))
        rest = rest.dropFirst(length)
      }
      continuation.finish()
    }
  }

  @Test func `a schema is written`() throws {
    let printed = Printed()
    let print = printed.print
    // README.md: encode at once
    let schema = try SchemaEncoder(dialect: GeminiDialect()).encode(Recipe.self)
    print(schema.jsonString())
    // README.md: end
    #expect(printed.lines.first?.contains(#""propertyOrdering":["name","minutes""#) == true)
  }

  @Test func `an answer is read at once`() throws {
    try example("read at once", in: readme) { print in
      // README.md: read at once
      let recipe = try Recipe(GeneratedContent(json: answer))
      print(recipe.name, recipe.ingredients.count)  // Dal 1
      // README.md: end
    }
  }

  @Test func `an answer is streamed at once`() async throws {
    let printed = Printed()
    let print = printed.print
    // README.md: stream at once
    for try await snapshot in chunks.snapshots(of: Recipe.self) {
      print(snapshot.content.name ?? "…", snapshot.content.ingredients?.count ?? 0)
    }
    // README.md: end
    #expect(printed.lines == ["Da 0", "Dal 1", "Dal 1"])
  }

  @Test func `content is made of text`() throws {
    try example("content", in: readme) { print in
      // README.md: content
      let content = try GeneratedContent(json: answer)
      print(content.isComplete)  // true
      print(try content.value(String.self, at: ["ingredients", 0, "unit"]))  // piece

      let chatty = "Sure!\n```json\n\(answer)\n```"
      print(try GeneratedContent(json: chatty, options: .lenient) == content)  // true

      let cut = try GeneratedContent(json: answer.prefix(20).description)
      print(cut.jsonString, cut.isComplete)  // {"name": "Dal"} false
      // README.md: end
    }
  }

  @Test func `a wrong answer is an error that says where`() throws {
    try example("wrong answer", in: readme) { print in
      // README.md: wrong answer
      do {
        print(try Recipe(GeneratedContent(json: #"{"name": "Dal", "minutes": "forty"}"#)))
      } catch {
        print(error)
      }
      // README.md: end
    }
  }

  @Test func `a Codable type is read and written`() throws {
    try example("codable", in: readme) { print in
      // README.md: codable
      let shop = try GeneratedContentDecoder().decode(
        Shop.self,
        from: GeneratedContent(json: #"{"name": "Kiosk", "opens": "2030-05-01T08:00:00Z"}"#))
      print(try GeneratedContentEncoder().encode(shop).jsonString(.compact))
      // README.md: end
    }
  }

  @Test func `an answer is streamed`() async throws {
    let printed = Printed()
    let print = printed.print
    // README.md: stream
    let stream = chunks.snapshots(of: Recipe.self)
    for try await snapshot in stream {
      print(snapshot.content.name ?? "…", snapshot.unfinishedPath?.description ?? "done")
    }
    // README.md: end
    try printed.compare(to: "stream", in: readme)
  }

  @Test func `a prompt holds a value`() throws {
    try example("prompt", in: readme) { print in
      // README.md: prompt
      let prompt = Prompt {
        "Invent a recipe. Here is one that I like:"
        dal
      }
      print(prompt.text)
      // README.md: end
    }
  }

  @Test func `an enum with values becomes content`() throws {
    try example("instruction", in: readme) { print in
      // README.md: instruction
      let steps = Instruction.repeated([.stir, .wait(minutes: 5)], times: 3)
      print(steps.generatedContent.jsonString)
      // README.md: end
    }
  }

  @Test func `a document is imported`() throws {
    try example("import", in: readme) { print in
      // README.md: import
      let imported = try SchemaImporter().import(
        """
        {
          "type": "object",
          "properties": {
            "street": {"type": "string"},
            "number": {"type": ["integer", "null"], "minimum": 1},
            "people": {"type": "array", "items": {"type": "string"}, "uniqueItems": true}
          },
          "required": ["street"]
        }
        """)
      print(imported.isLossless)
      for diagnostic in imported.diagnostics { print(diagnostic) }
      print(try SchemaEncoder().encode(imported.schema).jsonString())
      // README.md: end
    }
  }

  @Test func `types written by hand conform`() throws {
    let note = Note(text: "Buy salt", stars: nil)
    #expect(note.generatedContent.jsonString(.compact) == #"{"text":"Buy salt"}"#)
    #expect(try Season(GeneratedContent(json: #""winter""#)) == .winter)
    #expect(throws: (any Error).self) { try Season(GeneratedContent(json: #""monsoon""#)) }
  }
}

/// Takes the place of Swift's `print` in code that waits.
private final class Printed {
  private(set) var lines: [String] = []

  func print(_ values: Any...) {
    lines.append(values.map { "\($0)" }.joined(separator: " "))
  }

  /// Checks that what was printed is what a document shows behind a region.
  func compare(to name: String, in document: String) throws {
    let region = try #require(try Region.all(of: document).first { $0.name == name })
    let markdown = try MarkdownDocument(document)
    let block = try #require(
      markdown.blocks.first { $0.language == "swift" && $0.text == region.text })
    #expect(lines.joined(separator: "\n") == markdown.output(of: block))
  }
}
#endif
