import AutomergeCoding
import AutomergeDocument
import Foundation
import Testing

/// Texts and counters that are bound to a place, as callers of automerge-swift bind them.
struct BindingTests {
  private let document = Document()

  // MARK: Texts

  @Test func `a text that is bound to a path creates its object`() throws {
    let text = try AutomergeText("one", doc: document, path: "notes.[0].title")
    #expect(text.isBound)
    #expect(try document.json() == #"{"notes":[{"title":"one"}]}"#)
    #expect(text.objId == (try document.lookupPath(path: "notes.[0].title")))
    // Without a string of its own, a text shows the one that is there.
    #expect(try AutomergeText(doc: document, path: "notes.[0].title").value == "one")
  }

  // Known from: automerge-swift replaces the object, and edits of other replicas are lost.
  @Test func `a text that is bound to a path keeps the object that is there`() throws {
    let object = try document.putObject(obj: .ROOT, key: "note", ty: .Text)
    try document.updateText(obj: object, value: "Hello")
    let other = try document.fork()
    try other.updateText(obj: object, value: "Hello you")
    let text = AutomergeText("Say Hello")
    try text.bind(doc: document, path: "note")
    #expect(text.objId == object)
    try document.merge(other: other)
    #expect(text.value == "Say Hello you")
    // What is bound again is not written again.
    try text.bind(doc: document, path: "second")
    #expect(text.value == "")
    #expect(try document.json() == #"{"note":"Say Hello you","second":""}"#)
  }

