import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// Anthropic binds thoughts to the bytes before them, including images.
struct AttachmentThoughtTests {
  private static let image = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])

  private static let thoughtAndText =
    ProviderFixture.typedEvents(
      #"""
      {"type":"message_start","message":{"id":"msg","model":"m",\#
      "usage":{"input_tokens":10,"output_tokens":1}}}
      """#,
      #"""
      {"type":"content_block_start","index":0,\#
      "content_block":{"type":"thinking","thinking":"","signature":""}}
      """#,
      #"""
      {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm"}}
      """#,
      #"""
      {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s1"}}
      """#,
      #"{"type":"content_block_stop","index":0}"#,
      #"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
      #"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Dal"}}"#,
      #"{"type":"content_block_stop","index":1}"#,
      #"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":4}}"#,
      #"{"type":"message_stop"}"#)

  private func secondRequest(
    _ change: (inout Transcript) -> Void
  ) async throws -> String {
    let transport = ScriptedTransport([
      .init(body: [Self.thoughtAndText]), .init(body: [ProviderFixture.anthropic.text]),
    ])
    let model = ProviderFixture.anthropic.model(ExportingTransport(transport))
    let first = LanguageModelSession(model: model)
    try await first.respond {
      "What is it?"
      Attachment(image: MediaSource(Self.image))
    }
    // Another process reads the transcript.
    var transcript = try JSONDecoder().decode(
      Transcript.self, from: JSONEncoder().encode(first.transcript))
    change(&transcript)
    let second = LanguageModelSession(model: model, transcript: transcript)
    try await second.respond(to: "And now?")
    return try transport.body(1)
  }

  @Test("Thoughts about an image go back while the image is the same")
  func sameImage() async throws {
    #expect(try await secondRequest { _ in }.contains(#""signature":"s1""#))
  }

  @Test("Thoughts about an image are left out after the image was changed")
  func otherImage() async throws {
    let body = try await secondRequest { transcript in
      guard
        let index = transcript.firstIndex(where: { if case .prompt = $0 { true } else { false } }),
        case .prompt(var prompt) = transcript[index]
      else { return }
      prompt.segments[1] = .attachment(
        .init(content: .image(.init(ImageAttachmentContent(MediaSource(Self.image + [4]))))))
      transcript[index] = .prompt(prompt)
    }
    #expect(!body.contains("signature"))
    #expect(body.contains("Dal"))
  }
}
