import AutomergeCoding
import AutomergeDocument
import SchemaContent
import SchemaModel
import SchemaTestSupport
import Testing

struct StreamTests {
  static let text = #"""
    {"title": "Soup \"of\" the day 🥣", "servings": 4, "hot": true, "note": null,
     "steps": ["Chop", "Cook", {"name": "Serve", "minutes": 1.5}], "empty": {}, "tags": []}
    """#

  private func snapshots(chunk: Int) throws -> [GeneratedContent] {
    var parser = GeneratedContentParser()
    var snapshots: [GeneratedContent] = []
    let bytes = Array(Self.text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try parser.append(bytes[start..<min(start + chunk, bytes.count)])
      snapshots.append(parser.snapshot())
    }
    snapshots.append(try parser.finish())
    return snapshots
  }

  @Test(
    arguments: [1, 3, 7, 1000], [DocumentContentWriter.StringStorage.texts, .values])
  func `content that has arrived is in the document`(
    chunk: Int, strings: DocumentContentWriter.StringStorage
  ) throws {
    let document = Document()
    var writer = try DocumentContentWriter(document, path: ".recipe", strings: strings)
    for snapshot in try snapshots(chunk: chunk) {
      try writer.write(snapshot)
      let atOnce = Document()
      var other = try DocumentContentWriter(atOnce, path: ".recipe", strings: strings)
      try other.write(snapshot)
      #expect(try document.json() == atOnce.json())
    }
    #expect(try document.generatedContent(at: "recipe") == GeneratedContent(json: Self.text))
    #expect(try document.decode(String.self, from: "recipe.title") == "Soup \"of\" the day 🥣")
    #expect(try document.value("recipe.servings") == .Scalar(.Int(4)))
  }

  @Test(arguments: [".recipe", ""])
  func `content that was undone is written again`(path: String) throws {
    struct Cancelled: Error {}
    let document = Document()
    var writer = try DocumentContentWriter(document, path: path)
    let all = try snapshots(chunk: 9)
    for snapshot in all.prefix(5) { try writer.write(snapshot) }
    try document.rollback()
    #expect(try document.json() == "{}")
    try writer.write(all[5])
    try writer.write(all[6])
    #expect(throws: Cancelled.self) {
      try document.transaction {
        try writer.write(all[7])
        throw Cancelled()
      }
    }
    // A part of the content is still there.
    let json = try document.json()
    expectError("mismatchedSchema") { try writer.write(all[8]) }
    #expect(try document.json() == json)
    try document.rollback()
    for snapshot in all.dropFirst(8) { try writer.write(snapshot) }
    #expect(
      try document.generatedContent(at: String(path.dropFirst()))
        == GeneratedContent(json: Self.text))
  }

  @Test func `undone edits of others have no effect on a writer`() throws {
    let document = Document()
    var writer = try DocumentContentWriter(document, path: ".recipe")
    let all = try snapshots(chunk: 9)
    for snapshot in all.dropLast(2) { try writer.write(snapshot) }
    try document.commitWith()
    try document.put(obj: .ROOT, key: "other", value: .Null)
    let last = try #require(all.dropLast(2).last)
    try writer.write(last)
    try document.rollback()
    for snapshot in all.suffix(2) { try writer.write(snapshot) }
    #expect(try document.generatedContent(at: "recipe") == GeneratedContent(json: Self.text))
  }

  @Test func `a text is appended to, never written again`() throws {
    let document = Document()
    var writer = try DocumentContentWriter(document, path: ".recipe")
    for snapshot in try snapshots(chunk: 2) { try writer.write(snapshot) }
    let edits = document.pendingEdits
    let scalars = ["Soup \"of\" the day 🥣", "Chop", "Cook", "Serve"].map(\.unicodeScalars.count)
    // Containers, texts and plain values besides the characters.
    #expect(edits == scalars.reduce(0, +) + 5 + 4 + 4)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `another replica's edits survive, elsewhere and in the same objects`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let document = Document()
    try document.encode(["a": 1], at: "other")
    var writer = try DocumentContentWriter(document, path: ".recipe")
    let all = try snapshots(chunk: 5)
    try writer.write(all[3])
    let peer = try document.fork()
    for (number, snapshot) in all.dropFirst(4).enumerated() {
      try writer.write(snapshot)
      try peer.encode(number, at: "other.a")
      if random.oneIn(3) { try document.merge(other: peer) }
      if random.oneIn(3) { try peer.merge(other: document) }
    }
    let title = try #require(try peer.lookupPath(path: "recipe.title"))
    try peer.spliceText(obj: title, start: 0, delete: 0, value: "Best ")
    try peer.encode("mine", at: "recipe.mine")
    try document.merge(other: peer)
    try peer.merge(other: document)
    #expect(document.heads() == peer.heads())
    #expect(try document.decode(Int.self, from: "other.a") == all.count - 5)
    #expect(
      try document.decode(String.self, from: "recipe.title") == "Best Soup \"of\" the day 🥣")
    #expect(try document.decode(String.self, from: "recipe.mine") == "mine")
    #expect(try document.decode(Double.self, from: "recipe.steps[2].minutes") == 1.5)
  }

  @Test(arguments: [SchemaStrategy.createWhenNeeded, .override, .readonly])
  func `a plain value of the content replaces an object only with the strategy override`(
    strategy: SchemaStrategy
  ) throws {
    let document = Document()
    try document.encode(["a": ["b": [1]]], at: "recipe")
    let heads = document.heads()
    var writer = try DocumentContentWriter(document, path: "recipe", strategy: strategy)
    let content = try GeneratedContent(json: #"{"a": {"b": 2}}"#)
    guard strategy != .override else {
      try writer.write(content)
      #expect(try document.value("recipe.a.b") == .Scalar(.Int(2)))
      return
    }
    let error = expectError("mismatchedSchema") { try writer.write(content) }
    #expect(error?.message.contains(" .recipe.a.b ") == true)
    #expect(document.heads() == heads)
  }

  @Test(arguments: [#"{"a": {"c": 2}}"#, #"{"d": {}}"#, #"{"d": null}"#, #"{"a": {"b": [2]}}"#])
  func `a writer that only reads the structure adds nothing to it`(text: String) throws {
    let document = Document()
    try document.encode(["a": ["b": [1]]], at: "recipe")
    let heads = document.heads()
    var writer = try DocumentContentWriter(document, path: "recipe", strategy: .readonly)
    expectError("schemaMissing") { try writer.write(GeneratedContent(json: text)) }
    #expect(document.heads() == heads)
  }

  @Test func `a writer that only reads the structure sets the values in it`() throws {
    let document = Document()
    try document.encode(["a": 1, "b": 2], at: "recipe")
    var writer = try DocumentContentWriter(document, path: "recipe", strategy: .readonly)
    try writer.write(GeneratedContent(json: #"{"a": 3}"#))
    #expect(try document.decode([String: Int].self, from: "recipe") == ["a": 3, "b": 2])
  }

  @Test func `content of another stream is an error`() throws {
    let document = Document()
    var writer = try DocumentContentWriter(document, path: ".recipe")
    try writer.write(try GeneratedContent(json: #"{"a": 1}"#))
    let heads = document.heads()
    #expect(throws: CodingKeyLookupError.self) {
      try writer.write(try GeneratedContent(json: #"{"a": 2}"#))
    }
    #expect(document.heads() == heads)
    var root = try DocumentContentWriter(document, path: "")
    #expect(throws: CodingKeyLookupError.self) { try root.write(GeneratedContent(json: "[1]")) }
    try root.write(GeneratedContent(json: #"{"a": "x"}"#))
    #expect(try document.decode(String.self, from: "a") == "x")
  }

  /// Texts in which keys occur twice.
  static let repetitions = [
    #"{"a":"xyz","a":"abcdef","b":"end"}"#,
    #"{"o":{"x":1,"t":"one"},"o":{"x":2,"t":"two","y":[{"k":"1"}]},"n":[1,2]}"#,
    #"{"l":[{"k":"1","k":"22"},{"k":[1,2,3],"k":[4],"k":["5"]}],"s":"t","s":{"u":null}}"#,
    #"{"o":{"i":{"z":1},"i":{"z":2,"v":"w"}},"o":true,"o":{"i":{"z":3}}}"#,
    // The repeated keys are at several depths.
    #"{"a":1,"l":[{"m":1,"m":{"n":3}}],"o":{"p":{"q":1,"q":2},"r":"x"},"a":2}"#,
  ]

  @Test(
    arguments: repetitions,
    [GeneratedContentParser.Options.DuplicateKeys.keepFirst, .keepLast])
  func `a key that occurs twice has the value that the finished content has`(
    text: String, duplicateKeys: GeneratedContentParser.Options.DuplicateKeys
  ) throws {
    let options = GeneratedContentParser.Options(duplicateKeys: duplicateKeys)
    for strings in [DocumentContentWriter.StringStorage.texts, .values] {
      for chunk in [1, 2, 5, 9, 1000] {
        let document = Document()
        var writer = try DocumentContentWriter(document, path: ".value", strings: strings)
        var parser = GeneratedContentParser(options: options)
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
          try parser.append(bytes[start..<min(start + chunk, bytes.count)])
          // The last piece arrives with the end of the text.
          if start + chunk < bytes.count { try writer.write(parser.snapshot()) }
        }
        let finished = try parser.finish()
        try writer.write(finished)
        try writer.write(finished)
        #expect(try document.generatedContent(at: "value") == finished)
      }
    }
  }

  @Test func `a text under a key that occurs twice keeps another replica's edits`() throws {
    let document = Document()
    var writer = try DocumentContentWriter(document, path: ".value")
    var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
    try parser.append(#"{"a":"one""#)
    try writer.write(parser.snapshot())
    let peer = try document.fork()
    let text = try #require(try peer.lookupPath(path: "value.a"))
    try peer.spliceText(obj: text, start: 3, delete: 0, value: "!")
    try parser.append(#","a":"one and a half""#)
    try writer.write(parser.snapshot())
    #expect(try document.decode(String.self, from: "value.a") == "one")
    try parser.append("}")
    try writer.write(parser.finish())
    try document.merge(other: peer)
    #expect(try document.decode(String.self, from: "value.a").contains("!"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: a snapshot takes time in proportion to its new content, with many texts too`() throws {
    func snapshots(_ count: Int) throws -> [GeneratedContent] {
      var parser = GeneratedContentParser()
      try parser.append("[")
      var snapshots = try (0..<count).map { number in
        try parser.append("\(number == 0 ? "" : ",")\"text \(number)\"")
        return parser.snapshot()
      }
      try parser.append("]")
      snapshots.append(try parser.finish())
      return snapshots
    }
    func write(_ snapshots: [GeneratedContent]) throws -> Document {
      let document = Document()
      var writer = try DocumentContentWriter(document, path: ".list")
      for snapshot in snapshots { try writer.write(snapshot) }
      return document
    }
    if isOptimized {
      // Without the optimiser, the rest of the work takes longer than copies of what is known.
      let growth = try growthOfTime(from: 4_000, prepare: snapshots) { _ = try write($0) }
      #expect(growth < proportionalGrowth)
    }
    let count = 1_500
    let document = try write(snapshots(count))
    let list = try #require(try document.lookupPath(path: "list"))
    #expect(document.length(obj: list) == UInt64(count))
    #expect(try document.decode(String.self, from: "list[\(count - 1)]") == "text \(count - 1)")
  }
}
