import Foundation
import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct SnapshotStreamTests {
  @Test("C7: however the text is cut, each snapshot goes on from the last, up to the whole value")
  func everyChunking() async throws {
    let bytes = Array(StreamedRecipe.text.utf8)
    var random = SplitMix64(seed: 5)
    var cuttings: [[[UInt8]]] = (1..<bytes.count).map {
      [Array(bytes[..<$0]), Array(bytes[$0...])]
    }
    for count in [1, 2, 3, 4, 7, 64, 1000] {
      cuttings.append(pieces(of: StreamedRecipe.text, bytes: count))
    }
    for _ in 0..<20 {
      var cutting: [[UInt8]] = []
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + random.below(12))
        cutting.append(Array(bytes[start..<end]))
        start = end
      }
      cuttings.append(cutting)
    }
    for chunks in cuttings {
      let stream = ChunkSource(chunks).snapshots(of: StreamedRecipe.self)
      var last: StreamedRecipe.PartiallyGenerated?
      var lastContent: GeneratedContent?
      for try await snapshot in stream {
        let content = snapshot.content
        if let last {
          #expect((content.title ?? "").hasPrefix(last.title ?? ""))
          #expect(content.steps?.count ?? 0 >= last.steps?.count ?? 0)
          #expect(last.servings == nil || content.servings == last.servings)
          #expect(content.id == last.id)
          #expect(zip(content.steps ?? [], last.steps ?? []).allSatisfy { $0.id == $1.id })
        }
        last = content
        lastContent = snapshot.rawContent
      }
      #expect(try lastContent?.value(StreamedRecipe.self) == .sample, "seed 5")
      #expect(lastContent?.isComplete == true)
      let response = try await stream.collect()
      #expect(response.content == .sample)
      #expect(response.rawContent == lastContent)
      // Without snapshots on the way.
      let collected = try await ChunkSource(chunks).snapshots(of: StreamedRecipe.self).collect()
      #expect(collected.content == .sample)
    }
  }

  @Test("C7: chunks may be strings, pieces of strings, bytes, and data") func kindsOfChunks()
    async throws
  {
    let text = StreamedRecipe.text
    let bytes = pieces(of: text, bytes: 5)
    func check<Chunk: ContentChunk>(_ chunks: [Chunk]) async throws {
      let stream = ChunkSource(chunks).snapshots(of: StreamedRecipe.self)
      #expect(try await stream.collect().content == .sample)
    }
    try await check(text.map(String.init))
    try await check(
      text.split(separator: ",", omittingEmptySubsequences: false).flatMap { [$0, ","] }.dropLast()
        as [Substring])
    try await check(bytes)
    try await check(bytes.map { $0[...] })
    try await check(bytes.map { ContiguousArray($0) })
    try await check(bytes.map { Data($0) })
    try await check(Array(text.utf8))
  }

  @Test("C7: the elements of an array appear one by one, and keep their ids") func elements()
    async throws
  {
    let text = StreamedRecipe.sample.steps.generatedContent.jsonString
    var counts: [Int] = []
    var complete: [Int] = []
    var ids: [GenerationID] = []
    for try await snapshot in ChunkSource(pieces(of: text, bytes: 1)).snapshots(
      of: [StreamedRecipe.Step].self)
    {
      counts.append(snapshot.content.count)
      complete.append(snapshot.rawContent.elements.filter(\.isComplete).count)
      for (index, element) in snapshot.content.enumerated() {
        if index == ids.count { ids.append(element.id) }
        #expect(ids[index] == element.id)
      }
    }
    #expect(counts == counts.sorted() && Set(counts) == [0, 1, 2, 3])
    #expect(complete == complete.sorted() && Set(complete) == [0, 1, 2, 3])
    #expect(Set(ids).count == 3)
  }

  @Test("C7: a union appears once its case is known") func union() async throws {
    let chunks = [#"{"typ"#, #"e": "no"#, #"te""#, #", "text": "a"#, #"b"}"#]
    var seen: [StreamedEvent.PartiallyGenerated] = []
    let stream = ChunkSource(chunks).snapshots(of: StreamedEvent.self)
    for try await snapshot in stream { seen.append(snapshot.content) }
    #expect(seen == [.note(text: nil), .note(text: "a"), .note(text: "ab")])
    #expect(try await stream.collect().content == .note(text: "ab"))
    let wrong = ChunkSource([#"{"type": "nothing""#, "}"]).snapshots(of: StreamedEvent.self)
    await #expect(throws: GeneratedContent.ConversionError.self) {
      for try await _ in wrong {}
    }
    #expect(wrong.latestRawContent.isComplete == false)
  }

  @Test("C7: a string arrives as JSON, or as plain text") func strings() async throws {
    let text = "na\u{EF}ve \"\u{1F600}\" e\u{301} end"
    let json = GeneratedContent(text).jsonString
    for count in 1...6 {
      var last = ""
      for try await snapshot in ChunkSource(pieces(of: json, bytes: count)).snapshots(
        of: String.self)
      {
        #expect(text.unicodeScalars.starts(with: snapshot.content.unicodeScalars))
        #expect(snapshot.content.utf8.count >= last.utf8.count)
        last = snapshot.content
      }
      #expect(last == text)
      last = ""
      let plain = ChunkSource(pieces(of: text, bytes: count)).textSnapshots()
      for try await snapshot in plain {
        #expect(text.unicodeScalars.starts(with: snapshot.content.unicodeScalars))
        last = snapshot.content
      }
      #expect(last == text)
      let response = try await plain.collect()
      #expect(response.content == text && response.rawContent.isComplete)
    }
  }

  @Test("C7: content itself is streamed without a schema") func content() async throws {
    var kinds: [String] = []
    for try await snapshot in ChunkSource(["[1", ",{\"a\":", "\"b", "\"}]"]).snapshots(
      of: GeneratedContent.self)
    {
      kinds.append("\(snapshot.content)")
    }
    #expect(kinds.count == 4)
    #expect(kinds.last == #"[1, {"a": "b"}]"#)
  }

  @Test("C2: a snapshot names what is complete, what is not, and what has changed")
  func completeness() async throws {
    let chunks = [
      #"{"title": "So"#, #"up", "steps": [{"name": "Boil", "minutes": 1"#, #"0}, {"name": "Ea"#,
      #"t"}]"#,
    ]
    var complete: [[String]] = []
    var unfinished: [String?] = []
    var changes: [[String]] = []
    let stream = ChunkSource(chunks).snapshots(of: GeneratedContent.self)
    do {
      for try await snapshot in stream {
        complete.append(snapshot.completePaths.map(\.description))
        unfinished.append(snapshot.unfinishedPath?.pointer)
        changes.append(snapshot.changes.map { "\($0.kind) \($0.path)" })
        #expect(!snapshot.rawContent.isComplete)
      }
      Issue.record("no error")
    } catch let error as SnapshotStreamError {
      #expect(error.code == .endedEarly)
    }
    #expect(
      complete == [
        [], ["/title", "/steps/0/name"], ["/title", "/steps/0"], ["/title", "/steps"],
      ])
    #expect(unfinished == ["/title", "/steps/0", "/steps/1/name", ""])
    #expect(
      changes == [
        ["added the root"], ["grown /title", "added /steps"],
        ["added /steps/0/minutes", "completed /steps/0", "added /steps/1"],
        ["grown /steps/1/name", "completed /steps/1", "completed /steps"],
      ])
    #expect(stream.latestRawContent.completePaths == [["title"], ["steps"]])
    #expect(try GeneratedContent(json: "[1]").completePaths == [[]])
  }

  @Test("C2: a value that cannot be read before it is whole appears when it is") func notReady()
    async throws
  {
    var dates: [Date] = []
    for try await snapshot in ChunkSource(["\"2025-06", "-09T17:30:00", "Z\"", " "]).snapshots(
      of: Date.self)
    {
      dates.append(snapshot.content)
    }
    #expect(dates == [Date(timeIntervalSince1970: 1_749_490_200)])
    // A number alone could go on until the text ends.
    var numbers: [Int] = []
    let stream = ChunkSource(["1", "2", "3"]).snapshots(of: Int.self)
    for try await snapshot in stream { numbers.append(snapshot.content) }
    #expect(numbers == [123])
    #expect(try await stream.collect().content == 123)
  }

  @Test("Snapshots come with every chunk, or only with visible changes, or with enough bytes")
  func emission() async throws {
    let chunks = [" ", "{", " ", "\"servings\"", ":", "1", "2", "}", " "]
    func count(_ options: SnapshotOptions) async throws -> Int {
      var count = 0
      var isComplete = false
      for try await snapshot in ChunkSource(chunks).snapshots(
        of: GeneratedContent.self, options: options)
      {
        count += 1
        isComplete = snapshot.rawContent.isComplete
      }
      #expect(isComplete)
      return count
    }
    #expect(try await count(SnapshotOptions()) == 2)
    #expect(try await count(SnapshotOptions(emission: .everyChunk)) == 8)
    #expect(try await count(SnapshotOptions(minimumBytes: 10)) == 2)
    #expect(try await count(SnapshotOptions(minimumBytes: 1000)) == 1)
    let id = GenerationID()
    for try await snapshot in ChunkSource(chunks).snapshots(
      of: GeneratedContent.self, options: SnapshotOptions(id: id))
    {
      #expect(snapshot.rawContent.id == id)
    }
  }

  @Test("C4: text around the value is skipped where the options say so") func surroundings()
    async throws
  {
    let chunks = ["Here you are:\n```json\n", StreamedRecipe.text, "\n```\nEnjoy!"]
    let options = SnapshotOptions(parserOptions: .lenient)
    let stream = ChunkSource(chunks).snapshots(of: StreamedRecipe.self, options: options)
    #expect(try await stream.collect().content == .sample)
    let refusal = ChunkSource(["I cannot help with that."])
      .snapshots(of: StreamedRecipe.self, options: options)
    await #expect(throws: SnapshotStreamError.self) {
      for try await _ in refusal {}
    }
  }
}
