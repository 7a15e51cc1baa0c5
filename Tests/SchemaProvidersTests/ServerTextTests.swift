import Foundation
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// Texts of a server that are no answer: errors, pages, nothing.
struct ServerTextTests {
  /// The error of a session whose server gives a response.
  private func error(
    _ provider: ProviderFixture, _ response: ScriptedTransport.Response
  ) async throws -> LanguageModelError {
    let transport = ScriptedTransport([response])
    let session = provider.session(transport)
    let error = await session.failure(of: "Soup?")
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
    #expect(session.usage.totalTokenCount == 0)
    return try #require(error)
  }

  @Test(
    "H3: a message of digits is read in time in proportion to its length",
    .timeLimit(.minutes(10)))
  func digits() async throws {
    let provider = ProviderFixture.anthropic
    func body(_ count: Int) -> String {
      provider.overflow.replacing(
        "210000 tokens > 200000 maximum", with: String(repeating: "1", count: count))
    }
    // The larger message is as long as one that is read to its end.
    let growth = try growthOfTime(from: 950) { count in
      FailedResponse(
        status: 400, headers: [:], body: body(count), secretMask: SecretMask([String]()))
    } work: { response in
      #expect(ProviderError(response).tokenCount == nil)
    }
    #expect(growth < proportionalGrowth)
    let error = try await error(provider, .init(status: 400, body: [body(60_000)]))
    let details = try #require(error.contextSizeExceeded)
    #expect(details.tokenCount == 0)
  }

  @Test("H2: of a long message of an error, a beginning is kept", arguments: ProviderFixture.all)
  func length(_ provider: ProviderFixture) async throws {
    let message = String(repeating: "soup ", count: 12_000)
    let error = try await error(
      provider, .init(status: 400, body: [#"{"error":{"message":"\#(message)"}}"#]))
    #expect(error.debugDescription.hasPrefix("\(provider.name): soup soup "))
    #expect(error.debugDescription.utf8.count < 5_000)
    #expect(error.debugDescription.hasSuffix("…"))
  }

  @Test("H2: of a long code of an error, a beginning is kept")
  func code() async throws {
    let code = String(repeating: "c", count: 60_000)
    let error = try await error(
      .openAI, .init(status: 400, body: [#"{"error":{"message":"No.","code":"\#(code)"}}"#]))
    let failure = try #require(error.providerFailure)
    #expect(try #require(failure.code).utf8.count < 200)
  }

  @Test(
    "a response without text is reported by its status",
    arguments: [
      (204, "the server answered with the status 204 and no message."),
      (401, "the server answered with the status 401 and no message."),
      (302, "the server answered with the status 302 and no message."),
    ], ["", " \r\n"])
  func empty(_ expected: (status: Int, text: String), _ body: String) async throws {
    for provider in [ProviderFixture.openAI, .gemini] {
      let error = try await error(provider, .init(status: expected.status, body: [body]))
      #expect(error.debugDescription == "\(provider.name): \(expected.text)")
      let failure = try #require(error.providerFailure)
      #expect(failure.statusCode == expected.status)
    }
  }

  @Test(
    "an error without a message is reported by its status",
    arguments: [#"{"error":""}"#, #"{"error":{"message":""}}"#, #"{"error":{}}"#, "{}", "[]"])
  func noMessage(_ body: String) async throws {
    let error = try await error(.openAI, .init(status: 403, body: [body]))
    #expect(
      error.debugDescription == "OpenAI: the server answered with the status 403 and no message.")
  }

  private static let page = "<!DOCTYPE html>\n<title>Sign in</title>\n"

  @Test(
    "a page in place of a stream is reported with its type and its beginning",
    arguments: ProviderFixture.all, ["text/html", "Text/HTML; charset=utf-8"])
  func page(_ provider: ProviderFixture, _ type: String) async throws {
    let end = String(repeating: "<p>data: {\"choices\": []}</p>\n\n", count: 100_000)
    let error = try await error(
      provider,
      .init(
        headers: ["content-type": type, provider.requestIDHeader: "r1"], body: [Self.page, end]))
    let failure = try #require(error.providerFailure)
    #expect(failure.code == "noStream")
    #expect(
      failure.debugDescription.hasPrefix(
        "\(provider.name): the server sent text/html in place of a stream (\(Self.page)"))
    #expect(failure.debugDescription.utf8.count < 500)
    #expect(failure.metadata["requestID"] as? String == "r1")
  }

  @Test(
    "a stream with the type of a page is read, also if white space precedes it",
    arguments: [ProviderFixture.openAI, .anthropic, .gemini], [[], ["\n", " \r\n"]])
  func streamAsPage(_ provider: ProviderFixture, _ start: [String]) async throws {
    let transport = ScriptedTransport([
      .init(headers: ["content-type": "text/html"], body: start + [provider.text])
    ])
    let session = provider.session(transport)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(session.transcript.outline.last == "response Dal ü")
    #expect(transport.requests.count == 1)
  }

  @Test(
    "another text in place of a stream is reported with its type and its beginning",
    arguments: [
      (
        "text/plain", "no healthy upstream", "text/plain in place of a stream (no healthy upstream)"
      ), ("text/plain", "database down", "text/plain in place of a stream (database down)"),
      ("text/plain", "retry later", "text/plain in place of a stream (retry later)"),
      (nil, "<html>Sign in</html>", "text in place of a stream (<html>Sign in</html>)"),
      (
        "application/json", #"{"choices":[{"#,
        #"application/json in place of a stream ({"choices":[{)"#
      ),
    ] as [(String?, String, String)])
  func text(_ type: String?, _ body: String, _ expected: String) async throws {
    let error = try await error(
      .openAI, .init(headers: type.map { ["content-type": $0] } ?? [:], body: [body]))
    #expect(error.debugDescription == "OpenAI: the server sent \(expected).")
  }

  @Test(
    "T21: a stream with another type, or none, that ends in a line of data was cut off",
    arguments: [["content-type": "text/plain"], ["content-type": "text/event-stream"], [:]],
    ["data: {\"choices\":[", "da", "data: {}\n\n: pi"])
  func cutOff(_ headers: [String: String], _ body: String) async throws {
    let transport = ScriptedTransport([.init(headers: headers, body: [body])])
    let model = OpenAIModel(
      "m", key: "secret", transport: transport,
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(error?.debugDescription == "OpenAI: the stream ended before the answer did.")
  }
}
