import SchemaImport
import SchemaReading
import Testing

/// The mends and the errors of single texts.
struct MendTests {
  private let collection: TextCollection

  init() throws { collection = try TextCollection() }

  private func error(_ text: String, _ schema: String) throws -> ReadingError {
    let reader = try collection.reader(schema)
    do {
      let reading = try reader.read(text)
      Issue.record("read \(reading.content.jsonString)")
      throw ReadingFailure()
    } catch let error as ReadingError {
      return error
    }
  }

  private struct ReadingFailure: Error {}

  @Test func `L2: each mend has its kind, its place in the value and in the text`() throws {
    let text = """
      Here:
      {"name": 'Ada', "Age": "36",}
      """
    let reading = try collection.reader("person").read(text)
    #expect(
      reading.content.jsonString == #"{"name": "Ada", "age": 36, "email": null}"#
        || reading.content.jsonString == #"{"name": "Ada", "age": 36}"#)
    let mends = reading.mends.map { "\($0.kind) \($0.path.pointer) \($0.position.line)" }
    #expect(
      mends == [
        "surrounding-text  1", "other-quotes /name 2", "key-spelling  2", "quoted-number /age 2",
        "separator  2",
      ])
  }

  @Test func `L2: the kinds have different names`() {
    #expect(Set(MendKind.all.map(\.name)).count == MendKind.all.count)
  }

  @Test func `L7: an error says what was found`() throws {
    #expect(try error("I'm sorry, I can't do that.", "person").code == .refusal)
    #expect(try error("name: Ada\nage: 36", "person").description.contains("YAML"))
    #expect(try error("<a>1</a>", "person").description.contains("XML"))
    #expect(try error("", "person").code == .noValue)
    let cut = try error(#"{"name": "Ada", "age": 3"#, "person")
    #expect(cut.code == .endedEarly)
    #expect(cut.description.contains("ends before \"}\""))
    #expect(try error(#"{"name": "Ada", "age": getAge()}"#, "person").code == .malformed)
    let unfit = try error(#"{"name": "Ada", "age": 200}"#, "person")
    #expect(unfit.code == .unfit)
    #expect(unfit.modelFeedback().contains("/age"))
    let two = try error(#"{"name":"A","age":1} or {"name":"B","age":2}"#, "person")
    #expect(two.code == .ambiguous)
    #expect(two.position?.offset == 0)
    let twice = try error(#"{"name":"A","age":1,"age":2}"#, "person")
    #expect(twice.description.contains("two different values"))
  }

  @Test func `L3: an escape for a control character that nobody types is marked`() throws {
    let reader = try collection.reader("note")
    let strict = try reader.read(#"{"title": "x", "body": "\frac{1}{2}"}"#)
    #expect(strict.mends.isEmpty)
    #expect(strict.suspicions.map(\.found) == [#"\frac"#])
    let path = try reader.read(#"{"title": "x", "body": "D:\new"}"#)
    #expect(path.suspicions.map(\.kind) == [.suspiciousEscape])
  }

  @Test(
    "L3: the escapes of a string have one meaning, in JSON and in other texts",
    arguments: [
      (#"\bword\b"#, [#"\bword"#, #"\b"#]), (#"D:\new\red"#, [#"\new"#, #"\red"#]),
      (#"Q:\nWhat is it?"#, [#"\nWhat"#]), (#"one\ntwo"#, []), (#"C:\\dir\nD:\\x"#, []),
    ])
  func meaningOfEscapes(_ escaped: String, _ found: [String]) throws {
    let reader = try collection.reader("answer")
    let strict = try reader.read(#"{"answer": "\#(escaped)"}"#)
    #expect(strict.mends.isEmpty)
    #expect(strict.suspicions.map(\.found) == found)
    // A text that is mended elsewhere has the same value and marks, or has no value.
    guard let mended = try? reader.read(#"{"answer": "\#(escaped)",}"#) else { return }
    #expect(mended.content == strict.content)
    #expect(mended.mends.map(\.kind) == [.separator])
    #expect(mended.suspicions.map(\.found) == found)
  }

  @Test func `L4: a backslash that is not escaped shows what the others are`() throws {
    let reading = try collection.reader("path").read(#"{"path": "D:\backup\x64\bin"}"#)
    #expect(reading.content.property(named: "path")?.text == #"D:\backup\x64\bin"#)
    #expect(
      reading.mends.map { "\($0.kind) \($0.found)" }
        == [#"backslash \backup"#, #"backslash \x64"#, #"backslash \bin"#])
    #expect(reading.suspicions.isEmpty)
    let server = try error(#"{"path": "\\server\share"}"#, "path")
    #expect(server.code == .ambiguous)
    #expect(server.description.contains("the name of a server"))
  }

  @Test func `L4: the last line is a choice, unless the text names another one before it`() throws {
    let reader = try collection.reader("one2")
    for text in ["two one:\none", "one, two:\none"] {
      #expect(try reader.read(text).content == GeneratedContent("one"), "\(text)")
    }
    for text in ["Not \"One-Two\" but:\none", "one one two:\none"] {
      #expect(try error(text, "one2").code == .noValue, "\(text)")
    }
  }

  @Test func `L4: a colon is added before a number, and not before a part of the key or a text`()
    throws
  {
    let reading = try collection.reader("price").read(
      #"{"price" .5, "quantity": 1, "inStock": true}"#)
    #expect(reading.content.property(named: "price")?.jsonString == "0.5")
    #expect(reading.mends.map(\.kind) == [.missingColon, .numberForm])
    for text in [
      #"{"name"1: "Ada", "age": 36}"#, #"{"name"-: "Ada", "age": 36}"#,
      #"{"name" None of us, "age": 36}"#,
    ] {
      #expect([.ambiguous, .malformed].contains(try error(text, "person").code), "\(text)")
    }
  }

  @Test func `L3: a comment says that the value is an example`() throws {
    let text = "{\n  // example values\n  \"name\": \"Ada\",\n  \"age\": 36\n}"
    let example = try error(text, "person")
    #expect(example.code == .notAnAnswer)
    #expect(example.position?.line == 2)
    let rest = try error(#"{"name": "Ada", "age": 36, "...": "..."}"#, "person")
    #expect(rest.code == .endedEarly)
    #expect(rest.description.contains("ellipsis"))
  }

  @Test func `L3: equal values are one element or several, and rows are elements or a row`() throws
  {
    let twice = #"{"name": "Ada", "age": 36}"#
    let elements = try error("\(twice)\n\(twice)", "people")
    #expect(elements.code == .ambiguous)
    #expect(elements.position?.line == 2)
    #expect(try error("[1, 2]", "matrix").code == .ambiguous)
  }

  @Test func `L4: a text is read after its value or its fence does not fit`() throws {
    let text = #"Use {"a": 1} please"#
    let free = try SchemaReader(String.self)
    #expect(try free.read(text).content == GeneratedContent(text))
    let choice = try collection.reader("yn")
    let answer = try choice.read("```\nhello\n```\nAnswer:\nyes")
    #expect(answer.content == GeneratedContent("yes"))
    // What a guess makes of a fence has no places of the text.
    let guessing = try collection.reader("person", policy: .guessing)
    #expect(throws: ReadingError.self) { try guessing.read("```\nname: Ada\n```\nx") }
  }

  @Test(
    "L4: a schema or a type that is repeated is no value of it, and the error says so",
    arguments: [
      ("JSON\n{\"type\":\"object\",\"properties\":{\"p\":{\"type\":\"object\"}}}", "a JSON Schema"),
      (
        #"{"type":"object","properties":{"p":{"type":"object","properties":{"a":{},"b":{}}}},"#
          + #""required":["p"],"additionalProperties":false}"#, "a JSON Schema"
      ),
      (#"{"properties":{"p":{"type":"object"}}}"#, "a JSON Schema"),
      (#"{"schema":{"type":"object","properties":{"p":{"type":"object"}}}}"#, "a JSON Schema"),
      (##"{"$ref":"#/$defs/P","$defs":{"P":{"type":"object"}}}"##, "a JSON Schema"),
      ("{\np:object\n}", "the type stands"), ("```\n{ p: object }\n```", "the type stands"),
    ])
  func repeatedSchema(_ text: String, _ problem: String) throws {
    let reader = try anyObjectReader()
    do {
      let reading = try reader.read(text)
      Issue.record("read \(reading.content.jsonString)")
    } catch {
      #expect(error.code == .unfit)
      #expect(error.description.contains(problem), "\(error)")
    }
  }

  @Test(
    "L4: a value that has keys of a schema, or a schema as its part, is read",
    arguments: [
      #"{"p":{"type":"object","properties":{"a":{"type":"string"}}},}"#,
      #"Schema: {"type":"object","properties":{"p":{"type":"object"}}} Answer: {"p":{"x":1}}"#,
    ])
  func keysOfSchemas(_ text: String) throws {
    let content = try anyObjectReader().read(text).content
    #expect(content.property(named: "p")?.shape == .object)
    #expect(content.property(named: "p")?.property(named: "p") == nil)
  }

  /// A reader of an object whose only property may be any object.
  private func anyObjectReader() throws -> SchemaReader {
    let document = try GeneratedContent(
      json: #"{"type":"object","properties":{"p":{"type":"object"}},"#
        + #""required":["p"],"additionalProperties":false}"#)
    return try SchemaReader(
      SchemaImporter().import(document).schema,
      checkedBy: ContentValidator(document: document))
  }
}
