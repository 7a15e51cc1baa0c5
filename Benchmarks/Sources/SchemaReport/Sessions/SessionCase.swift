import Fixtures
import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions

/// The work of a session that is measured.
enum SessionCase: String, CaseIterable {
  case text
  case value
  case toolRound
  case wideTurn
  case textEvents
  case valueEvents
  case readEvents
  case wireEvents
  case handWrittenLoop

  /// `true` if the cost of an event in a long answer is measured, and `false` for the cost of a
  /// request.
  var isOfEvents: Bool {
    switch self {
    case .text, .value, .toolRound, .wideTurn: false
    case .textEvents, .valueEvents, .readEvents, .wireEvents, .handWrittenLoop: true
    }
  }

  var title: String {
    switch self {
    case .text: "request: a text"
    case .value: "request: a recipe of 1 KB"
    case .toolRound: "request: a round with a tool, and a text"
    case .wideTurn: "turn: 20 tools and an answer of 200 properties, by Chat Completions"
    case .textEvents: "event: text, whole at the end"
    case .valueEvents: "event: 4 characters of recipes, whole at the end"
    case .readEvents: "event: text, a snapshot each that is read"
    case .wireEvents: "event: text of Chat Completions, from bytes"
    case .handWrittenLoop: "event: the same in a loop by hand, with JSONDecoder"
    }
  }

  /// The limit for the session's own time, in microseconds.
  ///
  /// There is no limit for reading snapshots, which have the whole text so far, and for parsing
  /// JSON, which is measured elsewhere.
  var budget: Double? {
    switch self {
    case .text: 50
    case .value: 60
    case .wideTurn: 400
    case .textEvents: 2
    default: nil
    }
  }

  /// Prepares the work: a number of requests, or one request with a number of events.
  func prepare(_ count: Int) throws -> @Sendable () async throws -> Int {
    switch self {
    case .text:
      let model = ScriptedModel(Array(repeating: "Dal.", count: count))
      return { try await Self.requests(count, to: model) { try await $0.respond(to: "Soup?") } }
    case .value:
      let text = String(decoding: Recipe(number: 1).generatedContent.jsonBytes(), as: UTF8.self)
      let model = ScriptedModel(Array(repeating: .text([text]), count: count))
      return {
        try await Self.requests(count, to: model) {
          try await $0.respond(to: "Soup?", generating: Recipe.self)
        }
      }
    case .toolRound:
      let round: [ScriptedModel.Reply] = [
        .toolCalls([.init(name: "echo", arguments: #"{"text":"soup"}"#)]), "Dal.",
      ]
      let model = ScriptedModel((0..<count).flatMap { _ in round })
      return {
        try await Self.requests(count, to: model, tools: [Echo()]) {
          try await $0.respond(to: "Soup?")
        }
      }
    case .wideTurn: return try WideTurn.prepare(count)
    case .textEvents:
      let model = ScriptedModel([.text(Array(repeating: "word ", count: count))])
      return { try await LanguageModelSession(model: model).respond(to: "?").content.utf8.count }
    case .valueEvents:
      let text = String(
        decoding: RecipeTexts.text(of: RecipeTexts.recipes(bytes: 4 * count)), as: UTF8.self)
      let scalars = Array(text.unicodeScalars)
      let pieces = stride(from: 0, to: scalars.count, by: 4).map { start in
        scalars[start..<min(start + 4, scalars.count)].map { String($0) }.joined()
      }
      let model = ScriptedModel([.text(pieces)])
      return {
        let session = LanguageModelSession(model: model)
        return try await session.respond(to: "?", generating: [Recipe].self).content.count
      }
    case .readEvents:
      let model = ScriptedModel([.text(Array(repeating: "word ", count: count))])
      return {
        var size = 0
        for try await snapshot in LanguageModelSession(model: model).streamResponse(to: "?") {
          size += snapshot.content.utf8.count
        }
        return size
      }
    case .wireEvents:
      let transport = ScriptedTransport([WireStream.response(count)])
      let model = OpenAIModel("m", key: "k", transport: transport)
      return { try await LanguageModelSession(model: model).respond(to: "?").content.utf8.count }
    case .handWrittenLoop:
      let transport = ScriptedTransport([WireStream.response(count)])
      return { try await HandWrittenLoop.text(from: transport).utf8.count }
    }
  }

  private static func requests<Content>(
    _ count: Int, to model: ScriptedModel, tools: [any Tool] = [],
    _ request: (LanguageModelSession) async throws -> LanguageModelSession.Response<Content>
  ) async throws -> Int {
    var entries = 0
    for _ in 0..<count {
      let session = LanguageModelSession(model: model, tools: tools, instructions: "Be brief.")
      entries += try await request(session).transcriptEntries.count
    }
    return entries
  }
}

/// A tool that returns its argument.
private struct Echo: Tool {
  struct Arguments: Generable {
    var text: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [.init(name: "text", type: String.self)])
    }

    init(_ content: GeneratedContent) throws { text = try content.value(forProperty: "text") }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["text": text]) }
  }

  let name = "echo"
  let description = "Gives the text back"

  func call(arguments: Arguments) async throws -> String { arguments.text }
}
