import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct ContextPolicyTests {
  private static let tooLong = ScriptedModel.Reply.failure(
    LanguageModelError.contextSizeExceeded(
      .init(contextSize: 100, tokenCount: 120, debugDescription: "Too long.")))

  /// An answer that fails after its beginning.
  private static let tooLongLater = ScriptedModel.Reply(
    [.event(.response(action: .appendText("Once", tokenCount: 1)))] + tooLong.steps)

  /// A conversation of turns with a call each.
  private static func transcript(turns: Int) -> Transcript {
    var entries: [Transcript.Entry] = [
      .instructions(.init(segments: [.text(.init(content: "Cook."))], toolDefinitions: []))
    ]
    for turn in 0..<turns {
      entries += [
        .prompt(.init(segments: [.text(.init(content: "question \(turn)"))])),
        .toolCalls(
          .init([
            .init(
              id: "call-\(turn)", toolName: "find",
              arguments: GeneratedContent(properties: ["term": "soup"]))
          ])),
        .toolOutput(
          .init(id: "call-\(turn)", toolName: "find", segments: [.text(.init(content: "dal"))])),
        .response(.init(segments: [.text(.init(content: "answer \(turn)"))])),
      ]
    }
    return Transcript(entries: entries)
  }

  /// Whether each call has its output, and each output its call.
  private static func callsHaveOutputs(_ transcript: Transcript) -> Bool {
    let calls = transcript.compactMap(\.toolCalls).flatMap { $0.map(\.id) }
    return calls == transcript.toolOutputs.map(\.id)
  }

  @Test("ends the request by default, as in FoundationModels")
  func fail() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([Self.tooLong, "Yes."]), transcript: Self.transcript(turns: 4))
    let before = session.transcript
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "More?") }
    #expect(session.transcript == before)
  }

  @Test("loses its oldest turns when the provider says that it is too long, again if need be")
  func rejected() async throws {
    let model = ScriptedModel([Self.tooLong, Self.tooLong, "Yes."])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
    session.contextPolicy = .droppingOldestTurns()
    #expect(try await session.respond(to: "More?").content == "Yes.")
    #expect(model.requests.map(\.transcript.count) == [34, 18, 10])
    let last = try #require(model.requests.last?.transcript)
    #expect(last.outline.first == "instructions")
    #expect(last.outline[1] == "prompt question 6")
    #expect(last.outline.last == "prompt More?")
    #expect(Self.callsHaveOutputs(last))
    #expect(session.transcript.outline.dropLast() == last.outline[...])
  }

  @Test("T18: does not repeat an answer of which a part was shown")
  func rejectedLate() async throws {
    let model = ScriptedModel([Self.tooLongLater, "Yes."])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
    let before = session.transcript
    session.contextPolicy = .droppingOldestTurns()
    let error = await #expect(throws: LanguageModelError.self) {
      for try await _ in session.streamResponse(to: "More?") {}
    }
    #expect(error?.contextSizeExceeded != nil)
    #expect(model.requests.count == 1)
    #expect(session.transcript == before)
  }

  @Test("T18: loses its oldest turns after the beginning of an answer that was not shown")
  func rejectedUnseen() async throws {
    let model = ScriptedModel([Self.tooLongLater, "Yes."])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
    session.contextPolicy = .droppingOldestTurns()
    #expect(try await session.respond(to: "More?").content == "Yes.")
    #expect(model.requests.map(\.transcript.count) == [34, 18])
    #expect(session.transcript.outline.last == "response Yes.")
  }

  @Test("ends the request when there is no turn left to drop")
  func nothingLeft() async throws {
    let model = ScriptedModel(Array(repeating: Self.tooLong, count: 9))
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 3))
    let before = session.transcript
    session.contextPolicy = .droppingOldestTurns()
    let error = await session.failure(of: "More?")
    #expect(error?.contextSizeExceeded != nil)
    #expect(model.requests.last?.transcript.outline == ["instructions", "prompt More?"])
    // The turn failed, so the transcript is as it was.
    #expect(session.transcript == before)
  }

  @Test("T4: keeps its turns if the request fails, also where failed turns stay")
  func failedTurn() async throws {
    for failure in [Self.tooLong, .failure(CancellationError()), .failure(Broken())] {
      let model = ScriptedModel([Self.tooLong] + Array(repeating: failure, count: 9))
      let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 3))
      let before = session.transcript
      session.contextPolicy = .droppingOldestTurns()
      session.transcriptErrorHandlingPolicy = .preserveTranscript
      await #expect(throws: (any Error).self) { try await session.respond(to: "More?") }
      #expect(model.requests.count > 1)
      #expect(Array(session.transcript.dropLast()) == Array(before))
      #expect(session.transcript.outline.last == "prompt More?")
    }
  }

  private struct Broken: Error {}

  @Test("T4: keeps its turns if a turn that has waited fails")
  func failedResumption() async throws {
    let model = ScriptedModel([.find("soup")] + Array(repeating: Self.tooLong, count: 9))
    let session = LanguageModelSession(
      model: model, tools: [Find()], transcript: Self.transcript(turns: 3))
    let before = session.transcript
    session.contextPolicy = .droppingOldestTurns()
    session.toolApproval = .required { _ in .wait }
    await #expect(throws: LanguageModelSession.PendingApprovalError.self) {
      try await session.respond(to: "More?")
    }
    session.toolApproval = nil
    let error = await #expect(throws: LanguageModelError.self) { try await session.resume() }
    #expect(error?.contextSizeExceeded != nil)
    #expect(Array(session.transcript.prefix(before.count)) == Array(before))
    #expect(
      session.transcript.outline.suffix(3) == [
        "prompt More?", "calls call-soup", "output call-soup: found soup",
      ])
  }

  @Test("is held below a number of tokens that the provider counts")
  func limit() async throws {
    let count = 40
    let usage = { (tokens: Int) in
      LanguageModelSession.Usage(
        input: .init(totalTokenCount: tokens, cachedTokenCount: 0),
        output: .init(totalTokenCount: 1, reasoningTokenCount: 0))
    }
    // The provider counts far more tokens than the text has: the session believes the provider.
    let replies = (0..<count).map { ScriptedModel.Reply.text(["a"], usage: usage(1_000 + $0)) }
    let model = ScriptedModel(replies)
    let session = LanguageModelSession(model: model, instructions: "Cook.")
    session.contextPolicy = .droppingOldestTurns(over: 1_010)
    for turn in 0..<count { try await session.respond(to: "question \(turn)") }
    let sizes = model.requests.map(\.transcript.count)
    // Nothing is dropped before the provider's count is above the limit; then all turns are.
    #expect(sizes.prefix(3) == [2, 4, 6])
    #expect(sizes.contains { $0 < 4 && $0 == 2 } && (sizes.max() ?? 0) < 30)
    #expect(model.requests.allSatisfy { $0.transcript.outline.first == "instructions" })
  }

  @Test("gets a summary in place of its oldest turns, which later summaries include")
  func summary() async throws {
    let writer = ScriptedModel(["They like soup.", "They like soup and pie."])
    let model = ScriptedModel([Self.tooLong, "Yes.", Self.tooLong, "Again."])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 4))
    session.contextPolicy = .summarizing(with: writer)
    try await session.respond(to: "More?")
    let request = try #require(writer.requests.first?.transcript.outline.last)
    #expect(
      request.hasPrefix(
        """
        prompt User: question 0\n\nAssistant calls find: {"term": "soup"}\n\nOutput of find: dal
        """
      ))
    #expect(
      session.transcript.outline.prefix(3) == [
        "instructions", "prompt Summary of the conversation so far:\nThey like soup.",
        "prompt question 2",
      ])
    try await session.respond(to: "And pie?")
    #expect(writer.requests.last?.transcript.outline.last?.contains("They like soup.") == true)
    #expect(
      session.transcript.outline.filter { $0.contains("Summary of") } == [
        "prompt Summary of the conversation so far:\nThey like soup and pie."
      ])
    #expect(Self.callsHaveOutputs(session.transcript))
  }

  @Test("does not summarize its own summary forever")
  func summaryOfSummary() async throws {
    let writer = ScriptedModel(["Short.", "Shorter."])
    let model = ScriptedModel(Array(repeating: Self.tooLong, count: 20))
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 1))
    session.contextPolicy = .summarizing(with: writer)
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "More?") }
    #expect(model.requests.count == 3)
    #expect(writer.requests.count == 1)
  }

  @Test("does not lose a summary while later turns stay")
  func longSummary() async throws {
    let writer = ScriptedModel([.text([String(repeating: "soup", count: 400)]), "They like pie."])
    let answer = ScriptedModel.Reply.text([String(repeating: "dal ", count: 300)])
    let model = ScriptedModel([Self.tooLong, answer, Self.tooLong, "Again."])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 1))
    session.contextPolicy = .summarizing(with: writer)
    try await session.respond(to: "More?")
    // Without the summary, less than half of the conversation is left.
    try await session.respond(to: "And pie?")
    #expect(writer.requests.last?.transcript.outline.last?.contains("soupsoup") == true)
    #expect(
      session.transcript.outline == [
        "instructions", "prompt Summary of the conversation so far:\nThey like pie.",
        "prompt And pie?", "response Again.",
      ])
  }

  @Test("counts what a summary uses, and ends the request with the error of its writer")
  func summaryUsage() async throws {
    struct Asleep: Error {}
    let usage = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 30, cachedTokenCount: 0),
      output: .init(totalTokenCount: 5, reasoningTokenCount: 0))
    let writer = ScriptedModel([.text(["They like soup."], usage: usage), .failure(Asleep())])
    let model = ScriptedModel([Self.tooLong, "Yes.", Self.tooLong])
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 4))
    session.contextPolicy = .summarizing(with: writer)
    #expect(try await session.respond(to: "More?").usage.totalTokenCount == 35)
    await #expect(throws: Asleep.self) { try await session.respond(to: "More?") }
    #expect(!session.isResponding)
  }

  @Test("counts a transcript that was set anew, and not with what was counted of another")
  func setTranscript() async throws {
    let usage = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 100_000, cachedTokenCount: 0),
      output: .init(totalTokenCount: 1, reasoningTokenCount: 0))
    let model = ScriptedModel([.text(["a"], usage: usage), "Yes."])
    let session = LanguageModelSession(model: model)
    try await session.respond(to: "question")
    session.contextPolicy = .droppingOldestTurns(over: 20_000)
    session.transcript = Self.transcript(turns: 4)
    try await session.respond(to: "More?")
    #expect(model.requests.last?.transcript.count == 18)
  }

  /// A scripted model that counts as many tokens as it is told for each entry.
  private struct CountingModel: TokenCountingLanguageModel {
    struct Asleep: Error {}

    let script: ScriptedModel
    let tokensOfEntry: Int
    var fails = false
    let counts = Locked(0)

    var capabilities: LanguageModelCapabilities { script.capabilities }
    var executorConfiguration: ScriptedModel.Executor.Configuration { script.executorConfiguration }

    func tokenCount(for transcript: Transcript, schema: GenerationSchema?) async throws -> Int {
      counts.withLock { $0 += 1 }
      if fails { throw Asleep() }
      return transcript.count * tokensOfEntry
    }

    struct Executor: LanguageModelExecutor {
      let executor: ScriptedModel.Executor

      init(configuration: ScriptedModel.Executor.Configuration) {
        executor = ScriptedModel.Executor(configuration: configuration)
      }

      func respond(
        to request: LanguageModelExecutorGenerationRequest, model: CountingModel,
        streamingInto channel: LanguageModelExecutorGenerationChannel
      ) async throws {
        try await executor.respond(to: request, model: model.script, streamingInto: channel)
      }
    }
  }

  @Test("is measured by a model that counts, and not by the estimate")
  func counted() async throws {
    // By the estimate, the conversation has about 100 tokens.
    for (tokensOfEntry, count) in [(1, 34), (100, 2)] {
      let model = CountingModel(script: ScriptedModel(["Yes."]), tokensOfEntry: tokensOfEntry)
      let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
      session.contextPolicy = .droppingOldestTurns(over: 90)
      try await session.respond(to: "More?")
      #expect(model.script.requests.map(\.transcript.count) == [count])
      #expect(model.counts.withLock { $0 } == 1)
      #expect(Self.callsHaveOutputs(session.transcript))
    }
  }

  @Test("is not counted where the estimate is far below the limit, nor without a limit")
  func notCounted() async throws {
    for policy in [ContextPolicy.fail, .droppingOldestTurns(), .droppingOldestTurns(over: 10_000)] {
      let model = CountingModel(script: ScriptedModel(["Yes."]), tokensOfEntry: 5_000)
      let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
      session.contextPolicy = policy
      try await session.respond(to: "More?")
      #expect(model.counts.withLock { $0 } == 0)
      #expect(session.transcript.count == 35)
    }
  }

  @Test("is measured by the estimate where the model cannot count")
  func countFails() async throws {
    let model = CountingModel(script: ScriptedModel(["Yes."]), tokensOfEntry: 1, fails: true)
    let session = LanguageModelSession(model: model, transcript: Self.transcript(turns: 8))
    session.contextPolicy = .droppingOldestTurns(over: 50)
    #expect(try await session.respond(to: "More?").content == "Yes.")
    #expect(model.counts.withLock { $0 } == 1)
    let count = try #require(model.script.requests.first?.transcript.count)
    #expect(count < 34)
    #expect(count > 2)
  }

  @Test("is measured as the model gets it, where a profile shows a part of it")
  func transformed() async throws {
    let model = ScriptedModel(["Yes.", "Yes."])
    let counter = CountingModel(script: model, tokensOfEntry: 5)
    for model in [model, counter] as [any LanguageModel] {
      let session = LanguageModelSession(
        profile: LanguageModelSession.Profile { Instructions("Cook.") }
          .model(model).historyTransform { Array($0.suffix(2)) },
        history: Self.transcript(turns: 16).history)
      session.contextPolicy = .droppingOldestTurns(over: 60)
      try await session.respond(to: "More?")
      #expect(session.transcript.count == 67)
    }
    #expect(model.requests.allSatisfy { $0.transcript.count == 3 })
    #expect(counter.counts.withLock { $0 } == 0)
  }

  @Test("is transformed by a profile once, and once more if turns are dropped")
  func transformCount() async throws {
    for (tokensOfEntry, count) in [(1, 1), (100, 2)] {
      let model = CountingModel(script: ScriptedModel(["Yes."]), tokensOfEntry: tokensOfEntry)
      let transforms = Locked(0)
      let session = LanguageModelSession(
        profile: LanguageModelSession.Profile { Instructions("Cook.") }
          .model(model)
          .historyTransform { entries in
            transforms.withLock { $0 += 1 }
            return entries
          },
        history: Self.transcript(turns: 8).history)
      session.contextPolicy = .droppingOldestTurns(over: 90)
      try await session.respond(to: "More?")
      #expect(model.counts.withLock { $0 } == 1)
      #expect(transforms.withLock { $0 } == count)
    }
  }

  @Test("is shortened where the part that a profile shows is too long")
  func longTransformed() async throws {
    let model = ScriptedModel(["Yes."])
    let session = LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("Cook.") }
        .model(model).historyTransform { $0.filter { $0.response == nil } },
      history: Self.transcript(turns: 16).history)
    session.contextPolicy = .droppingOldestTurns(over: 60)
    try await session.respond(to: "More?")
    let count = try #require(model.requests.first?.transcript.count)
    #expect((3..<24).contains(count))
  }

  /// A session whose profile shows the last entries of a long conversation.
  private static func session(
    _ model: ScriptedModel, showing count: Int
  ) -> LanguageModelSession {
    LanguageModelSession(
      profile: LanguageModelSession.Profile { Instructions("Cook.") }
        .model(model).historyTransform { Array($0.suffix(count)) },
      history: transcript(turns: 16).history)
  }

  @Test("is shortened until the part that a profile shows is shorter, with one summary")
  func hiddenTurns() async throws {
    let writer = ScriptedModel(["They like soup.", "They like pie."])
    let model = ScriptedModel([Self.tooLong, "Yes."])
    let session = Self.session(model, showing: 6)
    session.contextPolicy = .summarizing(with: writer)
    try await session.respond(to: "More?")
    #expect(writer.requests.count == 1)
    #expect(
      model.requests.map(\.transcript.outline).last == [
        "instructions", "prompt Summary of the conversation so far:\nThey like soup.",
        "prompt question 15", "calls call-15", "output call-15: dal", "response answer 15",
        "prompt More?",
      ])
  }

  @Test("ends the request where no turn that a profile shows can be dropped")
  func hiddenTurnsOnly() async throws {
    let writer = ScriptedModel(["They like soup."])
    let model = ScriptedModel(Array(repeating: Self.tooLong, count: 9))
    let session = Self.session(model, showing: 1)
    let before = session.transcript
    session.contextPolicy = .summarizing(with: writer)
    let error = await session.failure(of: "More?")
    #expect(error?.contextSizeExceeded != nil)
    #expect(model.requests.count == 1)
    #expect(writer.requests.isEmpty)
    #expect(session.transcript == before)
  }

  @Test("has its images and tools in the estimate")
  func estimated() async throws {
    let model = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(model: model, tools: [Find()], instructions: "Cook.")
    session.contextPolicy = .droppingOldestTurns(over: 600)
    try await session.respond {
      "What is it?"
      Attachment(imageURL: URL(filePath: "/photos/a.png"))
    }
    try await session.respond(to: "More?")
    #expect(model.requests.map(\.transcript.count) == [2, 2])
  }
}
