import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Batches against servers that follow the documentation of the providers.
struct BatchTests {
  private static let ids = ["soup", "cut", "busy", "lost", "wrong"]

  private static var requests: [BatchRequest] {
    ids.map { id in
      BatchRequest(id: id, prompt: "Cook \(id)", generating: Dish.self, instructions: "Cook well.")
    }
  }

  /// A provider: its model, its answers, and the path of its results.
  struct Provider: CustomTestStringConvertible {
    let name: String
    let model: @Sendable (any ModelTransport) -> ModelBatches
    let answers: [String: String]
    let poll: String
    let unfinished: String
    let finished: String
    var testDescription: String { name }

    func server(polls: [String]) -> ScriptedBatchServer {
      let rest = Locked(polls[...])
      var all: [String: ScriptedBatchServer.Answer] = answers.mapValues { body in
        { @Sendable _ in (200, body) }
      }
      let last = polls.last ?? ""
      all[poll] = { _ in (200, rest.withLock { $0.popFirst() } ?? last) }
      return ScriptedBatchServer(all)
    }
  }

  /// The providers, whose results are not in order.
  ///
  /// They are an answer, an answer that was cut off, a request that failed, none for one that is
  /// lost, and an answer that does not fit.
  static let providers: [Provider] = [anthropic, responses, chat, gemini]

  private static func lines(_ lines: String...) -> String { lines.joined(separator: "\n") + "\n" }

  private static let dish = #"{\"name\":\"Dal\",\"minutes\":40}"#
  private static let wrongDish = #"{\"name\":\"Dal\",\"minutes\":1}"#

