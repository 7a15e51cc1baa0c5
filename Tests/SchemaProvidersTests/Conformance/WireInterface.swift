import Foundation
import SchemaModel
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// An event of a stream.
struct WireEvent: Equatable {
  enum Kind: String { case event, exception, error }

  /// The name of the event, where the framing has one.
  var type: String?
  var data: String
  var kind = Kind.event
  /// The bytes of something that is no event; `nil` for an event.
  var raw: Data?

  init(_ data: String) { self.init(nil, data) }

  init(_ type: String?, _ data: String, kind: Kind = .event) {
    self.type = type
    self.data = data
    self.kind = kind
  }

  /// Bytes that are no event of the framing.
  init(raw: String) {
    data = raw
    self.raw = Data(raw.utf8)
  }
}

/// The form of the events of a stream.
enum WireFraming {
  /// `text/event-stream`.
  case serverSent
  /// A line for each event.
  case lines
  /// `application/vnd.amazon.eventstream`.
  case amazon

  var mediaType: String {
    switch self {
    case .serverSent: "text/event-stream"
    case .lines: "application/x-ndjson"
    case .amazon: "application/vnd.amazon.eventstream"
    }
  }

  /// The number of bytes that end an event.
  var terminatorSize: Int {
    switch self {
    case .serverSent: 2
    case .lines: 1
    case .amazon: 0
    }
  }

  func events(in bytes: Data) -> [WireEvent] {
    let text = String(decoding: bytes, as: UTF8.self)
    switch self {
    case .serverSent:
      return text.components(separatedBy: "\n\n").filter { !$0.isEmpty }.map { block in
        var event = WireEvent("")
        for line in block.components(separatedBy: "\n") {
          if line.hasPrefix("event: ") {
            event.type = String(line.dropFirst(7))
          } else if line.hasPrefix("data: ") {
            event.data = String(line.dropFirst(6))
          } else {
            return WireEvent(raw: block)
          }
        }
        return event
      }
    case .lines:
      return text.split(separator: "\n").map { WireEvent(String($0)) }
    case .amazon:
      var stream = EventStream()
      return stream.append(bytes).map { message in
        let kind = message.headers[":message-type"].flatMap(WireEvent.Kind.init) ?? .event
        return WireEvent(
          message.headers[":\(kind)-type"], String(decoding: message.payload, as: UTF8.self),
          kind: kind)
      }
    }
  }

  func bytes(of event: WireEvent) -> Data {
    if let raw = event.raw { return raw }
    switch self {
    case .serverSent:
      let type = event.type.map { "event: \($0)\n" } ?? ""
      return Data("\(type)data: \(event.data)\n\n".utf8)
    case .lines: return Data("\(event.data)\n".utf8)
    case .amazon:
      return BedrockTests.message(event.type ?? "", event.data, kind: event.kind.rawValue)
    }
  }
}

/// A place in the JSON of events.
struct WirePlace {
  /// The name of the property, whose value is no object and no array.
  let key: String
  /// What events with the place have, one of these; empty for any event with the property.
  var marks: [String] = []

  /// The value as it is written, at the last place with the name.
  func literal(in data: String) -> Range<String.Index>? {
    guard marks.isEmpty || marks.contains(where: data.contains),
      let name = data.range(of: "\"\(key)\":", options: .backwards)
    else { return nil }
    let bytes = data.utf8
    var start = name.upperBound
    if bytes[start] == UInt8(ascii: " ") { start = bytes.index(after: start) }
    guard bytes[start] != UInt8(ascii: "{"), bytes[start] != UInt8(ascii: "[") else { return nil }
    guard bytes[start] == UInt8(ascii: "\"") else {
      let end = bytes[start...].firstIndex { ",}]".utf8.contains($0) }
      return end.map { start..<$0 }
    }
    var end = bytes.index(after: start)
    while bytes[end] != UInt8(ascii: "\"") {
      end = bytes.index(end, offsetBy: bytes[end] == UInt8(ascii: "\\") ? 2 : 1)
    }
    return start..<bytes.index(after: end)
  }

  /// The value as it is written; `nil` if it is `null`, an empty text, or not there.
  func value(in event: WireEvent) -> Substring? {
    guard event.raw == nil, let range = literal(in: event.data) else { return nil }
    let value = event.data[range]
    return ["null", "\"\""].contains(value) ? nil : value
  }

  /// The event with another value.
  func setting(_ value: String, in event: WireEvent) -> WireEvent {
    guard let range = literal(in: event.data) else { return event }
    var event = event
    event.data.replaceSubrange(range, with: value)
    return event
  }
}

