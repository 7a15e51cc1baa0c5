import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// What providers say of their limits and failures, beside the body of an answer.
struct RateLimitTests {
  private let now = Date(timeIntervalSince1970: 1_795_000_000)

  private func failure(
    _ headers: [String: String], status: Int = 429
  ) -> ProviderRequestFailure {
    ProviderRequestFailure(
      LanguageModelError.rateLimited(.init(debugDescription: "Slow down")), status: status,
      headers: headers)
  }

  @Test(arguments: [
    ("6m0s", 360.0), ("20ms", 0.02), ("1h2m3.5s", 3_723.5), ("7", 7), ("1d", 86_400), ("", nil),
    ("soon", nil), ("5x", nil), ("-1", nil), ("1e999", nil), ("m", nil),
  ])
  func `times until a limit ends are read`(_ text: String, _ seconds: Double?) {
    #expect(RateLimits.seconds(text) == seconds)
  }

  @Test func `a limit that is used up gives the time to wait, unless the server states one`() {
    let headers = [
      "x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "20s",
      "x-ratelimit-remaining-tokens": "7", "x-ratelimit-reset-tokens": "6m0s",
    ]
    #expect(failure(headers).retryAfter(now: now) == .seconds(20))
    let asked = headers.merging(["retry-after": "3"]) { $1 }
    #expect(failure(asked).retryAfter(now: now) == .seconds(3))
    let date = ISO8601DateFormatter().string(from: now.addingTimeInterval(30))
    let anthropic = [
      "anthropic-ratelimit-input-tokens-remaining": "0",
      "anthropic-ratelimit-input-tokens-reset": date,
    ]
    #expect(failure(anthropic).retryAfter(now: now) == .seconds(30))
    #expect(failure(["x-ratelimit-reset-tokens": "6m0s"]).retryAfter(now: now) == nil)
    let other = ProviderRequestFailure(
      LanguageModelError.providerFailure(.init(debugDescription: "Down")), status: 500,
      headers: headers)
    #expect(other.retryAfter(now: now) == nil)
    #expect(failure([:], status: 424).isWorthRetry)
  }

  @Test func `the remainders of limits are metadata of the usage and of errors`() async throws {
    let headers = [
      "x-ratelimit-remaining-requests": "59", "x-ratelimit-remaining-tokens": "1000",
      "anthropic-ratelimit-output-tokens-remaining": "no number",
    ]
    let transport = ScriptedTransport([
      .init(status: 201, headers: headers, body: [ProviderFixture.openAI.text]),
      .init(status: 400, headers: headers, body: ["{}"]),
    ])
    let session = ProviderFixture.openAI.session(transport)
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal ü")
    #expect(response.usage.metadata["remainingRequests"] == 59.generatedContent)
    #expect(response.usage.metadata["remainingTokens"] == 1000.generatedContent)
    #expect(response.usage.metadata.count == 2)
    let error = await session.failure(of: "And?")
    #expect(error?.metadata["remainingTokens"] as? Int == 1000)
  }

  private func error(
    _ status: Int, _ body: String, headers: [String: String] = [:]
  ) -> ProviderRequestFailure {
    let response = FailedResponse(
      status: status, headers: headers, body: body, secretMask: SecretMask([]))
    return ProviderError(response).failure(provider: "P", response: response, metadata: [:])
  }

