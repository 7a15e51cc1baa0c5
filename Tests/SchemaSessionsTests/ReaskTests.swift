import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct ReaskTests {
  private let good = ScriptedModel.Reply.text([#"{"name":"Dal","minutes":40}"#])

  @Test("T15: is asked for again with the violations in words, as the user's turn")
  func reask() async throws {
    let model = ScriptedModel([.text([#"{"name":"Dal","minutes":240}"#]), good])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 40)
    #expect(response.attempts.count == 2)
    #expect(response.attempts.first?.report?.violations.map(\.path.pointer) == ["/minutes"])
    let second = try #require(model.requests.last?.transcript.outline)
    #expect(second.count == 3)
    #expect(second[1] == #"response {"name":"Dal","minutes":240}"#)
    #expect(second[2].hasPrefix("prompt The answer does not fit its schema in one place:"))
  }

  @Test("T15: keeps the order of the conversation if tools are called after it")
  func order() async throws {
    let model = ScriptedModel([.text([#"{"name":"Dal","minutes":1}"#]), .find("soup"), good])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "Soup?", generating: Dish.self)
    let last = try #require(model.requests.last?.transcript.outline)
    #expect(last.count == 6)
    #expect(last[2].hasPrefix("response {"))
    #expect(last[3].hasPrefix("prompt The answer does not fit"))
    #expect(last[4...] == ["calls call-soup", "output call-soup: found soup"])
  }

  @Test("T15: is asked for again when it is empty")
  func empty() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.init([]), .text([""]), good]))
    session.policy.reask = ReaskPolicy(maximumTries: 3)
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 40)
    #expect(response.attempts.count == 3)
  }

  @Test("T15: leaves only the last answer in the transcript")
  func transcript() async throws {
    let model = ScriptedModel([.text(["I think"]), good])
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(session.transcript.count == 2)
    #expect(model.requests.count == 2)
  }

  @Test("T15: ends the request with all reports when the tries are spent")
  func tries() async throws {
    let wrong = ScriptedModel.Reply.text([#"{"name":"Dal","minutes":1}"#])
    let model = ScriptedModel([wrong, wrong, wrong, good])
    let session = LanguageModelSession(model: model)
    session.policy.reask = ReaskPolicy(maximumTries: 3)
    let error = await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(error?.attempts.map { $0.report?.violationCount } == [1, 1, 1])
    #expect(session.transcript.isEmpty)
  }

  @Test("T15: is not asked for again when the tokens are spent")
  func budget() async throws {
    let usage = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 90, cachedTokenCount: 0),
      output: .init(totalTokenCount: 10, reasoningTokenCount: 0))
    let model = ScriptedModel([.text(["{}"], usage: usage), good])
    let session = LanguageModelSession(model: model)
    session.policy.reask.tokenBudget = 100
    await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(session.usage.totalTokenCount == 100)
  }

  @Test("T15: passes if nothing is to be checked but the type")
  func unchecked() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.text([#"{"name":"Dal","minutes":240}"#])]))
    session.policy.validation = .off
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.minutes == 240)
  }

  @Test("T15: is asked for again if only the session's own check finds the problem")
  func ownCheck() async throws {
    let validator = try ContentValidator(
      document: GeneratedContent(json: #"{"properties": {"name": {"not": {"const": "Stew"}}}}"#))
    let model = ScriptedModel([.text([#"{"name":"Stew","minutes":40}"#]), good])
    let session = LanguageModelSession(model: model)
    session.answerChecks = [.reporting { validator.report(on: $0) }]
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.content.name == "Dal")
    #expect(response.attempts.first?.report?.violations.map(\.path.pointer) == ["/name"])
    #expect(model.requests.last?.transcript.outline.last?.contains("/name") == true)
  }

  @Test("T16: because it was cut off is not asked for again")
  func cutOff() async throws {
    let model = ScriptedModel([.cutOff(#"{"name":"Da"#), good])
    let session = LanguageModelSession(model: model)
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(error?.rawContent == #"{"name":"Da"#)
    #expect(error?.debugDescription.contains("length") == true)
    #expect(model.requests.count == 1)
  }

  @Test("T15: begins the content of a stream again, and reports this")
  func stream() async throws {
    let model = ScriptedModel([.text([#"{"name":"Stew","minutes":240}"#]), good])
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?", generating: Dish.self)
    var last: LanguageModelSession.ResponseStream<Dish>.Snapshot?
    for try await snapshot in stream { last = snapshot }
    #expect(last?.attempt == 2)
    #expect(last?.content.name == "Dal")
    #expect(try await stream.collect().content == Dish(name: "Dal", minutes: 40))
  }

  @Test(
    "T15: is asked for again in a stream as well where its reader comes before its end",
    arguments: [
      [#"{"name":5,"#, #""minutes":3}"#], [#"{"minutes":"no","#, #""name":"Dal"}"#],
      [#"{"name":{},"#, #""minutes":9}"#],
      // The dish's own rule, which finds the whole value wrong.
      [#"{"name":"Stew","minutes":9}"#, " "],
    ])
  func streamedMisfit(_ chunks: [String]) async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let parts = chunks.map { chunk in
      ScriptedModel.Reply.Step.event(.response(action: .appendText(chunk, tokenCount: 1)))
    }
    let model = ScriptedModel([.init([parts[0], .run { for await _ in gate {} }, parts[1]]), good])
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?", generating: Soup.self)
    var attempts: [Int] = []
    try await Soup.$firstSnapshot.withValue(opener) {
      for try await snapshot in stream { attempts.append(snapshot.attempt) }
    }
    // Of the first answer, only certain parts were shown.
    #expect(attempts.last == 2 && attempts == attempts.sorted())
    #expect(try await stream.collect().content.dish.name == "Dal")
  }

  @Test("T15: is thrown at a stream's reader where nobody asks for it again")
  func acceptedMisfit() async throws {
    let session = LanguageModelSession(model: ScriptedModel([good]))
    let stream = session.streamResponse(to: "Soup?", generating: Whole.self)
    await #expect(throws: Whole.NotPartial.self) { for try await _ in stream {} }
    #expect(try await stream.collect().content.dish.minutes == 40)
  }
}

/// A dish with a rule of its own, which ends a stream when a snapshot of it is made.
private struct Soup: Generable {
  struct NoSoup: Error {}

  @TaskLocal static var firstSnapshot: AsyncStream<Void>.Continuation?

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    init(_ content: GeneratedContent) throws {
      Soup.firstSnapshot?.finish()
      if try Dish.PartiallyGenerated(content).name == "Stew" { throw NoSoup() }
    }
  }

  var dish: Dish

  static var generationSchema: GenerationSchema { Dish.generationSchema }

  init(_ content: GeneratedContent) throws {
    dish = try Dish(content)
    if dish.name == "Stew" { throw NoSoup() }
  }

  var generatedContent: GeneratedContent { dish.generatedContent }
}

/// A dish that has no partial form.
private struct Whole: Generable {
  struct NotPartial: Error {}

  struct PartiallyGenerated: ConvertibleFromGeneratedContent {
    init(_ content: GeneratedContent) throws { throw NotPartial() }
  }

  var dish: Dish

  static var generationSchema: GenerationSchema { Dish.generationSchema }

  init(_ content: GeneratedContent) throws { dish = try Dish(content) }

  var generatedContent: GeneratedContent { dish.generatedContent }
}
