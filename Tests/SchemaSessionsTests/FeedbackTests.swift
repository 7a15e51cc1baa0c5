import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

struct FeedbackTests {
  private struct Broken: Error {}

  /// The transcript in the feedback.
  private func outline(_ session: LanguageModelSession) throws -> [String] {
    let data = session.logFeedbackAttachment(sentiment: .negative)
    let content = try GeneratedContent(json: String(decoding: data, as: UTF8.self))
    let value = try content.value(GeneratedContent.self, forProperty: "transcript")
    return try JSONDecoder().decode(Transcript.self, from: Data(value.jsonString.utf8)).outline
  }

  @Test("has the calls of a round whose tool throws, which no transcript keeps")
  func tool() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .find("stew")]),
      tools: [Find { if $0 == "stew" { throw Broken() } else { $0 } }])
    await #expect(throws: LanguageModelSession.ToolCallError.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(!session.transcript.contains { $0.toolCalls != nil })
    #expect(
      try outline(session).suffix(4) == [
        "prompt Soup?", "calls call-soup", "output call-soup: soup", "calls call-stew",
      ])
  }

  @Test("has the answers that never fitted, and the feedback on them")
  func answers() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([#"{"name":"Dal","minutes":1}"#, #"{"name":"Dal","minutes":2}"#]))
    await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(session.transcript.isEmpty)
    let outline = try outline(session)
    try #require(outline.count == 4)
    #expect(outline[0] == "prompt Soup?")
    #expect(outline[1].contains(#""minutes":1"#))
    #expect(outline[2].hasPrefix("prompt "))
    #expect(outline[3].contains(#""minutes":2"#))
  }

  @Test(
    "has an answer that did not fit before the calls that came after it",
    arguments: [false, true])
  func answerBeforeCalls(isKept: Bool) async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([
        #"{"name":"Dal","minutes":1}"#, .find("soup"), #"{"name":"Dal","minutes":2}"#,
      ]), tools: [Find()])
    session.transcriptErrorHandlingPolicy = isKept ? .preserveTranscript : .revertTranscript
    await #expect(throws: LanguageModelSession.InvalidAnswerError.self) {
      try await session.respond(to: "Soup?", generating: Dish.self)
    }
    let calls = ["calls call-soup", "output call-soup: found soup"]
    #expect(
      session.transcript.outline.filter { !$0.hasPrefix("instructions") }
        == (isKept ? ["prompt Soup?"] + calls : []))
    let outline = try outline(session).suffix(6)
    try #require(outline.count == 6)
    #expect(outline.first == "prompt Soup?")
    #expect(outline.dropFirst().first?.contains(#""minutes":1"#) == true)
    #expect(outline.dropFirst(2).first?.hasPrefix("prompt ") == true)
    #expect(Array(outline.dropFirst(3).prefix(2)) == calls)
    #expect(outline.last?.contains(#""minutes":2"#) == true)
  }

  @Test("has the received part of an answer that broke")
  func partOfAnswer() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([
        .init([.event(.response(action: .appendText("Da", tokenCount: 1))), .fail(Broken())])
      ]))
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(try outline(session) == ["prompt Soup?", "response Da"])
  }

  @Test("has an answer that is cut off, and calls beyond the greatest number of rounds")
  func refusedReplies() async throws {
    let cut = LanguageModelSession(
      model: ScriptedModel([.cutOff(#"{"name":"D"#)]))
    await #expect(throws: GeneratedContent.ParsingError.self) {
      try await cut.respond(to: "Soup?", generating: Dish.self)
    }
    #expect(try outline(cut) == ["prompt Soup?", #"response {"name":"D"#])

    let session = LanguageModelSession(model: ScriptedModel([.find("soup")]), tools: [Find()])
    session.policy.maximumToolRounds = 0
    await #expect(throws: LanguageModelSession.Error.self) {
      try await session.respond(to: "Soup?")
    }
    #expect(try outline(session).suffix(2) == ["prompt Soup?", "calls call-soup"])
  }

  @Test("has the entries that a policy keeps once")
  func preserved() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.failure(Broken())]))
    session.transcriptErrorHandlingPolicy = .preserveTranscript
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(session.transcript.outline == ["prompt Soup?"])
    #expect(try outline(session) == ["prompt Soup?"])
  }

  @Test("has failed turns until one succeeds, also if the transcript is set")
  func success() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(["a", .failure(Broken()), .failure(Broken()), "b"]))
    try await session.respond(to: "1")
    for prompt in ["2", "3"] {
      await #expect(throws: Broken.self) { try await session.respond(to: prompt) }
    }
    #expect(try outline(session) == ["prompt 1", "response a", "prompt 2", "prompt 3"])
    session.transcript = Transcript()
    #expect(try outline(session) == ["prompt 2", "prompt 3"])
    try await session.respond(to: "4")
    #expect(try outline(session) == ["prompt 4", "response b"])
  }

  @Test("H2: has the last eight failed turns, and no more")
  func bound() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(Array(repeating: .failure(Broken()), count: 20)))
    for turn in 0..<20 {
      await #expect(throws: Broken.self) { try await session.respond(to: "\(turn)") }
    }
    #expect(try outline(session) == (12..<20).map { "prompt \($0)" })
  }
}
