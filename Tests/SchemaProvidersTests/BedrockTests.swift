import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

struct BedrockTests {
  /// An event that botocore reads.
  private static let event =
    "0000009400000057b4ab9aee0b3a6576656e742d74797065070011636f6e74656e74426c6f636b44656c74610d3a63"
    + "6f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167652d7479706507"
    + "00056576656e747b22636f6e74656e74426c6f636b496e646578223a302c2264656c7461223a7b227465787422"
    + "3a224869227d7d1f944657"
  private static let exception =
    "00000090000000618e91a9b70f3a657863657074696f6e2d747970650700137468726f74746c696e674578636570"
    + "74696f6e0d3a636f6e74656e742d747970650700106170706c69636174696f6e2f6a736f6e0d3a6d6573736167"
    + "652d74797065070009657863657074696f6e7b226d657373616765223a22546f6f206d616e7920726571756573"
    + "7473227de67f8005"

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal.utf8)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
  }

  // MARK: The stream

  @Test("messages are read wherever the pieces of a stream end", arguments: [1, 3, 7, 100, 1_000])
  func pieces(size: Int) {
    let all = Self.bytes(Self.event) + Self.bytes(Self.exception) + Self.bytes(Self.event)
    var stream = EventStream()
    var messages: [EventStreamMessage] = []
    for start in stride(from: 0, to: all.count, by: size) {
      messages += stream.append(Data(all[start..<min(all.count, start + size)]))
    }
    #expect(stream.failure == nil)
    #expect(
      messages.map { $0.headers[":message-type"] } == ["event", "exception", "event"])
    #expect(messages[1].headers[":exception-type"] == "throttlingException")
    #expect(
      String(decoding: messages[2].payload, as: UTF8.self)
        == #"{"contentBlockIndex":0,"delta":{"text":"Hi"}}"#)
  }

  @Test("any changed byte of a message is an error, and none is taken for another message")
  func damage() {
    let event = Self.bytes(Self.event)
    for index in event.indices {
      var damaged = event
      damaged[index] ^= 0x40
      var stream = EventStream()
      let messages = stream.append(Data(damaged))
      // A length that is too large waits for more, which the checksum of the lengths rules out.
      #expect(messages.isEmpty, "byte \(index)")
      #expect(stream.failure != nil, "byte \(index)")
    }
  }

  @Test("H2: lengths that contradict each other, or are too large, are errors")
  func lengths() {
    for (total, header) in [
      (0, 0), (15, 0), (16, 1), (UInt32.max, 0), (UInt32.max, UInt32.max), (1 << 26, 0),
      (1 << 20, 1 << 18),
    ] as [(UInt32, UInt32)] {
      var stream = EventStream()
      let prelude = [total, header, 0].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      }
      let messages = stream.append(Data(prelude))
      #expect(messages.isEmpty)
      #expect(stream.failure == .length)
    }
  }

  /// A message with a header of text.
  static func message(
    _ type: String, _ payload: String, kind: String = "event"
  ) -> Data {
    func field(_ name: String, _ value: String) -> [UInt8] {
      number(name.utf8.count, 1) + Array(name.utf8) + [7] + number(value.utf8.count, 2)
        + Array(value.utf8)
    }
    return message(
      header: field(":message-type", kind) + field(":\(kind)-type", type), payload)
  }

  /// A message with any header.
  static func message(header: [UInt8], _ payload: String) -> Data {
    var bytes = number(16 + header.count + payload.utf8.count, 4) + number(header.count, 4)
    bytes += number(Int(checksum(bytes)), 4) + header + Array(payload.utf8)
    return Data(bytes + number(Int(checksum(bytes)), 4))
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * (size - 1 - $0))) }
  }

  /// The checksum bit by bit.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var value = UInt32.max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~value
  }

  static func response(_ events: [(String, String)]) -> ScriptedTransport.Response {
    .init(
      headers: [
        "content-type": "application/vnd.amazon.eventstream", "x-amzn-requestid": "r-1",
      ], pieces: events.map { message($0, $1) })
  }

  static let end: [(String, String)] = [
    ("messageStop", #"{"stopReason":"end_turn"}"#),
    (
      "metadata",
      #"""
      {"usage":{"inputTokens":10,"outputTokens":5,"totalTokens":55,"cacheReadInputTokens":30,\#
      "cacheWriteInputTokens":10},"metrics":{"latencyMs":1}}
      """#
    ),
  ]

  static func answer(_ text: String) -> ScriptedTransport.Response {
    let delta = GeneratedContent(properties: [
      "contentBlockIndex": 0, "delta": GeneratedContent(properties: ["text": text]),
    ])
    return response(
      [("messageStart", #"{"role":"assistant"}"#), ("contentBlockDelta", delta.jsonString)]
        + [("contentBlockStop", #"{"contentBlockIndex":0}"#)] + end)
  }

  private func session(
    _ transport: ScriptedTransport, tools: [any Tool] = [], instructions: String? = nil,
    caching: AnthropicModel.PromptCaching? = nil
  ) -> LanguageModelSession {
    LanguageModelSession(
      model: BedrockModel(
        "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "us-east-1", key: "bedrock-key",
        promptCaching: caching, transport: ExportingTransport(transport),
        retryPolicy: ModelProvider.RetryPolicy(maximumRetries: 0)),
      tools: tools, instructions: instructions)
  }

  private func body(_ request: TransportRequest?) throws -> GeneratedContent {
    try GeneratedContent(json: String(decoding: try #require(request).body, as: UTF8.self))
  }

  // MARK: Requests and answers

  @Test(
    "the address of a region has the domain of its partition",
    arguments: [
      ("eu-west-1", "amazonaws.com"), ("us-gov-west-1", "amazonaws.com"),
      ("cn-north-1", "amazonaws.com.cn"), ("eusc-de-east-1", "amazonaws.eu"),
      ("us-iso-east-1", "c2s.ic.gov"), ("us-isob-east-1", "sc2s.sgov.gov"),
      ("eu-isoe-west-1", "cloud.adc-e.uk"), ("us-isof-south-1", "csp.hci.ic.gov"),
    ])
  func partition(_ region: String, _ domain: String) async throws {
    let transport = ScriptedTransport([Self.answer("Dal")])
    let session = LanguageModelSession(
      model: BedrockModel("m", region: region, key: "bedrock-key", transport: transport))
    _ = try await session.respond(to: "Soup?")
    #expect(transport.requests.first?.url.host() == "bedrock-runtime.\(region).\(domain)")
  }

  @Test("a value is requested with its schema as text, and read with its usage")
  func value() async throws {
    let transport = ScriptedTransport([Self.answer(#"{"name":"Dal","minutes":40}"#)])
    let session = session(transport, instructions: "Cook.", caching: .oneHour)
    let response = try await session.respond(
      to: "Soup?", generating: Dish.self,
      options: GenerationOptions(temperature: 0.5, maximumResponseTokens: 99))
    #expect(response.content == Dish(name: "Dal", minutes: 40))
    #expect(response.usage.input.totalTokenCount == 50)
    #expect(response.usage.input.cachedTokenCount == 30)
    #expect(response.usage.input.cacheWriteTokenCount == 10)
    #expect(response.usage.output.totalTokenCount == 5)
    let request = try #require(transport.requests.first)
    #expect(
      request.url.absoluteString == "https://bedrock-runtime.us-east-1.amazonaws.com/model/"
        + "anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream")
    #expect(request.headers["authorization"] == "Bearer bedrock-key")
    #expect(request.headers["accept"] == "application/vnd.amazon.eventstream")
    let body = try body(request)
    let mark = #"{"cachePoint": {"type": "default", "ttl": "1h"}}"#
    #expect(
      body.property(named: "messages")?.jsonString
        == #"[{"role": "user", "content": [{"text": "Soup?"}, \#(mark)]}]"#)
    #expect(body.property(named: "system")?.jsonString == #"[{"text": "Cook."}, \#(mark)]"#)
    #expect(
      body.property(named: "inferenceConfig")?.jsonString
        == #"{"maxTokens": 99, "temperature": 0.5}"#)
    let format = body.property(named: "outputConfig")?.property(named: "textFormat")
    #expect(format?.property(named: "type")?.jsonString == #""json_schema""#)
    let schema = format?.property(named: "structure")?.property(named: "jsonSchema")?
      .property(named: "schema")
    let document = try GeneratedContent(json: String(try #require(schema)))
    #expect(document.property(named: "required")?.jsonString == #"["name", "minutes"]"#)
  }

  @Test("thoughts and calls go back in their order, with their signatures")
  func tools() async throws {
    let transport = ScriptedTransport([
      Self.response([
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"Hm"}}}"#
        ),
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"sig"}}}"#
        ), ("contentBlockStop", #"{"contentBlockIndex":0}"#),
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":1,"delta":{"reasoningContent":{"redactedContent":"cmVk"}}}"#
        ),
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":1,"delta":{"reasoningContent":{"redactedContent":"YmxhY2s="}}}"#
        ), ("contentBlockStop", #"{"contentBlockIndex":1}"#),
        (
          "contentBlockStart",
          #"{"contentBlockIndex":2,"start":{"toolUse":{"toolUseId":"t/1","name":"find"}}}"#
        ),
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":2,"delta":{"toolUse":{"input":"{\"term\":"}}}"#
        ),
        ("contentBlockDelta", #"{"contentBlockIndex":2,"delta":{"toolUse":{"input":"\"pie\"}"}}}"#),
        ("contentBlockStop", #"{"contentBlockIndex":2}"#),
        ("messageStop", #"{"stopReason":"tool_use"}"#), ("metadata", #"{"usage":{}}"#),
      ]), Self.answer("There is pie."), Self.answer("Yes."),
    ])
    let session = session(transport, tools: [Find()])
    #expect(try await session.respond(to: "Pie?").content == "There is pie.")
    #expect(session.transcript.outline[2] == "reasoning Hm")
    let second = try body(transport.requests.dropFirst().first)
    let messages = second.property(named: "messages")?.jsonString ?? ""
    let id = try #require(messages.firstMatch(of: /"toolUseId": "([a-zA-Z0-9_.:-]{1,64})"/)).1
    #expect(
      messages
        == #"[{"role": "user", "content": [{"text": "Pie?"}]}, {"role": "assistant", "content": "#
        + #"[{"reasoningContent": {"reasoningText": {"text": "Hm", "signature": "sig"}}}, "#
        + #"{"reasoningContent": {"redactedContent": "cmVk"}}, "#
        + #"{"reasoningContent": {"redactedContent": "YmxhY2s="}}, "#
        + #"{"toolUse": {"toolUseId": "\#(id)", "name": "find", "input": {"term": "pie"}}}]}, "#
        + #"{"role": "user", "content": [{"toolResult": {"toolUseId": "\#(id)", "content": "#
        + #"[{"text": "found pie"}]}}]}]"#)
    let tool = second.property(named: "toolConfig")?.property(named: "tools")?.elements.first {
      _ in true
    }
    #expect(tool?.property(named: "toolSpec")?.property(named: "strict")?.jsonString == "true")
    // Thoughts are bound to what was before them, and go back as long as that is the same.
    try await session.respond(to: "Sure?")
    #expect(try body(transport.requests.last).jsonString.contains(#""signature": "sig""#))
    session.transcript[1] = .prompt(.init(segments: [.text(.init(content: "Cake?"))]))
    let edited = ScriptedTransport([Self.answer("No.")])
    let other = LanguageModelSession(
      model: BedrockModel(
        "anthropic.claude-sonnet-4-5-20250929-v1:0", region: "us-east-1", key: "k",
        transport: edited), tools: [Find()], transcript: session.transcript)
    try await other.respond(to: "Really?")
    #expect(try !body(edited.requests.last).jsonString.contains("sig"))
  }

  /// botocore validates the requests, as `.ci/check-sessions` hands them to it.
  @Test("T24: requests of many turns are the same each time", arguments: 0..<20)
  func conversations(seed: Int) async throws {
    func requests() async throws -> [Data] {
      let call = Self.response([
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"text":"Hm"}}}"#
        ),
        (
          "contentBlockDelta",
          #"{"contentBlockIndex":0,"delta":{"reasoningContent":{"signature":"s\#(seed)"}}}"#
        ), ("contentBlockStop", #"{"contentBlockIndex":0}"#),
        (
          "contentBlockStart",
          #"{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"id \#(seed)","name":"find"}}}"#
        ), ("contentBlockDelta", #"{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{}"}}}"#),
        ("contentBlockStop", #"{"contentBlockIndex":1}"#),
        ("messageStop", #"{"stopReason":"tool_use"}"#), ("metadata", #"{"usage":{}}"#),
      ])
      let transport = ScriptedTransport([
        Self.answer("One \(seed)"), call, Self.answer("Two"), Self.answer("{}"),
        Self.answer(#"{"name":"Dal","minutes":40}"#), Self.answer("End"),
      ])
      let session = session(
        transport, tools: seed % 5 == 0 ? [Find()] : [Find(), Nameless(seed: seed)],
        instructions: seed % 2 == 0 ? "Cook \(seed)." : nil,
        caching: [nil, .fiveMinutes, .oneHour][seed % 3])
      try await session.respond(to: "Turn one of \(seed)")
      try await session.respond(
        to: "Turn two",
        options: GenerationOptions(
          sampling: .random(probabilityThreshold: 0.5), temperature: Double(seed) / 20,
          maximumResponseTokens: seed % 4 == 0 ? nil : 100 + seed))
      // The first answer does not fit, and is asked for again.
      try await session.respond(to: "Turn three", generating: Dish.self)
      try await session.respond(
        to: "Turn four", contextOptions: ContextOptions(reasoningLevel: .light))
      return transport.requests.map(\.body)
    }
    let (first, second) = (try await requests(), try await requests())
    #expect(first.count == 6)
    #expect(first == second)
  }

  /// A tool without a description, whose name no provider takes.
  private struct Nameless: Tool {
    let seed: Int
    var name: String { "Größe/\(seed)" }
    let description = ""
    func call(arguments: Find.Arguments) async throws -> String { "" }
  }

  @Test("T17: exceptions of the stream, and reasons to stop, are errors with their meaning")
  func failures() async throws {
    func error(_ response: ScriptedTransport.Response) async -> LanguageModelError? {
      await #expect(throws: LanguageModelError.self) {
        try await session(ScriptedTransport([response])).respond(to: "Soup?")
      }
    }
    let throttled = await error(
      .init(headers: [:], pieces: [Data(Self.bytes(Self.exception))]))
    #expect(throttled?.rateLimited != nil)
    #expect(throttled?.debugDescription == "Bedrock: Too many requests")
    let filtered = await error(
      Self.response([("messageStop", #"{"stopReason":"guardrail_intervened"}"#)]))
    #expect(filtered?.guardrailViolation != nil)
    let full = await error(
      Self.response([("messageStop", #"{"stopReason":"model_context_window_exceeded"}"#)]))
    #expect(full?.contextSizeExceeded != nil)
    for (events, code) in [
      ([("messageStop", #"{"stopReason":"malformed_tool_use"}"#)], "malformed_tool_use"),
      ([("messageStart", #"{"role":"assistant"}"#)], "cutOff"),
      ([("messageStop", "{")], "invalidEvent"),
    ] as [([(String, String)], String)] {
      guard case .providerFailure(let failure)? = await error(Self.response(events)) else {
        Issue.record("no failure for \(code)")
        continue
      }
      #expect(failure.code == code)
    }
    let denied = await error(
      .init(
        status: 403, headers: ["x-amzn-errortype": "AccessDeniedException:http://x"],
        body: [#"{"Message":"No access."}"#]))
    let failure = denied?.providerFailure
    #expect(failure?.statusCode == 403 && failure?.code == "AccessDeniedException")
  }

  private static func call(_ term: String) -> ScriptedTransport.Response {
    response([
      (
        "contentBlockStart",
        #"{"contentBlockIndex":0,"start":{"toolUse":{"toolUseId":"\#(term)","name":"find"}}}"#
      ),
      (
        "contentBlockDelta",
        #"{"contentBlockIndex":0,"delta":{"toolUse":{"input":"{\"term\":\"\#(term)\"}"}}}"#
      ), ("contentBlockStop", #"{"contentBlockIndex":0}"#),
      ("messageStop", #"{"stopReason":"tool_use"}"#), ("metadata", #"{"usage":{}}"#),
    ])
  }

  @Test("T23: calls cannot be disallowed after a call, which is an error or a note")
  func disallowed() async throws {
    let terms = Locked<[String]>([])
    let find = Find { term in
      terms.withLock { $0.append(term) }
      return "found \(term)"
    }
    let transport = ScriptedTransport([
      Self.answer("Yes."), Self.call("soup"), Self.answer("Dal."), Self.call("pie"),
      Self.answer("No."),
    ])
    let session = session(transport, tools: [find])
    let options = GenerationOptions(toolCallingMode: .disallowed)
    // The tools of a session without calls are left out.
    try await session.respond(to: "Are you there?", options: options)
    #expect(try body(transport.requests.first).property(named: "toolConfig") == nil)
    try await session.respond(to: "Soup?")
    let before = session.transcript
    let error = await #expect(throws: LanguageModelError.self) {
      try await session.respond(to: "And now?", options: options)
    }
    let details = try #require(error?.unsupportedCapability)
    #expect(details.debugDescription.contains("the option disallowed tool calls"))
    #expect(transport.requests.count == 3)
    #expect(session.transcript == before)

    session.policy.unsupportedOption = .log
    let response = try await session.respond(to: "And now?", options: options)
    #expect(response.content == "No.")
    #expect(terms.withLock { $0 } == ["soup"])
    let entry = try #require(response.transcriptEntries.last?.response)
    #expect(
      try entry.metadata["notes"]?.value([String].self) == [
        "Bedrock does not support the option disallowed tool calls. It was left out."
      ])
    #expect(
      try body(transport.requests.last).jsonString.contains(
        "This request allows no calls of tools.")
    )
  }

  @Test(
    "an output without text, and blank text before a call, are not sent as blank text")
  func blankText() async throws {
    let start = Self.response([
      ("contentBlockDelta", #"{"contentBlockIndex":0,"delta":{"text":"\n\n"}}"#),
      ("contentBlockStop", #"{"contentBlockIndex":0}"#),
      (
        "contentBlockStart",
        #"{"contentBlockIndex":1,"start":{"toolUse":{"toolUseId":"t","name":"find"}}}"#
      ),
      (
        "contentBlockDelta",
        #"{"contentBlockIndex":1,"delta":{"toolUse":{"input":"{\"term\":\"pie\"}"}}}"#
      ),
      ("contentBlockStop", #"{"contentBlockIndex":1}"#),
      ("messageStop", #"{"stopReason":"tool_use"}"#), ("metadata", #"{"usage":{}}"#),
    ])
    for output in ["", " \n"] {
      let transport = ScriptedTransport([start, Self.answer("None.")])
      let session = session(transport, tools: [Find { _ in output }])
      #expect(try await session.respond(to: "Pie?").content == "None.")
      #expect(
        try body(transport.requests.last).property(named: "messages")?.jsonString
          == #"[{"role": "user", "content": [{"text": "Pie?"}]}, {"role": "assistant", "content": "#
          + #"[{"toolUse": {"toolUseId": "t", "name": "find", "input": {"term": "pie"}}}]}, "#
          + #"{"role": "user", "content": [{"toolResult": {"toolUseId": "t", "content": "#
          + #"[{"text": "(no output)"}]}}]}]"#)
    }
  }
}
