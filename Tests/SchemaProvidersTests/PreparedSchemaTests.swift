import Foundation
import SchemaContent
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Synchronization
import Testing

/// A session prepares the schemas of its tools and answers once.
struct PreparedSchemaTests {
  private static func answer(_ text: String) -> ScriptedTransport.Response {
    .init(body: [
      ChatStreamTests.stream(
        ChatStreamTests.delta(#"{"content":\#(text.generatedContent.jsonString)}"#, finish: "stop"))
    ])
  }

  private static func session(
    _ texts: [String], tools: [any Tool] = []
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(texts.map(answer))
    let model = OpenAIModel("m", key: "secret", transport: ExportingTransport(transport))
    return (LanguageModelSession(model: model, tools: tools), transport)
  }

  @Test("are resolved and written for the first request, and not again")
  func once() async throws {
    let text = #"{"part":{"count":2}}"#
    let (session, transport) = Self.session([text, text, text], tools: [Counting()])
    for turn in 1...3 {
      let before = CountedPart.reads.withLock { $0 }
      let response = try await session.respond(to: "How many?", generating: Counted.self)
      #expect(response.content.part.count == 2)
      let reads = CountedPart.reads.withLock { $0 } - before
      #expect(turn == 1 ? reads > 0 : reads == 0, "turn \(turn) reads the schema \(reads) times")
    }
    // What is sent does not depend on the requests before.
    let bodies = transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    for body in bodies {
      #expect(body.contains(#""name":"counting""#))
      #expect(body.components(separatedBy: #""count":{"type":"integer""#).count == 3, "\(body)")
    }
  }

  @Test("keep tools with one schema apart, in every turn")
  func toolsWithOneSchema() async throws {
    let text = #"{"part":{"count":2}}"#
    let tools: [any Tool] = [
      Counting(name: "soups"), Counting(name: "salads", description: "Counts salads"), Counting(),
    ]
    let (session, transport) = Self.session([text, text], tools: tools)
    for _ in 1...2 { _ = try await session.respond(to: "How many?", generating: Counted.self) }
    for request in transport.requests {
      let body = try GeneratedContent(json: request.body)
      let written = try #require(try body.property(named: "tools")?.value([GeneratedContent].self))
      let names = written.map { tool in
        let function = tool.property(named: "function")
        return ["name", "description"].map { function?.property(named: $0)?.text }
      }
      #expect(
        names == [["soups", "Counts"], ["salads", "Counts salads"], ["counting", "Counts"]])
    }
  }

  @Test("are those that each request names, also where two describe one type")
  func changed() async throws {
    let (session, transport) = Self.session([#"{"value":"pho"}"#, #"{"value":"pho"}"#])
    let first = GenerationSchema(type: String.self, anyOf: ["dal", "pho"])
    #expect(try await session.respond(to: "Soup?", schema: first).content.text == "pho")
    session.policy.reask.maximumTries = 1
    let second = GenerationSchema(type: String.self, anyOf: ["dal", "ramen"])
    let error = await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", schema: second)
    }
    #expect(error?.attempts.count == 1)
    #expect(error?.attempts.first?.report?.isValid == false)
    let bodies = transport.requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies.count == 2)
    #expect(bodies[0].contains(#"["dal","pho"]"#))
    #expect(bodies[1].contains(#"["dal","ramen"]"#))
  }

  @Test("H2: are kept in a bounded number")
  func bounded() throws {
    let prepared = PreparedSchemas<Int>()
    var made = 0
    func value(_ number: Int) -> Int {
      prepared.value(for: GenerationSchema(type: String.self, anyOf: ["\(number)"])) { _ in
        made += 1
        return number
      }
    }
    for number in 0..<1_024 { #expect(value(number) == number) }
    for number in 0..<1_024 { #expect(value(number) == number) }
    #expect(made == 1_024)
    #expect(value(1_024) == 1_024)
    #expect(value(0) == 0)
    // The table was full, and has been begun anew.
    #expect(made == 1_026)
  }

  @Test("are made again if they could not be made")
  func failing() throws {
    struct Fault: Error {}
    let prepared = PreparedSchemas<Int>()
    let schema = GenerationSchema(type: String.self, anyOf: ["dal"])
    #expect(throws: Fault.self) { try prepared.value(for: schema) { _ in throw Fault() } }
    #expect(prepared.value(for: schema) { _ in 7 } == 7)
  }
}

/// A type that counts how often its schema is read.
private struct CountedPart: Generable {
  static let reads = Mutex(0)

  var count: Int

  static var generationSchema: GenerationSchema {
    reads.withLock { $0 += 1 }
    return GenerationSchema(
      type: Self.self, title: nil, properties: [.init(name: "count", type: Int.self)])
  }

  init(_ content: GeneratedContent) throws { count = try content.value(forProperty: "count") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["count": count]) }
}

private struct Counted: Generable {
  var part: CountedPart

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self, properties: [.init(name: "part", type: CountedPart.self)])
  }

  init(_ content: GeneratedContent) throws { part = try content.value(forProperty: "part") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["part": part]) }
}

private struct Counting: Tool {
  var name = "counting"
  var description = "Counts"

  func call(arguments: Counted) async throws -> String { "\(arguments.part.count)" }
}
