import SchemaConformances
import SchemaContent
import Testing

struct ParserOptionTests {
  // MARK: Keys that occur twice

  @Test(arguments: [
    (#"{"a":1,"b":2,"a":3}"#, #"{"a": 1, "b": 2}"#, #"{"a": 3, "b": 2}"#),
    (
      #"[{"a":{"x":1,"x":2},"a":[{"y":1,"y":{"z":1,"z":2}}]}]"#, #"[{"a": {"x": 1}}]"#,
      #"[{"a": [{"y": {"z": 2}}]}]"#
    ),
    (#"{"a":1,"\u0061":"é","c":{}}"#, #"{"a": 1, "c": {}}"#, #"{"a": "é", "c": {}}"#),
  ])
  func `C3: duplicate keys keep the value that the options choose`(
    text: String, first: String, last: String
  ) throws {
    #expect(syntaxError { _ = try GeneratedContent(json: text) }?.code == .duplicateKey)
    let keepFirst = try GeneratedContent(json: text, options: .init(duplicateKeys: .keepFirst))
    let keepLast = try GeneratedContent(json: text, options: .init(duplicateKeys: .keepLast))
    #expect(keepFirst.jsonString == first && keepFirst.isComplete)
    #expect(keepLast.jsonString == last && keepLast.isComplete)
  }

  @Test func `C3: a duplicate key of a text that stops early is not complete`() throws {
    let content = try GeneratedContent(
      json: #"{"a":1,"b":2,"a":{"x":"y"#, options: .init(duplicateKeys: .keepLast))
    #expect(content.debugDescription == #"{"a": {"x": "y"…, …}, "b": 2, …}"#)
  }

  @Test(arguments: [GeneratedContentParser.Options.DuplicateKeys.keepFirst, .keepLast])
  func `C3: finishing a text that stops early throws, duplicate keys or not`(
    policy: GeneratedContentParser.Options.DuplicateKeys
  ) throws {
    for (text, missing) in [
      (#"{"a":1,"a":2,"b"#, #"the rest of a key and its value, and then "}""#),
      (#"[{"a":1,"a":["x"#, #"the rest of a string, and then "]}]""#),
    ] {
      var parser = GeneratedContentParser(options: .init(duplicateKeys: policy))
      try parser.append(text)
      for _ in 0..<2 {
        let error = try #require(syntaxError { _ = try parser.finish() })
        #expect(error.code == .unexpectedEnd && error.expected == missing)
        #expect(!parser.isComplete && !parser.isFinished && !parser.snapshot().isComplete)
      }
    }
  }

  @Test func `until the text ends a snapshot finds the first of several values`() throws {
    var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepLast))
    try parser.append(#"{"a":1,"a":2"#)
    try parser.append("}")
    #expect(try parser.snapshot().value(Int.self, forProperty: "a") == 1)
    let content = try parser.finish()
    #expect(try content.value(Int.self, forProperty: "a") == 2)
    #expect(try parser.finish() == content)
  }

  @Test(arguments: [GeneratedContentParser.Options.DuplicateKeys.keepFirst, .keepLast])
  func `C1: parts that stay when duplicates are removed keep their ids`(
    policy: GeneratedContentParser.Options.DuplicateKeys
  ) throws {
    let text =
      #"""
      {"p":[{"x":{"y":[1]},"x":{"y":[2]}}],"q":{"a":[],"a":{},"a":[3]},"p":[{"z":[]}],"r":[[[]]]}
      """#
    var parser = GeneratedContentParser(options: .init(duplicateKeys: policy), id: GenerationID())
    try parser.append(text)
    let snapshot = parser.snapshot()
    let whole = try parser.finish()
    let (before, after) = (snapshot.containers, whole.containers)
    #expect(whole.id == snapshot.id && after.count < before.count)
    #expect(Set(after.map(\.id)).count == after.count)
    for part in after {
      let id = try #require(part.id)
      let earlier = try #require(before.first { $0.id == id })
      // What has lost a duplicate is another value, as is what is around it.
      let isSame = earlier == part || earlier.jsonString.contains(#""x""#) || earlier.childCount > 1
      #expect(isSame, "\(earlier) became \(part)")
    }
    let kept = Array(snapshot.properties)[policy == .keepFirst ? 0 : 2]
    #expect(kept.name == "p" && kept.content.id != nil)
    #expect(whole.property(named: "p")?.id == kept.content.id)
  }

  @Test(arguments: [1, 15, 16, 17, 18, 40, 5000])
  func `C3: a duplicate is found among few keys and among many`(count: Int) throws {
    let nested = #"{"x":{"k0":0,"k1":1}}"#
    let members = (0..<count).map { #""k\#($0)":\#(nested)"# }.joined(separator: ",")
    let content = try GeneratedContent(json: "{\(members)}")
    #expect(Array(content.properties).count == count)
    for again in [0, count / 2, count - 1] {
      let text = #"{\#(members),"k\#(again)":1}"#
      let error = try #require(syntaxError { _ = try GeneratedContent(json: text) })
      #expect(error.code == .duplicateKey)
      #expect(error.found == "the key \"k\(again)\" a second time")
      #expect(error.position.offset == members.utf8.count + 2)
    }
    // The same keys in another object are no duplicates.
    #expect(try GeneratedContent(json: "[{\(members)},{\(members)}]").isComplete)
  }

  @Test func `keys that differ past their first and last bytes differ`() throws {
    let keys =
      (0..<16).map { "12345678\($0 + 10)abcdefgh" } + ["", "1", "12", "12345678", "1234567"]
    let members = keys.map { #""\#($0)":1"# }.joined(separator: ",")
    #expect(try Array(GeneratedContent(json: "{\(members)}").properties).map { $0.name } == keys)
    // Two spellings that Swift takes for one string are two keys.
    #expect(try GeneratedContent(json: "{\"é\":1,\"e\u{301}\":2}").isComplete)
  }

  // MARK: Text around the value

  @Test(arguments: [
    ("```json\n{\"a\": 1}\n```", #"{"a": 1}"#), ("```\n[1]\n```\nDone!", "[1]"),
    ("Here is it:\n```json\n{\"a\": [1]}\n``` Enjoy {it}", #"{"a": [1]}"#),
    ("Sure! {\"a\": \"}\"} That's all, [folks].", #"{"a": "}"}"#), ("{\"a\": 1}", #"{"a": 1}"#),
    ("Use {braces} and [brackets], like so: [true, false]", "[true, false]"),
    ("[see below] and [no. 1] and {\"quoted\"} give {\"a\": 1}", #"{"a": 1}"#),
    ("```json\n42\n```", "42"), ("```\n\"x\"\n```", #""x""#), ("  true ", "true"),
    ("\"x\"", #""x""#),
    ("-12", "-12"), ("12 recipes: [1]", "[1]"), ("\"Yes\", it said: {}", "{}"),
    ("``` {\"a\":1} ```", #"{"a": 1}"#), ("[[nested text]] [[1]]", "[[1]]"), ("\u{FEFF}{}", "{}"),
    ("no: nothing, true: {\"é\": null} é", #"{"é": null}"#),
    ("As [1] says: {\"a\": 1}", #"{"a": 1}"#), ("[1] says: {\"a\": 1} [2]", #"{"a": 1}"#),
    ("- [ ] eggs\n- [x] {\"a\": 1}", #"{"a": 1}"#),
    ("I found [2 results]: {\"a\": 1}", #"{"a": 1}"#),
    ("Use {} as in [1, 2]:\n```json\n[3]\n```", "[3]"), ("See [1]: [\"a\"]", #"["a"]"#),
    ("The primes (see [7]) are [2, 3, 5].", "[2, 3, 5]"), ("[2, 3] by [1]", "[2, 3]"),
    ("An empty list: []", "[]"), ("[1]", "[1]"), ("[[1], [2]] it is", "[[1], [2]]"),
    ("```\n1) Mix\n2) Bake\n```\n```json\n{\"a\": 1}\n```", #"{"a": 1}"#),
    ("x\n```python\n2024-01-02 x\n```\n```json\n{\"a\": 1}\n```", #"{"a": 1}"#),
    ("x\n```\n3\n``` y", "3"), ("```\n3", "3"), ("```\n[3] is it", "[3]"),
  ])
  func `C4: a fence and text around the first value are skipped`(text: String, json: String) throws
  {
    let options = GeneratedContentParser.Options(skipsSurroundingText: true)
    let content = try GeneratedContent(json: text, options: options)
    #expect(content.jsonString == json)
    #expect(content.isComplete)
    var parser = GeneratedContentParser(options: options)
    var earlier = parser.snapshot()
    for byte in text.utf8 {
      try parser.append([byte])
      let snapshot = parser.snapshot()
      #expect(Growth.isGrowth(from: earlier, to: snapshot))
      earlier = snapshot
    }
    #expect(try parser.finish() == content)
  }

  @Test(arguments: [
    "", "No value here.", "``` nothing ```", "[not, this] {nor this}", "12 eggs", "tru",
  ])
  func `C4: the error at the end of a text without a value has the code noValue`(text: String)
    throws
  {
    var parser = GeneratedContentParser(options: .init(skipsSurroundingText: true))
    try parser.append(text)
    #expect(syntaxError { _ = try parser.finish() }?.code == .noValue)
    #expect(
      try !GeneratedContent(json: text, options: .init(skipsSurroundingText: true)).isComplete)
  }

  @Test(arguments: [
    (#"x {"a" "#, nil), (#"x {"a" /*"#, nil), (#"x {"a":"#, "{…}"), (#"x {"a" /**/: "#, "{…}"),
    ("x [1, [2], {}", nil), (#"x [1, ""#, #"[1, ""…, …]"#), ("x [tru", nil),
    ("x [true", "[true, …]"),
    ("[1, [", nil), ("[1, [2,", "[1, [2, …], …]"), ("[[]", nil), ("[[], []", "[[], [], …]"),
    ("[[1,", "[[1, …], …]"), ("```\n[1,", "[1, …]"), ("```\n[", nil), ("```\n{}", "{}"),
    ("[1] [2", nil), ("{} {", nil),
  ])
  func `C4: a value is shown once it has more than a citation, wherever its text is cut`(
    text: String, shown: String?
  ) throws {
    for size in [1, 3, text.utf8.count] {
      var parser = GeneratedContentParser(options: .lenient)
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        try parser.append(bytes[start..<min(start + size, bytes.count)])
      }
      let snapshot = parser.snapshot()
      #expect(snapshot.debugDescription == shown ?? "…", "pieces of \(size)")
      #expect(!parser.isComplete || snapshot.isComplete)
    }
  }

  @Test(arguments: [
    (#"x {"a" b} [true]"#, "[true]"), (#"x {"a" /b} [true]"#, "[true]"),
    ("[1, [x]] [true]", "[true]"),
    ("[1] x [2, 3]", "[2, 3]"), ("[1, 2, x] [true]", nil), (#"x {"a": b} [true]"#, nil),
  ])
  func `C4: a fault is final only within a value that is shown`(text: String, json: String?) throws
  {
    let content = try? GeneratedContent(json: text, options: .lenient)
    #expect(content?.jsonString == json)
  }

  @Test func `C4: numbers where the text begins are shown while they arrive`() throws {
    var parser = GeneratedContentParser(options: .lenient)
    try parser.append("[1, 2, 3")
    #expect(parser.snapshot().jsonString == "[1, 2]")
    #expect(
      try GeneratedContent(json: "They are [1, 2, 3", options: .lenient).jsonString == "[1, 2]")
  }

  @Test func `C4: a fault within the value is an error, with its place`() throws {
    let error = syntaxError {
      _ = try GeneratedContent(
        json: "Here:\n```json\n{\"a\": tru}\n```", options: .init(skipsSurroundingText: true))
    }
    #expect(error?.position == .init(offset: 23, line: 3, column: 10))
    #expect(syntaxError { _ = try GeneratedContent(json: "x {}") }?.code == .unexpectedCharacter)
  }

  // MARK: Leniency

  @Test(arguments: [
    ("[1, 2,]", "[1, 2]"), (#"{"a": 1,}"#, #"{"a": 1}"#), ("\u{FEFF}[1]", "[1]"),
    ("[1, // one\n2 /* two **/, /**/ 3] // end", "[1, 2, 3]"),
    ("{/*a*/\"a\"/*b*/:/*c*/1/*d*/}", #"{"a": 1}"#),
    ("[\"a\nb\tc\"]", #"["a\nb\tc"]"#), (#"["it\'s"]"#, #"["it's"]"#),
    (#"["\ud83d"]"#, "[\"\u{FFFD}\"]"), (#"["\ud83d\n"]"#, "[\"\u{FFFD}\\n\"]"),
    (#"["\ud83d\ud83d\ude00"]"#, "[\"\u{FFFD}😀\"]"), (#"["\ude00x"]"#, "[\"\u{FFFD}x\"]"),
    (#"["\ud83dx"]"#, "[\"\u{FFFD}x\"]"), (#"["\ud83d\ud83d"]"#, "[\"\u{FFFD}\u{FFFD}\"]"),
  ])
  func `the lenient parser accepts departures with one clear meaning`(text: String, json: String)
    throws
  {
    let options = GeneratedContentParser.Options(isLenient: true)
    #expect(syntaxError { _ = try GeneratedContent(json: text) } != nil)
    #expect(try GeneratedContent(json: text, options: options).jsonString == json)
    var parser = GeneratedContentParser(options: options)
    for byte in text.utf8 { try parser.append([byte]) }
    #expect(try parser.finish().jsonString == json)
    #expect(parser.position.offset == text.utf8.count)
  }

  @Test(arguments: [
    "[,]", "[1,,2]", "{,}", "{a:1}", "{'a':1}", "[NaN]", "[01]", "[1 2]", "[\"\\x\"]", "[1]]",
    "[/1]",
    "[1}", "[+1]", "/ []",
  ])
  func `the lenient parser accepts no other departures`(text: String) {
    let options = GeneratedContentParser.Options(isLenient: true)
    #expect(syntaxError { _ = try GeneratedContent(json: text, options: options) } != nil)
  }

  @Test(
    arguments: [
      ("[1, ]", .trailingComma),
      ("[1 /*x*/, ] cite", [.trailingComma, .comment, .surroundingText]),
      ("[ /**/ ]", .comment), ("[1, ] [2]", [.trailingComma, .surroundingText]),
      ("[1 /*x*/, ] [2, 3]", .surroundingText),
    ] as [(String, GeneratedContentParser.Departures)])
  func `departures of a value that is chosen at the end of the text are kept`(
    text: String, departures: GeneratedContentParser.Departures
  ) throws {
    var parser = GeneratedContentParser(options: .lenient)
    for byte in text.utf8 { try parser.append([byte]) }
    _ = try parser.finish()
    #expect(parser.departures == departures)
  }

  @Test func `a text with a comment without an end is not complete`() throws {
    var parser = GeneratedContentParser(options: .init(isLenient: true))
    try parser.append("[1] /* and")
    #expect(syntaxError { _ = try parser.finish() }?.code == .unexpectedEnd)
  }
}

extension GeneratedContent {
  /// The arrays and structures in this content, itself included, in order.
  fileprivate var containers: [GeneratedContent] {
    var found: [GeneratedContent] = []
    var pending = [self]
    while let content = pending.popLast() {
      guard content.shape == .array || content.shape == .object else { continue }
      found.append(content)
      pending += (Array(content.elements) + content.properties.map(\.content)).reversed()
    }
    return found
  }
}
