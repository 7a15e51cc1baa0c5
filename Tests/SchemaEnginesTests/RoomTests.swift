import SessionTestSupport
import Testing

@testable import SchemaEngines

/// Errors of requests that have no room for an answer, or whose numbers cannot be used.
struct RoomTests {
  private func session(
    contextSize: Int = 8_192, sampling: EngineFacts.Sampling = .init(temperature: 0)
  ) async throws -> (LanguageModelSession, EngineScheduler) {
    let scheduler = try await EngineScheduler {
      try ScriptedEngine(
        contextSize: contextSize, sampling: sampling, script: ScriptedEngine.replies { _ in "Hi" })
    }
    let model = EngineModel(scheduler, template: ChatMLTemplate())
    return (LanguageModelSession(model: model, instructions: "Be brief."), scheduler)
  }

  @Test func `a prompt without room for the shortest answer says how many tokens are for what`()
    async throws
  {
    let (large, _) = try await session()
    let options = GenerationOptions(maximumResponseTokens: 60)
    _ = try await large.respond(to: "A dish", generating: Dish.self, options: options)
    let count = large.usage.input.totalTokenCount
    let (session, scheduler) = try await session(contextSize: count + 5)
    let before = session.transcript
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "A dish", generating: Dish.self)
    }
    guard case .contextSizeExceeded(let details)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(details.tokenCount == count)
    let text = details.debugDescription
    let parts = #/\(\d+ for the instructions, (\d+) for the schemas, (\d+) for the conversation\)/#
    let shares = try #require(text.firstMatch(of: parts), "\(text)")
    // The schema has more text than the prompt and the markers of turns.
    #expect(try #require(Int(shares.1)) > #require(Int(shares.2)))
    #expect(text.contains(#/, and the shortest answer needs \d+ more\. /#))
    #expect(text.contains("Use a smaller schema, or open the model with a larger context."))
    #expect(session.transcript == before)
    #expect(await scheduler.decodedTokenCount == 0)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test func `a limit below the shortest answer says how many tokens the answer needs`()
    async throws
  {
    let (session, scheduler) = try await session()
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(
        to: "A dish", generating: Dish.self, options: GenerationOptions(maximumResponseTokens: 3))
    }
    guard case .providerFailure(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code == "budgetTooSmall")
    let text = failure.debugDescription
    #expect(
      text.firstMatch(of: /needs \d+ tokens, and the request allows 3\.$/) != nil, "\(text)")
    #expect(error?.recoverySuggestion == "Raise `maximumResponseTokens`, or leave it out.")
    #expect(await scheduler.decodedTokenCount == 0)
    #expect(await scheduler.busySequenceCount == 0)
  }

  @Test(arguments: [
    EngineFacts.Sampling(temperature: .nan), .init(topP: .infinity), .init(minP: .nan),
    .init(penalties: .init(repetition: .nan)),
  ])
  func `a default of the model that is not finite is not blamed on the request`(
    sampling: EngineFacts.Sampling
  ) async throws {
    let (session, scheduler) = try await session(sampling: sampling)
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "Hi")
    }
    guard case .providerFailure(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      failure.debugDescription.hasSuffix(
        "The model's default sampling has a number that is not finite."))
    #expect(error?.recoverySuggestion == "Open the model with other numbers.")
    #expect(await scheduler.decodedTokenCount == 0)
  }
}