  @Test func `the name of an error of Amazon is read from the header`() throws {
    let denied = error(
      403, #"{"Message":"No access"}"#,
      headers: ["x-amzn-errortype": "AccessDeniedException:http://internal/"])
    let details = try #require((denied.error as? LanguageModelError)?.providerFailure)
    #expect(details.code == "AccessDeniedException")
    #expect(details.debugDescription == "P: No access")
    #expect(!denied.isWorthRetry)
    let throttled = error(
      400, #"{"message":"Slow"}"#, headers: ["x-amzn-errortype": "ThrottlingException"])
    #expect(throttled.isRateLimit)
  }

  @Test func `the quota of a day is final, and that of a minute is not`() {
    func quota(_ id: String) -> ProviderRequestFailure {
      error(
        429,
        #"""
        {"error":{"code":429,"message":"Quota","status":"RESOURCE_EXHAUSTED",\#
        "details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure",\#
        "violations":[{"quotaId":"\#(id)"}]}]}}
        """#
      )
    }
    #expect(!quota("GenerateRequestsPerDayPerProject").isWorthRetry)
    #expect(quota("GenerateRequestsPerMinutePerProject").isWorthRetry)
    #expect(quota("GenerateRequestsPerDayPerProject").isRateLimit)
  }

  @Test func `errors name a wrong key, and the provider that a router has chosen`() throws {
    let key = error(
      400,
      #"""
      {"error":{"code":400,"message":"Bad key","status":"INVALID_ARGUMENT",\#
      "details":[{"reason":"API_KEY_INVALID"}]}}
      """#
    )
    let details = try #require((key.error as? LanguageModelError)?.providerFailure)
    #expect(details.code == "API_KEY_INVALID")
    let routed = error(
      502, #"{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"boom"}}}"#)
    #expect("\(routed.error)".contains("Provider returned error (boom)"))
  }

  @Test func `tokens written to a cache have their own price`() {
    let usage = LanguageModelSession.Usage(
      input: .init(totalTokenCount: 100, cachedTokenCount: 60, cacheWriteTokenCount: 30),
      output: .init(totalTokenCount: 10, reasoningTokenCount: 0))
    #expect(
      usage.cost(PriceList(input: 1, cachedInput: 2, cacheWrite: 3, output: 4)) * 1_000_000 == 260)
    #expect(usage.cost(PriceList(input: 1, output: 4)) * 1_000_000 == 140)
  }

  /// Responses whose only time is that at which a limit ends, in five hours.
  private static func limits() -> [(body: String, headers: [String: String])] {
    let date = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: 18_000))
    return [
      (
        #"{"error":{"message":"Slow","code":"rate_limit_exceeded"}}"#,
        ["x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "5h0m0s"]
      ),
      (
        #"{"type":"error","error":{"type":"rate_limit_error","message":"Slow"}}"#,
        [
          "anthropic-ratelimit-input-tokens-remaining": "0",
          "anthropic-ratelimit-input-tokens-reset": date,
        ]
      ),
    ]
  }

  @Test(arguments: [
    (429, "There were too many requests (HTTP 429): OpenAI: No."),
    (408, "The model did not answer in time (HTTP 408): OpenAI: No."),
    (504, "The model did not answer in time (HTTP 504): OpenAI: No."),
    (413, "The request failed (HTTP 413): OpenAI: No."),
  ])
  func `the error of a response has its status, also that of one request of a batch`(
    status: Int, problem: String
  ) async throws {
    let body = #"{"error":{"message":"No."}}"#
    let model = OpenAIModel(
      "m", key: "k", transport: ScriptedTransport([.init(status: status, body: [body])]),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(error?.errorDescription == problem)
    let part = ProviderError.sessionError(
      for: try GeneratedContent(json: body), of: "OpenAI", status: status)
    #expect((part as? LanguageModelError)?.errorDescription == problem)
  }

  @Test func `the error of a limit has the time at which the limit ends, also from its own field`()
    throws
  {
    for (body, headers) in Self.limits() {
      let failure = error(429, body, headers: headers)
      let limit = try #require((failure.error as? LanguageModelError)?.rateLimited)
      let wait = try #require(limit.resetDate).timeIntervalSinceNow
      #expect((17_990...18_001).contains(wait))
      let delay = ModelProvider.RetryPolicy(longestWait: .seconds(20_000))
        .delay(after: failure, retries: 0, random: 0)
      #expect(try #require(delay) > .seconds(17_990))
    }
    // The fields of limits that are not used up, and those beside another error, say nothing.
    let other = error(429, "{}", headers: ["x-ratelimit-reset-requests": "6m0s"])
    let limit = try #require((other.error as? LanguageModelError)?.rateLimited)
    #expect(limit.resetDate == nil)
  }

  @Test func `T19: a model gets no requests until the time in the field of its limit`()
    async throws
  {
    for (body, headers) in Self.limits() {
      let busy = ScriptedTransport([.init(status: 429, headers: headers, body: [body])])
      let free = ScriptedTransport([
        .init(body: [ProviderFixture.gemini.text]), .init(body: [ProviderFixture.gemini.text]),
      ])
      let session = LanguageModelSession(
        model: FallbackModel([
          ProviderFixture.openAI.model(busy), ProviderFixture.gemini.model(free),
        ]))
      #expect(try await session.respond(to: "Soup?").content == "Dal ü")
      #expect(try await session.respond(to: "And?").content == "Dal ü")
      #expect(busy.requests.count == 1)
    }
  }
}
