import Foundation
import SchemaConcurrency
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// What a server of Bedrock can send: its streams are bytes, so ``ProviderFixture`` has none.
struct BedrockFaultTests {
  private static let key = "bedrock-secret"

  private func model(_ transport: some ModelTransport) -> BedrockModel {
    BedrockModel(
      "anthropic.claude-sonnet-5", region: "us-east-1", key: .init(stringLiteral: Self.key),
      transport: transport, retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0))
  }

  private func session(_ transport: some ModelTransport) -> LanguageModelSession {
    LanguageModelSession(model: model(transport), instructions: "Be brief.")
  }

  /// The error of a session whose server gives a response.
  private func error(_ response: ScriptedTransport.Response) async throws -> LanguageModelError {
    let transport = ScriptedTransport([response])
    let session = session(transport)
    let error = await session.failure(of: "Soup?")
    #expect(transport.requests.count == 1)
    #expect(session.transcript.outline == ["instructions"])
    #expect(session.usage.totalTokenCount == 0)
    return try #require(error)
  }

  private func failure(
    _ response: ScriptedTransport.Response
  ) async throws -> LanguageModelError.ProviderFailure? {
    let error = try await error(response)
    if case .providerFailure(let failure) = error { return failure }
    Issue.record("another error: \(error)")
    return nil
  }

  // MARK: Damaged messages

  private static func delta(_ text: String) -> Data {
    BedrockTests.message(
      "contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"\#(text)"}}"#)
  }

  /// A message with one bit changed.
  private static func changed(_ place: (Data) -> Int) -> Data {
    var message = delta("soup")
    message[place(message)] ^= 1
    return message
  }

  /// Messages that are damaged, with the fault of each.
  private static let damaged: [(Data, EventStream.Fault)] = [
    (changed { $0.count - 1 }, .checksum), (changed { $0.count - 5 }, .checksum),
    (changed { _ in 8 }, .checksum), (changed { _ in 4 }, .length),
    (BedrockTests.message(header: [1, 0x61, 7, 0, 9], "{}"), .header),
    (BedrockTests.message(header: [1, 0x61, 10], "{}"), .header),
  ]

  @Test(
    "the messages before a damaged one are read, wherever the stream is cut",
    arguments: damaged)
  func damagedMessage(_ damaged: Data, _ fault: EventStream.Fault) {
    let all = Self.delta("one") + Self.delta("two") + damaged + Self.delta("three")
    for size in [all.count, 100, 7, 1] {
      var stream = EventStream()
      let messages = stride(from: 0, to: all.count, by: size).flatMap {
        stream.append(all[$0..<min($0 + size, all.count)])
      }
      #expect(
        messages.map { String(decoding: $0.payload, as: UTF8.self) }
          == ["one", "two"].map { #"{"contentBlockIndex":0,"delta":{"text":"\#($0)"}}"# })
      #expect(stream.failure == fault)
    }
  }

  /// The events of a stream in pieces, and the error that ends them.
  private func events(
    _ stream: Data, size: Int
  ) async -> (events: [String], error: LanguageModelError?) {
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      transcript: Transcript(entries: [.prompt(.init(segments: [.text(.init(content: "Soup?"))]))]),
      enabledTools: [], generationOptions: .init(), contextOptions: .init(), metadata: [:])
    let pieces = stride(from: 0, to: stream.count, by: size).map {
      stream[$0..<min($0 + size, stream.count)]
    }
    var events: [String] = []
    do {
      try await ModelRunner(model(ScriptedTransport([.init(pieces: pieces)]))).run(request) {
        events.append("\($0)")
      }
      return (events, nil)
    } catch {
      return (events, error as? LanguageModelError)
    }
  }

  @Test(
    "a damaged message is an error after the events before it, wherever the stream is cut",
    arguments: damaged)
  func damagedStream(_ damaged: Data, _ fault: EventStream.Fault) async throws {
    let stream = Self.delta("one") + Self.delta("two") + damaged
    let whole = await events(stream, size: stream.count)
    #expect(whole.events.filter { $0.contains("one") || $0.contains("two") }.count == 2)
    let failure = try #require(whole.error?.providerFailure)
    #expect(failure.code == "invalidEvent")
    #expect(
      failure.debugDescription == "Bedrock: the stream is not one of Amazon's events (\(fault)).")
    for size in [1, 64] {
      let pieces = await events(stream, size: size)
      #expect(pieces.events == whole.events)
      #expect(pieces.error?.debugDescription == whole.error?.debugDescription)
    }
  }

  @Test("T13: a call without a name is an error", arguments: ["", #","name":"""#])
  func callWithoutName(_ name: String) async throws {
    let start = #"{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"t"\#(name)}}}"#
    let failure = try await failure(
      .init(pieces: [BedrockTests.message("contentBlockStart", start)]))
    #expect(failure?.code == "invalidEvent")
    #expect(failure?.debugDescription == "Bedrock: a call of a tool has no name.")
  }

  @Test("T21: bytes after the last event change nothing, wherever the stream is cut")
  func bytesAfterEnd() async {
    let end = BedrockTests.end.reduce(into: Self.delta("Dal")) { stream, event in
      stream += BedrockTests.message(event.0, event.1)
    }
    let expected = await events(end, size: end.count)
    #expect(expected.error == nil)
    #expect(expected.events.contains { $0.contains("Dal") })
    for rest in [Data("{}".utf8), Self.delta("more").prefix(40), Self.changed { _ in 4 }] {
      for size in [end.count + rest.count, 7, 1] {
        let events = await events(end + rest, size: size)
        #expect(events.error == nil)
        #expect(events.events == expected.events)
      }
    }
  }

  @Test("T21: an answer is complete after the reason to stop, whatever happens to the counts")
  func lostCounts() async throws {
    let answer = [
      Self.delta("Dal"), BedrockTests.message("messageStop", #"{"stopReason":"end_turn"}"#),
    ]
    let counts = BedrockTests.message("metadata", #"{"usage":{"inputTokens":1}}"#)
    for response in [
      ScriptedTransport.Response(
        pieces: answer, failure: TransportError(.connection, "The connection broke.")),
      .init(
        pieces: answer + [counts.prefix(40)],
        failure: TransportError(.connection, "The connection broke.")),
      .init(pieces: answer + [counts.prefix(40)]),
    ] {
      let response = try await session(ScriptedTransport([response])).respond(to: "Soup?")
      #expect(response.content == "Dal")
      #expect(response.usage.totalTokenCount == 0)
    }
  }

  // MARK: Conversations that are too long

  @Test("T22: a conversation that is too long is that error, before the stream and in it")
  func overflow() async throws {
    let body = #"{"message":"Input is too long for requested model."}"#
    for response in [
      ScriptedTransport.Response(
        status: 400, headers: ["x-amzn-errortype": "ValidationException"], body: [body]),
      .init(pieces: [BedrockTests.message("validationException", body, kind: "exception")]),
    ] {
      let error = try await error(response)
      #expect(error.contextSizeExceeded != nil)
    }
  }

  // MARK: Numbers

  @Test(
    "H1: counts are clamped to the numbers from 0 to the largest Int, and so are their sums",
    arguments: [
      ("9223372036854775807", "9223372036854775807", "9223372036854775807", (Int.max, Int.max)),
      ("1", "5", "9223372036854775808", (.max - 5, 5)), ("1e300", "1e300", "1e300", (.max, .max)),
      ("0", "9223372036854775807", "0", (0, .max)), ("-7", "-1e300", "-0.5", (0, 0)),
      ("2.75", "1e999999999", "-9223372036854775808", (2, .max)),
    ] as [(String, String, String, (Int, Int))])
  func counts(
    _ input: String, _ output: String, _ total: String, _ expected: (input: Int, output: Int)
  ) async throws {
    let counts = #""inputTokens":\#(input),"outputTokens":\#(output),"totalTokens":\#(total)"#
    let caches = #""cacheReadInputTokens":\#(input),"cacheWriteInputTokens":\#(total)"#
    let messages = [
      Self.delta("Dal"), BedrockTests.message("messageStop", #"{"stopReason":"end_turn"}"#),
      BedrockTests.message("metadata", #"{"usage":{\#(counts),\#(caches)}}"#),
    ]
    let session = session(ScriptedTransport([.init(pieces: messages)]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal")
    #expect(response.usage.input.totalTokenCount == expected.input)
    #expect(response.usage.output.totalTokenCount == expected.output)
    #expect((0...expected.input).contains(response.usage.input.cachedTokenCount))
    #expect(response.usage.input.cacheWriteTokenCount >= 0)
    #expect(response.usage.totalTokenCount == expected.input.addingClamped(expected.output))
    #expect(session.usage.totalTokenCount == response.usage.totalTokenCount)
  }

  @Test(
    "H1: an option that is not a finite number is an error, and nothing is sent",
    arguments: [Double.nan, .infinity, -.infinity],
    [.throw, .log] as [SessionPolicy.UnsupportedOption])
  func notFinite(_ number: Double, _ policy: SessionPolicy.UnsupportedOption) async throws {
    for (name, options) in [
      ("temperature", GenerationOptions(temperature: number)),
      (
        "probability threshold",
        GenerationOptions(samplingMode: .random(probabilityThreshold: number))
      ),
    ] {
      let transport = ScriptedTransport([BedrockTests.answer("Dal")])
      let session = session(transport)
      session.policy.unsupportedOption = policy
      let error = await #expect(throws: LanguageModelError.self) {
        try await session.respond(to: "Soup?", options: options)
      }
      let details = try #require(error?.unsupportedCapability)
      #expect(details.debugDescription.hasPrefix("The option \(name) is "))
      #expect(transport.requests.isEmpty)
      #expect(session.transcript.outline == ["instructions"])
    }
  }

  // MARK: Sizes

  @Test("H2: of the endless body of an error, a beginning is read")
  func endlessErrorBody() async throws {
    struct Endless: ModelTransport {
      let taken = Locked(0)

      nonisolated(nonsending) func send(
        _ request: TransportRequest
      ) async throws -> TransportResponse {
        let piece = Data(repeating: UInt8(ascii: "x"), count: 65_536)
        let body = AsyncThrowingStream<Data, any Error> { [taken] in
          taken.withLock { taken in
            taken += piece.count
            return taken > 1 << 24 ? nil : piece
          }
        }
        return TransportResponse(status: 400, headers: [:], body: body)
      }
    }
    let transport = Endless()
    let session = session(transport)
    let error = await session.failure(of: "Soup?")
    #expect(error?.debugDescription.hasPrefix("Bedrock: xxx") == true)
    #expect(transport.taken.withLock { $0 } <= 2 * 65_536)
    #expect(session.transcript.outline == ["instructions"])
  }

  @Test("H2: of a long message of an error, and of its name, a beginning is kept")
  func longMessage() async throws {
    let message = String(repeating: "soup ", count: 12_000)
    let name = String(repeating: "N", count: 60_000)
    for response in [
      ScriptedTransport.Response(
        status: 400, headers: ["x-amzn-errortype": name], body: [#"{"message":"\#(message)"}"#]),
      .init(pieces: [
        Self.delta("Da"),
        BedrockTests.message(name, #"{"message":"\#(message)"}"#, kind: "exception"),
      ]),
      .init(pieces: [BedrockTests.message(name, message, kind: "exception")]),
    ] {
      guard let failure = try await failure(response) else { return }
      #expect(failure.debugDescription.hasPrefix("Bedrock: soup soup "))
      #expect(failure.debugDescription.utf8.count < 5_000)
      #expect(failure.debugDescription.hasSuffix("…"))
      #expect(try #require(failure.code).hasPrefix("NNN"))
      #expect(try #require(failure.code).utf8.count < 200)
    }
  }

  @Test("H2: a message that is larger than any of Bedrock is an error before it arrives")
  func longEvent() async throws {
    // The length, that of the header, and their checksum.
    let start = Data([4, 0, 0, 0] + [0, 0, 0, 0] + [0, 0, 0, 0])
    let failure = try await failure(.init(pieces: [Self.delta("Da"), start]))
    #expect(failure?.code == "invalidEvent")
    #expect(failure?.debugDescription.hasSuffix("(length).") == true)
  }

  // MARK: Keys

  @Test("H6: a key shows in no error that repeats it, and in no description")
  func keys() async throws {
    func shown(_ value: some Any) -> String {
      var text = "\(value) \(String(reflecting: value))"
      dump(value, to: &text)
      return text
    }
    let body = #"{"message":"bad key \#(Self.key)"}"#
    for response in [
      ScriptedTransport.Response(status: 401, body: [body]),
      .init(pieces: [Self.delta("Da"), BedrockTests.message("x", body, kind: "exception")]),
      .init(pieces: [BedrockTests.message("x", "bad key \(Self.key)", kind: "error")]),
    ] {
      let error = try await error(response)
      #expect(error.debugDescription.hasPrefix("Bedrock: bad key •••"))
      #expect(!shown(error).contains(Self.key))
      #expect(!shown(error.metadata).contains(Self.key))
    }
    let name = try await error(
      .init(pieces: [BedrockTests.message(Self.key, "{}", kind: "exception")]))
    #expect(!shown(name).lowercased().contains(Self.key))
    let transport = ScriptedTransport([BedrockTests.answer("Dal")])
    try await session(transport).respond(to: "Soup?")
    let request = try #require(transport.requests.first)
    #expect(request.headers["authorization"] == "Bearer \(Self.key)")
    #expect(!shown(request).contains(Self.key))
    #expect(!shown(transport).contains(Self.key))
    #expect(!shown(model(transport)).contains(Self.key))
    #expect(!request.url.absoluteString.contains(Self.key))
  }
}
