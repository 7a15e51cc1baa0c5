import Foundation
import SchemaConcurrency
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

struct RetryTests {
  private func failure(
    _ status: Int?, _ headers: [String: String] = [:], isFinal: Bool = false
  ) -> ProviderRequestFailure {
    ProviderRequestFailure(
      TransportError(.connection, ""), status: status, headers: headers, isFinal: isFinal)
  }

  @Test(
    "T17: is sent again after these statuses, and a broken connection",
    arguments: [nil, 408, 409, 429, 500, 503, 529])
  func again(_ status: Int?) {
    #expect(ModelProvider.RetryPolicy().delay(after: failure(status), retries: 0, random: 0) != nil)
  }

  @Test("T17: is not sent again after these statuses", arguments: [400, 401, 403, 404, 422])
  func never(_ status: Int) {
    #expect(ModelProvider.RetryPolicy().delay(after: failure(status), retries: 0, random: 0) == nil)
  }

  @Test("T17: is not sent again when the quota is spent, or the server forbids it")
  func final() {
    let policy = ModelProvider.RetryPolicy()
    #expect(policy.delay(after: failure(429, isFinal: true), retries: 0, random: 0) == nil)
    let no = failure(503, ["x-should-retry": "false"])
    #expect(policy.delay(after: no, retries: 0, random: 0) == nil)
    let yes = failure(400, ["x-should-retry": "true"])
    #expect(policy.delay(after: yes, retries: 0, random: 0) != nil)
  }

  @Test("T17: waits half a second, twice as long each time, at most 8 seconds, less a quarter")
  func delays() {
    let policy = ModelProvider.RetryPolicy(maximumRetries: 9)
    let delays = (0..<7).map { policy.delay(after: failure(500), retries: $0, random: 0) }
    #expect(delays == [0.5, 1, 2, 4, 8, 8, 8].map { .seconds($0) })
    #expect(policy.delay(after: failure(500), retries: 0, random: 1) == .seconds(0.375))
    #expect(policy.delay(after: failure(500), retries: 9, random: 0) == nil)
  }

  @Test(
    "T17: waits as long as the server asks",
    arguments: [
      (["retry-after-ms": "250", "retry-after": "9"], 0.25), (["retry-after": "7"], 7.0),
      (["retry-after": "Sun, 06 Nov 1994 08:49:37 GMT"], 37.0),
      (["retry-after": "Sun, 06 Nov 1994 08:49:60 GMT"], 60.0),
      (["retry-after": "Sunday, 06-Nov-94 08:49:37 GMT"], 37.0),
      (["retry-after": "Sun Nov  6 08:49:37 1994"], 37.0),
    ] as [([String: String], Double)])
  func retryAfter(_ headers: [String: String], _ seconds: Double) throws {
    let now = Date(timeIntervalSince1970: 784_111_740)
    let delay = ModelProvider.RetryPolicy().delay(
      after: failure(429, headers), retries: 0, random: 1, now: now)
    #expect(delay == .seconds(seconds))
  }

  @Test(
    "T17: ignores an invalid time",
    arguments: [
      "-inf", "nan", "-1e300", "-1", "soon", "Sun, 99999999999 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 9223372036854775807 08:49:37 GMT", "Sun, 06 Nov 1994 08:99:37 GMT",
      "Sun, 06 Nov 9999 08:x:49:37 GMT", "Sun, 06 Nov 9999 08::49:37 GMT",
      "Sun, 06 Nov 9999 08:49 GMT", "Sun, +6 Nov 9999 08:49:37 GMT",
      "Sun, 06 Nov 9999 +8:49:37 GMT", "Wed, 31 Feb 9999 08:49:37 GMT",
      "Sat, 29 Feb 9999 08:49:37 GMT", "Sunday, 31-Feb-60 08:49:37 GMT",
      "Sunday, 06-Nov 08:49:37 GMT", "Sun Feb 31 08:49:37 9999", "Sun Nov  6 08:49:37 99",
    ])
  func senseless(_ text: String) {
    let policy = ModelProvider.RetryPolicy()
    for name in ["retry-after", "retry-after-ms"] {
      let delay = policy.delay(after: failure(429, [name: text]), retries: 0, random: 0)
      #expect(delay == .seconds(0.5))
    }
  }

