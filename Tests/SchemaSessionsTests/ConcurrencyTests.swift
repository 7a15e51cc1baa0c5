import SchemaConcurrency
import SchemaModel
import SchemaSessionTesting
import SchemaSessions
import SessionTestSupport
import Testing

@Suite("Many sessions at once", .timeLimit(.minutes(10)))
struct ConcurrencyTests {
  @Test("T32: each has its own tools, values and transcript")
  func sessions() async throws {
    let dal = #"{"name":"Dal","minutes":40}"#
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let tool = Find { "\($0) of \(number)" }
          let model = ScriptedModel([
            .find("soup", "stew"), .text(["Answer ", "\(number)."]), .text(["{}"]), .text([dal]),
          ])
          let session = LanguageModelSession(model: model, tools: [tool])
          #expect(try await session.respond(to: "Soup?").content == "Answer \(number).")
          let stream = session.streamResponse(to: "A dish", generating: Dish.self)
          for try await snapshot in stream { _ = snapshot.content.name }
          #expect(try await stream.collect().content.minutes == 40)
          #expect(session.transcript.outline[3] == "output call-soup: soup of \(number)")
          #expect(session.transcript.outline[4] == "output call-stew: stew of \(number)")
          #expect(session.transcript.count == 8)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("T31: a thousand streams are open together, and each gets its first and its last word")
  func streams() async throws {
    let count = 1_000
    // No model goes on before every reader has seen the beginning of its answer.
    let barrier = Barrier(count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask {
          let model = ScriptedModel([
            .init([
              .event(.response(action: .appendText("First ", tokenCount: 1))),
              .run { await barrier.wait() },
              .event(.response(action: .appendText("\(number)", tokenCount: 1))),
            ])
          ])
          let session = LanguageModelSession(model: model)
          var seen: [String] = []
          for try await snapshot in session.streamResponse(to: "Count") {
            if seen.isEmpty { barrier.arrive() }
            seen.append(snapshot.content)
          }
          #expect(seen.first == "First ")
          #expect(seen.last == "First \(number)")
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("T31: of a thousand streams those that are cancelled end, and the others go on")
  func cancellation() async throws {
    let count = 1_000
    let begun = Barrier(count)
    let cancelled = Barrier(count / 2)
    let ended = Locked(0)
    let readers = (0..<count).map { number in
      Task {
        let model = ScriptedModel([
          .init([
            .run {
              begun.arrive()
              guard number.isMultiple(of: 2) else { return await cancelled.wait() }
              do { try await Task.sleep(for: .seconds(600)) } catch {
                ended.withLock { $0 += 1 }
                cancelled.arrive()
                throw error
              }
            },
            .event(.response(action: .appendText("\(number)", tokenCount: 1))),
          ])
        ])
        let session = LanguageModelSession(model: model)
        var last = ""
        for try await snapshot in session.streamResponse(to: "Count") { last = snapshot.content }
        return last
      }
    }
    try await withTaskCancellationHandler {
      await begun.wait()
      for number in stride(from: 0, to: count, by: 2) { readers[number].cancel() }
      for (number, reader) in readers.enumerated() {
        if number.isMultiple(of: 2) {
          await #expect(throws: CancellationError.self) { try await reader.value }
        } else {
          let text = try await reader.value
          #expect(text == "\(number)")
        }
      }
    } onCancel: {
      for reader in readers { reader.cancel() }
    }
    #expect(ended.withLock { $0 } == count / 2)
  }
}
