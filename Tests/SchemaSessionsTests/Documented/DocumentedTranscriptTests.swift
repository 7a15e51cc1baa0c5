import Foundation
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of transcripts.
struct DocumentedTranscriptTests {
  private func text(_ text: String) -> Transcript.Segment {
    .text(Transcript.TextSegment(content: text))
  }

  private func prompt(_ id: String) -> Transcript.Entry {
    .prompt(Transcript.Prompt(id: id, segments: [text(id)]))
  }

  // Known from: Identifiable, which entries are by their payloads.
  @Test("An entry has the identifier of what it holds")
  func entryIDs() {
    let call = Transcript.ToolCall(
      id: "c", toolName: "find", arguments: GeneratedContent(properties: [:]))
    let entries: [Transcript.Entry] = [
      .instructions(.init(id: "1", segments: [], toolDefinitions: [])),
      .prompt(.init(id: "2", segments: [])), .toolCalls(.init(id: "3", [call])),
      .toolOutput(.init(id: "4", toolName: "find", segments: [])),
      .response(.init(id: "5", segments: [])), .reasoning(.init(id: "6", segments: [])),
    ]
    #expect(entries.map(\.id) == ["1", "2", "3", "4", "5", "6"])
    #expect(Transcript(entries: entries).map(\.id) == entries.map(\.id))
  }

  // Known from: the default arguments of the payloads: a new UUID each.
  @Test("Entries and segments that are given no identifier have different ones")
  func defaultIDs() {
    let prompts = [Transcript.Prompt(segments: []), Transcript.Prompt(segments: [])]
    #expect(prompts[0].id != prompts[1].id)
    #expect(UUID(uuidString: prompts[0].id) != nil)
    #expect(text("a").id != text("a").id)
    #expect(text("a") != text("a"))
  }

  // Known from: the conformance to Equatable.
  @Test("Transcripts with the same entries are equal")
  func equality() {
    let entry = prompt("a")
    #expect(Transcript(entries: [entry]) == Transcript(entries: [entry]))
    #expect(Transcript(entries: [entry]) != Transcript(entries: [entry, entry]))
    #expect(Transcript() == Transcript(entries: [Transcript.Entry]()))
  }

  // Known from: the conformances of 27 to the protocols of collections.
  @Test("A transcript is changed as an array is")
  func collection() {
    var transcript = Transcript(entries: [prompt("a"), prompt("b")])
    transcript.append(prompt("d"))
    transcript.insert(prompt("c"), at: 2)
    #expect(transcript.map(\.id) == ["a", "b", "c", "d"])
    transcript[0] = prompt("z")
    transcript.removeSubrange(1...2)
    #expect(transcript.map(\.id) == ["z", "d"])
    #expect(transcript.last?.id == "d")
    #expect((transcript + [prompt("e")]).count == 3)
    transcript.removeAll()
    #expect(transcript.isEmpty)
  }

  // Known from: the conformance of ToolCalls to RandomAccessCollection.
  @Test("Calls are a collection")
  func calls() {
    let calls = Transcript.ToolCalls(
      ["a", "b"].map {
        Transcript.ToolCall(id: $0, toolName: "find", arguments: GeneratedContent($0))
      })
    #expect(calls.count == 2)
    #expect(calls[1].id == "b")
    #expect(calls.map(\.toolName) == ["find", "find"])
    #expect(calls.reversed().map(\.id) == ["b", "a"])
  }