  private static let anthropic: Provider = {
    func message(_ text: String, _ reason: String = "end_turn") -> String {
      #"""
      {"id":"msg","type":"message","role":"assistant","model":"claude",\#
      "content":[{"type":"thinking","thinking":"Hm.","signature":"s"},\#
      {"type":"text","text":"\#(text)"}],"stop_reason":"\#(reason)","stop_sequence":null,\#
      "usage":{"input_tokens":7,"output_tokens":5}}
      """#
    }
    func line(_ id: String, _ result: String) -> String {
      #"{"custom_id":"\#(id)","result":\#(result)}"#
    }
    func poll(_ status: String) -> String {
      #"""
      {"id":"b1","type":"message_batch","processing_status":"\#(status)",\#
      "request_counts":{"processing":0,"succeeded":3,"errored":1,"canceled":0,"expired":1},\#
      "results_url":"https://elsewhere.example/results"}
      """#
    }
    return Provider(
      name: "Anthropic",
      model: { AnthropicModel("m", key: "k-secret", transport: $0, retryPolicy: none).batches },
      answers: [
        "POST /v1/messages/batches": poll("in_progress"),
        "POST /v1/messages/batches/b1/cancel": poll("canceling"),
        "GET /v1/messages/batches/b1/results": lines(
          line("wrong", #"{"type":"succeeded","message":\#(message(wrongDish))}"#),
          #"{"custom_id":"lost","result":{"type":"succ"#,
          line(
            "busy",
            #"""
            {"type":"errored","error":{"type":"error",\#
            "error":{"type":"overloaded_error","message":"Busy"}}}
            """#
          ),
          line(
            "cut", #"{"type":"succeeded","message":\#(message(#"{\"name\""#, "max_tokens"))}"#),
          line("nobody", #"{"type":"expired"}"#),
          line("soup", #"{"type":"succeeded","message":\#(message(dish))}"#),
          line("soup", #"{"type":"succeeded","message":\#(message(wrongDish))}"#)),
      ], poll: "GET /v1/messages/batches/b1", unfinished: poll("in_progress"),
      finished: poll("ended"))
  }()

  private static func openAI(
    _ name: String, _ model: @escaping @Sendable (any ModelTransport) -> ModelBatches,
    _ body: (String, Bool) -> String
  ) -> Provider {
    func line(_ id: String, _ body: String, _ status: Int = 200) -> String {
      #"""
      {"id":"r","custom_id":"\#(id)",\#
      "response":{"status_code":\#(status),"request_id":"q","body":\#(body)},"error":null}
      """#
    }
    func poll(_ status: String, _ more: String = "") -> String {
      #"""
      {"id":"b1","object":"batch","status":"\#(status)",\#
      "request_counts":{"total":5,"completed":4,"failed":1}\#(more)}
      """#
    }
    return Provider(
      name: name, model: model,
      answers: [
        "POST /v1/files": #"{"id":"file-1","object":"file"}"#,
        "POST /v1/batches": poll("validating"), "POST /v1/batches/b1/cancel": poll("cancelling"),
        "GET /v1/files/out/content": lines(
          line("wrong", body(wrongDish, false)), "null", "[[[",
          line("cut", body(#"{\"name\""#, true)), line("soup", body(dish, false))),
        "GET /v1/files/err/content": lines(
          line("busy", #"{"error":{"message":"Busy","type":"server_error"}}"#, 503)),
      ], poll: "GET /v1/batches/b1", unfinished: poll("in_progress"),
      finished: poll("completed", #","output_file_id":"out","error_file_id":"err""#))
  }

  private static let responses = openAI(
    "Responses",
    { OpenAIResponsesModel("m", key: "k-secret", transport: $0, retryPolicy: none).batches }
  ) { text, isCut in
    let end =
      isCut ? #""incomplete","incomplete_details":{"reason":"max_output_tokens"}"# : #""completed""#
    return
      #"""
      {"id":"resp","object":"response","model":"gpt","status":\#(end),\#
      "output":[{"type":"reasoning","id":"rs","content":[{"type":"reasoning_text",\#
      "text":"Deep."}],"summary":[{"type":"summary_text","text":"Hm."}],"encrypted_content":"e"},\#
      {"type":"message","id":"msg","role":"assistant","status":"completed",\#
      "content":[{"type":"output_text","text":"\#(text)","annotations":[]}]}],\#
      "usage":{"input_tokens":7,"output_tokens":5,"total_tokens":12}}
      """#
  }

  private static let chat = openAI(
    "Chat",
    { OpenAIModel("m", key: "k-secret", transport: $0, retryPolicy: none).batches }
  ) { text, isCut in
    #"""
    {"id":"c","object":"chat.completion","model":"gpt",\#
    "choices":[{"index":0,"message":{"role":"assistant","content":"\#(text)","refusal":null},\#
    "finish_reason":"\#(isCut ? "length" : "stop")"}],\#
    "usage":{"prompt_tokens":7,"completion_tokens":5,"total_tokens":12}}
    """#
  }

  private static let gemini: Provider = {
    func reply(_ text: String, _ reason: String = "STOP") -> String {
      #"""
      {"candidates":[{"content":{"role":"model","parts":[{"text":"\#(text)"}]},\#
      "finishReason":"\#(reason)"}],\#
      "usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":5}}
      """#
    }
    func poll(_ state: String, _ more: String = "") -> String {
      #"{"name":"batches/b1","metadata":{"state":"BATCH_STATE_\#(state)"}\#(more)}"#
    }
    // Results without a name are known by their place.
    let results = [
      #"{"response":\#(reply(dish))}"#, #"{"response":\#(reply(#"{\"name\""#, "MAX_TOKENS"))}"#,
      #"{"error":{"code":503,"message":"Busy","status":"UNAVAILABLE"},"metadata":{"key":"busy"}}"#,
      "null", #"{"response":\#(reply(wrongDish)),"metadata":{"key":"wrong"}}"#,
    ].joined(separator: ",")
    return Provider(
      name: "Gemini",
      model: {
        GeminiModel("gemini-3-flash", key: "k-secret", transport: $0, retryPolicy: none).batches
      },
      answers: [
        "POST /v1/models/gemini-3-flash:batchGenerateContent": poll("PENDING"),
        "POST /v1/batches/b1:cancel": "{}",
      ], poll: "GET /v1/batches/b1", unfinished: poll("RUNNING"),
      finished: poll(
        "SUCCEEDED",
        #","done":true,"response":{"inlinedResponses":{"inlinedResponses":[\#(results)]}}"#))
  }()

  private static var none: ModelProvider.RetryPolicy {
    ModelProvider.RetryPolicy(maximumRetries: 0)
  }

  @Test("a batch is sent, stored, polled and read back", arguments: providers)
  func wholeBatch(provider: Provider) async throws {
    let server = provider.server(polls: [provider.unfinished, provider.finished])
    let started = try await provider.model(ExportingTransport(server)).start(Self.requests)
    #expect(started.requestIDs == Self.ids)
    // Another process goes on with the stored value.
    let stored = try JSONEncoder().encode(started)
    #expect(!String(decoding: stored, as: UTF8.self).contains("Cook"))
    let batch = try JSONDecoder().decode(ModelBatch.self, from: stored)
    #expect(batch == started)
    let batches = provider.model(server)
    let status = try await batches.waitForEnd(of: batch, checkingEvery: .milliseconds(1))
    #expect(status.state == .completed)
    if provider.name != "Gemini" {
      #expect(
        (status.requestCount, status.failedCount) == (5, provider.name == "Anthropic" ? 2 : 1))
    }

    var results: [String: BatchResult] = [:]
    for try await result in try batches.results(of: batch) {
      #expect(results.updateValue(result, forKey: result.id) == nil)
    }
    #expect(Set(results.keys) == Set(Self.ids))

    let soup = try #require(results["soup"])
    #expect(soup.error == nil)
    let response = try await soup.response(generating: Dish.self)
    #expect(response.content == Dish(name: "Dal", minutes: 40))
    if provider.name == "Responses" {
      let text = response.transcriptEntries.map { entry in
        if case .reasoning(let reasoning) = entry { "\(reasoning.segments)" } else { "" }
      }.joined()
      #expect(text.contains("Deep.") && text.contains("Hm."), "\(text)")
    }
    #expect(response.usage.input.totalTokenCount == 7)
    #expect(response.usage.output.totalTokenCount == 5)
    // A reply can be read again, and as something else.
    #expect(try await soup.response().content == #"{"name":"Dal","minutes":40}"#)

    #expect(results["cut"]?.error == nil)
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await results["cut"]?.response(generating: Dish.self)
    }
    await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await results["wrong"]?.response(generating: Dish.self)
    }
    let busy = try #require(results["busy"]?.error as? LanguageModelError)
    #expect(busy.localizedDescription.contains("Busy") || "\(busy)".contains("Busy"))
    await #expect(throws: LanguageModelError.self) {
      try await results["busy"]?.response(generating: Dish.self)
    }
    guard case .providerFailure(let lost)? = results["lost"]?.error as? LanguageModelError else {
      Issue.record("\(String(describing: results["lost"]?.error))")
      return
    }
    #expect(lost.code == "noResult")
  }

  @Test("a reply in the form that the provider's own package writes is read", arguments: providers)
  func goldenReplies(provider: Provider) async throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let reply = try String(
      contentsOf: folder.appending(path: "Golden/\(provider.name.lowercased()).reply.json"),
      encoding: .utf8
    ).trimmingCharacters(in: .newlines)
    var answers = provider.answers
    var finished = provider.finished
    switch provider.name {
    case "Anthropic": answers["GET /v1/messages/batches/b1/results"] = reply
    case "Gemini":
      finished =
        #"""
        {"metadata":{"state":"BATCH_STATE_SUCCEEDED",\#
        "output":{"inlinedResponses":{"inlinedResponses":[{"response":\#(reply)}]}}}}
        """#
    default:
      answers["GET /v1/files/out/content"] =
        #"{"custom_id":"soup","response":{"status_code":200,"body":\#(reply)},"error":null}"#
    }
    answers[provider.poll] = finished
    let batches = provider.model(ScriptedBatchServer(answers))
    let batch = try await batches.start([
      BatchRequest(id: "soup", prompt: "Soup?", generating: Dish.self)
    ])
    var count = 0
    for try await result in try batches.results(of: batch) {
      count += 1
      let response = try await result.response(generating: Dish.self)
      #expect(response.content == Dish(name: "Dal ü", minutes: 40))
      #expect(response.usage.input.totalTokenCount == 9)
      #expect(response.usage.output.totalTokenCount == 4)
      let hasThoughts = response.transcriptEntries.contains {
        if case .reasoning = $0 { true } else { false }
      }
      #expect(hasThoughts == (provider.name != "Chat"))
    }
    #expect(count == 1)
  }

  @Test("H6: the key goes to the provider alone, and into no body", arguments: providers)
  func keys(provider: Provider) async throws {
    let server = provider.server(polls: [provider.finished])
    let batches = provider.model(server)
    let batch = try await batches.start(Self.requests)
    try await batches.cancel(batch)
    for try await _ in try batches.results(of: batch) {}
    #expect(server.requests.count >= 3)
    for request in server.requests {
      #expect(request.headers.values.contains { $0.hasSuffix("k-secret") })
      #expect(!String(decoding: request.body, as: UTF8.self).contains("k-secret"))
      #expect(request.url.host != "elsewhere.example")
      #expect(request.method == "POST" || request.body.isEmpty)
    }
  }

  @Test("each provider gets its own form, and no request streams", arguments: providers)
  func form(provider: Provider) async throws {
    let server = provider.server(polls: [])
    _ = try await provider.model(server).start(Self.requests)
    let first = try #require(server.requests.first)
    let body = String(decoding: first.body, as: UTF8.self)
    #expect(!body.contains(#""stream""#))
    #expect(body.contains("Cook well."))
    for id in Self.ids { #expect(body.contains(#""\#(id)""#)) }
    switch provider.name {
    case "Chat", "Responses":
      let lines = body.split(separator: "\r\n").first { $0.hasPrefix("{") }?.split(separator: "\n")
      #expect(lines?.count == 5)
      for line in lines ?? [] {
        let content = try GeneratedContent(json: String(line))
        #expect(
          content.properties.map(\.name) == ["custom_id", "method", "url", "body"])
      }
      #expect(first.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true)
      let create = try GeneratedContent(
        json: String(decoding: server.requests[1].body, as: UTF8.self))
      #expect(create.jsonString(.compact).contains(#""input_file_id":"file-1""#))
    default:
      #expect(try GeneratedContent(json: body).isComplete)
      #expect(first.headers["content-type"] == "application/json")
    }
  }

  @Test("an attachment is sent, and no log has it")
  func attachments() async throws {
    let image = Attachment(image: MediaSource(Data("picture".utf8), mediaType: "image/png"))
    let server = Self.anthropic.server(polls: [])
    let log = Locked("")
    let logging = LoggingTransport(server) { text in log.withLock { $0 += text } }
    let prompt = Prompt {
      "What is this?"
      image
    }
    let batches = AnthropicModel("m", key: "k", transport: logging).batches
    _ = try await batches.start([
      BatchRequest(id: "a", prompt: "Nothing"), BatchRequest(id: "b", prompt: prompt),
    ])
    let encoded = Data("picture".utf8).base64EncodedString()
    #expect(String(decoding: server.requests[0].body, as: UTF8.self).contains(encoded))
    #expect(log.withLock { $0 }.contains("What is this?"))
    #expect(!log.withLock { $0 }.contains(encoded))
  }

  @Test(
    "names of requests are checked before anything is sent",
    arguments: [
      ([], BatchError.Code.noRequests), ([""], .invalidID), (["a b"], .invalidID),
      (["ä"], .invalidID), ([#"a","x":""#], .invalidID),
      ([String(repeating: "a", count: 65)], .invalidID), (["a", "b", "a"], .duplicateID),
    ])
  func names(ids: [String], code: BatchError.Code) async throws {
    let server = ScriptedBatchServer([:] as [String: String])
    let batches = OpenAIModel("m", key: "k", transport: server).batches
    let error = await #expect(throws: BatchError.self) {
      try await batches.start(ids.map { BatchRequest(id: $0, prompt: "p") })
    }
    #expect(error?.code == code)
    #expect(server.requests.isEmpty)
  }

  @Test("a batch that is too large is not sent")
  func size() async throws {
    let server = ScriptedBatchServer([:] as [String: String])
    let batches = GeminiModel("gemini-3-flash", key: "k", transport: server).batches
    let long = String(repeating: "a", count: 11_000_000)
    let error = await #expect(throws: BatchError.self) {
      try await batches.start(["a", "b"].map { BatchRequest(id: $0, prompt: long) })
    }
    #expect(error?.code == .tooLarge)
    #expect(server.requests.isEmpty)
  }

  @Test("a model without batches, and another model's batch, are errors")
  func otherBatches() async throws {
    let server = Self.chat.server(polls: [])
    let batch = try await Self.chat.model(server).start(Self.requests)
    let count = server.requests.count
    for batches in [Self.anthropic.model(server), Self.responses.model(server)] {
      let error = await #expect(throws: BatchError.self) { try await batches.status(of: batch) }
      #expect(error?.code == .otherBatch)
      #expect(throws: BatchError.self) { try batches.results(of: batch) }
    }
    let azure = OpenAIModel.azure(
      "d", resource: "r", credential: .key("k"), transport: server
    ).batches
    let error = await #expect(throws: BatchError.self) { try await azure.start(Self.requests) }
    #expect(error?.code == .noBatches)
    // A stored identifier cannot lead elsewhere.
    for id in ["", ".."] {
      let json =
        #"{"provider":"OpenAI","interface":"/v1/chat/completions","id":"\#(id)","requestIDs":[]}"#
      let forged = try JSONDecoder().decode(ModelBatch.self, from: Data(json.utf8))
      await #expect(throws: BatchError.self) {
        try await Self.chat.model(server).status(of: forged)
      }
    }
    #expect(server.requests.count == count)
  }

  @Test("results of a batch that has not ended, or has failed, are an error")
  func states() async throws {
    let failed =
      #"{"id":"b1","status":"failed","errors":{"data":[{"message":"Line 2 is no JSON."}]}}"#
    let server = Self.chat.server(polls: [Self.chat.unfinished, failed])
    let batches = Self.chat.model(server)
    let batch = try await batches.start(Self.requests)
    let early = await #expect(throws: BatchError.self) {
      for try await _ in try batches.results(of: batch) {}
    }
    #expect(early?.code == .inProgress)
    let status = try await batches.status(of: batch)
    #expect(status.state == .failed)
    #expect(status.problem == "Line 2 is no JSON.")
    let error = await #expect(throws: LanguageModelError.self) {
      for try await _ in try batches.results(of: batch) {}
    }
    #expect("\(try #require(error))".contains("Line 2 is no JSON."))
  }

  @Test("results of an expired batch are those of its ended requests")
  func expired() async throws {
    let poll = #"{"id":"b1","status":"expired","output_file_id":"out"}"#
    let server = Self.chat.server(polls: [poll])
    let batches = Self.chat.model(server)
    let batch = try await batches.start(Self.requests)
    var errors: [String: Bool] = [:]
    for try await result in try batches.results(of: batch) {
      errors[result.id] = result.error != nil
    }
    #expect(errors == ["soup": false, "cut": false, "wrong": false, "busy": true, "lost": true])
  }

  @Test(
    "H2: a line that is too long is its request's error only, also at the end of a file",
    arguments: [false, true])
  func longLine(isLast: Bool) async throws {
    let long = #"{"custom_id":"lost","x":"\#(String(repeating: "x", count: (1 << 24) + 1))"}"#
    var answers = Self.chat.answers
    let others = answers["GET /v1/files/out/content"] ?? ""
    answers["GET /v1/files/out/content"] = isLast ? others + long : long + "\n" + others
    answers[Self.chat.poll] = Self.chat.finished
    // Pieces of a real size: the server's own are small.
    let server = ScriptedBatchServer(answers)
    let batches = Self.chat.model(WholePieces(server))
    let batch = try await batches.start(Self.requests)
    var errors: [String: String] = [:]
    for try await result in try batches.results(of: batch) where result.error != nil {
      errors[result.id] = (result.error as? LanguageModelError)?.debugDescription
    }
    #expect(errors.keys.sorted() == ["busy", "lost"])
    // This result is the first of another file.
    #expect(errors["busy"]?.contains("Busy") == true)
  }

  @Test("a batch is started once, whatever happens to the connection")
  func retries() async throws {
    for (failure, wanted) in [(503, 1), (429, 2)] {
      let count = Locked(0)
      let server = ScriptedBatchServer([
        "POST /v1/messages/batches": { _ in
          let isFirst = count.withLock { count in
            count += 1
            return count == 1
          }
          return isFirst
            ? (failure, #"{"error":{"type":"error","message":"no"}}"#)
            : (200, #"{"id":"b1","processing_status":"in_progress"}"#)
        }
      ])
      let batches = AnthropicModel(
        "m", key: "k", transport: server, retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 2)
      ).batches
      let batch = try? await batches.start(Self.requests)
      #expect(server.requests.count == wanted)
      #expect((batch != nil) == (failure == 429))
    }
  }

  @Test("the body of an error, and a page, are errors")
  func errors() async throws {
    for (body, status) in [
      (#"{"error":{"message":"Bad key k-secret","type":"invalid_api_key"}}"#, 401),
      ("<html>", 200), ("[]", 200), ("{}", 200), ("", 200),
    ] {
      let server = ScriptedBatchServer(["POST /v1/messages/batches": { _ in (status, body) }])
      let error = await #expect(throws: LanguageModelError.self) {
        try await Self.anthropic.model(server).start(Self.requests)
      }
      #expect(!"\(try #require(error))".contains("k-secret"))
    }
  }

  @Test("over HTTP, files are fetched by GET")
  func overHTTP() async throws {
    let heads = Locked<[String]>([])
    let poll = Self.anthropic.finished
    let results = Self.anthropic.answers["GET /v1/messages/batches/b1/results"] ?? ""
    let server = try LoopbackServer { connection in
      let head = String(connection.request.prefix { $0 != "\r\n" })
      heads.withLock { $0.append(head) }
      let body = head.contains("/results") ? results : poll
      connection.send(
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)")
    }
    let batches = AnthropicModel("m", key: "k", baseURL: "http://127.0.0.1:\(server.port)").batches
    let batch = try await batches.start(Self.requests)
    var names: [String] = []
    for try await result in try batches.results(of: batch) { names.append(result.id) }
    #expect(names == ["wrong", "busy", "cut", "soup", "lost"])
    #expect(
      heads.withLock { $0 } == [
        "POST /v1/messages/batches HTTP/1.1", "GET /v1/messages/batches/b1 HTTP/1.1",
        "GET /v1/messages/batches/b1/results HTTP/1.1",
      ])
  }
}

/// A transport that gives each body in one piece.
private struct WholePieces: ModelTransport {
  let transport: ScriptedBatchServer

  init(_ transport: ScriptedBatchServer) { self.transport = transport }

  nonisolated(nonsending) func send(
    _ request: TransportRequest
  ) async throws -> TransportResponse {
    var response = try await transport.send(request)
    var body = Data()
    for try await piece in response.body { body += piece }
    let rest = Locked<Data?>(body)
    response.body = AsyncThrowingStream {
      rest.withLock { rest in
        defer { rest = nil }
        return rest
      }
    }
    return response
  }
}