/// An interface whose golden streams go through the conformance tests.
///
/// Another interface joins by its streams in the folder Golden and an element of ``all``.
struct WireInterface: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The beginning of the names of its streams.
  let golden: String
  let framing: WireFraming
  let model: @Sendable (any ModelTransport) -> any LanguageModel
  /// Where the reason of the end stands.
  let reason: WirePlace
  /// What the event after the reason has that ends the answer too; `nil` for none.
  var closing: String?
  /// Whether the answer may be incomplete before the closing event.
  var needsClosing = false
  /// Whether an event of the end without a reason states the end.
  var endsWithoutReason = false
  /// Where a piece of the text stands.
  let text: WirePlace
  /// Where a piece of the arguments stands; `nil` if arguments arrive complete.
  var arguments: WirePlace?
  let rules: RequestRules

  /// The situations of the golden streams.
  var situations: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder.path)) ?? []
    return names.filter { $0.hasPrefix("\(golden).") && !$0.hasSuffix(".json") }
      .map { String($0.split(separator: ".")[1]) }.sorted()
  }

  func events(_ situation: String) -> [WireEvent] {
    let name = "\(golden).\(situation).\(framing == .amazon ? "bin" : "txt")"
    let bytes = try? Data(contentsOf: Self.folder.appending(path: name))
    return framing.events(in: bytes ?? Data())
  }

  func bytes(_ events: some Sequence<WireEvent>) -> Data {
    events.reduce(into: Data()) { $0 += framing.bytes(of: $1) }
  }

  /// The first event with a reason.
  func end(of events: [WireEvent]) -> Int? {
    events.firstIndex { reason.value(in: $0) != nil }
  }

  /// The event after which nothing can spoil the answer.
  func lastNeeded(of events: [WireEvent]) -> Int? {
    needsClosing
      ? events.firstIndex { event in closing.map(event.data.contains) == true }
      : end(of: events)
  }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Golden")
}

extension WireInterface {
  static let all = [chat, responses, anthropic, gemini, ollama, bedrock]

  /// Those whose servers pass on what models write, each with what its servers want back.
  static let passing = [compatible, deepSeek, ollama]

  private static let once = ModelProvider.RetryPolicy(maximumRetries: 0)

  private static func chat(
    _ name: String, _ rules: RequestRules,
    _ model: @escaping @Sendable (any ModelTransport) -> any LanguageModel
  ) -> WireInterface {
    WireInterface(
      testDescription: name, golden: "chat", framing: .serverSent, model: model,
      reason: WirePlace(key: "finish_reason"), closing: "[DONE]", text: WirePlace(key: "content"),
      arguments: WirePlace(key: "arguments"), rules: rules)
  }

  static let chat = chat("Chat Completions", .chat) {
    OpenAIModel("m", key: "k", transport: ExportingTransport($0), retryPolicy: once)
  }

  static let compatible = chat("compatible servers", .chat) {
    CompatibleModel("m", server: .other, baseURL: "http://h", transport: $0, retryPolicy: once)
  }

  static let deepSeek = chat("DeepSeek", .deepSeek) {
    CompatibleModel("m", server: .deepSeek, baseURL: "http://h", transport: $0, retryPolicy: once)
  }

  static let responses = WireInterface(
    testDescription: "Responses", golden: "responses", framing: .serverSent,
    model: {
      OpenAIResponsesModel("m", key: "k", transport: ExportingTransport($0), retryPolicy: once)
    },
    reason: WirePlace(
      key: "type",
      marks: ["completed", "incomplete", "failed"].map { #""type":"response.\#($0)""# }),
    text: WirePlace(key: "delta", marks: ["response.output_text.delta"]),
    arguments: WirePlace(key: "delta", marks: ["response.function_call_arguments.delta"]),
    rules: .responses)

  static let anthropic = WireInterface(
    testDescription: "Messages", golden: "anthropic", framing: .serverSent,
    model: { AnthropicModel("m", key: "k", transport: ExportingTransport($0), retryPolicy: once) },
    reason: WirePlace(key: "stop_reason"), closing: "message_stop", needsClosing: true,
    text: WirePlace(key: "text", marks: ["text_delta"]),
    arguments: WirePlace(key: "partial_json"), rules: .anthropic)

  static let gemini = WireInterface(
    testDescription: "Gemini", golden: "gemini", framing: .serverSent,
    model: { GeminiModel("m", key: "k", transport: ExportingTransport($0), retryPolicy: once) },
    reason: WirePlace(key: "finishReason"), text: WirePlace(key: "text"), rules: .gemini)

  static let ollama = WireInterface(
    testDescription: "Ollama", golden: "ollama", framing: .lines,
    model: { OllamaModel("m", transport: ExportingTransport($0), retryPolicy: once) },
    reason: WirePlace(key: "done_reason"), endsWithoutReason: true,
    text: WirePlace(key: "content"), rules: .ollama)

  static let bedrock = WireInterface(
    testDescription: "Converse", golden: "bedrock", framing: .amazon,
    model: {
      BedrockModel(
        "m", region: "r", key: "k", transport: ExportingTransport($0), retryPolicy: once)
    },
    reason: WirePlace(key: "stopReason"), text: WirePlace(key: "text"),
    arguments: WirePlace(key: "input"), rules: .bedrock)
}
