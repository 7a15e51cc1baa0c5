import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SessionTestSupport
import Testing

struct RecordingTests {
  private func withFile(_ body: (URL) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("recording-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    try await body(file)
  }

  /// A stream in two pieces, with a character split between them.
  private func response(_ text: String) throws -> ScriptedTransport.Response {
    let bytes = Data(text.replacing(#"\u00fc"#, with: "ü").utf8)
    let cut = try #require(bytes.firstIndex(of: 0xC3)) + 1
    return ScriptedTransport.Response(
      headers: ["x-request-id": "r1"], pieces: [bytes.prefix(cut), bytes.dropFirst(cut)])
  }

  @Test("T33: gives the same requests and answers again, and has no key")
  func replay() async throws {
    let turns = 2
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let scripted = ScriptedTransport(
        try (0..<turns).map { _ in try response(provider.text) })
      let recorded = provider.session(RecordingTransport(scripted, to: file))
      for turn in 0..<turns { try await recorded.respond(to: "Soup \(turn)?") }

      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.split(separator: "\n").count == turns)
      #expect(!text.contains("secret"))

      let replay = provider.session(try ReplayTransport(contentsOf: file))
      for turn in 0..<turns {
        let response = try await replay.respond(to: "Soup \(turn)?")
        #expect(response.content == "Dal ü")
        #expect(response.usage.totalTokenCount == 13)
      }
      #expect(replay.transcript.outline == recorded.transcript.outline)
    }
  }

  @Test("T33: without a request is an error that shows the nearest one")
  func missing() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let recording = RecordingTransport(ScriptedTransport([try response(provider.text)]), to: file)
      try await provider.session(recording).respond(to: "Soup?")
      let session = provider.session(try ReplayTransport(contentsOf: file))
      let error = await #expect(throws: ReplayTransport.MissingRecording.self) {
        try await session.respond(to: "Stew?")
      }
      #expect(error?.description.contains("recorded oup?") == true)
      #expect(error?.description.contains("sent     tew?") == true)
      try await session.respond(to: "Soup?")
      let spent = await #expect(throws: ReplayTransport.MissingRecording.self) {
        try await session.respond(to: "Soup?")
      }
      #expect(spent?.nearestBody == nil)
    }
  }

  @Test("T33: is of the same bytes, not of letters that look the same, also from lines with CRLF")
  func bytes() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let recording = RecordingTransport(
        ScriptedTransport([try response(provider.text), try response(provider.text)]), to: file)
      for word in ["Cre\u{300}me?", "Soup?"] {
        try await provider.session(recording).respond(to: Prompt(word))
      }
      let lines = try String(contentsOf: file, encoding: .utf8).replacing("\n", with: "\r\n")
      try Data(lines.utf8).write(to: file)
      let session = provider.session(try ReplayTransport(contentsOf: file))
      let error = await #expect(throws: ReplayTransport.MissingRecording.self) {
        try await session.respond(to: "Cr\u{E8}me?")
      }
      #expect(error?.description.contains("sent     \u{E8}me?") == true)
      try await session.respond(to: "Cre\u{300}me?")
    }
  }

  @Test("T33: is found with another key, also if that is a part of the recorded prompt")
  func otherKey() async throws {
    try await withFile { file in
      let text = ProviderFixture.openAI.text
      func session(_ key: ModelProvider.Key, _ transport: some ModelTransport)
        -> LanguageModelSession
      {
        LanguageModelSession(
          model: OpenAIModel("m", key: key, transport: ExportingTransport(transport)))
      }
      let recording = RecordingTransport(
        ScriptedTransport([try response(text), try response(text)]), to: file)
      for prompt in ["Soup, nonetheless?", "None?"] {
        try await session("sk-recorded", recording).respond(to: Prompt(prompt))
      }
      let replay = try ReplayTransport(contentsOf: file)
      let response = try await session("none", replay).respond(to: "Soup, nonetheless?")
      #expect(response.content == "Dal ü")
      let error = await #expect(throws: ReplayTransport.MissingRecording.self) {
        try await session("None", replay).respond(to: "None!")
      }
      #expect(error?.nearestBody?.contains("•••?") == true)
      #expect(error?.nearestBody?.contains("None") == false)
    }
  }

  @Test("that cannot be written is an error, also after the last event of a response")
  func unwritable() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let recording = RecordingTransport(
        ScriptedTransport([try response(provider.text)]), to: file.appending(path: "none/here"))
      let error = await #expect(throws: (any Error).self) {
        try await provider.session(recording).respond(to: "Soup?")
      }
      #expect(error is CocoaError)
    }
  }

  @Test("H3: is appended to, and what was recorded before is not written again")
  func appending() async throws {
    try await withFile { file in
      try Data("an older recording\n".utf8).write(to: file)
      let provider = ProviderFixture.openAI
      let scripted = ScriptedTransport(try (0..<2).map { _ in try response(provider.text) })
      let recording = RecordingTransport(scripted, to: file)
      try await provider.session(recording).respond(to: "Soup?")
      let first = try Data(contentsOf: file)
      #expect(first.first == UInt8(ascii: "{"))
      let mark = Data("marked\n".utf8)
      try mark.write(to: file)
      try await provider.session(recording).respond(to: "Soup?")
      #expect(try Data(contentsOf: file) == mark + first)
    }
  }

  @Test("T33: is complete when many responses end at the same time")
  func concurrent() async throws {
    let count = 50
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let scripted = ScriptedTransport(try (0..<count).map { _ in try response(provider.text) })
      let recording = RecordingTransport(scripted, to: file)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          group.addTask {
            try await provider.session(recording).respond(to: Prompt("Soup \(number)?"))
          }
        }
        try await group.waitForAll()
      }
      let replay = try ReplayTransport(contentsOf: file)
      for number in 0..<count {
        let response = try await provider.session(replay).respond(to: Prompt("Soup \(number)?"))
        #expect(response.content == "Dal ü")
      }
    }
  }

  @Test("that is gone is an error, also if its first exchange was written")
  func removed() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let scripted = ScriptedTransport(try (0..<2).map { _ in try response(provider.text) })
      let recording = RecordingTransport(scripted, to: file)
      try await provider.session(recording).respond(to: "Soup?")
      try FileManager.default.removeItem(at: file)
      let error = await #expect(throws: (any Error).self) {
        try await provider.session(recording).respond(to: "Soup?")
      }
      #expect(error is CocoaError)
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  /// A transport whose body ends a while after its only piece.
  private struct SlowEndTransport: ModelTransport {
    let body: String

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      let pieces = Locked<[Data]>([Data(body.utf8)])
      let stream = AsyncThrowingStream<Data, any Error> {
        if let piece = pieces.withLock({ $0.popLast() }) { return piece }
        try await Task.sleep(for: .milliseconds(50))
        return nil
      }
      return TransportResponse(status: 200, headers: [:], body: stream)
    }
  }

  @Test(
    "T33: is complete also for a response that is an error",
    arguments: [ProviderFixture.openAI, .responses, .anthropic])
  func refusal(_ provider: ProviderFixture) async throws {
    try await withFile { file in
      let slow = SlowEndTransport(body: try #require(provider.refusal))
      let recording = RecordingTransport(slow, to: file)
      let error = await #expect(throws: LanguageModelError.self) {
        try await provider.session(recording).respond(to: "Soup?")
      }
      #expect(error?.refusal != nil)
      let line = try GeneratedContent(json: String(contentsOf: file, encoding: .utf8))
      #expect(try line.property(named: "status").map { try Int($0) } == 200)
      #expect(line.property(named: "failure") == nil)
    }
  }

  @Test("keeps what broke a response; recordings of earlier versions have no kind of failure")
  func failure() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let broken = ScriptedTransport([
        .init(body: [provider.cutOff], failure: TransportError(.timeout, "silent"))
      ])
      await #expect(throws: LanguageModelError.self) {
        try await provider.session(RecordingTransport(broken, to: file)).respond(to: "Soup?")
      }
      let error = await #expect(throws: LanguageModelError.self) {
        try await provider.session(try ReplayTransport(contentsOf: file)).respond(to: "Soup?")
      }
      #expect(error?.debugDescription.contains("silent") == true)
      #expect(error?.timeout != nil)
      let line = try String(contentsOf: file, encoding: .utf8)
      let older = line.replacing(#""failureCode":"timeout","#, with: "")
      #expect(older != line)
      try Data(older.utf8).write(to: file)
      let connection = await #expect(throws: LanguageModelError.self) {
        try await provider.session(try ReplayTransport(contentsOf: file)).respond(to: "Soup?")
      }
      let failure = try #require(connection?.providerFailure)
      #expect(failure.debugDescription.contains("silent"))
    }
  }

  /// A transport that gets no response.
  private struct FailingTransport: ModelTransport {
    let error: any Error

    nonisolated(nonsending) func send(
      _ request: TransportRequest
    ) async throws -> TransportResponse {
      throw error
    }
  }

  @Test("has requests that got no response, and their errors")
  func noResponse() async throws {
    try await withFile { file in
      let provider = ProviderFixture.openAI
      let failing = FailingTransport(error: TransportError(.timeout, "silent, with Bearer secret"))
      let recorded = await #expect(throws: LanguageModelError.self) {
        try await provider.session(RecordingTransport(failing, to: file)).respond(to: "Soup?")
      }
      let line = try String(contentsOf: file, encoding: .utf8)
      #expect(!line.contains("secret"))
      #expect(!line.contains("status"))
      let replayed = await #expect(throws: LanguageModelError.self) {
        try await provider.session(try ReplayTransport(contentsOf: file)).respond(to: "Soup?")
      }
      for error in [recorded, replayed] {
        let timeout = try #require(error?.timeout)
        #expect(timeout.debugDescription.contains("silent"))
      }
    }
  }

  @Test("does not have requests that were cancelled before their response")
  func cancelled() async throws {
    try await withFile { file in
      let failing = FailingTransport(error: CancellationError())
      let error = await #expect(throws: LanguageModelError.self) {
        try await ProviderFixture.openAI.session(RecordingTransport(failing, to: file))
          .respond(to: "Soup?")
      }
      // The session's own task was not cancelled.
      #expect(error?.providerFailure?.code == "clientClosed")
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
  }

  /// Calls of servers that give them no identifiers, which the next request needs.
  private static let nameless: [(ProviderFixture, calls: String)] = [
    (
      .gemini,
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"parts":[{"functionCall":{"name":"find",\#
        "args":{"term":"soup"}}},{"functionCall":{"name":"find","args":{"term":"pie"}}}]},\#
        "finishReason":"STOP"}]}
        """#
      )
    ),
    (
      .openAI,
      ProviderFixture.events(
        #"""
        {"choices":[{"delta":{"tool_calls":[{"index":0,\#
        "function":{"name":"find","arguments":"{\"term\":\"soup\"}"}},\#
        {"index":1,"function":{"name":"find","arguments":"{\"term\":\"pie\"}"}}]},\#
        "finish_reason":"tool_calls"}]}
        """#,
        "[DONE]")
    ),
  ]

  @Test("T33: is found after calls to which the server gives no identifiers")
  func calls() async throws {
    for (provider, calls) in Self.nameless {
      try await withFile { file in
        let scripted = ScriptedTransport(
          [calls, calls, provider.text].map { .init(body: [$0]) })
        let recorded = provider.session(RecordingTransport(scripted, to: file), tools: [Find()])
        try await recorded.respond(to: "Soup?")
        let replay = provider.session(try ReplayTransport(contentsOf: file), tools: [Find()])
        #expect(try await replay.respond(to: "Soup?").content == "Dal ü")
        #expect(replay.transcript.outline == recorded.transcript.outline)
        let ids = replay.transcript.flatMap { entry -> [String] in
          if case .toolCalls(let calls) = entry { calls.map(\.id) } else { [] }
        }
        #expect(ids.count == 4 && Set(ids).count == 4)
        #expect(ids.allSatisfy { $0.utf8.count < 40 })
      }
    }
  }

  @Test("gives calls that have no identifier different identifiers in two sessions")
  func otherSession() async throws {
    for (provider, calls) in Self.nameless {
      var ids: [String] = []
      for response in ["r1", "r2"] {
        // Servers name each response, or tell its time.
        let named = calls.replacing(#"{"c"#, with: #"{"id":"\#(response)","c"#)
        #expect(named != calls)
        let transport = ScriptedTransport([named, provider.text].map { .init(body: [$0]) })
        let session = provider.session(ExportingTransport(transport), tools: [Find()])
        try await session.respond(to: "Soup?")
        for case .toolCalls(let calls) in session.transcript { ids += calls.map(\.id) }
      }
      #expect(ids.count == 4 && Set(ids).count == 4)
    }
  }

  @Test("T33: is found for a batch of OpenAI")
  func batch() async throws {
    try await withFile { file in
      let scripted = ScriptedTransport([
        .init(body: [#"{"id":"file-1"}"#]), .init(body: [#"{"id":"b1","status":"validating"}"#]),
      ])
      let requests = [
        BatchRequest(id: "soup", prompt: "Soup?\r\n--SchemaKit-batch--\r\n"),
        BatchRequest(id: "pie", prompt: "Pie?"),
      ]
      let recorded = OpenAIModel("m", key: "k", transport: RecordingTransport(scripted, to: file))
      let batch = try await recorded.batches.start(requests)
      let replay = OpenAIModel("m", key: "k", transport: try ReplayTransport(contentsOf: file))
      #expect(try await replay.batches.start(requests) == batch)
      // A boundary follows a line break, which is escaped in a prompt.
      let form = try #require(scripted.requests.first)
      let type = try #require(form.headers["content-type"])
      let boundary = try #require(type.firstMatch(of: /boundary=(.+)/)).1
      let body = String(decoding: form.body, as: UTF8.self)
      #expect(body.hasPrefix("--\(boundary)\r\n"))
      #expect(body.hasSuffix("\r\n--\(boundary)--\r\n"))
      #expect(body.split(separator: "\r\n--\(boundary)").count == 3)
    }
  }
}
