import SchemaModel
import SchemaSessionTesting
import SchemaSessions

/// A dish, as a macro would write it.
struct Dish: Generable, Equatable {
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Equatable, Sendable {
    var name: String?
    var minutes: Int?

    init(_ content: GeneratedContent) throws {
      name = try content.value(forProperty: "name")
      minutes = try content.value(forProperty: "minutes")
    }
  }

  var name: String
  var minutes: Int

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Dish.self,
      properties: [
        GenerationSchema.Property(name: "name", type: String.self),
        GenerationSchema.Property(name: "minutes", type: Int.self, guides: [.range(5...120)]),
      ])
  }

  init(name: String, minutes: Int) {
    self.name = name
    self.minutes = minutes
  }

  init(_ content: GeneratedContent) throws {
    name = try content.value(forProperty: "name")
    minutes = try content.value(forProperty: "minutes")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["name": name, "minutes": minutes])
  }
}

/// A tool that finds what a function says.
struct Find: Tool {
  struct Arguments: Generable, Equatable {
    var term: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [
          GenerationSchema.Property(name: "term", type: String.self, guides: [.pattern(/[a-z]+/)])
        ])
    }

    init(_ content: GeneratedContent) throws {
      term = try content.value(forProperty: "term")
    }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }
  }

  var name = "find"
  let description = "Finds dishes"
  var find: @Sendable (String) async throws -> String = { "found \($0)" }

  func call(arguments: Arguments) async throws -> String {
    try await find(arguments.term)
  }
}

extension ScriptedModel.Reply {
  /// A call of the tool ``Find``.
  static func find(_ terms: String...) -> ScriptedModel.Reply {
    .toolCalls(
      terms.map {
        ScriptedModel.Call(id: "call-\($0)", name: "find", arguments: #"{"term":"\#($0)"}"#)
      })
  }
}

extension Transcript {
  /// What each entry is, and its text.
  var outline: [String] {
    map { entry in
      switch entry {
      case .instructions: "instructions"
      case .prompt(let prompt): "prompt \(prompt.segments.joinedText)"
      case .toolCalls(let calls): "calls \(calls.map(\.id).joined(separator: " "))"
      case .toolOutput(let output): "output \(output.id): \(output.segments.joinedText)"
      case .response(let response): "response \(response.segments.joinedText)"
      case .reasoning(let reasoning): "reasoning \(reasoning.segments.joinedText)"
      }
    }
  }
}
