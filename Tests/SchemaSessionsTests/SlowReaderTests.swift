import Foundation
import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("A reader that is slower than the model", .timeLimit(.minutes(10)))
struct SlowReaderTests {
  private static let wordCount = 4_000

  /// A model that has many words, and how many of them it could send.
  private func wordyModel() -> (model: ScriptedModel, sent: Locked<Int>) {
    let sent = Locked(0)
    let word = ScriptedModel.Reply.Step.event(
      .response(action: .appendText("word ", tokenCount: 1)))
    let count = ScriptedModel.Reply.Step.run { sent.withLock { $0 += 1 } }
    let steps = (0..<Self.wordCount).flatMap { _ in [word, count] }
    return (ScriptedModel([.init(steps)]), sent)
  }

  /// Reads one snapshot of a stream, waits, and reads the rest.
  private func check(_ model: some LanguageModel, _ sent: Locked<Int>, limit: Int) async throws {
    let stream = LanguageModelSession(model: model).streamResponse(to: "Soup?")
    var snapshots = stream.makeAsyncIterator()
    _ = try #require(try await snapshots.next())
    let early = try await standstill(of: sent)
    #expect(early > 0)
    #expect(early < limit)
    var last = ""
    while let snapshot = try await snapshots.next() { last = snapshot.content }
    #expect(last.utf8.count == Self.wordCount * "word ".utf8.count)
    #expect(sent.withLock { $0 } == Self.wordCount)
  }

  @Test("H7: holds the model back")
  func session() async throws {
    let (model, sent) = wordyModel()
    try await check(model, sent, limit: 200)
  }

  @Test("H7: holds the model back through a model with others to fall back on")
  func fallback() async throws {
    let (model, sent) = wordyModel()
    try await check(FallbackModel([model, ScriptedModel([])]), sent, limit: 400)
  }

  @Test("H7: that never begins holds the model back, and one that collects does not")
  func unread() async throws {
    let (model, sent) = wordyModel()
    let stream = LanguageModelSession(model: model).streamResponse(to: "Soup?")
    #expect(try await standstill(of: sent) < 200)
    let response = try await stream.collect()
    #expect(response.content.utf8.count == Self.wordCount * "word ".utf8.count)
    #expect(sent.withLock { $0 } == Self.wordCount)
  }

  @Test("T6: that is cancelled while it holds the model back ends the request")
  func cancelled() async throws {
    let (model, sent) = wordyModel()
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?")
    let reader = Task {
      var snapshots = stream.makeAsyncIterator()
      _ = try await snapshots.next()
      try await Task.sleep(for: .seconds(600))
      _ = try await snapshots.next()
    }
    #expect(try await standstill(of: sent) < Self.wordCount)
    let collector = Task { try await stream.collect() }
    reader.cancel()
    collector.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    await #expect(throws: CancellationError.self) { _ = try await collector.value }
    while session.isResponding { await Task.yield() }
    #expect(session.transcript.isEmpty)
  }

  @Test("T6: that is cancelled ends the stream for other readers with an error")
  func cancelledOther() async throws {
    let (model, _) = wordyModel()
    let session = LanguageModelSession(model: model)
    let stream = session.streamResponse(to: "Soup?")
    let reader = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in stream {}
    }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    await #expect(throws: CancellationError.self) { for try await _ in stream {} }
    while session.isResponding { await Task.yield() }
    #expect(session.transcript.isEmpty)
  }

  @Test("that fails lets a model end that sends from a task of its own")
  func failure() async throws {
    struct Broken: Error {}
    let runner = try ModelRunner(DetachedModel())
    let request = LanguageModelExecutorGenerationRequest(
      id: UUID(), transcript: Transcript(entries: []), enabledTools: [],
      generationOptions: .init(), contextOptions: .init(), metadata: [:])
    await #expect(throws: Broken.self) {
      try await runner.run(request) { _ in throw Broken() }
    }
  }

  @Test("H3: makes its values without a lock, so that the answer goes on meanwhile")
  func initializer() async throws {
    let gate = SlowDish.Gate()
    let session = LanguageModelSession(
      model: ScriptedModel([
        .init([
          .event(.response(action: .appendText(#"{"name":"Dal","#, tokenCount: 1))),
          .run { await gate.begun.wait() },
          .event(.response(action: .appendText(#""minutes":40}"#, tokenCount: 1))),
        ])
      ]))
    let stream = session.streamResponse(to: "Soup?", generating: SlowDish.self)
    let reader = Task {
      try await SlowDish.$gate.withValue(gate) { for try await _ in stream {} }
    }
    await gate.begun.wait()
    let response = try await stream.collect()
    gate.end.signal()
    try await reader.value
    #expect(response.content.dish == Dish(name: "Dal", minutes: 40))
    #expect(gate.hasWaitedTooLong.withLock { $0 } == false)
  }

  /// A dish whose first partial value takes until the whole answer is there.
  private struct SlowDish: Generable {
    final class Gate: Sendable {
      let begun = Barrier(1)
      let end = DispatchSemaphore(value: 0)
      let hasWaitedTooLong = Locked(false)
    }

    @TaskLocal static var gate: Gate?

    struct PartiallyGenerated: ConvertibleFromGeneratedContent, Sendable {
      init(_ content: GeneratedContent) throws {
        guard let gate = SlowDish.gate, !content.isComplete else { return }
        gate.begun.arrive()
        if gate.end.wait(timeout: .now() + 600) == .timedOut {
          gate.hasWaitedTooLong.withLock { $0 = true }
        }
      }
    }

    let dish: Dish

    init(_ content: GeneratedContent) throws { dish = try Dish(content) }

    var generatedContent: GeneratedContent { dish.generatedContent }

    static var generationSchema: GenerationSchema { Dish.generationSchema }
  }
}

/// A model that sends from a task of its own, which is not cancelled with the request.
private struct DetachedModel: LanguageModel {
  let capabilities = LanguageModelCapabilities([])
  let executorConfiguration = Executor.Configuration()

  struct Executor: LanguageModelExecutor {
    struct Configuration: Hashable, Sendable {}

    init(configuration: Configuration) {}

    func respond(
      to request: LanguageModelExecutorGenerationRequest, model: DetachedModel,
      streamingInto channel: LanguageModelExecutorGenerationChannel
    ) async throws {
      let text = String(repeating: "word ", count: 1_000)
      let task = Task {
        for _ in 0..<100 {
          await channel.send(.response(action: .appendText(text, tokenCount: 1)))
        }
      }
      await task.value
    }
  }
}
