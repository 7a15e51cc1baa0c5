import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions

/// Runs many sessions at the same time that share models and transports, and many sessions on one
/// context of an engine.
///
/// Run this program with the thread sanitizer and with the address sanitizer:
///
///     swift run --package-path Benchmarks --sanitize=thread session-load 100
@main
enum SessionLoad {
  /// The error for a wrong result.
  struct Failure: Error {
    let text: String
  }

  static func main() async throws {
    let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 100
    let shared = SharedParts(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask { try await run(number, shared) }
      }
      try await group.waitForAll()
    }
    print("session-load: \(count) sessions at once, each with its own answers")
    try await EngineLoad.run(count)
    print("session-load: \(count) sessions on one context, each with the answers that it has alone")
  }

  /// The models and transports that all sessions use.
  struct SharedParts: Sendable {
    let fallback: FallbackModel
    let wire: OpenAIModel

    init(_ count: Int) {
      let busy = LanguageModelError.rateLimited(
        .init(resetDate: Date(timeIntervalSinceNow: 0.001), debugDescription: "busy"))
      fallback = FallbackModel([
        ScriptedModel(Array(repeating: .failure(busy), count: count)),
        ScriptedModel(Array(repeating: "There is dal.", count: 2 * count)),
      ])
      let events = """
        data: {"choices":[{"index":0,"delta":{"content":"There is "}}]}

        data: {"choices":[{"index":0,"delta":{"content":"dal."},"finish_reason":"stop"}]}

        data: [DONE]


        """
      wire = OpenAIModel(
        "m", key: "k",
        transport: ScriptedTransport(
          Array(repeating: .init(body: events.map { String($0) }), count: count)))
    }
  }

  private static func run(_ number: Int, _ shared: SharedParts) async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([
        .toolCalls(
          ["soup", "stew"].map { term in
            .init(id: term, name: "find", arguments: #"{"term":"\#(term)"}"#)
          }), .text(["{}"]), .text([#"{"na"#, #"me":"Dal \#(number)"}"#]),
        .init([
          .event(.response(action: .appendText("Begun", tokenCount: 1))), .wait(.seconds(600)),
        ]),
      ]), tools: [Find(number: number)])
    // Another task reads the session while it works.
    let onlooker = Task {
      while !Task.isCancelled {
        _ = (session.isResponding, session.usage.totalTokenCount, session.transcript.count)
        await Task.yield()
      }
    }
    defer { onlooker.cancel() }
    let stream = session.streamResponse(to: "Soup?", generating: Dish.self)
    for try await snapshot in stream { _ = snapshot.content.name }
    let name = try await stream.collect().content.name
    guard name == "Dal \(number)", session.transcript.count == 6 else {
      throw Failure(text: "session \(number) answers \(name)")
    }
    for try await snapshot in session.streamResponse(to: "And then?") {
      if snapshot.content == "Begun" { break }
    }
    while session.isResponding { await Task.yield() }
    let texts = try await [
      LanguageModelSession(model: shared.fallback).respond(to: "Soup?").content,
      LanguageModelSession(model: shared.wire).respond(to: "Soup?").content,
    ]
    guard texts == ["There is dal.", "There is dal."] else {
      throw Failure(text: "session \(number) shares \(texts)")
    }
  }
}

struct Dish: Generable {
  struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
    var name: String?

    init(_ content: GeneratedContent) throws { name = try content.value(forProperty: "name") }
  }

  var name: String

  static var generationSchema: GenerationSchema {
    GenerationSchema(type: Self.self, properties: [.init(name: "name", type: String.self)])
  }

  init(_ content: GeneratedContent) throws { name = try content.value(forProperty: "name") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["name": name]) }
}

struct Find: Tool {
  struct Arguments: Generable {
    var term: String

    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Self.self, properties: [.init(name: "term", type: String.self)])
    }

    init(_ content: GeneratedContent) throws { term = try content.value(forProperty: "term") }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["term": term]) }
  }

  let number: Int
  let name = "find"
  let description = "Finds dishes"

  func call(arguments: Arguments) async throws -> String { "\(arguments.term) of \(number)" }
}
