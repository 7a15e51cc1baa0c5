import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct ToolTests {
  @Test("has an output that its callback gets as the entry of the transcript")
  func callbackOutput() async throws {
    let outputs = Locked<[Transcript.ToolOutput]>([])
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Find() }
        .model(ScriptedModel([.find("soup", "pie"), "Done."]))
        .onToolOutput { _, output in outputs.withLock { $0.append(output) } })
    try await session.respond(to: "Go")
    #expect(outputs.withLock { $0.count } == 2)
    #expect(outputs.withLock { $0 } == session.transcript.toolOutputs)
  }

  // Known from: the page of Tool: calls of one entry run at the same time, so tools are Sendable.
  @Test("T9: runs while others of its entry run; outputs have the order of the calls")
  func parallel() async throws {
    // Each call waits for the other one: calls one after the other would never end.
    let (soup, soupDone) = AsyncStream<Void>.makeStream()
    let (stew, stewDone) = AsyncStream<Void>.makeStream()
    let find = Find { term in
      if term == "soup" {
        soupDone.finish()
        for await _ in stew {}
      } else {
        stewDone.finish()
        for await _ in soup {}
      }
      return term
    }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup", "stew"), "Done."]), tools: [find])
    try await session.respond(to: "Go")
    #expect(
      session.transcript.outline[3...4] == ["output call-soup: soup", "output call-stew: stew"])
  }

  @Test("T10: does not run with arguments that break its schema: the model reads why")
  func invalidArguments() async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let model = ScriptedModel([.find("SOUP"), "Sorry."])
    let session = LanguageModelSession(model: model, tools: [find])
    try await session.respond(to: "Soup?")
    let output = try #require(session.transcript.outline.dropFirst(3).first)
    #expect(output.contains("The tool was not called."))
    #expect(output.contains("/term"))
  }

  /// Arguments that are not JSON and have no clear meaning, of which some are the beginning of
  /// JSON.
  private static let malformed = [
    #"{"term":"soup""#, #"{"term":}"#, "a hot soup?", #"{'term': 'soup', 'term': 'pie'}"#,
    #"{"term":"soup"} {"#, "{", "\u{0}", #"{"term":"soup"#, "[",
  ]

  @Test(
    "T10: does not run with arguments that are not JSON: the model reads why, and calls again",
    arguments: malformed)
  func malformedArguments(_ arguments: String) async throws {
    let terms = Locked<[String]>([])
    let find = Find { term in
      terms.withLock { $0.append(term) }
      return "found"
    }
    let model = ScriptedModel([
      .toolCalls([
        .init(id: "1", name: "find", arguments: arguments),
        .init(id: "2", name: "find", arguments: #"{"term":"pie"}"#),
      ]), .find("soup"), "Dal.",
    ])
    let session = LanguageModelSession(model: model, tools: [find])
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    let outputs = session.transcript.toolOutputs
    #expect(
      outputs.first?.segments.joinedText
        .hasPrefix("The tool was not called. The arguments are not JSON: ") == true)
    #expect(outputs.dropFirst().map(\.segments.joinedText) == ["found", "found"])
    #expect(terms.withLock { $0 } == ["pie", "soup"])
    // The model sees what it wrote.
    let shown = try #require(model.requests[1].transcript.lazy.compactMap(\.toolCalls).first)
    #expect(shown.first?.arguments == GeneratedContent(arguments))
    #expect(shown.map(\.id) == ["1", "2"])
  }

  @Test("T10: does not run where a later call has the identifier of one that is not JSON")
  func repeatedIdentifier() async throws {
    func step(_ entryID: String, _ arguments: String) -> ScriptedModel.Reply.Step {
      .event(
        .toolCalls(
          entryID: entryID,
          action: .toolCall(
            id: "1", name: "find", action: .appendArguments(arguments, tokenCount: 0))))
    }
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let model = ScriptedModel([
      .init([step("a", "{"), step("b", #"{"term":"pie"}"#)]), "Sorry.",
    ])
    let session = LanguageModelSession(model: model, tools: [find])
    #expect(try await session.respond(to: "Soup?").content == "Sorry.")
    let outputs = session.transcript.toolOutputs.map(\.segments.joinedText)
    #expect(outputs.count == 2)
    let remedy = " Call the tool again with the complete arguments as one JSON object."
    for output in outputs {
      #expect(output.hasPrefix("The tool was not called. The arguments are not JSON: "))
      #expect(output.hasSuffix(remedy))
    }
  }

  @Test("T10: is not called for ever with arguments that are not JSON")
  func malformedRounds() async throws {
    let call = ScriptedModel.Reply.toolCalls([.init(name: "find", arguments: "{")])
    let model = ScriptedModel(Array(repeating: call, count: 4))
    let session = LanguageModelSession(model: model, tools: [Find()])
    session.policy.maximumToolRounds = 2
    await #expect(throws: LanguageModelSession.Error.tooManyToolRounds(2)) {
      try await session.respond(to: "Soup?")
    }
    #expect(model.requests.count == 3)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("T3: a call with arguments that are not JSON stays in a stored transcript")
  func storedMalformedArguments() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "find", arguments: "{")]), "Sorry.", "Pie.",
    ])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?")
    let stored = try JSONEncoder().encode(session.transcript)
    let transcript = try JSONDecoder().decode(Transcript.self, from: stored)
    #expect(transcript == session.transcript)
    let next = LanguageModelSession(model: model, tools: [Find()], transcript: transcript)
    #expect(try await next.respond(to: "And now?").content == "Pie.")
  }

  @Test("T10: of an unknown name is reported to the model with the names that exist")
  func unknownName() async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "search", arguments: "{}")]), "Sorry.",
    ])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline[3]
        == "output 1: There is no tool named \"search\". The tools are: \"find\".")
  }

  /// A tool of any name, which is not called.
  private struct Named: Tool {
    let name: String
    let description = "Finds dishes"

    func call(arguments: Find.Arguments) async throws -> String { "" }
  }

  @Test(
    "H2: of an unknown name is reported with as many names as there is room for",
    arguments: [
      ([], "There are no tools."), (["a", "b"], #"The tools are: "a", "b"."#),
      (
        (0..<1_000).map { "tool\($0 + 1_000)" },
        "\((0..<83).map { "\"tool\($0 + 1_000)\"" }.joined(separator: ", ")), and 917 more."
      ),
      ([String(repeating: "a", count: 1_001)], "The names of the tools are too long for a list."),
    ])
  func manyNames(_ names: [String], list: String) async throws {
    let model = ScriptedModel([
      .toolCalls([.init(id: "1", name: "search", arguments: "{}")]), "Sorry.",
    ])
    let session = LanguageModelSession(model: model, tools: names.map { Named(name: $0) })
    try await session.respond(to: "Soup?")
    let output = try #require(session.transcript.toolOutputs.first).segments.joinedText
    #expect(output.hasSuffix(list))
    #expect(output.utf8.count < 1_500)
  }

  @Test("T10: is not called for ever")
  func rounds() async throws {
    let model = ScriptedModel(Array(repeating: .find("soup"), count: 4))
    let session = LanguageModelSession(model: model, tools: [Find()])
    session.policy.maximumToolRounds = 2
    await #expect(throws: LanguageModelSession.Error.tooManyToolRounds(2)) {
      try await session.respond(to: "Soup?")
    }
    #expect(model.requests.count == 3)
    #expect(session.transcript.outline == ["instructions"])
  }

  // Known from: the page of ToolCallError.
  @Test("T11: that throws ends the turn, with the tool and its error")
  func failure() async throws {
    struct NoSoup: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup")]), tools: [Find { _ in throw NoSoup() }])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.tool.name == "find")
    #expect(error?.underlyingError is NoSoup)
  }

  @Test("T11: that throws is reported to the model if the policy requires it")
  func reportedFailure() async throws {
    struct NoSoup: Error, CustomStringConvertible { let description = "no soup today" }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Sorry."]), tools: [Find { _ in throw NoSoup() }])
    session.policy.toolFailure = .tellModel
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline[3] == "output call-soup: The tool failed: no soup today")
  }

  @Test("T11: that throws a cancellation of its own has failed, since nobody cancelled the request")
  func ownCancellation() async throws {
    let find = Find { _ in throw CancellationError() }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .find("soup"), "Sorry."]), tools: [find])
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.underlyingError is CancellationError)
    session.policy.toolFailure = .tellModel
    try await session.respond(to: "Soup?")
    #expect(session.transcript.outline[3].hasPrefix("output call-soup: The tool failed: "))
  }

  @Test("T11: that throws because the request is cancelled does not hide the cancellation")
  func cancellation() async throws {
    struct Interrupted: Error {}
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let find = Find { _ in
      beginning.finish()
      try? await Task.sleep(for: .seconds(600))
      throw Interrupted()
    }
    let session = LanguageModelSession(model: ScriptedModel([.find("soup")]), tools: [find])
    let request = Task { try await session.respond(to: "Soup?").content }
    for await _ in begun {}
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
  }

  @Test("T12: has to exist if a call is required")
  func required() async throws {
    let model = ScriptedModel(["Dal."])
    let session = LanguageModelSession(model: model)
    await #expect(throws: LanguageModelSession.Error.noTools) {
      try await session.respond(
        to: "Soup?", options: GenerationOptions(toolCallingMode: .required))
    }
    #expect(model.requests.isEmpty)
  }

  @Test("is required once, and then allowed, so that a turn ends")
  func requiredOnce() async throws {
    let model = ScriptedModel([.find("soup"), "Dal."])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?", options: GenerationOptions(toolCallingMode: .required))
    #expect(model.requests.map(\.generationOptions.toolCallingMode) == [.required, .allowed])
  }

  @Test(
    "T13: never runs with arguments that were cut off, also where they parse",
    arguments: [#"{"term":"so"#, #"{"term":"soup"}"#])
  func cutOff(_ arguments: String) async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    var reply = ScriptedModel.Reply.toolCalls([.init(name: "find", arguments: arguments)])
    reply.steps.append(.event(.finished(.length)))
    let session = LanguageModelSession(model: ScriptedModel([reply]), tools: [find])
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.rawContent == arguments)
  }

  @Test("of the same name as another one is an error of the first request")
  func duplicates() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Dal."]), tools: [Find(), Find()])
    await #expect(throws: LanguageModelSession.Error.duplicateTool("find")) {
      try await session.respond(to: "Soup?")
    }
  }

  @Test("H2: of the calls of one reply, no more than 64 run at the same time")
  func manyCalls() async throws {
    let count = 200
    let running = Locked((now: 0, most: 0))
    let barrier = Barrier(64)
    let find = Find { term in
      running.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      // The first 64 wait for each other, so that as many as may run do.
      barrier.arrive()
      await barrier.wait()
      running.withLock { $0.now -= 1 }
      return term
    }
    let calls = (0..<count).map { index in
      ScriptedModel.Call(id: "\(index)", name: "find", arguments: #"{"term":"soup"}"#)
    }
    let session = LanguageModelSession(
      model: ScriptedModel([.toolCalls(calls), "Done."]), tools: [find])
    try await session.respond(to: "Go")
    #expect(session.transcript.toolOutputs.map(\.id) == (0..<count).map { "\($0)" })
    #expect(running.withLock { $0.most } == 64)
  }

  @Test("does not run where calls are disallowed: the model reads why, and nobody is asked")
  func disallowed() async throws {
    let find = Find { _ in
      Issue.record("called")
      return ""
    }
    let model = ScriptedModel([.find("soup"), "Dal."])
    let session = LanguageModelSession(model: model, tools: [find])
    session.toolApproval = .required { _ in
      Issue.record("asked")
      return .allow
    }
    let response = try await session.respond(
      to: "Soup?", options: GenerationOptions(toolCallingMode: .disallowed))
    #expect(response.content == "Dal.")
    #expect(
      session.transcript.outline.suffix(3) == [
        "calls call-soup",
        "output call-soup: The tool was not called. This request allows no calls of tools. "
          + "Answer without them.", "response Dal.",
      ])
  }

  @Test("Code outside of a turn reads the history of the transcript while a tool runs")
  func historyOutsideOfTurn() async throws {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let find = Find { term in
      beginning.finish()
      for await _ in gate {}
      return term
    }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Dal."]), tools: [find])
    let turn = Task { try await session.respond(to: "Soup?").content }
    for await _ in begun {}
    #expect(session.isResponding)
    #expect(session.properties.history.isEmpty)
    opener.finish()
    #expect(try await turn.value == "Dal.")
    #expect(session.properties.history.count == 4)
  }
}
