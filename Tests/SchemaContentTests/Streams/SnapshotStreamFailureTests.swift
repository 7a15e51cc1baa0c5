import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct SnapshotStreamFailureTests {
  @Test("C7: what the source throws is thrown as it is, and the last snapshot stays in reach")
  func sourceThrows() async throws {
    let chunks = [#"{"title": "So"#, #"up", "st"#]
    let stream = ChunkSource(chunks, failure: SourceFailure(number: 7))
      .snapshots(of: StreamedRecipe.self)
    var titles: [String?] = []
    await #expect(throws: SourceFailure(number: 7)) {
      for try await snapshot in stream { titles.append(snapshot.content.title) }
    }
    #expect(titles == ["So", "Soup"])
    #expect(try stream.latestSnapshot()?.content.title == "Soup")
    #expect(stream.latestRawContent.unfinishedPath == [])
    await #expect(throws: SourceFailure(number: 7)) { try await stream.collect() }
    // It is the same for whoever only collects.
    let collected = ChunkSource(chunks, failure: SourceFailure(number: 8))
      .snapshots(of: StreamedRecipe.self)
    await #expect(throws: SourceFailure(number: 8)) { try await collected.collect() }
    #expect(try collected.latestSnapshot()?.content.title == "Soup")
  }

  @Test("C6: a stream that ends early says where") func endsEarly()
    async throws
  {
    let text = #"{"title": "Soup", "steps": [{"name": "Boil", "minutes": 1}, {"name": "Ea"#
    let stream = ChunkSource(pieces(of: text, bytes: 4)).snapshots(of: StreamedRecipe.self)
    var last: StreamedRecipe.PartiallyGenerated?
    var iterator = stream.makeAsyncIterator()
    let error = await #expect(throws: SnapshotStreamError.self) {
      while let snapshot = try await iterator.next() { last = snapshot.content }
    }
    #expect(last?.steps?.last?.name == "Ea")
    #expect(error?.code == .endedEarly)
    #expect(error?.unfinishedPath.description == "/steps/1/name")
    #expect(
      error?.errorDescription == "No complete value was received: the text ended at /steps/1/name.")
    #expect(error?.rawContent.isComplete == false)
    #expect((error?.underlyingError as? GeneratedContentParser.SyntaxError)?.code == .unexpectedEnd)
    #expect(error?.errorDescription != nil && error?.recoverySuggestion != nil)
    // An iterator that has thrown is at its end.
    #expect(try await iterator.next() == nil)
    await #expect(throws: SnapshotStreamError.self) { try await stream.collect() }
  }

  @Test("C6: every cut of a text is an early end, and never a value") func everyCut() async throws {
    let bytes = Array(StreamedRecipe.text.utf8)
    for end in 1..<bytes.count {
      let stream = ChunkSource([Array(bytes[..<end])]).snapshots(of: StreamedRecipe.self)
      let error = await #expect(throws: SnapshotStreamError.self) {
        _ = try await stream.collect()
      }
      #expect(error?.code == .endedEarly)
      #expect(error?.unfinishedPath == stream.latestRawContent.unfinishedPath)
    }
  }

  @Test("A stream without text ends without a snapshot; there is no value to collect")
  func empty() async throws {
    for chunks in [[], [""], [" ", "\n", "\t\r\n"]] as [[String]] {
      let stream = ChunkSource(chunks).snapshots(of: StreamedRecipe.self)
      var count = 0
      for try await _ in stream { count += 1 }
      #expect(count == 0)
      #expect(try stream.latestSnapshot() == nil)
      let error = await #expect(throws: SnapshotStreamError.self) { try await stream.collect() }
      #expect(error?.code == .empty)
    }
    let text = ChunkSource([""]).textSnapshots()
    for try await _ in text { Issue.record("a snapshot of nothing") }
    await #expect(throws: SnapshotStreamError.self) { try await text.collect() }
  }

  @Test("C5: malformed text and values of the wrong kind end the stream where they stand")
  func faults() async throws {
    let malformed = ChunkSource([#"{"title": "S"#, #"oup" x"#, "}"]).snapshots(
      of: StreamedRecipe.self)
    var titles: [String?] = []
    let syntax = await #expect(throws: GeneratedContentParser.SyntaxError.self) {
      for try await snapshot in malformed { titles.append(snapshot.content.title) }
    }
    #expect(titles == ["S"])
    #expect(syntax?.position.offset == 17)
    #expect(try malformed.latestSnapshot()?.content.title == "Soup")

    let wrong = ChunkSource([#"{"title": 7"#, #", "#, #""steps": []}"#]).snapshots(
      of: StreamedRecipe.self)
    var iterator = wrong.makeAsyncIterator()
    #expect(try await iterator.next()?.content.title == nil)
    let conversion = await #expect(throws: GeneratedContent.ConversionError.self) {
      _ = try await iterator.next()
    }
    #expect(
      conversion?.errorDescription
        == "The content cannot be read at /title: expected String, found the number 7.")

    let kind = ChunkSource(["[", "1", "]"]).snapshots(of: StreamedRecipe.self)
    await #expect(throws: GeneratedContent.ConversionError.self) { for try await _ in kind {} }
    let missing = ChunkSource([#"{"title": "Soup"}"#]).snapshots(of: StreamedRecipe.self)
    for try await snapshot in missing { #expect(snapshot.content.title == "Soup") }
    await #expect(throws: GeneratedContent.ConversionError.self) { try await missing.collect() }
  }

  @Test("C7: cancelling ends the iteration with CancellationError, and what arrived stays in reach")
  func cancellation() async throws {
    // The source ends without an error when its task is cancelled, as AsyncStream does.
    let (chunks, continuation) = AsyncStream.makeStream(of: String.self)
    let stream = chunks.snapshots(of: StreamedRecipe.self)
    let (seen, report) = AsyncStream.makeStream(of: String?.self)
    let reader = Task {
      for try await snapshot in stream { report.yield(snapshot.content.title) }
    }
    continuation.yield(#"{"title": "So"#)
    var titles = seen.makeAsyncIterator()
    #expect(await titles.next() == "So")
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(try stream.latestSnapshot()?.content.title == "So")
    // A source that takes no notice is left all the same.
    let deaf = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      _ = try await ChunkSource([StreamedRecipe.text]).snapshots(of: StreamedRecipe.self).collect()
    }
    await #expect(throws: CancellationError.self) { try await deaf.value }
  }

  @Test("A stream that is being read cannot be collected at the same time") func collectTooSoon()
    async throws
  {
    let stream = ChunkSource(pieces(of: StreamedRecipe.text, bytes: 9)).snapshots(
      of: StreamedRecipe.self)
    var iterator = stream.makeAsyncIterator()
    _ = try await iterator.next()
    let error = await #expect(throws: SnapshotStreamError.self) { try await stream.collect() }
    #expect(error?.code == .alreadyBegun)
    while try await iterator.next() != nil {}
    #expect(try await stream.collect().content == .sample)
  }

  @MainActor
  private final class ViewModel {
    var recipe: StreamedRecipe.PartiallyGenerated?
    var updates = 0

    func load(_ chunks: ChunkSource<[UInt8]>) async throws -> StreamedRecipe {
      let stream = chunks.snapshots(of: StreamedRecipe.self)
      for try await snapshot in stream {
        recipe = snapshot.content
        updates += 1
        MainActor.assertIsolated()
      }
      return try await stream.collect().content
    }
  }

  @Test("C7: a view model on the main actor reads a stream") @MainActor func mainActor()
    async throws
  {
    let model = ViewModel()
    let recipe = try await model.load(ChunkSource(pieces(of: StreamedRecipe.text, bytes: 10)))
    #expect(recipe == .sample)
    #expect(model.recipe?.steps?.count == 3)
    #expect(model.updates > 5)
  }

  @Test("Snapshots go from one task to another") func sendable() async throws {
    let (snapshots, continuation) = AsyncStream.makeStream(
      of: ContentSnapshot<StreamedRecipe>.self)
    let stream = ChunkSource(pieces(of: StreamedRecipe.text, bytes: 8)).snapshots(
      of: StreamedRecipe.self)
    let reader = Task {
      for try await snapshot in stream { continuation.yield(snapshot) }
      continuation.finish()
    }
    var last: ContentSnapshot<StreamedRecipe>?
    for await snapshot in snapshots { last = snapshot }
    try await reader.value
    #expect(try last?.rawContent.value(StreamedRecipe.self) == .sample)
  }
}
