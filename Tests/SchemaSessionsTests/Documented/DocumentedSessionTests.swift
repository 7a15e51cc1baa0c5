import Foundation
import Observation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

/// What Apple documents of sessions.
struct DocumentedSessionTests {
  private let dal = #"{"name": "Dal", "minutes": 40}"#

  private func texts(_ transcript: Transcript) -> [String] {
    transcript.map { $0.segments.joinedText }
  }

  // Known from: the page of Instructions: they come before all prompts, once.
  @Test("Instructions are the first entry, and stay the only ones")
  func instructions() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel(["a", "b"]), instructions: "You are a cook.")
    try await session.respond(to: "Soup?")
    try await session.respond(to: "Stew?")
    guard case .instructions(let instructions) = session.transcript[0] else {
      Issue.record("no instructions")
      return
    }
    #expect(instructions.segments.joinedText == "You are a cook.")
    #expect(session.transcript.count { if case .instructions = $0 { true } else { false } } == 1)
    #expect(texts(session.transcript) == ["You are a cook.", "Soup?", "a", "Stew?", "b"])
  }

  // Known from: Apple's session "Meet the Foundation Models framework": multi-turn sessions.
  @Test("The model sees all turns before, in order")
  func multipleTurns() async throws {
    let model = ScriptedModel(["a", "b", "c"])
    let session = LanguageModelSession(model: model)
    for prompt in ["1", "2", "3"] { try await session.respond(to: prompt) }
    #expect(texts(model.requests[2].transcript) == ["1", "a", "2", "b", "3"])
    #expect(Array(model.requests[2].transcript.prefix(4)) == Array(session.transcript.prefix(4)))
  }

  // Known from: the page of `isResponding`: whether a response is being generated.
  @Test("A session says that it is responding, and that it is no longer")
  func isResponding() async throws {
    let seen = Locked<[Bool]>([])
    let holder = Locked<LanguageModelSession?>(nil)
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .run { seen.withLock { $0.append(holder.withLock { $0?.isResponding } ?? false) } },
          .event(.response(action: .appendText("Dal", tokenCount: 1))),
        ])
      ]))
    holder.withLock { $0 = session }
    #expect(!session.isResponding)
    try await session.respond(to: "Soup?")
    #expect(!session.isResponding)
    #expect(seen.withLock { $0 } == [true])
    holder.withLock { $0 = nil }
  }

  // Known from: the same page, and the sample that disables a button by it.
  @Test("A session that failed is not responding, and answers again")
  func afterFailure() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(model: ScriptedModel([.failure(Broken()), "Dal."]))
    await #expect(throws: Broken.self) { try await session.respond(to: "Soup?") }
    #expect(!session.isResponding)
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
    #expect(session.transcript.count == 2)
  }

  // Known from: the initializer with a transcript: rehydrating a session.
  @Test("A session goes on with a transcript")
  func rehydration() async throws {
    let first = LanguageModelSession(model: ScriptedModel(["a"]), instructions: "Cook.")
    try await first.respond(to: "1")
    let model = ScriptedModel(["b"])
    let second = LanguageModelSession(model: model, transcript: first.transcript)
    #expect(second.transcript == first.transcript)
    try await second.respond(to: "2")
    #expect(texts(model.requests[0].transcript) == ["Cook.", "1", "a", "2"])
    #expect(first.transcript.count == 3)
  }

  // Known from: the error exceededContextWindowSize, whose remedy in Apple's sample is a new
  // session with the first and the last entry.
  @Test("A session goes on with the first and the last entry of another one")
  func condensed() async throws {
    let model = ScriptedModel(["a", "b", "c"])
    let session = LanguageModelSession(model: model, instructions: "Cook.")
    try await session.respond(to: "1")
    try await session.respond(to: "2")
    var condensed: [Transcript.Entry] = []
    if let first = session.transcript.first { condensed.append(first) }
    if session.transcript.count > 1, let last = session.transcript.last { condensed.append(last) }
    let next = LanguageModelSession(model: model, transcript: Transcript(entries: condensed))
    try await next.respond(to: "3")
    #expect(texts(next.transcript) == ["Cook.", "b", "3", "c"])
  }

  // Known from: the interface of 27: the transcript can be set.
  @Test("What is removed from the transcript is not sent")
  func settingTranscript() async throws {
    let model = ScriptedModel(["a", "b"])
    let session = LanguageModelSession(model: model, instructions: "Cook.")
    try await session.respond(to: "1")
    session.transcript.removeLast(2)
    try await session.respond(to: "2")
    #expect(texts(model.requests[1].transcript) == ["Cook.", "2"])
  }

  // Known from: the payload of a prompt: its options, and the format of its answer.
  @Test("The entry of a prompt has the options and the format of the call")
  func promptEntry() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.text([dal])]))
    let options = GenerationOptions(temperature: 0.25, maximumResponseTokens: 99)
    try await session.respond(to: "Soup?", generating: Dish.self, options: options)
    guard case .prompt(let prompt)? = session.transcript.first else {
      Issue.record("The first entry is not a prompt.")
      return
    }
    #expect(prompt.options == options)
    #expect(prompt.responseFormat?.name == "Dish")
    #expect(prompt.segments.joinedText == "Soup?")
  }

  // Known from: the page of Transcript.Response, and its structured segment.
  @Test("The entry of an answer has the value, with the name of its schema")
  func structuredEntry() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.text([dal])]))
    try await session.respond(to: "Soup?", generating: Dish.self)
    guard case .response(let response)? = session.transcript.last,
      case .structure(let segment)? = response.segments.first
    else {
      Issue.record("no structure")
      return
    }
    #expect(segment.source == "Dish")
    #expect(try Dish(segment.content) == Dish(name: "Dal", minutes: 40))
  }

  // Known from: the page of Response: content, its raw form, and the entries.
  @Test("A response has the value, its raw content and the entries of its turn")
  func response() async throws {
    let session = LanguageModelSession(model: ScriptedModel(["Hello", .text([dal])]))
    let text = try await session.respond(to: "Hi")
    #expect(try text.rawContent.value(String.self) == text.content)
    #expect(text.transcriptEntries.last == session.transcript.last)
    let dish = try await session.respond(to: "Soup?", generating: Dish.self)
    #expect(dish.content == Dish(name: "Dal", minutes: 40))
    #expect(try Dish(dish.rawContent) == dish.content)
    #expect(dish.transcriptEntries.last == session.transcript.last)
  }

  // Known from: `respond(to:schema:)`, whose result is generated content.
  @Test("A schema that is made while the app runs leads to content")
  func dynamicSchema() async throws {
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(
        name: "Soup",
        properties: [
          .init(name: "name", schema: .init(type: String.self)),
          .init(name: "spices", schema: .init(arrayOf: .init(type: String.self))),
        ]),
      dependencies: [])
    let model = ScriptedModel([.text([#"{"name": "Dal", "spices": ["cumin"]}"#])])
    let session = LanguageModelSession(model: model)
    let response = try await session.respond(to: "Soup?", schema: schema)
    #expect(try response.content.value(String.self, forProperty: "name") == "Dal")
    #expect(try response.content.value([String].self, forProperty: "spices") == ["cumin"])
    #expect(model.requests[0].schema?.name == "Soup")
  }

  // Known from: the page of `prewarm(promptPrefix:)`: it returns nothing, and says nothing.
  @Test("Preparation changes no transcript, and sends no request")
  func prewarm() async throws {
    let model = ScriptedModel(["Dal."])
    let session = LanguageModelSession(model: model, instructions: "Cook.")
    let before = session.transcript
    session.prewarm()
    session.prewarm(promptPrefix: Prompt("Which soup"))
    #expect(session.transcript == before)
    #expect(!session.isResponding)
    #expect(model.requests.isEmpty)
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
  }

  // Known from: the probed behaviour of 27: `ParsingError` with the partial text.
  @Test("A value that is cut off is an error with its text, and leaves no entry")
  func truncated() async throws {
    let session = LanguageModelSession(model: ScriptedModel([.cutOff(#"{"name": "Da"#)]))
    let error = await #expect(throws: GeneratedContent.ParsingError.self) {
      try await session.respond(
        to: "Soup?", generating: Dish.self, options: GenerationOptions(maximumResponseTokens: 4))
    }
    #expect(error?.rawContent == #"{"name": "Da"#)
    #expect(session.transcript.isEmpty)
  }

  // Known from: what Apple says of transcripts, which are reverted when a call is cancelled, as
  // after an error; the type of the error is a guess.
  @Test("A cancelled call throws, and the transcript is as before")
  func cancellation() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([.run { start.finish() }, .wait(.seconds(60))]), "Dal.",
      ]))
    let call = Task { try await session.respond(to: "Soup?").content }
    for await _ in started {}
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
    #expect(try await session.respond(to: "Soup?").content == "Dal.")
  }

  // Known from: the conformance to Observable, for views.
  @Test("Views learn of changes of the transcript and of `isResponding`")
  func observation() async throws {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return }
    let changes = Locked<Set<String>>([])
    let session = LanguageModelSession(model: ScriptedModel(["Dal."]))
    withObservationTracking {
      _ = session.transcript
    } onChange: {
      changes.withLock { _ = $0.insert("transcript") }
    }
    withObservationTracking {
      _ = session.isResponding
    } onChange: {
      changes.withLock { _ = $0.insert("isResponding") }
    }
    try await session.respond(to: "Soup?")
    #expect(changes.withLock { $0 } == ["transcript", "isResponding"])
  }

  // Known from: the page of ResponseStream: the call returns at once, and errors come while it is
  // read.
  @Test("A stream that fails is an error of its reader, and not of the call")
  func failingStream() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.response(action: .appendText("Da", tokenCount: 1))), .fail(Broken()),
        ])
      ]))
    let stream = session.streamResponse(to: "Soup?")
    var last = ""
    await #expect(throws: Broken.self) {
      for try await snapshot in stream { last = snapshot.content }
    }
    // A reader may see the error before the text that came just before it.
    #expect("Da".hasPrefix(last))
    #expect(!session.isResponding)
    #expect(session.transcript.isEmpty)
  }

  // Known from: the page of Snapshot: the partial value, and its raw content.
  @Test("The last snapshot is the complete value, with its raw content")
  func lastSnapshot() async throws {
    let model = ScriptedModel([.text([#"{"name": "#, #""Dal", "#, #""minutes": 40}"#])])
    let session = LanguageModelSession(model: model)
    var last: LanguageModelSession.ResponseStream<Dish>.Snapshot?
    for try await snapshot in session.streamResponse(to: "Soup?", generating: Dish.self) {
      if let name = snapshot.content.name { #expect("Dal".hasPrefix(name)) }
      last = snapshot
    }
    let snapshot = try #require(last)
    #expect(snapshot.content.minutes == 40)
    #expect(snapshot.rawContent.isComplete)
    #expect(try Dish(snapshot.rawContent).name == "Dal")
  }

  // Known from: both calls lead to the same entries, as the page of Transcript lists them.
  @Test("A stream leaves the same transcript as a call")
  func streamTranscript() async throws {
    func outline(_ isStream: Bool) async throws -> [String] {
      let session = LanguageModelSession(
        model: ScriptedModel([.find("soup"), .text([dal])]), tools: [Find()],
        instructions: "Cook.")
      if isStream {
        _ = try await session.streamResponse(to: "Soup?", generating: Dish.self).collect()
      } else {
        try await session.respond(to: "Soup?", generating: Dish.self)
      }
      return session.transcript.outline
    }
    #expect(try await outline(true) == outline(false))
  }

  // Known from: the page of `streamResponse`: the session is responding until the stream ends.
  @Test("A session is responding while its stream is read")
  func respondingStream() async throws {
    let seen = Barrier(1)
    let session = LanguageModelSession(
      model: ScriptedModel([
        ScriptedModel.Reply([
          .event(.response(action: .appendText("Da", tokenCount: 1))), .run { await seen.wait() },
          .event(.response(action: .appendText("l", tokenCount: 1))),
        ])
      ]))
    var isFirst = true
    for try await _ in session.streamResponse(to: "Soup?") {
      if isFirst { #expect(session.isResponding) }
      isFirst = false
      seen.arrive()
    }
    #expect(!session.isResponding)
    #expect(texts(session.transcript) == ["Soup?", "Dal"])
  }

  // Known from: the interface of 27: a session adds up what its requests have used.
  @Test("Usage of a session is that of its responses together")
  func usage() async throws {
    func usage(_ input: Int, _ output: Int) -> LanguageModelSession.Usage {
      .init(
        input: .init(totalTokenCount: input, cachedTokenCount: 1),
        output: .init(totalTokenCount: output, reasoningTokenCount: 0))
    }
    let session = LanguageModelSession(
      model: ScriptedModel([.text(["a"], usage: usage(10, 2)), .text(["b"], usage: usage(20, 3))]))
    let first = try await session.respond(to: "1")
    #expect(first.usage.totalTokenCount == 12)
    let second = try await session.respond(to: "2")
    #expect(second.usage.input.totalTokenCount == 20)
    #expect(session.usage.totalTokenCount == 35)
    #expect(session.usage.input.cachedTokenCount == 2)
  }
}
