import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessions
import SessionTestSupport
import Testing

/// Replies of servers that do not follow their interfaces.
struct BatchErrorTests {
  private static func batches(
    _ name: String, _ answers: [String: String]
  ) throws -> (ModelBatches, ScriptedBatchServer) {
    let provider = try #require(BatchTests.providers.first { $0.name == name })
    let server = ScriptedBatchServer(provider.answers.merging(answers) { $1 })
    return (provider.model(server), server)
  }

  private static let requests = [
    BatchRequest(id: "soup", prompt: "Soup?"), BatchRequest(id: "pie", prompt: "Pie?"),
  ]

  /// Expects an error of a provider with a code, and returns its text.
  private func failure(
    _ code: String, _ body: () async throws -> Void
  ) async throws -> String {
    let error = await #expect(throws: LanguageModelError.self) { try await body() }
    guard case .providerFailure(let failure)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return ""
    }
    #expect(failure.code == code)
    return failure.debugDescription
  }

  @Test(
    "a batch whose start has no identifier that leads to it is not a batch",
    arguments: [
      ("Anthropic", "POST /v1/messages/batches", "{}", "identifier of the batch", 1),
      ("Anthropic", "POST /v1/messages/batches", #"{"id":".."}"#, "identifier of the batch", 1),
      ("Chat", "POST /v1/files", "{}", "identifier of the file", 1),
      ("Chat", "POST /v1/files", #"{"id":""}"#, "identifier of the file", 1),
      ("Chat", "POST /v1/batches", #"{"id":null}"#, "identifier of the batch", 2),
      ("Responses", "POST /v1/batches", #"{"id":"."}"#, "identifier of the batch", 2),
      ("Gemini", start, "{}", "name of the batch", 1),
      ("Gemini", start, #"{"name":"others/b1"}"#, "name of the batch", 1),
      ("Gemini", start, #"{"name":"batches/"}"#, "name of the batch", 1),
      ("Gemini", start, #"{"name":"batches/.."}"#, "identifier of the batch", 1),
    ])
  func starts(name: String, path: String, reply: String, missing: String, count: Int) async throws {
    let (batches, server) = try Self.batches(name, [path: reply])
    let text = try await failure("invalidReply") { _ = try await batches.start(Self.requests) }
    #expect(text.hasSuffix("the server sent no \(missing)."))
    #expect(server.requests.count == count)
  }

  private static let start = "POST /v1/models/gemini-3-flash:batchGenerateContent"

  @Test(
    "an invalid status is an error of its request and of the results",
    arguments: [
      ("Anthropic", "GET /v1/messages/batches/b1"), ("Chat", "GET /v1/batches/b1"),
      ("Gemini", "GET /v1/batches/b1"),
    ])
  func statuses(name: String, path: String) async throws {
    let (batches, server) = try Self.batches(name, [path: #"{"id":"b1"}"#])
    let batch = try await batches.start(Self.requests)
    let count = server.requests.count
    for reads in [true, false] {
      let text = try await failure("invalidReply") {
        guard reads else { return _ = try await batches.status(of: batch) }
        for try await _ in try batches.results(of: batch) {}
      }
      #expect(text.hasSuffix("the server sent no batch."))
    }
    // No results were requested.
    #expect(server.requests.count == count + 2)
  }

  @Test("a failed batch without a reason has no results, and its error states this")
  func failed() async throws {
    let (batches, _) = try Self.batches(
      "Chat", ["GET /v1/batches/b1": #"{"id":"b1","status":"failed"}"#])
    let batch = try await batches.start(Self.requests)
    let text = try await failure("batchFailed") {
      for try await _ in try batches.results(of: batch) {}
    }
    #expect(text == "OpenAI: the batch failed.")
  }

  @Test("an answer that was paused is an error of its request alone")
  func paused() async throws {
    func line(_ id: String, _ reason: String) -> String {
      #"""
      {"custom_id":"\#(id)","result":{"type":"succeeded",\#
      "message":{"id":"msg","type":"message","role":"assistant","model":"m",\#
      "content":[{"type":"text","text":"Leek"}],"stop_reason":"\#(reason)",\#
      "usage":{"input_tokens":7,"output_tokens":5}}}}
      """#
    }
    let (batches, _) = try Self.batches(
      "Anthropic",
      [
        "GET /v1/messages/batches/b1": #"{"id":"b1","processing_status":"ended"}"#,
        "GET /v1/messages/batches/b1/results":
          line("pie", "pause_turn") + "\n" + line("soup", "end_turn"),
      ])
    var texts: [String: String] = [:]
    for try await result in try batches.results(of: try await batches.start(Self.requests)) {
      guard result.id == "pie" else {
        texts[result.id] = try await result.response().content
        continue
      }
      texts[result.id] = try await failure("paused") { _ = try await result.response() }
    }
    #expect(
      texts == [
        "soup": "Leek",
        "pie": "Anthropic: the answer was paused, and a batch cannot continue it.",
      ])
  }

  @Test(
    "a reply of OpenAI's Responses that has not ended is an error of its request alone",
    arguments: ["queued", "in_progress", "cancelled"])
  func unfinishedReply(status: String) async throws {
    func line(_ id: String, _ status: String) -> String {
      #"""
      {"custom_id":"\#(id)","response":{"status_code":200,"body":{"id":"r","status":"\#(status)",\#
      "output":[{"type":"message","role":"assistant",\#
      "content":[{"type":"output_text","text":"Leek"}]}]}},"error":null}
      """#
    }
    let (batches, _) = try Self.batches(
      "Responses",
      [
        "GET /v1/batches/b1": #"{"id":"b1","status":"completed","output_file_id":"out"}"#,
        "GET /v1/files/out/content": line("pie", status) + "\n" + line("soup", "completed"),
      ])
    var texts: [String: String] = [:]
    for try await result in try batches.results(of: try await batches.start(Self.requests)) {
      guard result.id == "pie" else {
        texts[result.id] = try await result.response().content
        continue
      }
      texts[result.id] = try await failure(status) { _ = try await result.response() }
    }
    #expect(
      texts == ["soup": "Leek", "pie": "OpenAI: the answer ended early (\(status))."])
  }

  @Test("a batch of too many requests is not sent")
  func count() async throws {
    let (batches, server) = try Self.batches("Chat", [:])
    let error = await #expect(throws: BatchError.self) {
      try await batches.start((0...50_000).map { BatchRequest(id: "r\($0)", prompt: "p") })
    }
    #expect(error?.code == .tooLarge)
    #expect("\(try #require(error))".contains("at most 50000 requests"))
    #expect(server.requests.isEmpty)
  }

  @Test(
    "a reply of another form is an error of its request alone",
    arguments: [
      ("Anthropic", #"{"content":{},"stop_reason":"end_turn"}"#, "content"),
      ("Anthropic", #"{"content":[]}"#, "content"), ("Chat", "{}", "message"),
      ("Chat", #"{"choices":[]}"#, "message"),
      ("Responses", #"{"output":{},"status":"completed"}"#, "output"),
      ("Responses", #"{"output":[]}"#, "output"), ("Gemini", "{}", "candidates"),
    ])
  func otherReplies(name: String, reply: String, missing: String) async throws {
    let answers: [String: String] =
      switch name {
      case "Anthropic":
        [
          "GET /v1/messages/batches/b1": #"{"id":"b1","processing_status":"ended"}"#,
          "GET /v1/messages/batches/b1/results":
            #"{"custom_id":"pie","result":{"type":"succeeded","message":\#(reply)}}"#,
        ]
      case "Gemini":
        [
          "GET /v1/batches/b1":
            #"""
          {"name":"batches/b1","metadata":{"state":"BATCH_STATE_SUCCEEDED"},\#
          "response":{"inlinedResponses":{"inlinedResponses":[{"response":\#(reply),\#
          "metadata":{"key":"pie"}}]}}}
          """#
        ]
      default:
        [
          "GET /v1/batches/b1": #"{"id":"b1","status":"completed","output_file_id":"out"}"#,
          "GET /v1/files/out/content":
            #"{"custom_id":"pie","response":{"status_code":200,"body":\#(reply)},"error":null}"#,
        ]
      }
    let (batches, _) = try Self.batches(name, answers)
    var texts: [String: String] = [:]
    for try await result in try batches.results(of: try await batches.start(Self.requests)) {
      let code = result.id == "pie" ? "invalidReply" : "noResult"
      texts[result.id] = try await failure(code) { _ = try await result.response() }
    }
    #expect(texts.count == 2)
    #expect(texts["pie"]?.hasSuffix("the reply has no \(missing).") == true, "\(texts)")
  }
}
