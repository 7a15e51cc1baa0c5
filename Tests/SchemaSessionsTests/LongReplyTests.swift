import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SchemaTestSupport
import SessionTestSupport
import Testing

/// H3: the cost of a reply is in proportion to its size, also where it has many parts.
///
/// The sizes are such that a search for each part would take minutes.
@Suite("A reply of many parts", .timeLimit(.minutes(10)))
struct LongReplyTests {
  private static let count = tried(of: 100_000)

  @Test("H3: has many thoughts")
  func thoughts() async throws {
    let thoughts = (0..<Self.count).map { number in
      ScriptedModel.Reply.Step.event(
        .reasoning(entryID: "thought-\(number)", action: .appendText("hm", tokenCount: 1)))
    }
    let answer = ScriptedModel.Reply.Step.event(
      .response(action: .appendText("Dal.", tokenCount: 1)))
    let session = LanguageModelSession(model: ScriptedModel([.init(thoughts + [answer])]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(session.transcript.count == Self.count + 2)
  }

  @Test("H3: has many calls of tools, each in pieces")
  func calls() async throws {
    let pieces = [#"{"term":"#, #""soup"}"#]
    let calls = pieces.flatMap { piece in
      (0..<Self.count).map { number in
        ScriptedModel.Reply.Step.event(
          .toolCalls(
            action: .toolCall(
              id: "call-\(number)", name: "fin", action: .appendArguments(piece, tokenCount: 1))))
      }
    }
    // No tool has the name, so that none runs: it is the reply that is measured.
    let session = LanguageModelSession(model: ScriptedModel([.init(calls), "Dal."]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(session.transcript.count == Self.count + 3)
  }

  @Test("H3: has many segments of text")
  func segments() async throws {
    let segments = (0..<Self.count).map { number in
      ScriptedModel.Reply.Step.event(
        .response(
          entryID: "answer",
          action: .appendText("word ", segmentID: "segment-\(number)", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: ScriptedModel([.init(segments)]))
    let text = try await session.respond(to: "Soup?").content
    #expect(text.utf8.count == Self.count * "word ".utf8.count)
  }

  @Test("H3: has text in two segments that take turns")
  func turns() async throws {
    let events = (0..<Self.count).map { number in
      ScriptedModel.Reply.Step.event(
        .response(
          entryID: "answer",
          action: .appendText(
            number.isMultiple(of: 2) ? "a" : "b", segmentID: "\(number % 2)", tokenCount: 1)))
    }
    let session = LanguageModelSession(model: ScriptedModel([.init(events)]))
    let stream = session.streamResponse(to: "Soup?")
    var shown = 0
    for try await snapshot in stream { shown = max(shown, snapshot.content.utf8.count) }
    #expect(shown == Self.count)
    let half = Self.count / 2
    let expected = String(repeating: "a", count: half) + String(repeating: "b", count: half)
    #expect(try await stream.collect().content == expected)
  }
}
