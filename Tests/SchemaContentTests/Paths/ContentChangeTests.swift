import SchemaConformances
import SchemaContent
import SchemaTestSupport
import Testing

struct ContentChangeTests {
  private func snapshots(_ pieces: [String]) throws -> [GeneratedContent] {
    var parser = GeneratedContentParser()
    var snapshots = [parser.snapshot()]
    for piece in pieces {
      try parser.append(piece)
      snapshots.append(parser.snapshot())
    }
    return snapshots
  }

  private func texts(_ changes: [ContentChange]) -> [String] {
    changes.map { "\($0.path.pointer) \($0.kind)\($0.isComplete ? " whole" : "")" }
  }

  @Test("C2: changes say what appeared, grew and became complete") func changes() throws {
    let all = try snapshots([
      #"{"title": "A s"#, #"tory", "steps": [{"name": "c"#, #"ut"}, {"na"#, #"me": "stir"}, 1"#,
      #"2], "done": tr"#, "ue", " ", "}",
    ])
    let steps = zip(all, all.dropFirst()).map { texts($1.changes(since: $0)) }
    #expect(
      steps == [
        [" added"],
        ["/title grown whole", "/steps added"],
        ["/steps/0/name grown whole", "/steps/0 completed whole", "/steps/1 added"],
        ["/steps/1/name added whole", "/steps/1 completed whole"],
        ["/steps/2 added whole", "/steps completed whole"],
        ["/done added whole"],
        [],
        [" completed whole"],
      ])
    #expect(
      all.map { $0.unfinishedPath?.pointer } == [
        "", "/title", "/steps/0/name", "/steps/1", "/steps", "", "", "", nil,
      ])
    // Several chunks at once, and from one to itself.
    #expect(
      texts(all[4].changes(since: all[1])) == [
        "/title grown whole", "/steps added",
      ])
    #expect(all[3].changes(since: all[3]).isEmpty)
  }

  @Test("A part is compared with the same part of an earlier snapshot") func parts() throws {
    let all = try snapshots([#"{"a": [{"b": "x"#, #"y"}], "c": "#])
    let old = try #require(all[1][["a"]])
    let new = try #require(all[2][["a"]])
    #expect(
      texts(new.changes(since: old)) == [
        "/0/b grown whole", "/0 completed whole", " completed whole",
      ])
    let oldText = try #require(old[[0, "b"]])
    let newText = try #require(new[[0, "b"]])
    #expect(texts(newText.changes(since: oldText)) == [" grown whole"])
    #expect(newText.changes(since: newText).isEmpty)
  }

  @Test("within a stream, changes are those that a complete comparison finds") func oracle()
    throws
  {
    var random = SplitMix64(seed: 31)
    for round in 0..<40 {
      let text = Array(randomText(depth: 4, &random).utf8)
      var parser = GeneratedContentParser()
      var earlier: [(shared: GeneratedContent, alone: GeneratedContent)] = []
      var end = 0
      while true {
        let shared = parser.snapshot()
        // The same state from a parser of its own shares nothing, and is compared as a whole.
        var other = GeneratedContentParser()
        try other.append(text[..<end])
        let alone = other.snapshot()
        for _ in 0..<min(3, earlier.count) {
          let old = random.oneIn(2) ? earlier[earlier.count - 1] : random.pick(earlier)
          let found = shared.changes(since: old.shared)
          #expect(found == alone.changes(since: old.alone), "round \(round) of seed 31")
          #expect(found.allSatisfy { $0.kind != .replaced && $0.kind != .removed })
          for change in found {
            #expect(shared[change.path]?.isComplete == change.isComplete)
          }
        }
        #expect(shared.unfinishedPath == unfinishedPath(shared), "round \(round) of seed 31")
        earlier.append((shared, alone))
        guard end < text.count else { break }
        let count = min(1 + random.below(6), text.count - end)
        try parser.append(text[end..<(end + count)])
        end += count
      }
    }
  }

  /// The way to where content stops, found step by step.
  private func unfinishedPath(_ content: GeneratedContent) -> SchemaPath? {
    guard !content.isComplete else { return nil }
    var path: [SchemaPath.Component] = []
    var content = content
    while true {
      if let (index, part) = content.elements.enumerated().first(where: { !$1.isComplete }) {
        path.append(.index(index))
        content = part
      } else if let (name, part) = content.properties.first(where: { !$1.isComplete }) {
        path.append(.key(name))
        content = part
      } else {
        return SchemaPath(path)
      }
    }
  }

  private func randomText(depth: Int, _ random: inout SplitMix64) -> String {
    switch random.below(depth > 0 ? 9 : 5) {
    case 0: return random.pick(["null", "true", "false"])
    case 1: return random.pick(["0", "-12.5e3", "123456789012345678901234567890"])
    case 2...4:
      return random.pick([
        #""""#, #""a\nb""#, #""\ud83d\ude00é""#, #""some longer text with words""#,
      ])
    case 5, 6:
      return "["
        + (0..<random.below(5)).map { _ in randomText(depth: depth - 1, &random) }
        .joined(separator: ", ") + "]"
    default:
      return "{"
        + (0..<random.below(5)).map {
          "\"k\($0)\": " + randomText(depth: depth - 1, &random)
        }.joined(separator: ", ") + "}"
    }
  }

  @Test("Contents that have nothing in common are compared as a whole") func unrelated() throws {
    let old = try GeneratedContent(json: #"{"a": 1, "b": [1, 2, 3], "c": "x", "e": {"f": 1}}"#)
    let new = try GeneratedContent(json: #"{"b": [1, "2"], "d": null, "c": "xy", "e": {"f": 1.0}}"#)
    #expect(
      texts(new.changes(since: old)) == [
        "/b/1 replaced whole", "/b/2 removed whole", "/d added whole", "/c replaced whole",
        "/a removed whole",
      ])
    #expect(new.changes(since: new).isEmpty)
    #expect(texts(GeneratedContent(1).changes(since: new)) == [" replaced whole"])
    // Two parsers have nothing in common, even where their texts begin alike.
    var parser = GeneratedContentParser()
    try parser.append(#"{"a": "x"#)
    let before = parser.snapshot()
    var other = GeneratedContentParser()
    try other.append(#"{"a": "x"#)
    try parser.append(#"y"}"#)
    try other.append(#"z", "b": [1, 2]}"#)
    #expect(
      texts(other.snapshot().changes(since: parser.snapshot())) == [
        "/a replaced whole", "/b added whole",
      ])
    #expect(
      texts(parser.snapshot().changes(since: before)) == ["/a grown whole", " completed whole"])
    // Backwards in one stream.
    #expect(texts(before.changes(since: parser.snapshot())) == ["/a replaced", " replaced"])
  }

  @Test("Deep content is compared without recursion") func deep() async throws {
    let result = try await onSmallStack {
      let contents = [1, 2].map { value in
        var builder = ContentBuilder()
        for _ in 0..<2000 { builder.beginArray() }
        builder.integer(Int64(value))
        for _ in 0..<2000 { builder.endArray() }
        return builder.finish()
      }
      return contents[0].changes(since: contents[1])
    }
    #expect(result.map(\.path) == [SchemaPath(Array(repeating: .index(0), count: 2000))])
  }

  @Test("H3: complete values are listed in time in proportion to the depth") func deepPaths() throws
  {
    let growth = try growthOfTime(from: 2_000) { depth in
      var builder = ContentBuilder()
      for _ in 0..<depth { builder.beginArray() }
      builder.bool(true)
      return builder.snapshot()
    } work: { content in
      #expect(content.completePaths.count == 1)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test("H3: contents of two streams are compared in time in proportion to the depth")
  func deepComparison() throws {
    let growth = try growthOfTime(from: 2_000) { depth in
      (0..<2).map { _ in
        var builder = ContentBuilder()
        for _ in 0..<depth { builder.beginArray() }
        builder.bool(true)
        for _ in 0..<depth { builder.endArray() }
        return builder.finish()
      }
    } work: { contents in
      #expect(contents[0].changes(since: contents[1]).isEmpty)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(
    "Paths are right behind keys and arrays of any size",
    .withOptimizer) func wideEntries() throws
  {
    let key = String(repeating: "k", count: 1 << 23)
    var builder = ContentBuilder(id: GenerationID())
    builder.beginObject()
    builder.key(key)
    builder.beginArray()
    let before = builder.snapshot()
    builder.beginString()
    builder.appendText("x")
    let begun = builder.snapshot()
    #expect(before.unfinishedPath == SchemaPath([.key(key)]))
    #expect(begun.unfinishedPath == SchemaPath([.key(key), 0]))
    #expect(begun.changes(since: before).map(\.path) == [SchemaPath([.key(key), 0])])
    builder.endString()
    builder.endArray()
    builder.key(key + "2")
    builder.beginString()
    #expect(builder.snapshot().unfinishedPath == SchemaPath([.key(key + "2")]))
  }
}
