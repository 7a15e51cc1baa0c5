import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaProviders

/// An answer that goes on with another request, which has the same attachments.
struct PausedAttachmentTests {
  private static let picture =
    Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(repeating: 7, count: 100_000)

  private func converse(
    _ model: (any ModelTransport) -> any LanguageModel, _ replies: [String]
  ) async throws -> (requests: [TransportRequest], log: String) {
    let lines = Locked<[String]>([])
    let transport = ScriptedTransport(replies.map { .init(body: [$0]) })
    let logging = LoggingTransport(transport) { text in lines.withLock { $0.append(text) } }
    let session = LanguageModelSession(model: model(logging))
    try await session.respond {
      "What is it?"
      Attachment(image: MediaSource(Self.picture))
      Attachment(image: MediaSource(Self.picture))
    }
    return (transport.requests, lines.withLock { $0.joined(separator: "\n") })
  }

  private func check(_ requests: [TransportRequest], _ log: String) throws {
    let text = Data(Self.picture.base64EncodedString().utf8)
    for request in requests {
      #expect(request.attached.count == 2)
      for range in request.attached { #expect(request.body[range] == text) }
      _ = try GeneratedContent(json: String(decoding: request.body, as: UTF8.self))
    }
    #expect(!log.contains("BwcHBwcH"))
    #expect(log.components(separatedBy: "(\(text.count) bytes)").count == 2 * requests.count + 1)
  }

  @Test("H6: keep their place for Anthropic, and are in no log")
  func anthropic() async throws {
    func events(_ block: String, _ reason: String, _ container: String = "") -> String {
      ProviderFixture.typedEvents(
        #"""
        {"type":"message_start","message":{"id":"m","model":"m","content":[],\#
        "usage":{"input_tokens":1}}}
        """#,
        #"{"type":"content_block_start","index":0,"content_block":\#(block)}"#,
        #"{"type":"content_block_stop","index":0}"#,
        #"{"type":"message_delta","delta":{"stop_reason":"\#(reason)"\#(container)},"usage":{}}"#,
        #"{"type":"message_stop"}"#)
    }
    let (requests, log) = try await converse(
      { AnthropicModel("m", key: "k", transport: $0) },
      [
        events(
          #"{"type":"text","text":"A"}"#, "pause_turn", #","container":{"id":"c1"}"#),
        events(#"{"type":"text","text":"B"}"#, "pause_turn", #","container":{"id":"c22"}"#),
        events(#"{"type":"text","text":"C"}"#, "end_turn"),
      ])
    try check(requests, log)
    let first = String(decoding: requests[0].body, as: UTF8.self)
    let end = try #require(first.range(of: "]}]")).upperBound
    func body(_ blocks: String, _ container: String) -> String {
      // The message goes to the end of the messages, and the container to that of the body.
      let message = #",{"role":"assistant","content":[\#(blocks)]}"#
      let start = first.index(before: end)
      return "\(first[..<start])\(message)\(first[start...].dropLast())"
        + #","container":"\#(container)"}"#
    }
    #expect(
      String(decoding: requests[1].body, as: UTF8.self)
        == body(#"{"type":"text","text":"A"}"#, "c1"))
    #expect(
      String(decoding: requests[2].body, as: UTF8.self)
        == body(#"{"type":"text","text":"A"},{"type":"text","text":"B"}"#, "c22"))
  }

  @Test("H6: keep their place for Gemini, and are in no log")
  func gemini() async throws {
    func reply(_ text: String, _ reason: String, _ token: String = "") -> String {
      ProviderFixture.events(
        #"""
        {"candidates":[{"content":{"role":"model","parts":[{"text":"\#(text)"}]},\#
        "finishReason":"\#(reason)"\#(token)}]}
        """#
      )
    }
    let (requests, log) = try await converse(
      { GeminiModel("gemini-3-flash", key: "k", transport: $0) },
      [
        reply("A", "CONTINUATION", #","continuationToken":"t1""#),
        reply("B", "CONTINUATION", #","continuationToken":"t22""#), reply("C", "STOP"),
      ])
    try check(requests, log)
    let first = String(decoding: requests[0].body, as: UTF8.self).dropLast()
    #expect(
      requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) }
        == ["t1", "t22"].map { #"\#(first),"continuationToken":"\#($0)"}"# })
  }
}
