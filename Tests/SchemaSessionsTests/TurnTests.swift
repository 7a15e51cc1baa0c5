import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct TurnTests {
  // Known from: the page of Transcript, which lists the entries of a turn.
  @Test("T2: without tools adds the prompt and the answer")
  func plain() async throws {
    let model = ScriptedModel(["Dal."])
    let session = LanguageModelSession(model: model, instructions: "You are a cook.")
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal.")
    #expect(session.transcript.outline == ["instructions", "prompt Soup?", "response Dal."])
    #expect(
      Transcript(entries: response.transcriptEntries).outline == ["prompt Soup?", "response Dal."])
    #expect(model.requests.map(\.transcript.outline) == [["instructions", "prompt Soup?"]])
  }

  @Test("gives its entries random identifiers, version 4 of RFC 9562")
  func identifiers() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(["Dal.", "Pho."]), instructions: "You are a cook.")
    try await session.respond(to: "Soup?")
    try await session.respond(to: "Another?")
    let ids = session.transcript.map(\.id)
    #expect(Set(ids).count == 5)
    for id in ids {
      let bytes = try #require(UUID(uuidString: id)).uuid
      #expect(bytes.6 >> 4 == 4)
      #expect(bytes.8 >> 6 == 0b10)
    }
  }

  // Known from: Apple's session "Deep dive into the Foundation Models framework": one entry for
  // calls that are made together, and an output for each.
  @Test("T2: has one entry for parallel calls, an output for each, and later calls after them")
  func tools() async throws {
    let model = ScriptedModel([.find("soup", "stew"), .find("pie"), "Three."])
    let session = LanguageModelSession(model: model, tools: [Find()])
    try await session.respond(to: "What is there?")
    let expected = [
      "instructions", "prompt What is there?", "calls call-soup call-stew",
      "output call-soup: found soup", "output call-stew: found stew", "calls call-pie",
      "output call-pie: found pie", "response Three.",
    ]
    #expect(session.transcript.outline == expected)
    #expect(model.requests.map(\.transcript.count) == [2, 5, 7])
  }

  // Known from: the page of `streamResponse`, which runs tools as `respond` does.
  @Test("T2: is the same in a stream")
  func streamedTools() async throws {
    let model = ScriptedModel([.find("soup"), .text(["Da", "l."])])
    let session = LanguageModelSession(model: model, tools: [Find()])
    let response = try await session.streamResponse(to: "Soup?").collect()
    #expect(response.content == "Dal.")
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "calls call-soup", "output call-soup: found soup",
        "response Dal.",
      ])
  }

  // Known from: the structured segment of the interface, with the name of its schema.
  @Test("keeps an answer of a schema as a structure, with the schema's name")
  func structure() async throws {
    let model = ScriptedModel([.text([#"{"name": "Dal", "#, #""minutes": 40}"#])])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "A soup", generating: Dish.self)
    #expect(response.content == Dish(name: "Dal", minutes: 40))
    guard case .response(let entry) = session.transcript.last,
      case .structure(let segment) = entry.segments.first
    else {
      Issue.record("no structure")
      return
    }
    #expect(segment.schemaName == "Dish")
    #expect(try segment.content.value(Dish.self) == response.content)
    #expect(model.requests.first?.schema?.name == "Dish")
  }

  @Test("joins the text of an answer that comes in segments, which the transcript keeps")
  func segments() async throws {
    let pieces = [("Da", "1"), ("l.", "2")].map { text, segment in
      ScriptedModel.Reply.Step.event(
        .response(action: .appendText(text, segmentID: segment, tokenCount: 1)))
    }
    let session = LanguageModelSession(model: ScriptedModel([.init(pieces)]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(session.transcript.last?.description == "response: Dal.")
    let response = try #require(session.transcript.last?.response)
    #expect(response.segments.count == 2)
  }

  // Known from: the page of TranscriptErrorHandlingPolicy: without one, the transcript is reverted.
  @Test("T4: that fails leaves the transcript as it was")
  func failure() async throws {
    struct Broken: Error {}
    let model = ScriptedModel(["Dal.", .failure(Broken())])
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "Soup?")
    await #expect(throws: Broken.self) { try await session.respond(to: "Another?") }
    #expect(session.transcript.outline == ["prompt Soup?", "response Dal."])
    #expect(!session.isResponding)
  }

  /// How a turn ends before its answer is whole.
  enum End: CaseIterable {
    case refused, cutOff, broken, cancelled
  }

  @Test(
    "T4: that is refused, cut off, broken or cancelled leaves no trace, or its complete entries",
    arguments: End.allCases, [false, true])
  func ends(_ end: End, isKept: Bool) async throws {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let half = ScriptedModel.Reply.Step.event(
      .response(action: .appendText(#"{"name":"Da"#, tokenCount: 1)))
    let last: ScriptedModel.Reply.Step =
      switch end {
      case .refused:
        .fail(LanguageModelError.refusal(.init(explanation: "No.", debugDescription: "")))
      case .cutOff: .event(.finished(.length))
      case .broken: .fail(LanguageModelError.timeout(.init(debugDescription: "")))
      case .cancelled: .wait(.seconds(600))
      }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .init([half, .run { beginning.finish() }, last])]),
      tools: [Find()], instructions: "You are a cook.")
    if isKept { session.transcriptErrorHandlingPolicy = .preserveTranscript }
    let task = Task { try await session.respond(to: "Soup?", generating: Dish.self).content }
    if end == .cancelled {
      for await _ in begun {}
      task.cancel()
    }
    await #expect(throws: (any Error).self) { try await task.value }
    let whole = ["prompt Soup?", "calls call-soup", "output call-soup: found soup"]
    #expect(session.transcript.outline == ["instructions"] + (isKept ? whole : []))
    #expect(!session.isResponding)
  }

  // Known from: the same page, for a policy that preserves it.
  @Test("T4: that fails keeps the complete entries if requested")
  func preservedFailure() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .failure(Broken())]), tools: [Find()])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Soup?", "calls call-soup", "output call-soup: found soup",
      ])
  }

  @Test("T4: whose tool throws keeps no call without its output, so that the session can go on")
  func preservedToolFailure() async throws {
    struct NoStew: Error {}
    let find = Find { term in
      if term == "stew" { throw NoStew() }
      return "found \(term)"
    }
    let model = ScriptedModel([.find("soup"), .find("pie", "stew"), "Dal."])
    let session = LanguageModelSession(model: model, tools: [find])
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(try await session.respond(to: "Another?").content == "Dal.")
    let requests = model.requests.map(\.transcript.outline)
    #expect(
      requests.last == [
        "instructions", "prompt Soup?", "calls call-soup", "output call-soup: found soup",
        "prompt Another?",
      ])
  }

  // Known from: the pages of `isResponding` and of the error concurrentRequests.
  @Test("T5: is the only one: a second request throws and disturbs nothing")
  func concurrency() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let model = ScriptedModel([
      .init([
        .run { for await _ in gate {} },
        .event(.response(action: .appendText("Dal.", tokenCount: 1))),
      ])
    ])
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?")
    #expect(session.isResponding)
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "Another?")
    }
    opener.finish()
    #expect(try await stream.collect().content == "Dal.")
    #expect(session.transcript.outline == ["prompt Soup?", "response Dal."])
  }

  // Known from: the error transcriptMutationWhileResponding of 27: the running request throws it.
  @Test("T5: fails when the transcript is set meanwhile, and the new transcript stays")
  func mutation() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let model = ScriptedModel([.init([.run { for await _ in gate {} }])])
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?")
    session.transcript = Transcript()
    opener.finish()
    await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
      try await stream.collect()
    }
    #expect(session.transcript.isEmpty)
  }

  @Test("T5: fails when the transcript is set meanwhile, also if the model fails")
  func mutationOfFailure() async throws {
    struct Broken: Error {}
    for failure in [Broken() as any Error, CancellationError()] {
      let held = Locked<LanguageModelSession?>(nil)
      let model = ScriptedModel([
        .init([.run { held.withLock { $0 }?.transcript = Transcript() }, .fail(failure)])
      ])
      let session = LanguageModelSession(model: model, instructions: "Cook.")
      held.withLock { $0 = session }
      await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
        try await session.respond(to: "Soup?")
      }
      #expect(session.transcript.isEmpty)
      #expect(!session.isResponding)
      held.withLock { $0 = nil }
    }
  }

  @Test(
    "T11: throws the error of a tool after callbacks that add to the history",
    arguments: [TranscriptErrorHandlingPolicy?.none, .preserveTranscript])
  func callbacks(_ policy: TranscriptErrorHandlingPolicy?) async throws {
    let model = ScriptedModel([.find("soup", "pie"), "Dal."])
    let session = LanguageModelSession(profile: Noting(model: model))
    session.transcriptErrorHandlingPolicy = policy
    let error = await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Go")
    }
    #expect(error?.underlyingError is Denied)
    let kept = policy == nil ? [] : ["instructions", "prompt Go"]
    #expect(session.transcript.outline == kept)
    try await session.respond(to: "Soup?")
    #expect(
      session.transcript.outline == ["instructions"] + kept.dropFirst()
        + ["prompt Soup?", "response Dal."])
  }

  @Test("T16: gives a text that is cut off, with this reason, or throws it by policy")
  func cutOffText() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.cutOff("Da"), .cutOff("Da"), "Dal."]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Da")
    #expect(response.finishReason == .length)
    session.policy.cutOffText = .throw
    let before = session.transcript
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.rawContent == "Da")
    #expect(session.transcript == before)
    #expect(try await session.respond(to: "Soup?").finishReason == .stop)
  }

  @Test("T27: adds up what all its requests used")
  func usage() async throws {
    func usage(_ input: Int, _ output: Int) -> LanguageModelSession.Usage {
      .init(
        input: .init(totalTokenCount: input, cachedTokenCount: 1),
        output: .init(totalTokenCount: output, reasoningTokenCount: 2))
    }
    let model = ScriptedModel([
      .text(["{}"], usage: usage(10, 3)),
      .text([#"{"name":"Dal","minutes":40}"#], usage: usage(20, 5)),
    ])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(response.usage.input.totalTokenCount == 30)
    #expect(response.usage.input.cachedTokenCount == 2)
    #expect(response.usage.output.totalTokenCount == 8)
    #expect(response.usage.totalTokenCount == 38)
    #expect(session.usage.totalTokenCount == 38)
  }
}