  @Test func `a text is bound to an object`() throws {
    let object = try document.putObject(obj: .ROOT, key: "note", ty: .Text)
    let text = AutomergeText("one")
    try text.bind(doc: document, id: object)
    #expect(try document.text(obj: object) == "one")
    #expect(try AutomergeText(doc: document, objId: object).value == "one")
    #expect(throws: BindingError.NotText) { try AutomergeText(doc: document, objId: .ROOT) }
    let error = #expect(throws: AutomergeError.self) {
      try AutomergeText(doc: Document(), objId: object)
    }
    #expect(error?.code == .objectNotFound)
  }

  @Test(arguments: ["", "[0]", "[0].x"])
  func `the root and a path from an index take neither a text nor a counter`(path: String) throws {
    let (text, counter) = (AutomergeText("x"), Counter(1))
    #expect(throws: BindingError.InvalidPath(path)) { try text.bind(doc: document, path: path) }
    #expect(throws: BindingError.InvalidPath(path)) { try counter.bind(doc: document, path: path) }
    #expect(!text.isBound && !counter.isBound)
    #expect(document.pendingEdits == 0)
  }

  @Test func `a text is not bound to another value, and creates nothing then`() throws {
    try document.encode(["number": 1], at: "map")
    let edits = document.pendingEdits
    let text = AutomergeText("x")
    for path in ["map", "map.number"] {
      #expect(throws: BindingError.NotText) { try text.bind(doc: document, path: path) }
    }
    #expect(throws: CodingKeyLookupError.self) {
      try text.bind(doc: document, path: "map.number.x")
    }
    #expect(throws: PathParseError.self) { try text.bind(doc: document, path: "/") }
    #expect(!text.isBound && text.value == "x")
    #expect(document.pendingEdits == edits)
  }

  @Test func `setting the string of a text edits the document by the smallest edits`() throws {
    let text = AutomergeText("a")
    text.value = "Hello"
    #expect(text.value == "Hello" && text.description == "Hello")
    try text.bind(doc: document, path: "note")
    let other = try document.fork()
    let theirs = try AutomergeText(doc: other, path: "note")
    text.value = "Say Hello"
    theirs.value = "Hello you"
    try document.merge(other: other)
    #expect(text.value == "Say Hello you")
  }

  @Test func `a text whose object was undone keeps a string that is set`() throws {
    let object = try document.putObject(obj: .ROOT, key: "note", ty: .Text)
    let text = try AutomergeText(doc: document, objId: object)
    try document.rollback()
    #expect(text.isBound && text.value == "")
    text.value = "kept"
    #expect(!text.isBound && text.value == "kept")
    try document.encode(text, at: "note")
    #expect(text.isBound)
    #expect(try document.json() == #"{"note":"kept"}"#)
  }

  @Test func `a binding that is undone ends, and a binding without an edit stays`() throws {
    let text = try AutomergeText("one", doc: document, path: "note")
    try document.rollback()
    #expect(!text.isBound && text.value == "one")
    try text.bind(doc: document, path: "note")
    try document.commitWith()
    try document.put(obj: .ROOT, key: "other", value: .Null)
    let again = try AutomergeText(doc: document, path: "note")
    try document.rollback()
    #expect(again.isBound && again.value == "one")
  }

  @Test func `texts and counters are equal if their values are, and have one hash then`() throws {
    let bound = try AutomergeText("one", doc: document, path: "note")
    #expect(bound == AutomergeText("one"))
    #expect(Set([bound, AutomergeText("one"), AutomergeText("two")]).count == 2)
    #expect(AutomergeText("\u{E9}") != AutomergeText("e\u{301}"))
    try document.put(obj: .ROOT, key: "count", value: .Counter(1))
    let counter = try Counter(doc: document, path: "count")
    #expect(counter == Counter(1))
    #expect(Set([counter, Counter(1), Counter(2)]).count == 2)
    #expect(counter.description == "1")
  }

  @Test func `other formats have the keys of automerge-swift`() throws {
    let json = #"[{"value":"t"}]"#
    let texts = try JSONDecoder().decode([AutomergeText].self, from: Data(json.utf8))
    #expect(texts.map(\.value) == ["t"])
    #expect(String(decoding: try JSONEncoder().encode(texts), as: UTF8.self) == json)
    let counts = #"[{"value":-2}]"#
    let counters = try JSONDecoder().decode([Counter].self, from: Data(counts.utf8))
    #expect(counters.map(\.value) == [-2])
    #expect(String(decoding: try JSONEncoder().encode(counters), as: UTF8.self) == counts)
  }

  // MARK: Counters

  @Test func `an unbound counter is added to the counter to which it is bound`() throws {
    try document.encode(["counts": [Counter(10), Counter(20)]])
    let counter = try Counter(5, doc: document, path: "counts.[1]")
    #expect(counter.isBound && counter.value == 25)
    counter.increment(by: -1)
    #expect(try document.value("counts[1]") == .Scalar(.Counter(24)))
    // What is bound again is not added again.
    try counter.bind(doc: document, path: "counts.[0]")
    #expect(counter.value == 10)
    #expect(try document.value("counts[1]") == .Scalar(.Counter(24)))
  }

  @Test func `a counter is bound to a place of an object`() throws {
    try document.put(obj: .ROOT, key: "count", value: .Counter(1))
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.insert(obj: list, index: 0, value: .Counter(2))
    #expect(try Counter(doc: document, objId: .ROOT, key: AnyCodingKey("count")).value == 1)
    #expect(try Counter(doc: document, objId: list, key: AnyCodingKey(UInt64(0))).value == 2)
    for (object, key) in [(ObjId.ROOT, AnyCodingKey("list")), (list, AnyCodingKey(UInt64(1)))] {
      #expect(throws: BindingError.NotCounter) {
        try Counter(doc: document, objId: object, key: key)
      }
    }
  }

  @Test func `a counter is not bound where there is none`() throws {
    try document.encode(["number": 1])
    let counter = Counter(1)
    for path in ["number", "missing"] {
      #expect(throws: BindingError.NotCounter) { try counter.bind(doc: document, path: path) }
    }
    expectError("schemaMissing") { try counter.bind(doc: document, path: "missing.x") }
    #expect(!counter.isBound && counter.value == 1)
    #expect(try document.json() == #"{"number":1}"#)
  }

  @Test func `setting the value of a counter increments it by the difference`() throws {
    let counter = Counter(3)
    counter.value = 5
    #expect(counter.value == 5 && !counter.isBound)
    try document.encode(counter, at: "count")
    let other = try document.fork()
    try Counter(doc: other, path: "count").increment(by: 10)
    counter.value = 4
    try document.merge(other: other)
    #expect(counter.value == 14)
  }

  @Test func `a counter whose place is gone keeps what is set or added`() throws {
    for isSet in [false, true] {
      try document.put(obj: .ROOT, key: "count", value: .Counter(1))
      let counter = try Counter(doc: document, path: "count")
      try document.delete(obj: .ROOT, key: "count")
      if isSet { counter.value = 7 } else { counter.increment(by: 7) }
      #expect(!counter.isBound && counter.value == 7)
      try document.encode(counter, at: "count")
      #expect(try document.value("count") == .Scalar(.Counter(7)))
    }
  }
}
