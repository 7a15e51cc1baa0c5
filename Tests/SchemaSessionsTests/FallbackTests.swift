import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaSessions

struct FallbackTests {
  private static func limit(until date: Date? = nil) -> ScriptedModel.Reply {
    .failure(LanguageModelError.rateLimited(.init(resetDate: date, debugDescription: "busy")))
  }

  private static func failure(_ status: Int?) -> ScriptedModel.Reply {
    .failure(
      LanguageModelError.providerFailure(.init(statusCode: status, debugDescription: "broken")))
  }

  @Test(
    "T19: hands the request on after a limit, a timeout and a failure of the server",
    arguments: [
      limit(), failure(503), failure(nil),
      .failure(LanguageModelError.timeout(.init(debugDescription: "slow"))),
    ])
  func fallback(_ reply: ScriptedModel.Reply) async throws {
    let (first, second) = (ScriptedModel([reply]), ScriptedModel(["Dal"]))
    let session = LanguageModelSession(model: FallbackModel([first, second]))
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    #expect(session.transcript.outline == ["prompt Soup?", "response Dal"])
    #expect(first.requests.first?.hasAlternative == true)
    #expect(second.requests.first?.hasAlternative == false)
  }

  @Test(
    "throws an error of the app's own configuration",
    arguments: [
      "invalidBaseURL", "invalidHeader", "invalidExtraBody", "budgetTooSmall", "noModels",
    ])
  func configuration(_ code: String) {
    func isOutage(_ code: String) -> Bool {
      FallbackModel.isOutage(
        LanguageModelError.providerFailure(.init(code: code, debugDescription: "broken")))
    }
    #expect(!isOutage(code))
    #expect(["connection", "cutOff", "modelNotReady", "server_error"].allSatisfy(isOutage))
  }

  @Test(
    "throws an error that another model would repeat",
    arguments: [
      failure(401),
      .failure(LanguageModelError.refusal(.init(explanation: "", debugDescription: ""))),
    ])
  func final(_ reply: ScriptedModel.Reply) async throws {
    let second = ScriptedModel(["Dal"])
    let session = LanguageModelSession(model: FallbackModel([ScriptedModel([reply]), second]))
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Soup?") }
    #expect(second.requests.isEmpty)
  }

  @Test("T18: does not switch after a part of the answer has been shown, also in a stream")
  func shown() async throws {
    let half = ScriptedModel.Reply([
      .event(.response(action: .appendText("Da", tokenCount: 1))),
      .fail(LanguageModelError.rateLimited(.init(debugDescription: "busy"))),
    ])
    let second = ScriptedModel(["Dal"])
    let session = LanguageModelSession(
      model: FallbackModel([ScriptedModel([half, half]), second]))
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Soup?") }
    await #expect(throws: LanguageModelError.self) {
      for try await _ in session.streamResponse(to: "Soup?") {}
    }
    #expect(second.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test("leaves out the metadata of a model that fails")
  func metadataOfFailedModel() async throws {
    let failing = ScriptedModel.Reply([
      .event(.reasoning(action: .updateMetadata(["a": "first"]))),
      .event(.response(action: .updateMetadata(["b": "first"]))),
      .fail(LanguageModelError.rateLimited(.init(debugDescription: "busy"))),
    ])
    let session = LanguageModelSession(
      model: FallbackModel([ScriptedModel([failing]), ScriptedModel(["Dal"])]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(session.transcript.outline.count == 2)
    let answer = try #require(session.transcript.last?.response)
    #expect(answer.metadata["b"] == nil)
  }

  @Test("T19: asks a model with a limit again when the limit ends, not before")
  func circuit() async throws {
    let start = Date(timeIntervalSince1970: 1_000_000)
    let time = Locked(start)
    let first = ScriptedModel([Self.limit(until: start + 60), "first"])
    let second = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(
      model: FallbackModel([first, second], now: { time.withLock { $0 } }))
    #expect(try await session.respond(to: "1").content == "a")
    time.withLock { $0 += 59 }
    #expect(try await session.respond(to: "2").content == "b")
    #expect(first.requests.count == 1)
    time.withLock { $0 += 1 }
    #expect(try await session.respond(to: "3").content == "first")
  }

  @Test("throws the error of the last model if all fail, and a fault of the app if there is none")
  func none() async throws {
    let models = [ScriptedModel([Self.failure(500)]), ScriptedModel([Self.limit()])]
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: FallbackModel(models)).respond(to: "Soup?")
    }
    #expect(error?.debugDescription == "busy")
    let empty = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: FallbackModel([])).respond(to: "Soup?")
    }
    #expect(empty?.debugDescription.contains("has no models") == true)
  }

  @Test("hands on by a condition of the caller")
  func condition() async throws {
    let model = FallbackModel([ScriptedModel([Self.failure(401)]), ScriptedModel(["Dal"])]) { _ in
      true
    }
    let session = LanguageModelSession(model: model)
    #expect(try await session.respond(to: "Soup?").content == "Dal")
  }

  @Test("T27: computes the cost of tokens with prices")
  func cost() {
    let usage = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 3_000, cachedTokenCount: 1_000),
      output: .init(totalTokenCount: 500, reasoningTokenCount: 100))
    #expect(usage.cost(PriceList(input: 2, cachedInput: 1, output: 10)) == Decimal(10) / 1_000)
    #expect(usage.cost(PriceList(input: 2, output: 0)) == Decimal(6) / 1_000)
  }
}
