import SchemaConcurrency
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("The request after a stream that was left early", .timeLimit(.minutes(5)))
struct LeftStreamTests {
  /// A reply of many words.
  private static func words(_ name: String) -> ScriptedModel.Reply {
    .text((0..<500).map { "\(name) \($0) " })
  }

  @Test("T6: waits for the end of the last one, and throws nothing")
  func next() async throws {
    let model = ScriptedModel((0..<20).map { Self.words("a\($0)") } + ["Dal."])
    let session = LanguageModelSession(model: model)
    for _ in 0..<20 {
      for try await snapshot in session.streamResponse(to: "Soup?") {
        #expect(!snapshot.content.isEmpty)
        break
      }
    }
    #expect(try await session.respond(to: "And?").content == "Dal.")
    #expect(session.transcript.outline.first == "prompt And?")
    #expect(session.transcript.count == 2)
    #expect(!session.isResponding)
  }

  @Test("T6: follows streams that nobody has read, one after the other")
  func unread() async throws {
    let model = ScriptedModel((0..<5).map { Self.words("a\($0)") })
    let session = LanguageModelSession(model: model)
    for _ in 0..<4 { _ = session.streamResponse(to: "Soup?") }
    let stream = session.streamResponse(to: "And?")
    // The streams before may have been cancelled before their requests.
    #expect(try await stream.collect().content.hasPrefix("a"))
    #expect(session.transcript.outline.first == "prompt And?")
  }

  @Test("T7: lets the answer of a stream that still exists finish first")
  func kept() async throws {
    let session = LanguageModelSession(model: ScriptedModel([Self.words("a"), "Dal."]))
    let stream = session.streamResponse(to: "Soup?")
    for try await _ in stream { break }
    #expect(try await session.respond(to: "And?").content == "Dal.")
    #expect(try await stream.collect().content.hasSuffix("a 499 "))
    #expect(session.transcript.count == 4)
    #expect(session.transcript.outline[2] == "prompt And?")
  }

  @Test("T5: is an error while the stream is read, collected, or still to be read")
  func busy() async throws {
    let session = LanguageModelSession(model: ScriptedModel([Self.words("a"), Self.words("b")]))
    let stream = session.streamResponse(to: "Soup?")
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "And?")
    }
    var snapshots = stream.makeAsyncIterator()
    _ = try await snapshots.next()
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "And?")
    }
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.streamResponse(to: "And?").collect()
    }
    while try await snapshots.next() != nil {}
    #expect(session.transcript.count == 2)
    #expect(try await session.respond(to: "And?").content.hasSuffix("b 499 "))
  }

  @Test("T6: waits for a tool of the last one, and can be cancelled meanwhile")
  func tool() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let isCalled = Locked(false)
    let find = Find { _ in
      isCalled.withLock { $0 = true }
      // The tool ignores a cancellation.
      await Task { for await _ in gate {} }.value
      return "found"
    }
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), "Dal.", "Dal."]), tools: [find])
    do {
      let stream = session.streamResponse(to: "Soup?")
      while !isCalled.withLock({ $0 }) { await Task.yield() }
      _ = stream
    }
    let given = session.streamResponse(to: "Given up?")
    await #expect(throws: LanguageModelSession.Error.concurrentRequests) {
      try await session.respond(to: "Third?")
    }
    let collector = Task { try await given.collect().content }
    collector.cancel()
    await #expect(throws: CancellationError.self) { try await collector.value }
    let next = session.streamResponse(to: "And?")
    #expect(session.isResponding)
    opener.finish()
    #expect(try await next.collect().content == "Dal.")
    // The instructions with the tool, and the last turn.
    #expect(session.transcript.count == 3)
    #expect(!session.isResponding)
  }
}
