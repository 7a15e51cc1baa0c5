#if Macros
import Foundation
import SchemaKit
import SchemaProviders
import SchemaSessionTesting
import Testing

// example: novel
@Generable
struct NovelIdea {
  @Guide(description: "A short title")
  var title: String
  var chapters: [String]
}
// example: end

/// The examples of README.md and of SchemaKit's pages.
struct KitExamples {
  private let answer = Samples.answer
  private let chunks = Samples.chunks

  @Test func `a model is asked for a value`() async throws {
    let model = ScriptedModel([.text([answer])])
    try await example("ask a model") { print in
      // example: ask a model
      let session = LanguageModelSession(model: model, instructions: "You are a cook.")
      do {
        let response = try await session.respond(to: "A dal, please.", generating: Recipe.self)
        print(response.content.name, response.content.minutes)  // Dal 40
      } catch {
        print("No recipe: \(error)")
      }
      // example: end
    }
  }

  /// A model that needs a key is compiled here and not asked.
  private func firstModel() -> OpenAIModel {
    // example: first model
    let model = OpenAIModel("gpt-5-mini", key: .environment("OPENAI_API_KEY"))
    // example: end
    return model
  }

  @Test func `a schema is sent`() async throws {
    var sent: [String] = []
    func send(_ schema: String) { sent.append(schema) }
    try await example("send a schema") { _ in
      // example: send a schema
      let schema = try SchemaEncoder(dialect: GeminiDialect()).encode(Recipe.self)
      send(schema.jsonString())  // with the HTTP client that you have
      // example: end
    }
    #expect(sent.count == 1 && sent.allSatisfy { $0.contains(#""propertyOrdering":["name""#) })
  }

  @Test func `answers are read`() async throws {
    let text = answer
    var shown: [String?] = []
    func show(_ recipe: Recipe.PartiallyGenerated) { shown.append(recipe.name) }
    try await example("read answers") { print in
      // example: read answers
      let recipe = try Recipe(GeneratedContent(json: text))  // a complete answer
      print(recipe.name, recipe.minutes)  // Dal 40

      for try await snapshot in chunks.snapshots(of: Recipe.self) {  // an answer that streams in
        show(snapshot.content)  // name: String?, minutes: Int?, ingredients: […]?
      }
      // example: end
    }
    #expect(shown == ["Da", "Dal", "Dal"])
  }

  @Test func `a schema is embedded in a request`() async throws {
    try await example("request") { print in
      // example: request
      let schema = try SchemaEncoder(dialect: OpenAIDialect()).encode(NovelIdea.self)
      let format = GeneratedContent(properties: [
        "type": "json_schema",
        "json_schema": GeneratedContent(properties: [
          "name": "novel",
          "strict": true,
          "schema": try GeneratedContent(json: schema.jsonString()),
        ]),
      ])
      print(format.jsonString(.pretty))
      // example: end
    }
  }

  @Test func `a schema keeps its order in an encoded request`() async throws {
    try await example("encoded request") { print in
      // example: encoded request
      struct Request: Encodable {
        var model: String
        var schema: EncodedSchema
      }

      let schema = try SchemaEncoder(dialect: GeminiDialect()).encode(NovelIdea.self)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let body = try encoder.encodeKeepingSchemaOrder(Request(model: "m", schema: schema))
      print(String(decoding: body, as: UTF8.self))
      // example: end
    }
  }

  @Test func `content that is not complete is read as far as it has arrived`() async throws {
    try await example("partial value") { print in
      // example: partial value
      let list = try GeneratedContent(json: #"["Ada", "Gra"#)
      print(try list.partialValue([String].self))  // ["Ada", "Gra"]

      let text = try GeneratedContent(json: #""A story of"#)
      print(try text.partialValue(String.self))  // A story of
      // example: end
    }
  }

  @Test func `a value is never made of an answer that was cut off`() async throws {
    try await example("cut off") { print in
      // example: cut off
      let content = try GeneratedContent(json: #"{"title": "A story of"#)
      do {
        print(try NovelIdea(content))
      } catch {
        print("No value:", error)
      }
      let partial = try NovelIdea.PartiallyGenerated(content)
      print(partial.title ?? "no title yet")
      print(partial.chapters?.count ?? 0)
      // example: end
    }
  }

  @Test func `what a dialect cannot state is a diagnostic`() async throws {
    try await example("diagnostics") { print in
      // example: diagnostics
      let code = DynamicGenerationSchema(type: String.self, guides: [.pattern(/^[A-Z]{4}$/)])
      let coupon = DynamicGenerationSchema(
        name: "Coupon",
        properties: [DynamicGenerationSchema.Property(name: "code", schema: code)])
      let declared = try GenerationSchema(root: coupon, dependencies: [])

      for diagnostic in try SchemaEncoder(dialect: GeminiDialect()).encode(declared).diagnostics {
        print(diagnostic)
      }
      // example: end
    }
  }

  @Test func `an error says where, what, and what to do`() async throws {
    try await example("schema error") { print in
      // example: schema error
      let age = DynamicGenerationSchema(type: Int.self, guides: [.minimum(18), .maximum(12)])
      let person = DynamicGenerationSchema(
        name: "Person", properties: [DynamicGenerationSchema.Property(name: "age", schema: age)])
      do {
        let schema = try GenerationSchema(root: person, dependencies: [])
        print(try SchemaEncoder(dialect: GeminiDialect()).encode(schema))
      } catch let error as SchemaError {
        print(error)
      }
      // example: end
    }
  }
}
#endif