  @Test(
    "T17: reads a year of two digits as at most fifty years ahead",
    arguments: [("10", nil), ("44", nil), ("94", 37), ("45", 0), ("93", 0)] as [(String, Double?)])
  func shortYear(_ year: String, _ seconds: Double?) {
    let delay = ModelProvider.RetryPolicy().delay(
      after: failure(429, ["retry-after": "Sunday, 06-Nov-\(year) 08:49:37 GMT"]), retries: 0,
      random: 1, now: Date(timeIntervalSince1970: 784_111_740))
    #expect(delay == seconds.map { .seconds($0) })
  }

  @Test(
    "T17, H1: gives up at once if the server asks for more than two minutes, however much more",
    arguments: [
      ["retry-after": "121"], ["retry-after-ms": "120001"], ["retry-after": "31536001"],
      ["retry-after": "1e300"], ["retry-after": "inf"], ["retry-after-ms": "1e300"],
      ["retry-after": String(repeating: "9", count: 400)],
      ["retry-after": "Sun, 06 Nov 9999 08:49:37 GMT"],
    ])
  func tooLong(_ headers: [String: String]) {
    #expect(
      ModelProvider.RetryPolicy().delay(after: failure(429, headers), retries: 0, random: 0) == nil)
  }

  @Test(
    "T17, H1: fails at once if the server asks for years, and says until when",
    arguments: ["31536001", "1e300", "1e19"])
  func years(_ wait: String) async throws {
    for (headers, body) in [
      (["retry-after": wait], #"{"error":{"message":"Slow down","code":429}}"#),
      (
        [:],
        #"{"error":{"message":"Slow down","code":429,"details":[{"retryDelay":"\#(wait)s"}]}}"#
      ),
    ] {
      let transport = ScriptedTransport([.init(status: 429, headers: headers, body: [body])])
      let session = ProviderFixture.gemini.session(transport)
      let error = await session.failure(of: "Soup?")
      let limit = try #require(error?.rateLimited)
      #expect(transport.requests.count == 1)
      let date = try #require(limit.resetDate)
      #expect(date > Date(timeIntervalSinceNow: 31_000_000) && date <= .distantFuture)
    }
  }

  @Test("T19: goes to another model at once after a limit, however long the limit is")
  func fallback() async throws {
    let busy = ScriptedTransport([
      .init(
        status: 429, headers: ["retry-after": "3600"],
        body: [#"{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}"#])
    ])
    let free = ScriptedTransport([
      .init(body: [ProviderFixture.anthropic.text]), .init(body: [ProviderFixture.anthropic.text]),
    ])
    let session = LanguageModelSession(
      model: FallbackModel([
        ProviderFixture.openAI.model(busy), ProviderFixture.anthropic.model(free),
      ]))
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(busy.requests.count == 1)
  }

  @Test("T17: is not sent again to an invalid address")
  func invalidAddress() async throws {
    let transport = ScriptedTransport([])
    let model = OpenAIModel(
      "m", key: "k", baseURL: "no address", transport: ExportingTransport(transport))
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(error?.debugDescription.contains("base URL \"no address\"") == true)
    #expect(transport.requests.isEmpty)
  }

  @Test("T17: is announced before each wait, with the error without keys")
  func announcement() async throws {
    let busy = ScriptedTransport.Response(
      status: 429, headers: ["retry-after-ms": "30"], body: [#"{"error":"slow, secret-key"}"#])
    let transport = ScriptedTransport([busy, busy, busy])
    let waits = Locked<[ModelProvider.RetryPolicy.Wait]>([])
    let requestCounts = Locked<[Int]>([])
    let policy = ModelProvider.RetryPolicy(maximumRetries: 2) { wait in
      waits.withLock { $0.append(wait) }
      requestCounts.withLock { $0.append(transport.requests.count) }
    }
    let session = LanguageModelSession(
      model: OpenAIModel("m", key: "secret-key", transport: transport, retryPolicy: policy))
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Soup?") }
    #expect(waits.withLock { $0.map(\.retry) } == [1, 2])
    #expect(waits.withLock { $0.map(\.duration) } == [.milliseconds(30), .milliseconds(30)])
    // Each one is called before its wait, and not after the last try.
    #expect(requestCounts.withLock { $0 } == [1, 2])
    for wait in waits.withLock({ $0 }) {
      guard case LanguageModelError.rateLimited = wait.error else {
        Issue.record("not a limit: \(wait.error)")
        return
      }
      #expect(!"\(wait.error)".contains("secret-key"))
    }
  }

  @Test("T27: adds the tokens of a request that failed to those of the next")
  func usage() async throws {
    func events(_ delta: String, _ usage: String) -> [String] {
      [
        #"data: {"choices":[{"index":0,"delta":{"role":"assistant""# + delta + "}}]}\n\n",
        #"data: {"choices":[],"usage":{"# + usage + "}}\n\n",
      ]
    }
    // The first stream breaks off before any content.
    let transport = ScriptedTransport([
      .init(body: events("", #""prompt_tokens":40,"completion_tokens":2"#)),
      .init(
        body: events(#","content":"Dal""#, #""prompt_tokens":41,"completion_tokens":3"#)
          + ["data: [DONE]\n\n"]),
    ])
    let session = LanguageModelSession(
      model: OpenAIModel(
        "m", key: "k", transport: ExportingTransport(transport),
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 2)))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.usage.input.totalTokenCount == 81)
    #expect(response.usage.output.totalTokenCount == 5)
  }

  @Test("T17: is sent as often as the policy allows, and then throws the provider's error")
  func count() async throws {
    let busy = ScriptedTransport.Response(
      status: 503, headers: ["retry-after-ms": "1", "x-request-id": "r1"], body: ["<html>busy"])
    let transport = ScriptedTransport([busy, busy, busy, busy])
    let session = LanguageModelSession(
      model: OpenAIModel(
        "m", key: "k", transport: ExportingTransport(transport),
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 2)))
    let error = await session.failure(of: "Soup?")
    #expect(transport.requests.count == 3)
    #expect(error?.debugDescription == "OpenAI: <html>busy")
    #expect(error?.metadata["requestID"] as? String == "r1")
  }

  private func session(
    _ responses: [ScriptedTransport.Response]
  ) -> (LanguageModelSession, ScriptedTransport) {
    let transport = ScriptedTransport(responses)
    let model = OpenAIModel(
      "m", key: "k", transport: transport,
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 2))
    return (LanguageModelSession(model: model), transport)
  }

  @Test(
    "T17: is not sent again after a status that forbids it, also if the response breaks off",
    arguments: [400, 401], [TransportError.Code.connection, .timeout])
  func brokenRefusal(_ status: Int, _ code: TransportError.Code) async throws {
    let broken = ScriptedTransport.Response(
      status: status, headers: ["x-request-id": "r1"], body: [#"{"err"#],
      failure: TransportError(code, "reset"))
    let (session, transport) = session([broken, broken, broken])
    let error = await session.failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.statusCode == status)
    #expect(failure.metadata["requestID"] as? String == "r1")
    #expect(failure.debugDescription == #"OpenAI: {"err"#)
    #expect(transport.requests.count == 1)
    #expect(session.transcript.isEmpty)
  }

  @Test("T17, T19: a limit keeps its time, also if its response breaks off")
  func brokenLimit() async throws {
    let broken = ScriptedTransport.Response(
      status: 429, headers: ["retry-after": "300"], body: [],
      failure: TransportError(.connection, "reset"))
    let (session, transport) = session([broken, broken, broken])
    let start = Date()
    let error = await session.failure(of: "Soup?")
    let limit = try #require(error?.rateLimited)
    #expect(try #require(limit.resetDate).timeIntervalSince(start) >= 300)
    #expect(transport.requests.count == 1)
  }

  @Test("an error of the connection names the provider, unless that is only a server")
  func brokenConnection() async throws {
    for (server, name) in [(CompatibleModel.Server.other, ""), (.groq, "Groq: ")] {
      let transport = ScriptedTransport([
        .init(body: [], failure: TransportError(.connection, "Reset."))
      ])
      let model = CompatibleModel(
        "m", server: server, baseURL: "http://h/v1", transport: transport,
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
      let error = await LanguageModelSession(model: model).failure(of: "Soup?")
      #expect(error?.errorDescription == "The request failed: \(name)Reset.")
    }
  }

  @Test("an error other than of the connection, such as of a recording, is thrown unchanged")
  func otherError() async throws {
    struct Unwritable: Error {}
    let (session, transport) = session([
      .init(status: 429, body: [#"{"err"#], failure: Unwritable())
    ])
    await #expect(throws: Unwritable.self) { try await session.respond(to: "Soup?") }
    #expect(transport.requests.count == 1)
  }
}
