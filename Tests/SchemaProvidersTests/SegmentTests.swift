import Foundation
import SchemaModel
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import Testing

struct SegmentTests {
  @Test("is sent back as the text that the caller got", arguments: ProviderFixture.all)
  func text(_ provider: ProviderFixture) async throws {
    let response = Transcript.Response(
      segments: ["Da", "l."].map { .text(Transcript.TextSegment(content: $0)) })
    let prompt = Transcript.Prompt(segments: [.text(Transcript.TextSegment(content: "Soup?"))])
    let transport = ScriptedTransport([.init(status: 400, body: ["{}"])])
    let session = LanguageModelSession(
      model: provider.model(transport),
      transcript: Transcript(entries: [.prompt(prompt), .response(response)]))
    await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Another?") }
    let body = try #require(transport.requests.first?.body)
    // Where answers have blocks or parts, each segment is one.
    let text = String(decoding: body, as: UTF8.self)
      .replacing(#""},{"type":"text","text":""#, with: "").replacing(#""},{"text":""#, with: "")
    #expect(text.contains(#""Dal.""#))
  }
}
