import SchemaConformances
import SchemaModel
import SchemaTestSupport
import Testing

@testable import ContentStorage

struct ContentSnapshotTests {
  @Test func `snapshots stay as they were while building goes on`() {
    let seed: UInt64 = 7
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<tried(of: 12) {
      let events = BuilderEvent.randomDocument(using: &generator)
      // Little room, so that blocks are exchanged on the way.
      var builder = ContentBuilder(id: GenerationID(), words: 4, textBytes: 8)
      let model = ModelTree()
      var snapshots: [(GeneratedContent, String)] = []
      for event in events {
        event.apply(to: &builder)
        model.apply(event)
        let snapshot = builder.snapshot()
        #expect(snapshot.debugDescription == model.description)
        snapshots.append((snapshot, model.description))
      }
      let misuse = builder.misuse
      #expect(misuse == nil)
      for (index, (snapshot, description)) in snapshots.enumerated() {
        #expect(snapshot.debugDescription == description)
        #expect(snapshot.isComplete == (index == snapshots.count - 1))
        #expect(snapshot == content(Array(events[...index])))
      }
    }
  }

  @Test func `snapshots can be read on other threads while building goes on`() async {
    let seed: UInt64 = 21
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let events = (0..<6).flatMap { _ in BuilderEvent.randomDocument(using: &generator) }
    var readers: [Task<Int, Never>] = []
    var builder = ContentBuilder(id: GenerationID(), words: 4, textBytes: 8)
    let model = ModelTree()
    builder.beginArray()
    model.apply(.beginArray)
    for (index, event) in events.enumerated() {
      // Now and then the readers go first, so that the thread sanitizer would see a word that is
      // read in an old snapshot and written afterwards.
      if index % 8 == 0 { await Task.yield() }
      event.apply(to: &builder)
      model.apply(event)
      let snapshot = builder.snapshot()
      let expected = model.description
      readers.append(
        Task.detached {
          var failures = 0
          for _ in 0..<3 where snapshot.debugDescription != expected { failures += 1 }
          if snapshot != snapshot.generatedContent { failures += 1 }
          if GeneratedContent(elements: [snapshot]).isComplete { failures += 1 }
          return failures
        })
    }
    builder.endArray()
    for reader in readers { #expect(await reader.value == 0) }
    #expect(builder.finish().isComplete)
  }

  @Test func `ids are stable across the snapshots of a response`() throws {
    let id = GenerationID()
    var builder = ContentBuilder(id: id)
    builder.beginObject()
    builder.key("rows")
    builder.beginArray()
    var seen: [[GenerationID?]] = []
    for row in 0..<50 {
      builder.beginObject()
      builder.key("n")
      builder.integer(Int64(row))
      builder.key("text")
      builder.beginString()
      let snapshot = builder.snapshot()
      #expect(snapshot.id == id)
      let rows = try snapshot.value(GeneratedContent.self, forProperty: "rows")
      seen.append([rows.id] + rows.elements.map(\.id))
      builder.endString()
      builder.endObject()
    }
    let last = seen[seen.count - 1]
    for (index, ids) in seen.enumerated() {
      #expect(ids == Array(last[...(index + 1)]))
    }
    // The response, its rows, and each of them.
    let ids = try last.map { try #require($0) } + [id]
    #expect(ids.count == 52 && Set(ids).count == ids.count)
    let rows = try builder.snapshot().value(GeneratedContent.self, forProperty: "rows")
    let scalar = try #require(rows.elements.first { _ in true }?.property(named: "n"))
    #expect(try Int(scalar) == 0)
    #expect(scalar.id == nil)
  }

  @Test func `content made by hand has the id it is given`() {
    let id = GenerationID()
    var content = GeneratedContent(properties: ["a": [1, 2]])
    #expect(content.id == nil)
    #expect(content.properties.first { _ in true }?.content.id == nil)
    content.id = id
    #expect(content.id == id)
    #expect(content == GeneratedContent(properties: ["a": [1, 2]]))
    content.id = nil
    #expect(content.id == nil)
    #expect(GeneratedContent(3, id: id).id == id)
    #expect(GeneratedContent(elements: [1], id: id).id == id)
    #expect(GeneratedContent(kind: .bool(true), id: id).id == id)
    #expect(Set((0..<1000).map { _ in GenerationID() }).count == 1000)
  }
}
