import SchemaModel
import SchemaSessionTesting
import SessionTestSupport
import Testing

@testable import SchemaSessions

struct ResponseStreamTests {
  private static let chunks = ["{\"name", "\": \"D", "al\", \"min", "utes\": 4", "0}"]

  /// A reply whose chunks arrive one by one, each when the reader asks for it.
  private func stepwise(_ chunks: [String], _ gate: AsyncStream<Void>) -> ScriptedModel.Reply {
    ScriptedModel.Reply(
      chunks.flatMap { chunk in
        [
          ScriptedModel.Reply.Step.run {
            var signals = gate.makeAsyncIterator()
            _ = await signals.next()
          },
          .event(.response(action: .appendText(chunk, tokenCount: 1))),
        ]
      })
  }

  // Known from: the page of ResponseStream: snapshots, and no deltas.
  @Test("shows the value as it grows")
  func growth() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let session = LanguageModelSession(model: ScriptedModel([stepwise(Self.chunks, gate)]))
    var seen: [Dish.PartiallyGenerated] = []
    // Two chunks show the first visible change; each snapshot lets the next one through.
    opener.yield()
    opener.yield()
    for try await snapshot in session.streamResponse(to: "Soup?", generating: Dish.self) {
      seen.append(snapshot.content)
      opener.yield()
      opener.yield()
    }
    #expect(seen.first?.name == "D")
    #expect(seen.last?.name == "Dal")
    #expect(seen.last?.minutes == 40)
    #expect(seen.contains { $0.name == "Dal" && $0.minutes == nil })
  }

  @Test("has the entries and the usage of the turn so far in each snapshot")
  func progress() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    var reply = stepwise(["Da", "l."], gate)
    reply.steps += [
      .run {
        var signals = gate.makeAsyncIterator()
        _ = await signals.next()
      },
      .event(
        .response(
          action: .updateUsage(
            input: .init(totalTokenCount: 9, cachedTokenCount: 8),
            output: .init(totalTokenCount: 4, reasoningTokenCount: 1)))),
    ]
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), reply]), tools: [Find()])
    var outlines: [[String]] = []
    var usage: [Int] = []
    var identifiers: Set<String> = []
    opener.yield()
    for try await snapshot in session.streamResponse(to: "Soup?") {
      outlines.append(Transcript(entries: snapshot.transcriptEntries).outline)
      usage.append(snapshot.usage.totalTokenCount)
      identifiers.formUnion(snapshot.transcriptEntries.suffix(1).map(\.id))
      opener.yield()
    }
    let before = ["prompt Soup?", "calls call-soup", "output call-soup: found soup"]
    #expect(outlines.first == before + ["response Da"])
    #expect(outlines.last == before + ["response Dal."])
    #expect(usage.first == 0)
    #expect(usage.last == 13)
    #expect(identifiers == Set(session.transcript.suffix(1).map(\.id)))
  }

  @Test("shows the usage once, and no snapshot twice")
  func repetition() async throws {
    let usage = ScriptedModel.Reply.Step.event(
      .response(
        action: .updateUsage(
          input: .init(totalTokenCount: 9, cachedTokenCount: 0),
          output: .init(totalTokenCount: 4, reasoningTokenCount: 0))))
    let space = ScriptedModel.Reply.Step.event(
      .response(action: .appendText(" ", tokenCount: 1)))
    var steps = [
      ScriptedModel.Reply.Step.event(
        .response(action: .appendText(#"{"name":"Dal","minutes":40}"#, tokenCount: 1))), usage,
    ]
    for _ in 0..<10 { steps += [.wait(.milliseconds(5)), space] }
    let session = LanguageModelSession(model: ScriptedModel([.init(steps)]))
    var seen: [Int] = []
    for try await snapshot in session.streamResponse(to: "Soup?", generating: Dish.self) {
      seen.append(snapshot.usage.totalTokenCount)
    }
    #expect(seen.last == 13)
    // The first one may have come before the usage.
    #expect(seen == [13] || seen == [0, 13])
  }

  @Test("keeps the id of an answer whose text is replaced, and gives the next answer another id")
  func replacedTextKeepsID() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let texts = [#"{"name":"D"#, #"{"name":"Dal""#, #"{"name":"Dal","minutes":400}"#]
    let reply = ScriptedModel.Reply(
      texts.flatMap { text in
        [
          ScriptedModel.Reply.Step.run {
            var signals = gate.makeAsyncIterator()
            _ = await signals.next()
          },
          .event(.response(action: .replaceTextSegment(text, tokenCount: 1))),
        ]
      })
    let session = LanguageModelSession(
      model: ScriptedModel([reply, #"{"name":"Dal","minutes":40}"#]))
    var names: [String?] = []
    var ids: [Int: Set<GenerationID?>] = [:]
    opener.yield()
    for try await snapshot in session.streamResponse(to: "Soup?", generating: Dish.self) {
      names.append(snapshot.content.name)
      ids[snapshot.attempt, default: []].insert(snapshot.rawContent.id)
      opener.yield()
    }
    #expect(names.prefix(2) == ["D", "Dal"])
    #expect(ids[1]?.count == 1)
    #expect(ids[2]?.count == 1)
    #expect(ids[1] != ids[2])
    #expect(ids.values.allSatisfy { !$0.contains(nil) })
  }

  // Known from: the page of `collect()`, and a probe of 27 that collects after it has read.
  @Test("T7: gives the same to collect before, after and instead of reading")
  func collect() async throws {
    func stream() -> LanguageModelSession.ResponseStream<Dish> {
      LanguageModelSession(model: ScriptedModel([.text(Self.chunks)]))
        .streamResponse(to: "Soup?", generating: Dish.self)
    }
    let instead = try await stream().collect()
    let read = stream()
    for try await _ in read {}
    let after = try await read.collect()
    let early = stream()
    let before = try await early.collect()
    var last: Dish.PartiallyGenerated?
    for try await snapshot in early { last = snapshot.content }
    #expect(
      [instead.content, after.content, before.content]
        == Array(repeating: Dish(name: "Dal", minutes: 40), count: 3))
    #expect(last?.minutes == 40)
  }

  // Known from: Apple's sample, which guards for a stream without snapshots; the text is a guess.
  @Test("T8: of a turn without text has no snapshot, and collects to empty text")
  func empty() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.find("soup"), .init([])]), tools: [Find()])
    let stream = session.streamResponse(to: "Soup?")
    var count = 0
    for try await _ in stream { count += 1 }
    #expect(count == 0)
    #expect(try await stream.collect().content == "")
  }

  @Test("T6: that nobody holds cancels its request")
  func dropped() async throws {
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (cancelled, noter) = AsyncStream<Void>.makeStream()
    let model = ScriptedModel([
      .init([
        .run {
          beginning.finish()
          do { try await Task.sleep(for: .seconds(600)) } catch {
            noter.finish()
            throw error
          }
        }
      ])
    ])
    let session = LanguageModelSession(model: model)
    do {
      let stream = session.streamResponse(to: "Soup?")
      for await _ in begun {}
      #expect(session.isResponding)
      _ = stream
    }
    for await _ in cancelled {}
    while session.isResponding { await Task.yield() }
    #expect(session.transcript.isEmpty)
  }

  @Test("T6: whose reader is cancelled cancels its request")
  func cancelledReader() async throws {
    let session = LanguageModelSession(
      model: ScriptedModel([.init([.wait(.seconds(600))])]))
    let stream = session.streamResponse(to: "Soup?")
    let reader = Task { for try await _ in stream {} }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    while session.isResponding { await Task.yield() }
    #expect(session.transcript.isEmpty)
  }

  // Known from: the page of ResponseStream: errors come while it is read.
  @Test("T7: that fails throws the same error at its reader and at collect")
  func failure() async throws {
    struct Broken: Error {}
    let session = LanguageModelSession(
      model: ScriptedModel([
        .init([.event(.response(action: .appendText("Da", tokenCount: 1))), .fail(Broken())])
      ]))
    let stream = session.streamResponse(to: "Soup?")
    await #expect(throws: Broken.self) { for try await _ in stream {} }
    await #expect(throws: Broken.self) { try await stream.collect() }
    #expect(session.transcript.isEmpty)
  }

  @Test("has one reader at a time: a second one throws, and the first one goes on")
  func secondReader() async throws {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let session = LanguageModelSession(model: ScriptedModel([stepwise(["Dal."], gate)]))
    let stream = session.streamResponse(to: "Soup?")
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var last: String?
          for try await snapshot in stream { last = snapshot.content }
          return last
        }
      }
      // Nothing arrives before the gate opens, so the first reader to end is the one that may not
      // read.
      let refused = await group.nextResult()
      #expect(throws: LanguageModelSession.Error.concurrentReaders) { _ = try refused?.get() }
      opener.yield()
      let last = try await group.next()
      #expect(last == "Dal.")
    }
    #expect(try await stream.collect().content == "Dal.")
  }

  @Test("T31: keeps one snapshot for a reader that is slow")
  func slowReader() async throws {
    let text = Array(repeating: "word ", count: 10_000)
    let session = LanguageModelSession(model: ScriptedModel([.text(text)]))
    let stream = session.streamResponse(to: "Soup?")
    _ = try await stream.collect()
    var snapshots: [String] = []
    for try await snapshot in stream { snapshots.append(snapshot.content) }
    #expect(snapshots == [text.joined()])
  }

  @Test("gives each answer its own id, even if the text before it was dropped")
  func answerID() throws {
    var answer = ArrivedAnswer(format: .plainText)
    _ = answer.append("Dal")
    let id = answer.snapshot.content.id
    answer.dropText()
    #expect(answer.snapshot.content.id == id)
    answer.beginAnswer()
    #expect(answer.snapshot.content.id != id)
  }
}
