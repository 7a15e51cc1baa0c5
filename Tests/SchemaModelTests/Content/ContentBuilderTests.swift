import SchemaConformances
import SchemaModel
import Testing

@testable import ContentStorage

struct ContentBuilderTests {
  @Test func `a built document is complete and is printed as it was built`() {
    let content = content([
      .beginObject, .key("a"), .number("1"), .key("b"), .beginArray, .null, .bool(true),
      .beginString, .text("x"), .text("y"), .endString, .endArray, .endObject,
    ])
    #expect(content.isComplete)
    #expect(content.debugDescription == #"{"a": 1, "b": [null, true, "xy"]}"#)
  }

  @Test func `before anything has begun content is null and not complete`() {
    let builder = ContentBuilder()
    let nothing = builder.snapshot()
    #expect(nothing.kind == .null)
    #expect(!nothing.isComplete)
    #expect(nothing != GeneratedContent(kind: .null))
  }

  @Test func `a key is shown when its value begins`() {
    var builder = ContentBuilder()
    builder.beginObject()
    builder.beginKey()
    builder.appendText("ti")
    #expect(builder.snapshot().debugDescription == "{…}")
    builder.appendText("tle")
    builder.endKey()
    #expect(builder.snapshot().debugDescription == "{…}")
    builder.beginString()
    #expect(builder.snapshot().debugDescription == #"{"title": ""…, …}"#)
    builder.appendText("A")
    #expect(builder.snapshot().debugDescription == #"{"title": "A"…, …}"#)
    builder.endString()
    #expect(builder.snapshot().debugDescription == #"{"title": "A", …}"#)
    builder.endObject()
    let isFinished = builder.isFinished
    #expect(isFinished)
  }

  @Test(arguments: ["é", "€", "😀", "a😀b", "\u{10FFFF}"])
  func `a string cut inside a scalar shows what comes before it`(text: String) {
    var builder = ContentBuilder()
    builder.beginString()
    var shown = ""
    for (index, byte) in text.utf8.enumerated() {
      builder.appendText(byte: byte)
      if case .string(let now) = builder.snapshot().kind {
        #expect(now.hasPrefix(shown))
        #expect(text.hasPrefix(now))
        #expect(now.utf8.count <= index + 1)
        shown = now
      } else {
        Issue.record("not a string")
      }
    }
    #expect(shown == text)
  }

  @Test func `a string at the root is shown as it arrives`() throws {
    let id = GenerationID()
    var builder = ContentBuilder(id: id)
    builder.beginString()
    builder.appendText("Once")
    let partial = builder.snapshot()
    #expect(!partial.isComplete)
    #expect(partial.id == id)
    #expect(try partial.partialValue(String.self) == "Once")
    builder.endString()
    let whole = builder.finish()
    #expect(whole.isComplete)
    #expect(whole.id == id)
    #expect(try partial.partialValue(String.self) == "Once")
  }

  @Test func `calls out of place are ignored and noted`() {
    let expected: [(ContentBuilder.Misuse, [BuilderEvent], String)] = [
      (.unexpectedKey, [.beginArray, .key("a"), .null, .endArray], "[null]"),
      (.unexpectedValue, [.beginObject, .null, .endObject], "{}"),
      (.unexpectedKey, [.beginObject, .key("a"), .key("b"), .null, .endObject], #"{"a": null}"#),
      (.unexpectedEnd, [.beginObject, .endArray, .endObject], "{}"),
      (.unexpectedEnd, [.beginArray, .endObject, .endArray], "[]"),
      (.unexpectedEnd, [.beginObject, .key("a"), .endObject, .null, .endObject], #"{"a": null}"#),
      (.unexpectedEnd, [.endArray, .null], "null"),
      (.unexpectedText, [.text("a"), .null], "null"),
      (.unexpectedText, [.endString, .null], "null"),
      (.unexpectedValue, [.null, .null], "null"),
      (.unexpectedValue, [.beginString, .beginArray, .endString], #""""#),
      (.invalidNumber, [.beginArray, .number("01"), .number("1"), .endArray], "[1]"),
    ]
    for (misuse, events, result) in expected {
      var builder = ContentBuilder()
      for event in events { event.apply(to: &builder) }
      let noted = builder.misuse
      #expect(noted == misuse)
      #expect(builder.snapshot().debugDescription == result)
    }
  }

  @Test func `random calls never trap`() {
    let seed: UInt64 = 4
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let calls: [BuilderEvent] = [
      .beginObject, .endObject, .beginArray, .endArray, .key("k"), .beginString, .text("é"),
      .endString, .null, .bool(true), .number("1.5"), .number("x"),
    ]
    for _ in 0..<300 {
      var builder = ContentBuilder(words: 0, textBytes: 0)
      for _ in 0..<60 {
        calls.randomElement(using: &generator)?.apply(to: &builder)
        let snapshot = builder.snapshot()
        #expect(snapshot == snapshot)
        #expect(!snapshot.debugDescription.isEmpty)
      }
    }
  }

  @Test func `content put into content reads the same`() {
    let seed: UInt64 = 11
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let events = BuilderEvent.randomDocument(using: &generator)
      let cut = Int.random(in: 1...events.count, using: &generator)
      let part = content(Array(events[..<cut]))
      var builder = ContentBuilder()
      builder.beginArray()
      builder.string("before")
      builder.append(part)
      builder.append("between".generatedContent)
      builder.append(part)
      builder.endArray()
      let whole = builder.finish()
      let elements = Array(whole.elements)
      #expect(elements.count == 4)
      #expect(elements[1] == part)
      #expect(elements[3] == part)
      #expect(elements[1].debugDescription == part.debugDescription)
      #expect(whole.isComplete == part.isComplete)
      #expect(elements[1].isComplete == part.isComplete)
      #expect(elements[2].isComplete)
      // Once more, from the copy, whose parts are closed but not complete.
      let again = Array(GeneratedContent(elements: [whole]).elements)[0]
      #expect(again == whole)
      #expect(Array(again.elements)[3] == part)
    }
  }

  @Test func `text moves with the content it belongs to`() throws {
    let inner = GeneratedContent(properties: ["name": "inner", "size": number("1.25")])
    let outer = GeneratedContent(properties: ["before": "text", "inner": inner, "after": "more"])
    let again = GeneratedContent(elements: ["pad", outer, Array(outer.properties)[1].content])
    #expect(
      again.debugDescription
        == #"["pad", {"before": "text", "inner": {"name": "inner", "size": 1.25}, "#
        + #""after": "more"}, {"name": "inner", "size": 1.25}]"#)
  }
}
