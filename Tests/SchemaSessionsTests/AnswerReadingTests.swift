import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaSessions

/// Answers, and arguments of calls, that are not as their schema or JSON has them.
struct AnswerReadingTests {
  private let good = ScriptedModel.Reply.text([#"{"name":"Dal","minutes":40}"#])

  @Test(
    "L2: an answer with one clear meaning is read without another try, and its mends are listed",
    arguments: [
      (#"{"name":"Dal","minutes":40}"#, []),
      ("Here:\n```json\n{\"name\":\"Dal\",\"minutes\":40}\n```\nEnjoy!", ["surrounding-text"]),
      (#"{"name":"Dal","minutes":40,}"#, ["separator"]),
      ("{\"name\":\"D\nal\",\"minutes\":40}", ["control-character"]),
      (
        #"{name: 'Dal', /* quick */ "minutes": "40"}"#,
        ["bare-key", "other-quotes", "comment", "quoted-number"]
      ),
      (#"{"dish": {"Name":"Dal","minutes":40}}"#, ["wrapped", "key-spelling"]),
      (#"[{"name":"Dal","minutes":40}]"#, ["array-of-one"]),
      (
        #"{"name":"Dal","minutes":40}, that is {"name":"Dal","minutes":40}"#,
        ["surrounding-text", "repeated-value"]
      ),
      (
        "<think>{\"name\":\"Stew\",\"minutes\":9}</think>{\"name\":\"Dal\",\"minutes\":40}",
        ["thoughts"]
      ),
    ] as [(String, Set<String>)])
  func mends(_ text: String, _ kinds: Set<String>) async throws {
    let model = ScriptedModel([.text(text.map { String($0) })])
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?", generating: Dish.self)
    var last: LanguageModelSession.ResponseStream<Dish>.Snapshot?
    for try await snapshot in stream { last = snapshot }
    let response = try await stream.collect()
    #expect(response.content.minutes == 40)
    #expect(last?.content.minutes == 40)
    #expect(Set(response.mends.map(\.kind.name)) == kinds)
    #expect(response.attempts.map(\.rawContent) == [text])
    let content = session.transcript.last?.response?.segments.compactMap { segment in
      if case .structure(let structure) = segment { structure.content.jsonString } else { nil }
    }
    #expect(content == [response.rawContent.jsonString])
  }

  @Test(
    "L3, L7: another answer is asked for with the true reason",
    arguments: [
      ("I'm sorry, but I cannot help with that.", "refusal"),
      ("name: Dal\nminutes: 40", "YAML"),
      (#"Maybe {"name":"Dal","minutes":10}? No, 40. {"name":"Dal","minutes":40}"#, "differ"),
      (#"An example: {"name":"Dal","minutes":10}"#, "example"),
      (#"{"name":"Dal","minutes":40"#, "ends before"),
      (#"<think>{"name":"Dal","minutes":40}"#, "thoughts"),
      ("[1]", "does not fit"),
    ])
  func reasons(_ text: String, _ reason: String) async throws {
    let model = ScriptedModel([.text([text]), good])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 40)
    #expect(response.attempts.count == 2)
    let problem = try #require(response.attempts.first?.problem)
    #expect(problem.contains(reason), "\(problem)")
    #expect(!problem.contains("ended early"))
    let prompt = try #require(model.requests.last?.transcript.outline.last)
    #expect(prompt.contains(reason), "\(prompt)")
  }

  @Test("L2: what a provider enforces is read strictly, and the session's policy overrides this")
  func policies() async throws {
    let text = #"{"name":"Dal","minutes":"40"}"#
    func replies() -> [ScriptedModel.Reply] {
      [
        ScriptedModel.Reply([
          .event(.fitted(isEnforced: true)),
          .event(.response(action: .appendText(text, tokenCount: 1))),
        ]), good,
      ]
    }
    let strict = LanguageModelSession(model: ScriptedModel(replies()))
    let response = try await strict.respond(to: "Soup?", generating: Dish.self)
    #expect(response.attempts.count == 2 && response.mends.isEmpty)
    #expect(response.attempts.first?.report?.violations.map(\.path.pointer) == ["/minutes"])

    let clear = LanguageModelSession(model: ScriptedModel(replies()))
    clear.policy.reading = .clear
    let mended = try await clear.respond(to: "Soup?", generating: Dish.self)
    #expect(mended.attempts.count == 1)
    #expect(mended.mends.map(\.kind) == [.quotedNumber])
    #expect(mended.mends.map(\.path.pointer) == ["/minutes"])
  }

  @Test("L5: a guess is made only if the policy allows it")
  func guesses() async throws {
    let text = #"{"name":"Dal","minutes":"40 min"}"#
    let session = LanguageModelSession(model: ScriptedModel([.text([text]), good, .text([text])]))
    #expect(
      try await session.respond(to: "Soup?", generating: Dish.self).attempts.count == 2)
    session.policy.reading = .guessing
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.mends.map(\.kind) == [.numberWithUnit])
  }

  @Test(
    "L8: arguments with one clear meaning call the tool, and their mends are listed",
    arguments: [
      (#"{term: 'soup'}"#, ["bare-key", "other-quotes"]),
      (#"```json\n{"term": "soup"}\n```"#, ["surrounding-text"]),
      (#"{"arguments": {"term": "soup"}}"#, ["wrapped"]),
    ] as [(String, Set<String>)])
  func arguments(_ text: String, _ kinds: Set<String>) async throws {
    let text = text.replacing("\\n", with: "\n")
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "find", arguments: text)]), "Dal.",
    ])
    let session = LanguageModelSession(model: model, tools: [Find()])
    let response = try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("output 1: found soup"))
    #expect(Set(response.callMends["1"]?.map(\.kind.name) ?? []) == kinds)
    let call = model.requests.last?.transcript.lazy.compactMap(\.toolCalls).first?.first
    #expect(call?.arguments.jsonString == #"{"term": "soup"}"#)
  }

  @Test("L8: calls with one identifier keep the mends of each")
  func repeatedIdentifier() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "find", arguments: "{term: \"soup\"}")]),
      .toolCalls([.init(id: "1", name: "find", arguments: #"{"term": "stew",}"#)]), "Dal.",
    ])
    let session = LanguageModelSession(model: model, tools: [Find()])
    let response = try await session.respond(to: "Soup?")
    #expect(session.transcript.outline.contains("output 1: found stew"))
    #expect(response.callMends["1"]?.map(\.kind) == [.bareKey, .separator])
  }

  @Test("L8: calls of one reply with one identifier keep the mends of each")
  func repeatedIdentifierInReply() throws {
    var reply = ReplyAssembler()
    for (entry, arguments) in [("a", #"{term: "soup"}"#), ("b", #"{"term": "stew",}"#)] {
      reply.add(
        .toolCalls(
          entryID: entry,
          action: .toolCall(
            id: "1", name: "find", action: .appendArguments(arguments, tokenCount: 1))))
    }
    let reading = try reply.entries(
      ReplyAssembler.ArgumentReading(toolbox: Toolbox([Find()]), policy: nil))
    #expect(reading.mends["1"]?.map(\.kind) == [.bareKey, .separator])
    #expect(reading.faults.isEmpty)
  }

  @Test("L3: arguments that are cut, or have two meanings, call no tool, and the model reads why")
  func unclearArguments() async throws {
    for (text, reason) in [
      (#"{"term": "soup""#, "ends before"),
      (#"{"term": "soup"} or {"term": "stew"}"#, "differ"),
    ] {
      let model = ScriptedModel([
        .toolCalls([.init(id: "1", name: "find", arguments: text)]), "Dal.",
      ])
      let session = LanguageModelSession(
        model: model,
        tools: [
          Find { term in
            Issue.record("called with \(term)")
            return term
          }
        ])
      let response = try await session.respond(to: "Soup?")
      #expect(response.callMends.isEmpty)
      let output = session.transcript.outline.first { $0.hasPrefix("output 1: ") }
      #expect(output?.contains(reason) == true, "\(output ?? "")")
    }
  }
}
