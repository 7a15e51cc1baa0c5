import AutomergeCoding
import AutomergeDocument
import Foundation
import SchemaConcurrency
import Testing

struct CounterAndTextTests {
  let document = Document()

  @Test func `counters of forks add up`() throws {
    try document.encode(Box(value: Counter(0)))
    let other = try document.fork()
    let mine = try document.decode(Box<Counter>.self)
    mine.value.increment(by: 3)
    try document.encode(mine)
    let theirs = try other.decode(Box<Counter>.self)
    theirs.value.increment(by: -1)
    try other.encode(theirs)
    try document.merge(other: other)
    #expect(try document.value("value") == .Scalar(.Counter(2)))
    #expect(mine.value.value == 2)
  }

  @Test func `an unbound counter adds once to the counter in the document`() throws {
    try document.encode(Box(value: Counter(10)))
    let counter = Counter(5)
    try document.encode(Box(value: counter))
    try document.encode(Box(value: counter))
    #expect(try document.value("value") == .Scalar(.Counter(15)))
    #expect(counter.value == 15)
    #expect(counter.isBound)
  }

  @Test func `an unbound counter replaces the value of another counter at its index`() throws {
    let first = Counter(10)
    try document.encode([first], at: "list")
    let other = try document.fork()
    try other.increment(obj: #require(try other.lookupPath(path: "list")), index: 0, by: 100)
    let counter = Counter(5)
    for _ in 0..<2 { try document.encode([counter, first], at: "list") }
    #expect(try document.value("list[0]") == .Scalar(.Counter(5)))
    #expect(try document.value("list[1]") == .Scalar(.Counter(10)))
    #expect(counter.isBound)
    // What another replica has added at the same time is kept.
    try document.merge(other: other)
    #expect(try document.value("list[0]") == .Scalar(.Counter(105)))
  }

  @Test func `a counter in a list is found after the list has shifted`() throws {
    try document.encode([Counter(1), Counter(2)], at: "list")
    let counters = try document.decode([Counter].self, from: "list")
    let list = try #require(try document.lookupPath(path: "list"))
    try document.insert(obj: list, index: 0, value: .Counter(100))
    counters[1].increment(by: 5)
    #expect(try document.get(obj: list, index: 2) == .Scalar(.Counter(7)))
    try document.delete(obj: list, index: 1)
    #expect(counters[0].isBound)
    counters[0].increment(by: 1)
    #expect(!counters[0].isBound && counters[0].value == 1)
    #expect(counters[1].value == 7)
  }

  @Test func `a counter of another document is copied`() throws {
    try document.encode(Box(value: Counter(7)))
    let decoded = try document.decode(Box<Counter>.self)
    let other = Document()
    try other.encode(Box(value: Counter(1)))
    try other.encode(decoded)
    #expect(try other.value("value") == .Scalar(.Counter(7)))
  }

  @Test func `texts are created, bound and updated`() throws {
    let model = Collaborative(
      text: AutomergeText("one"), texts: [AutomergeText("two")], counter: Counter(1))
    try document.encode(model)
    #expect(model.text.isBound)
    #expect(model.texts[0].isBound)
    try model.text.updateText(newText: "one more")
    #expect(try document.decode(Collaborative.self).text.value == "one more")
    let heads = document.heads()
    try document.encode(model)
    #expect(document.heads() == heads)
    let again = try Document(document.save())
    let decoded = try again.decode(Collaborative.self)
    #expect(decoded == model)
    try again.encode(decoded)
    #expect(again.pendingEdits == 0)
  }

  @Test func `a text is updated by encoding it twice, and stays the same object`() throws {
    try document.encode(Box(value: [AutomergeText("first")]))
    let object = try document.lookupPath(path: "value[0]")
    try document.encode(Box(value: [AutomergeText("first, changed")]))
    #expect(try document.lookupPath(path: "value[0]") == object)
    #expect(try document.decode(Box<[AutomergeText]>.self).value[0].value == "first, changed")
  }

  @Test func `a string becomes a text only with the strategy override`() throws {
    try document.encode(Box(value: "string"))
    #expect(throws: CodingKeyLookupError.self) {
      try document.encode(Box(value: AutomergeText("text")))
    }
    try document.encode(Box(value: ["string"]), strategy: .override)
    #expect(throws: CodingKeyLookupError.self) {
      try document.encode(Box(value: [AutomergeText("text")]))
    }
    try document.encode(Box(value: [AutomergeText("text")]), strategy: .override)
    #expect(try document.decode(Box<[AutomergeText]>.self).value[0].value == "text")
  }

  @Test func `a text that is bound elsewhere is copied and bound anew`() throws {
    try document.encode(["a", "b"].map { AutomergeText($0) }, at: "list")
    var texts = try document.decode([AutomergeText].self, from: "list")
    texts.removeFirst()
    try document.encode(texts, at: "list")
    #expect(try document.decode([AutomergeText].self, from: "list").map(\.value) == ["b"])
    let other = Document()
    try other.encode(texts, at: "copy")
    #expect(try other.decode([AutomergeText].self, from: "copy").map(\.value) == ["b"])
    #expect(texts[0].objId == (try other.lookupPath(path: "copy[0]")))
  }

  @Test func `a failed encode binds nothing`() throws {
    struct Failing: Encodable {
      let text: AutomergeText
      let number = Double.nan
    }
    let text = AutomergeText("x")
    #expect(throws: EncodingError.self) { try document.encode(Failing(text: text)) }
    #expect(!text.isBound)
  }

  /// Undoes what a closure writes, by a rollback or by a transaction that throws.
  private func undoing(_ isTransaction: Bool, _ write: () throws -> Void) throws {
    struct Cancelled: Error {}
    guard isTransaction else {
      try write()
      try document.rollback()
      return
    }
    #expect(throws: Cancelled.self) {
      try document.transaction {
        try write()
        throw Cancelled()
      }
    }
  }

  @Test(arguments: [false, true])
  func `an encode that is undone leaves texts and counters as they were`(
    isTransaction: Bool
  ) throws {
    try document.encode(Counter(10), at: "count")
    try document.commitWith()
    let model = Collaborative(
      text: AutomergeText("one"), texts: [AutomergeText("two")], counter: Counter(3))
    let added = Counter(5)
    try undoing(isTransaction) {
      try document.encode(model, at: "model")
      try document.encode(model, at: "model")
      try model.text.updateText(newText: "one more")
      try document.encode(added, at: "count")
    }
    #expect(!model.text.isBound && !model.counter.isBound && !added.isBound)
    #expect(model.text.value == "one")
    #expect(added.value == 5)
    try document.encode(model, at: "model")
    try document.encode(added, at: "count")
    #expect(try document.decode(Collaborative.self, from: "model") == model)
    #expect(model.texts[0].value == "two")
    #expect(model.counter.value == 3)
    #expect(try document.value("count") == .Scalar(.Counter(15)))
    // What is committed is not undone.
    try document.commitWith()
    try document.put(obj: .ROOT, key: "other", value: .Null)
    try document.rollback()
    #expect(model.text.isBound)
    #expect(model.text.value == "one")
  }

  @Test(arguments: [false, true])
  func `an encode that is undone binds texts to where they were before`(
    isTransaction: Bool
  ) throws {
    try document.encode(["a", "b"].map { AutomergeText($0) }, at: "list")
    try document.commitWith()
    let texts = try document.decode([AutomergeText].self, from: "list")
    let other = Document()
    try other.encode(AutomergeText("c"), at: "text")
    let foreign = try AutomergeText(doc: other, path: "text")
    try undoing(isTransaction) {
      try document.encode([texts[1], texts[0], foreign], at: "list")
      #expect(try document.decode([String].self, from: "list") == ["b", "a", "c"])
    }
    for (index, text) in texts.enumerated() {
      #expect(text.objId == (try document.lookupPath(path: "list[\(index)]")))
    }
    #expect(texts.map(\.value) == ["a", "b"])
    try foreign.updateText(newText: "d")
    #expect(try other.decode(String.self, from: "text") == "d")
  }

  @Test func `a text that is bound elsewhere after an encode stays bound if the encode is undone`()
    throws
  {
    let text = AutomergeText("one")
    try document.encode(text, at: "text")
    let other = Document()
    try other.encode(text, at: "text")
    try document.rollback()
    #expect(text.objId == (try other.lookupPath(path: "text")))
    #expect(text.value == "one")
  }

  @Test func `texts that could be undone do not retain their document`() throws {
    weak var kept: Document?
    do {
      let document = Document()
      try document.encode(Box(value: AutomergeText("one")))
      let text = try document.decode(Box<AutomergeText>.self).value
      try document.encode(["copy": text, "again": text])
      kept = document
      #expect(kept != nil)
    }
    #expect(kept == nil)
  }

  @Test func `other formats store the values`() throws {
    let model = Collaborative(
      text: AutomergeText("t"), texts: [], counter: Counter(3))
    let data = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(Collaborative.self, from: data) == model)
    let scalar = ScalarValue.Unknown(typeCode: 12, data: Data([1]))
    let json = try JSONEncoder().encode([scalar, .Null, .Uint(3)])
    #expect(try JSONDecoder().decode([ScalarValue].self, from: json) == [scalar, .Null, .Uint(3)])
  }

  @Test func `concurrent texts of an encoded model merge`() throws {
    try document.encode(Box(value: AutomergeText("Hello world")))
    let other = try document.fork()
    try document.encode(Box(value: AutomergeText("Hello brave world")))
    try other.encode(Box(value: AutomergeText("Hello world!")))
    try document.merge(other: other)
    #expect(try document.decode(Box<AutomergeText>.self).value.value == "Hello brave world!")
  }

  @Test func `texts and counters keep their content when they move`() throws {
    try document.encode(["a", "b"].map { AutomergeText($0) }, at: "list")
    var texts = try document.decode([AutomergeText].self, from: "list")
    texts.insert(AutomergeText("x"), at: 0)
    try document.encode(texts, at: "list")
    #expect(try document.decode([String].self, from: "list") == ["x", "a", "b"])
    #expect(texts.map(\.value) == ["x", "a", "b"])

    try document.encode([Counter(1), Counter(2)], at: "counts")
    let counters = try document.decode([Counter].self, from: "counts")
    try document.encode([counters[1], counters[0]], at: "counts")
    #expect(try document.decode([Counter].self, from: "counts").map(\.value) == [2, 1])
  }

  @Test func `a text and a counter move from a place that gets a plain value`() throws {
    struct Before: Codable { let one: AutomergeText, three: Counter }
    struct After: Codable { let one: String, three: Int, two: AutomergeText, four: Counter }
    try document.encode(Before(one: AutomergeText("a"), three: Counter(5)))
    let before = try document.decode(Before.self)
    try document.encode(After(one: "b", three: 7, two: before.one, four: before.three))
    let after = try document.decode(After.self)
    #expect(after.one == "b" && after.three == 7)
    #expect(after.two.value == "a" && after.four.value == 5)
  }

  @Test func `a change that a value makes while it is encoded is kept`() throws {
    struct Change: Encodable {
      let body: () throws -> Void
      func encode(to encoder: any Encoder) throws {
        try body()
        var container = encoder.singleValueContainer()
        try container.encode(true)
      }
    }
    struct Changing: Encodable { let text: AutomergeText, counter: Counter, change: Change }
    try document.encode(Counter(10), at: "model.counter")
    try document.commitWith()
    let (text, counter) = (AutomergeText("one"), Counter(3))
    let change = Change {
      counter.increment(by: 5)
      try text.updateText(newText: "one more")
    }
    for _ in 0..<2 {
      try document.rollback()
      #expect(!text.isBound && !counter.isBound)
      let (former, added) = (text.value, counter.value)
      try document.encode(Changing(text: text, counter: counter, change: change), at: "model")
      #expect(former == (added == 3 ? "one" : "one more"))
      #expect(text.isBound && text.value == "one more")
      #expect(counter.isBound && counter.value == 10 + added + 5)
      #expect(try document.value("model.counter") == .Scalar(.Counter(Int64(counter.value))))
    }
    #expect(counter.value == 23)
  }

  /// Changes a value on one thread, again and again, while another writes it into the document.
  ///
  /// - Returns: The number of changes.
  private func changing(
    _ value: some Encodable, _ change: @escaping @Sendable (Int) throws -> Void
  ) throws -> Int {
    let (isWritten, count) = (Locked(false), Locked(0))
    let failure = Locked<(any Error)?>(nil)
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        repeat {
          let number = count.withLock { $0 + 1 }
          try change(number)
          count.withLock { $0 = number }
        } while !isWritten.withLock { $0 }
      } catch {
        failure.withLock { $0 = error }
        count.withLock { $0 = 1 }
      }
      hasEnded.signal()
    }
    while count.withLock({ $0 }) == 0 {}
    let writing = Result { try document.encode(value, at: "value") }
    isWritten.withLock { $0 = true }
    hasEnded.wait()
    try writing.get()
    if let failure = failure.withLock({ $0 }) { throw failure }
    return count.withLock { $0 }
  }

  @Test func `a counter that is incremented while it is bound keeps each increment`() throws {
    for _ in 0..<100 {
      let counter = Counter(0)
      let count = try changing(counter) { _ in counter.increment(by: 1) }
      #expect(counter.isBound && counter.value == count)
      try document.delete(obj: .ROOT, key: "value")
    }
  }

  @Test func `a text that is updated while it is bound stays bound, and has the last update`()
    throws
  {
    for _ in 0..<100 {
      let text = AutomergeText("0")
      let count = try changing(text) { try text.updateText(newText: "\($0)") }
      #expect(text.isBound)
      #expect(try document.decode(String.self, from: "value") == "\(count)")
      try document.delete(obj: .ROOT, key: "value")
    }
  }
}
