import Foundation
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

struct KeyTests {
  private static let key = "secret"

  /// Whatever shows of a value: its descriptions, and a dump of it.
  private func shown(_ value: some Any) -> String {
    var text = "\(value) \(String(reflecting: value))"
    dump(value, to: &text)
    return text
  }

  @Test("H6: does not show in a request", arguments: ProviderFixture.all)
  func request(_ provider: ProviderFixture) async throws {
    let (session, transport) = provider.session(provider.text)
    try await session.respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(!shown(request).contains(Self.key))
    #expect(!shown(transport).contains(Self.key))
    #expect(shown(request).contains("POST http"))
  }

  @Test(
    "is sent without surrounding white space, such as a file's last newline",
    arguments: ["\tsecret\r\n", .provider { " secret\n" }] as [ModelProvider.Key])
  func whitespace(_ key: ModelProvider.Key) async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let model = OpenAIModel("m", key: key, transport: ExportingTransport(transport))
    try await LanguageModelSession(model: model).respond(to: "Soup?")
    #expect(transport.requests.first?.headers["authorization"] == "Bearer secret")
  }

  @Test func `that is nil is not sent, for servers that need none`() async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let model = OpenAIModel(
      "m", key: nil, baseURL: "http://localhost:8080/v1", transport: transport)
    try await LanguageModelSession(model: model).respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.headers["authorization"] == nil)
  }

  @Test(
    "that is empty, or white space, is an error, and nothing is sent",
    arguments: ["", " \n", .provider { "\t" }] as [ModelProvider.Key])
  func empty(_ key: ModelProvider.Key) async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let model = OpenAIModel("m", key: key, transport: transport)
    await #expect(throws: ModelProvider.KeyError.self) {
      try await LanguageModelSession(model: model).respond(to: "Soup?")
    }
    #expect(transport.requests.isEmpty)
  }

  @Test func `that is empty is an error that names the missing argument`() {
    #expect(
      "\(ModelProvider.KeyError(code: .empty))"
        == "The `key` of the model is empty. "
        + "Pass the provider's key, such as `.environment(\"OPENAI_API_KEY\")`.")
  }

  @Test(arguments: [nil, "secret"] as [ModelProvider.Key?])
  func `that is missing is reported only if the server requires one`(_ key: ModelProvider.Key?)
    async throws
  {
    let transport = ScriptedTransport([
      .init(status: 401, body: [#"{"error":{"message":"Who are you?"}}"#])
    ])
    let error = await #expect(throws: LanguageModelError.self) {
      try await LanguageModelSession(model: OpenAIModel("m", key: key, transport: transport))
        .respond(to: "Soup?")
    }
    #expect(
      error?.recoverySuggestion
        == (key == nil
          ? "If the server expects a key, pass it to the model as `key`, such as "
            + "`.environment(\"API_KEY\")`."
          : "Check the key and its permissions."))
  }

  @Test(
    "H6: with a character that a header cannot contain is an error, and nothing is sent",
    arguments: [
      ("sec\nret", "U+000A"), ("sec\r\nx-admin: 1", "U+000D"), ("sec\u{0}ret", "U+0000"),
      ("sec\u{7F}ret", "U+007F"), ("s\u{E9}cret", "U+00E9"), ("sec\u{1F511}ret", "U+1F511"),
      ("sec\tret", "U+0009"),
    ])
  func invalidCharacter(_ key: (text: String, character: String)) async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let session = LanguageModelSession(
      model: OpenAIModel(
        "m", key: ModelProvider.Key(key.text), transport: transport))
    let error = await #expect(throws: ModelProvider.KeyError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(error?.code == .invalidCharacter(key.character))
    #expect(try !shown(#require(error)).contains("sec"))
    #expect(transport.requests.isEmpty)
    #expect(session.transcript.isEmpty)
  }

  @Test("H6: a header of the caller with a line break is an error, and nothing is sent")
  func invalidHeader() async throws {
    let transport = ScriptedTransport([.init(body: [ProviderFixture.openAI.text])])
    let model = OpenAIModel("m", key: "secret", project: "p\r\nx: y", transport: transport)
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidHeader")
    #expect(failure.debugDescription.contains("openai-project has the character U+000D"))
    #expect(transport.requests.isEmpty)
  }

  @Test(
    "H6: does not show in part where a body that repeats it is cut",
    arguments: [65_530, 65_531, 65_533, 65_535])
  func cutBody(_ start: Int) async throws {
    let key = "sk-1234567890abcdef"
    // Keys before the end, which become shorter, so that what follows the limit could move up.
    let start = start - 10
    let text = String(repeating: key, count: start / key.count)
    let filler = String(repeating: ".", count: start - text.utf8.count)
    let transport = ScriptedTransport([
      .init(status: 400, body: [text + filler + key + " and more"])
    ])
    let model = OpenAIModel("m", key: ModelProvider.Key(key), transport: transport)
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    let body = try #require(error?.metadata["body"] as? String)
    #expect(!body.contains("sk-1"))
    #expect(try !shown(#require(error)).contains("sk-1"))
  }

  @Test(
    "H6: does not show in part where an error of a stream that repeats it is shortened",
    arguments: Array(960...1_000) + Array(3_980...4_005))
  func cutMessage(_ start: Int) async throws {
    let key = "sk-1234567890abcdef"
    let filler = String(repeating: ".", count: start)
    for event in [
      #"{"error":{"message":"\#(filler)\#(key)"}}"#, #"{"error":{"x":"\#(filler)\#(key)"}}"#,
    ] {
      let transport = ScriptedTransport([.init(body: ["data: \(event)\n\n"])])
      let model = OpenAIModel(
        "m", key: ModelProvider.Key(key), transport: transport,
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
      let error = await LanguageModelSession(model: model).failure(of: "Soup?")
      let thrown = try #require(error)
      #expect(thrown.debugDescription.contains("...."))
      #expect(!shown(thrown).contains("sk-1"))
    }
  }

  @Test("H6: does not show in part where a page that repeats it is shortened")
  func cutPage() async throws {
    let key = "sk-1234567890abcdef"
    for start in 180...200 {
      let filler = String(repeating: ".", count: start)
      let transport = ScriptedTransport([
        .init(headers: ["content-type": "text/html"], body: ["\(filler)\(key)</p>"])
      ])
      let model = OpenAIModel("m", key: ModelProvider.Key(key), transport: transport)
      let error = await LanguageModelSession(model: model).failure(of: "Soup?")
      #expect(try !shown(#require(error)).contains("sk-1"))
    }
  }

  @Test("H6: does not show where a body repeats it as JSON text")
  func escaped() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://host/")),
      headers: ["x-api-key": #"a/b"c"#], body: Data())
    #expect(
      request.masking(#"{"a": "a/b\"c", "b": "a\/b\"c"} a/b"c"#) == #"{"a": "•••", "b": "•••"} •••"#
    )
  }

  @Test(
    "H6: does not show as the user of an address, nor with its password as in a header",
    arguments: [
      ("https://token-1@host/", ["token-1", "dG9rZW4tMTo="]),
      ("https://token-1:@host/", ["token-1", "dG9rZW4tMTo="]),
      ("https://me:word-1@host/", ["word-1", "bWU6d29yZC0x"]),
      ("https://host/?sig=abc1&X-Amz-Credential=def2&pwd=ghi3", ["abc1", "def2", "ghi3"]),
    ])
  func user(_ address: String, _ secrets: [String]) throws {
    let request = TransportRequest(
      url: try #require(URL(string: address)), headers: [:], body: Data())
    #expect(
      request.masking(secrets.joined(separator: " "))
        == secrets.map { _ in "•••" }.joined(separator: " "))
    for secret in secrets { #expect(!shown(request).contains(secret)) }
  }

  @Test func `H6: that is a letter does not show as a word, and other words stay`() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://host/")), headers: ["authorization": "Bearer k"],
      body: Data())
    #expect(
      request.masking("The key k, \"k\" or Bearer k.") == "The key •••, \"•••\" or •••.")
  }

  @Test("H6: is not confused with a field that only has a part of a key's name in its name")
  func ordinaryNames() throws {
    let address =
      "https://host/?X-Amz-SignedHeaders=host&X-Amz-Signature=abc1&db_pass=def2&design=plain"
    let request = TransportRequest(
      url: try #require(URL(string: address)), headers: ["x-bypass-cache": "always"], body: Data())
    #expect(request.secretMask.secrets.sorted() == ["abc1", "def2"])
    #expect(request.maskedHeaders == ["x-bypass-cache": "always"])
    #expect(request.masking("no host is always plain") == "no host is always plain")
    #expect(request.maskedURL.contains("X-Amz-SignedHeaders=host&"))
  }

  @Test("H6: does not show completely if a header has white space in it")
  func spaces() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://host/")), headers: ["x-api-key": "first second"],
      body: Data())
    #expect(request.masking("first second") == "•••")
  }

  // A comparison of the whole key at each place would take minutes.
  @Test("H3: is found in time in proportion to the text", .timeLimit(.minutes(10)))
  func longText() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://host/")),
      headers: ["x-api-key": String(repeating: "a", count: 100_000) + "b"], body: Data())
    let text = String(repeating: "a", count: 1_000_000)
    #expect(request.masking(text) == text)
  }

  @Test("of a variable that is not set is an error that names it")
  func missingVariable() async throws {
    let name = "KEY_\(UUID().uuidString)"
    let error = await #expect(throws: ModelProvider.KeyError.self) {
      try await ModelProvider.Key.environment(name).value()
    }
    #expect(error?.code == .missingVariable(name))
    #expect(error?.errorDescription == "The environment variable \(name) is missing or empty.")
  }

  @Test("H6: does not show in an address, where a caller put it")
  func address() throws {
    let request = TransportRequest(
      url: try #require(
        URL(string: "https://me:secret@host/v1/chat?alt=sse&api_key=secret")),
      headers: [:], body: Data())
    #expect(!shown(request).contains(Self.key))
    #expect(request.description.hasPrefix("POST https://host/v1/chat?alt=sse&api_key="))
    #expect(request.secretMask.secrets.contains(Self.key))
  }

  @Test(
    "H6: does not show in an error of a stream that repeats it",
    arguments: ProviderFixture.all.filter { $0.hasKey })
  func streamError(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(
      provider.lateError.replacing("overloaded", with: "bad key secret"))
    let error = await session.failure(of: "Soup?")
    let thrown = try #require(error)
    #expect(!shown(thrown).contains(Self.key))
    #expect(thrown.debugDescription.contains("bad key •••"))
  }

  @Test(
    "H6: does not show in a refusal that repeats it",
    arguments: ProviderFixture.all.filter { $0.hasKey && $0.refusal != nil })
  func refusal(_ provider: ProviderFixture) async throws {
    let (session, _) = provider.session(
      try #require(provider.refusal).replacing("not.", with: "not say secret."))
    let error = await session.failure(of: "Soup?")
    let refusal = try #require(error?.refusal)
    #expect(refusal.text == "I cannot say •••.")
    #expect(!shown(refusal).contains(Self.key))
  }

  @Test("H6: does not show in an error of a transport that repeats it")
  func transportError() async throws {
    struct Broken: ModelTransport {
      func send(_ request: TransportRequest) async throws -> TransportResponse {
        throw TransportError(.connection, "no route to https://host/?key=secret")
      }
    }
    let model = OpenAIModel(
      "m", key: "secret", transport: Broken(),
      retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(error?.debugDescription.contains("key=•••") == true)
  }

  @Test("H6: does not show before an accent, and not as a part of another key")
  func parts() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://host/?key=secret")),
      headers: ["authorization": "Bearer secret-2"], body: Data())
    #expect(request.masking("secret-2, secret\u{301} and secret") == "•••, •••\u{301} and •••")
  }

  @Test("H6: does not show as it was sent, nor decoded, nor without its scheme")
  func forms() throws {
    let request = TransportRequest(
      url: try #require(URL(string: "https://me:p%2Fw@host/?key=a%2Bb")),
      headers: ["authorization": "Basic c2VjcmV0"], body: Data())
    let text = "key=a%2Bb, a+b, p%2Fw, p/w, c2VjcmV0"
    #expect(request.masking(text) == "key=•••, •••, •••, •••, •••")
  }

  @Test(
    "H6: does not show in the error of an invalid address",
    arguments: [
      "//?key=secret", "https://secret@", "https://me:secret@", "ftp://me:secret@host",
      "https:///v1#key=secret", "me:se@secret@", "http://", "https://?key=secret",
    ])
  func invalidAddress(_ address: String) async throws {
    let model = OpenAIModel("m", key: "k", baseURL: address)
    let error = await LanguageModelSession(model: model).failure(of: "Soup?")
    #expect(try !shown(#require(error)).contains(Self.key))
    let failure = try #require(error?.providerFailure)
    #expect(failure.code == "invalidBaseURL")
    #expect(failure.debugDescription.hasSuffix(" is not an address."))
    #expect(error?.recoverySuggestion == "Use a form like https://host/v1.")
  }

  @Test("H6: does not show in a recording, wherever it occurs")
  func recording() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("keys-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let provider = ProviderFixture.openAI
    let response = ScriptedTransport.Response(
      headers: ["x-echo": "Bearer secret"], body: [": sec", "ret\n\n", provider.text])
    let model = OpenAIModel(
      "m", key: "secret", baseURL: "https://host/v1?token=secret",
      transport: RecordingTransport(ScriptedTransport([response]), to: file))
    try await LanguageModelSession(model: model).respond(to: "Is it secret?")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(!text.contains(Self.key))
    #expect(text.contains("Is it •••?"))
  }
}