  // Known from: the conformance to Codable, and Apple's sample that stores a transcript.
  @Test("A conversation with tools and values is the same after it was JSON")
  func coding() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup", "stew"), .text([#"{"name": "Dal", "minutes": 40}"#])]),
      tools: [Find()], instructions: "Cook.")
    try await session.respond(
      to: "Soup?", generating: Dish.self, options: GenerationOptions(temperature: 0.5))
    let data = try JSONEncoder().encode(session.transcript)
    let read = try JSONDecoder().decode(Transcript.self, from: data)
    #expect(read == session.transcript)
    #expect(read.map(\.id) == session.transcript.map(\.id))
  }

  // Known from: the same sample: a session of another launch has the stored transcript.
  @Test("A session of a stored transcript has the conversation, and can call tools")
  func storedSession() async throws {
    let first = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Dal."]), tools: [Find()], instructions: "Cook.")
    try await first.respond(to: "Soup?")
    let data = try JSONEncoder().encode(first.transcript)
    let model = ScriptedModel([.find("stew"), "Stew."])
    let second = LanguageModelSession(
      model: model, tools: [Find()],
      transcript: try JSONDecoder().decode(Transcript.self, from: data))
    #expect(try await second.respond(to: "And stew?").content == "Stew.")
    #expect(second.transcript.prefix(5).map(\.id) == first.transcript.map(\.id))
    #expect(second.transcript.count == 9)
    #expect(model.requests[0].transcript.outline.first == "instructions")
  }

  // Known from: the files of apple/python-apple-fm-sdk: the keys of the outer object.
  @Test("The JSON of a transcript says what it is, and of which version")
  func outerObject() throws {
    let data = try JSONEncoder().encode(Transcript(entries: [prompt("a")]))
    let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    #expect(object?["type"] as? String == "FoundationModels.Transcript")
    #expect(object?["version"] != nil)
    let entries = (object?["transcript"] as? [String: Any])?["entries"] as? [[String: Any]]
    #expect(entries?.first?["role"] as? String == "user")
    #expect(entries?.first?["id"] as? String == "a")
  }

  // Known from: the payload of a response format: its name is that of the schema.
  @Test("The format of an answer has the name of its schema")
  func responseFormat() throws {
    let format = Transcript.ResponseFormat(type: Dish.self)
    #expect(format.name == "Dish")
    guard case .schema(let schema) = format.kind else { return }
    #expect(schema.name == "Dish")
    let dynamic = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Soup", properties: []), dependencies: [])
    #expect(Transcript.ResponseFormat(schema: dynamic).name == "Soup")
  }

  // Known from: the interface of 27, where the source of 26 is called the schema's name.
  @Test("A structure has its schema's name by both of its spellings")
  func structuredSegment() {
    let content = GeneratedContent(properties: ["name": "Dal"])
    let old = Transcript.StructuredSegment(id: "1", source: "Dish", content: content)
    let new = Transcript.StructuredSegment(id: "1", schemaName: "Dish", content: content)
    #expect(old == new)
    #expect(old.schemaName == "Dish")
    #expect(new.source == "Dish")
    #expect(Transcript.Segment.structure(new).id == "1")
  }

  // Known from: the interface of 27: thoughts have segments, metadata and a signature.
  @Test("Thoughts are before the answer, with their signature")
  func reasoning() async throws {
    let signature = Data([1, 2, 3])
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.reasoning(action: .appendText("Hm, ", tokenCount: 1))),
          .event(.reasoning(action: .appendText("lentils.", tokenCount: 1))),
          .event(.reasoning(action: .updateSignature(signature, tokenCount: 1))),
          .event(.response(action: .appendText("Dal.", tokenCount: 1))),
        ])
      ]))
    let response = try await session.respond(to: "Soup?")
    #expect(response.content == "Dal.")
    guard case .reasoning(let reasoning) = session.transcript[1] else {
      Issue.record("no thoughts: \(session.transcript)")
      return
    }
    #expect(reasoning.segments.joinedText == "Hm, lentils.")
    #expect(reasoning.signature == signature)
    #expect(session.transcript.outline.last == "response Dal.")
  }

  // Known from: the semantics of the channel's events in 27: metadata replace what was there.
  @Test("The last metadata of an answer are those of its entry")
  func metadata() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.response(action: .updateMetadata(["region": "eu"]))),
          .event(.response(action: .appendText("Dal.", tokenCount: 1))),
          .event(.response(action: .updateMetadata(["region": "us"]))),
        ])
      ]))
    try await session.respond(to: "Soup?")
    let response = try #require(session.transcript.last?.response)
    #expect(try response.metadata["region"]?.value(String.self) == "us")
  }

  // Known from: the channel's events in 27: text of a segment can be replaced.
  @Test("Replaced text is not in the answer")
  func replacedText() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.response(action: .appendText("Stew", segmentID: "s", tokenCount: 1))),
          .event(.response(action: .replaceTextSegment("Dal", segmentID: "s", tokenCount: 1))),
          .event(.response(action: .appendText(".", segmentID: "s", tokenCount: 1))),
        ])
      ]))
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(session.transcript.outline == ["prompt Soup?", "response Dal."])
  }

  // Known from: the channel's events in 27: a call can be taken back before the reply ends.
  @Test("A call that is taken back is not made")
  func removedCall() async throws {
    let find = Find { term in
      #expect(term == "stew")
      return term
    }
    func call(_ id: String, _ term: String) -> ScriptedModel.Reply.Step {
      .event(
        .toolCalls(
          action: .toolCall(
            id: id, name: "find",
            action: .appendArguments(#"{"term": "\#(term)"}"#, tokenCount: 1))))
    }
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          call("a", "soup"), call("b", "stew"),
          .event(.toolCalls(action: .removeToolCall(id: "a"))),
        ]), "Stew.",
      ]), tools: [find])
    try await session.respond(to: "Soup?")
    #expect(session.transcript.toolOutputs.map(\.id) == ["b"])
  }

  // Known from: the page of TranscriptErrorHandlingPolicy in 27.
  @Test("A failed turn stays where the policy preserves it")
  func preserved() async throws {
    struct Broken: Error {}
    let policies: [(TranscriptErrorHandlingPolicy, Bool)] = [
      (.preserveTranscript, true), (.revertTranscript, false),
    ]
    for (policy, keepsTurn) in policies {
      let session = LanguageModelSession(
        model: ScriptedModel([.find("soup"), .failure(Broken())]), tools: [Find()])
      session.transcriptErrorHandlingPolicy = policy
      let before = session.transcript.count
      await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
      let isKept = session.transcript.count > before
      #expect(isKept == keepsTurn)
      if isKept { #expect(session.transcript.outline.contains("output call-soup: found soup")) }
    }
  }
}
