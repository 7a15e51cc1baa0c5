import Foundation
import SchemaProviders
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

/// H3: the cost of a stream is in proportion to its bytes, also where these are many small parts.
///
/// The sizes are such that a search for each part, or a copy of what came before, would take
/// minutes.
@Suite("A stream of many parts", .timeLimit(.minutes(10)))
struct LongStreamTests {
  @Test("H3: has many calls of Chat Completions, with an index or without")
  func calls() async throws {
    let count = tried(of: 40_000, oneIn: 8)
    let pieces = (0..<count).map { number in
      let index = number.isMultiple(of: 2) ? #""index":\#(number),"# : ""
      return #"{\#(index)"id":"c\#(number)","function":{"name":"fin","arguments":"{}"}}"#
    }
    let calls = ProviderFixture.events(
      #"{"choices":[{"delta":{"tool_calls":[\#(pieces.joined(separator: ","))]}}]}"#,
      #"{"choices":[{"delta":{},"finish_reason":"tool_calls"}]}"#, "[DONE]")
    let (session, _) = ProviderFixture.openAI.session(calls, ProviderFixture.openAI.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    #expect(session.transcript.count == count + 4)
  }

  @Test("H3: has a signature of Anthropic in many pieces")
  func signature() async throws {
    let count = tried(of: 20_000)
    let piece = String(repeating: "c2ln", count: 64)
    let signature = #"{"type":"signature_delta","signature":"\#(piece)"}"#
    let delta = #"{"type":"content_block_delta","index":0,"delta":\#(signature)}"#
    let thinking = #"{"type":"thinking","thinking":"Hm."}"#
    let stream = ProviderFixture.typedEvents(
      #"{"type":"content_block_start","index":0,"content_block":\#(thinking)}"#)
    let end = ProviderFixture.typedEvents(#"{"type":"content_block_stop","index":0}"#)
    let deltas = String(repeating: "event: content_block_delta\ndata: \(delta)\n\n", count: count)
    let (session, _) = ProviderFixture.anthropic.session(
      stream + deltas + end + ProviderFixture.anthropic.text)
    #expect(try await session.respond(to: "Soup?").content == "Dal ü")
    let signatures = session.transcript.compactMap { entry in
      if case .reasoning(let reasoning) = entry { reasoning.signature } else { nil }
    }
    #expect(signatures.map(\.count) == [count * piece.utf8.count])
  }
}
