import Foundation
import SchemaContent
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

/// D7: a session takes any type with any model, and maps what comes back.
struct FittingTests {
  /// A session with OpenAI, which takes only an object at the root and no value of any kind.
  private func session(
    _ contents: [String], tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(
      contents.map { .init(body: [ChatStreamTests.stream($0)]) })
    let model = OpenAIModel("m", key: "secret", transport: ExportingTransport(transport))
    return (LanguageModelSession(model: model, tools: tools), transport)
  }

  /// The last event of an answer with some text.
  private func answer(_ text: String) -> String {
    ChatStreamTests.delta(#"{"content":\#(text.generatedContent.jsonString)}"#, finish: "stop")
  }

  private func bodies(_ transport: ScriptedTransport) -> [String] {
    transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
  }

  private static let dal = Dish(name: "Dal", minutes: 40)

  @Test("gives a value of the declared type, and keeps that in the transcript")
  func root() async throws {
    let (session, transport) = session([answer(#"{"value":[{"name":"Dal","minutes":40}]}"#)])
    let response = try await session.respond(to: "Soups?", generating: [Dish].self)
    #expect(response.content == [Self.dal])
    #expect(response.rawContent == [Self.dal].generatedContent)
    #expect(bodies(transport)[0].contains(#""schema":{"type":"object","#))
    #expect(
      session.transcript.outline.last == "response \([Self.dal].generatedContent.jsonString)")
  }

  @Test("shows the declared value while it grows")
  func stream() async throws {
    let text = Array(#"{"value":[{"name":"Dal","minutes":40},{"name":"Pho","minutes":90}]}"#)
    var pieces = text.map { piece in
      ChatStreamTests.delta(
        #"{"content":\#(String(piece).generatedContent.jsonString)}"#)
    }
    pieces.append(ChatStreamTests.delta("{}", finish: "stop"))
    let events = pieces.map { "data: \($0)\n\n" } + ["data: [DONE]\n\n"]
    let transport = ScriptedTransport([.init(body: events)])
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "secret", transport: ExportingTransport(transport)))
    var counts: [Int] = []
    let stream = session.streamResponse(to: "Soups?", generating: [Dish].self)
    for try await snapshot in stream {
      #expect(snapshot.rawContent.shape == .array)
      counts.append(snapshot.content.count)
    }
    #expect(counts.last == 2)
    #expect(counts == counts.sorted())
    #expect(try await stream.collect().content.map(\.name) == ["Dal", "Pho"])
  }

  @Test("is followed by requests that show earlier answers and examples in that form")
  func history() async throws {
    let text = #"{"value":[{"name":"Dal","minutes":40}]}"#
    let (session, transport) = session([answer(text), answer(text)])
    _ = try await session.respond(to: "Soups?", generating: [Dish].self)
    _ = try await session.respond(generating: [Dish].self) {
      "More, such as"
      [Self.dal].generatedContent
      Self.dal
    }
    let body = bodies(transport)[1].replacing(" ", with: "")
    let fitted = #"{\"value\":[{\"name\":\"Dal\",\"minutes\":40}]}"#
    #expect(body.components(separatedBy: fitted).count == 3, "\(body)")
    // A value of another type is what the prompt is about.
    #expect(body.contains(#"\n{\"name\":\"Dal\",\"minutes\":40}"#), "\(body)")
  }

  @Test("T25: gives tools the declared form of their arguments, and shows the model its own")
  func tools() async throws {
    let call =
      #"""
      {"tool_calls":[{"index":0,"id":"a",\#
      "function":{"name":"keep","arguments":"{\"value\":\"[1,true]\"}"}}]}
      """#
    let kept = Kept()
    let (session, transport) = session(
      [ChatStreamTests.delta(call, finish: "tool_calls"), answer("Done.")], tools: [kept])
    _ = try await session.respond(to: "Keep it.")
    let value = try GeneratedContent(json: "[1, true]")
    let content = await kept.values.content
    #expect(content == [value])
    let calls = session.transcript.compactMap(\.toolCalls).flatMap { $0 }
    #expect(calls.map(\.arguments) == [GeneratedContent(properties: ["value": value])])
    let body = bodies(transport)[1]
    #expect(body.contains(#""arguments":"{\"value\":\"[1"#), "\(body)")
  }

  @Test("shows the model the place of a fault in its own text, and errors have the declared place")
  func fault() async throws {
    let wrong = answer(#"{"value":[{"name":"Dal","minutes":400}]}"#)
    let right = answer(#"{"value":[{"name":"Dal","minutes":40}]}"#)
    let (session, transport) = session([wrong, right, wrong, wrong, wrong])
    let response = try await session.respond(to: "Soups?", generating: [Dish].self)
    #expect(response.content == [Self.dal])
    #expect(response.attempts.first?.report?.violations.map(\.path.pointer) == ["/0/minutes"])
    // The model sees its own text, which is in the form that it was asked for.
    let body = bodies(transport)[1]
    #expect(body.contains(#"{\"value\":[{\"name\":\"Dal\",\"minutes\":400}]}"#))
    #expect(body.contains("at /value/0/minutes: expected"), "\(body)")
    let error = await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "More?", generating: [Dish].self)
    }
    #expect(error?.errorDescription?.contains("at /0/minutes: expected") == true)
  }

  @Test("shows the model the place of a value that cannot be mapped, or of wrong arguments")
  func mappingFault() async throws {
    let twice = #"[{"key":"a","value":"1"},{"key":"a","value":"2"}]"#
    let arguments = #"{"value":\#(twice)}"#.generatedContent.jsonString
    let call =
      #"""
      {"tool_calls":[{"index":0,"id":"a","function":{"name":"count","arguments":\#(arguments)}}]}
      """#
    let wrong = #"{"value":[{"key":"a","value":"x"}]}"#.generatedContent.jsonString
    let wrongCall =
      #"{"tool_calls":[{"index":0,"id":"b","function":{"name":"count","arguments":\#(wrong)}}]}"#
    let (session, transport) = session(
      [
        ChatStreamTests.delta(call, finish: "tool_calls"),
        ChatStreamTests.delta(wrongCall, finish: "tool_calls"), answer("Done."),
      ], tools: [Count()])
    _ = try await session.respond(to: "Count.")
    let requests = bodies(transport)
    #expect(requests[1].contains("At /value/0/value: The key 'a' occurs twice."), "\(requests[1])")
    #expect(requests[2].contains("at /value/0/value: expected"), "\(requests[2])")
  }

  @Test(
    "shows the model its own text of arguments that cannot be mapped, also from a file")
  func unmappedArguments() async throws {
    let written = #"{"value":[{"key":"a","value":1},{"key":"a","value":2}]}"#
    let arguments = written.generatedContent.jsonString
    let call =
      #"""
      {"tool_calls":[{"index":0,"id":"a","function":{"name":"tally","arguments":\#(arguments)}}]}
      """#
    let (session, transport) = session(
      [ChatStreamTests.delta(call, finish: "tool_calls"), answer("Done.")], tools: [Tally()])
    _ = try await session.respond(to: "Count.")
    let shown = try bodies(transport).last.map(Self.arguments)
    #expect(shown == [written])

    let stored = try JSONDecoder().decode(
      Transcript.self, from: JSONEncoder().encode(session.transcript))
    let later = ScriptedTransport([.init(body: [ChatStreamTests.stream(answer("Yes."))])])
    let reopened = LanguageModelSession(
      model: OpenAIModel("m", key: "secret", transport: ExportingTransport(later)),
      tools: [Tally()], transcript: stored)
    _ = try await reopened.respond(to: "Done?")
    #expect(try bodies(later).first.map(Self.arguments) == [written])
  }

  /// The arguments of the calls in the body of a request.
  private static func arguments(_ body: String) throws -> [String] {
    let messages = try GeneratedContent(json: body).value(
      [GeneratedContent].self, forProperty: "messages")
    return try messages.flatMap {
      try $0.value([GeneratedContent]?.self, forProperty: "tool_calls") ?? []
    }.map {
      let text = try $0.value(GeneratedContent.self, forProperty: "function")
        .value(String.self, forProperty: "arguments")
      return try GeneratedContent(json: text).jsonString(.compact)
    }
  }
}

/// A tool that takes any value.
private struct Kept: Tool {
  struct Arguments: Generable {
    var value: GeneratedContent

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self, properties: [.init(name: "value", type: GeneratedContent.self)])
    }

    init(_ content: GeneratedContent) throws {
      value = try content.value(forProperty: "value")
    }

    var generatedContent: GeneratedContent { GeneratedContent(properties: ["value": value]) }
  }

  actor Values {
    private(set) var content: [GeneratedContent] = []

    func append(_ value: GeneratedContent) { content.append(value) }
  }

  let name = "keep"
  let description = "Keeps a value"
  let values = Values()

  func call(arguments: Arguments) async throws -> String {
    await values.append(arguments.value)
    return "kept"
  }
}

/// A tool whose arguments are a dictionary in a place of their own.
private struct Count: Tool {
  struct Arguments: Generable {
    let generatedContent: GeneratedContent

    static var generationSchema: GenerationSchema {
      GenerationSchema(
        type: Arguments.self,
        properties: [.init(name: "value", type: Numbers.self)])
    }

    init(_ content: GeneratedContent) throws { generatedContent = content }
  }

  struct Numbers: Generable {
    let generatedContent: GeneratedContent

    static var generationSchema: GenerationSchema {
      GenerationSchema(type: Numbers.self, dictionaryOf: Int.self)
    }

    init(_ content: GeneratedContent) throws { generatedContent = content }
  }

  let name = "count"
  let description = "Counts"

  func call(arguments: Arguments) async throws -> String { "counted" }
}

/// A tool whose arguments are a dictionary.
private struct Tally: Tool {
  let name = "tally"
  let description = "Counts"

  func call(arguments: [String: Int]) async throws -> String { "counted" }
}
