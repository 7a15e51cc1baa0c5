#if CommandLine
import Foundation
import SchemaProviders
import SchemaSessionTesting
import Testing

@testable import SchemaCommandLine

struct ChatModelTests {
  private static let keys = ["OPENAI_API_KEY": "o", "GEMINI_API_KEY": "g", "OWN_KEY": "x"]

  private func model(
    _ model: String, name: String? = nil, _ provider: ChatProvider? = nil, key: String? = nil,
    environment: [String: String] = keys
  ) throws -> ChatModel {
    try ChatModel(
      model, named: name, of: provider, keyVariable: key, environment: environment)
  }

  @Test func `a name is that of a provider's model, at its own address with its own key`() throws {
    let openAI = try model("gpt-5", .openAI)
    #expect(openAI.address == "https://api.openai.com/v1")
    #expect(openAI.name == "gpt-5")
    #expect(openAI.keyVariable == "OPENAI_API_KEY")
    #expect(try model("m", .gemini).keyVariable == "GEMINI_API_KEY")
    #expect(try model("m", .ollama).keyVariable == nil)
  }

  @Test(
    arguments: [
      ("https://api.openai.com/v1", .openAI), ("https://api.openai.com:443/v1", .openAI),
      ("http://localhost:11434", .compatible),
      ("https://generativelanguage.googleapis.com/v1beta", .gemini),
      ("http://localhost:8080/v1", .compatible), ("https://example.org/v1", .compatible),
    ] as [(String, ChatProvider)])
  func `an address determines its provider`(
    address: String, provider: ChatProvider
  ) throws {
    #expect(try model(address, name: "m").provider == provider)
    #expect(try model(address, name: "m").address == address)
  }

  @Test(arguments: ["ws://localhost/v1", "file:///v1", "://localhost"])
  func `an address that no request can be sent to is an error`(address: String) {
    let error = #expect(throws: CommandError.self) { try model(address, name: "m") }
    #expect(
      error?.problem == "'\(address)' is not an address that begins with http:// or https://.")
  }

  @Test func `a provider's key goes to the provider only`() throws {
    #expect(throws: CommandError.self) { try model("http://proxy/v1", name: "m", .openAI) }
    #expect(try model("http://proxy/v1", name: "m", .compatible).keyVariable == nil)
    let own = try model("http://proxy/v1", name: "m", .openAI, key: "OWN_KEY")
    #expect(own.keyVariable == "OWN_KEY")
    // Neither a host whose name only begins like the provider's is the provider, nor a port or a
    // connection that is not encrypted.
    for address in [
      "https://api.openai.com.example.org/v1", "http://api.openai.com/v1",
      "https://api.openai.com:8443/v1", "https://api.openai.com@example.org/v1",
    ] {
      #expect(throws: CommandError.self, "\(address)") { try model(address, name: "m", .openAI) }
    }
    for address in ["HTTPS://API.openai.com/v1", "https://api.openai.com:443/v1"] {
      #expect(try model(address, name: "m").keyVariable == "OPENAI_API_KEY", "\(address)")
    }
  }

  @Test(
    arguments: [
      ("gpt-5", nil, nil, nil, "no option names the provider"),
      ("http://h/v1", nil, .vLLM, nil, "needs the name of a model"),
      ("m", nil, .compatible, nil, "has no address of its own"),
      ("m", "n", .openAI, nil, "names it again"),
      ("m", nil, .anthropic, nil, "ANTHROPIC_API_KEY is not set"),
      ("http://h/v1", nil, .llamaCpp, "NO_KEY", "NO_KEY is not set"),
      ("http://h/v1", "m", .anthropic, nil, "is not sent there"),
    ] as [(String, String?, ChatProvider?, String?, String)])
  func `a missing argument or key is an error`(
    name: String, second: String?, provider: ChatProvider?, key: String?, problem: String
  ) {
    let error = #expect(throws: CommandError.self) {
      try model(name, name: second, provider, key: key)
    }
    #expect(error?.problem.contains(problem) == true, "\(String(describing: error))")
    #expect(error?.remedy != nil)
  }

  @Test(arguments: ChatProvider.allCases)
  func `each interface sends requests to its server`(provider: ChatProvider) async throws {
    let run = await ChatRun(
      [
        "Hello", "--model", "http://h:1/base", "--name", "m", "--provider", provider.rawValue,
        "--key-variable", "PATH",
      ], responses: [.init(status: 400, body: ["{}"])], environment: ["PATH": "/bin"])
    #expect(run.status == 2)
    let request = try #require(run.requests.first)
    #expect(request.url.absoluteString.hasPrefix("http://h:1/base/"))
    #expect(request.headers.keys.contains { $0 == "authorization" || $0 == "x-goog-api-key" })
    #expect(!run.messages.contains("/bin"))
  }

  @Test func `a wait for a retry is reported without advice for developers`() async throws {
    let transport = ScriptedTransport([
      .init(
        status: 429, headers: ["retry-after-ms": "1"], body: [#"{"error":{"message":"Slow."}}"#]),
      .init(body: [ChatRun.stream(["Dal"])]),
    ])
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let languageModel = try model("m", .openAI).languageModel(over: transport) { line in
      continuation.yield(line)
    }
    let session = LanguageModelSession(model: languageModel)
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    let line = try #require(await lines.first { _ in true })
    #expect(line.hasPrefix("schema: Trying again in 1 s. There were too many requests"))
    #expect(line.hasSuffix("OpenAI: Slow.\n"))
    for advice in ["`", "resetDate", "FallbackModel"] { #expect(!line.contains(advice)) }
  }

  @Test func `the reason of several waits is reported once`() async throws {
    let slow = ScriptedTransport.Response(
      status: 503, headers: ["retry-after-ms": "1"], body: [#"{"error":{"message":"Busy."}}"#])
    let transport = ScriptedTransport([slow, slow, .init(body: [ChatRun.stream(["Dal"])])])
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let languageModel = try model("m", .openAI).languageModel(over: transport) { line in
      continuation.yield(line)
    }
    let session = LanguageModelSession(model: languageModel)
    #expect(try await session.respond(to: "Soup?").content == "Dal")
    continuation.finish()
    let reported = await lines.reduce(into: []) { $0.append($1) }
    #expect(
      reported == [
        "schema: Trying again in 1 s. The request failed (HTTP 503): OpenAI: Busy.\n",
        "schema: Trying again in 1 s.\n",
      ])
  }
}
#endif
