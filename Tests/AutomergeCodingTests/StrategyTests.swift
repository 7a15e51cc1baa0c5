import AutomergeCoding
import AutomergeDocument
import Foundation
import Testing

struct StrategyTests {
  let document = Document()

  @Test func `a failed encode leaves the document as it was`() throws {
    try document.encode(Sample.example)
    let heads = document.heads()
    struct Half: Encodable {
      let fresh = ["a": 1]
      let name = "changed"
      let notes = "not a list"
    }
    #expect(throws: CodingKeyLookupError.self) { try document.encode(Half()) }
    #expect(document.pendingEdits == 0)
    #expect(document.heads() == heads)
    #expect(try document.decode(Sample.self) == Sample.example)
  }

  @Test func `a failed encode leaves earlier edits of the same change`() throws {
    try document.put(obj: .ROOT, key: "value", value: .String("kept"))
    #expect(throws: CodingKeyLookupError.self) { try document.encode(Box(value: [1])) }
    #expect(document.pendingEdits == 1)
    #expect(try document.value("value") == .Scalar(.String("kept")))
  }

  @Test func `override replaces values of another kind`() throws {
    try document.encode(Box(value: "text"))
    try document.encode(Box(value: [1, 2]), strategy: .override)
    #expect(try document.decode(Box<[Int]>.self).value == [1, 2])
    try document.encode(Box(value: ["a": 1]), strategy: .override)
    #expect(try document.decode(Box<[String: Int]>.self).value == ["a": 1])
    try document.encode(Box(value: AutomergeText("t")), strategy: .override)
    #expect(try document.decode(Box<AutomergeText>.self).value.value == "t")
    try document.encode(Box(value: 5), strategy: .override)
    #expect(try document.decode(Box<Int>.self).value == 5)
  }

  @Test func `readonly sets values only`() throws {
    try document.encode(Sample.example)
    var sample = Sample.example
    sample.name = "set"
    sample.notes[0].text = "set, too"
    try document.encode(sample, strategy: .readonly)
    #expect(try document.decode(Sample.self) == sample)
    _ = document.heads()
    var longer = sample
    longer.notes.append(Note(text: "new", stars: 1))
    #expect(throws: CodingKeyLookupError.self) { try document.encode(longer, strategy: .readonly) }
    var starred = sample
    starred.notes[1].stars = 3
    #expect(throws: CodingKeyLookupError.self) { try document.encode(starred, strategy: .readonly) }
    var shorter = sample
    shorter.notes.removeLast()
    try document.encode(shorter, strategy: .readonly)
    #expect(try document.decode(Sample.self) == sample)
  }

  @Test func `readonly stores the error until something is encoded`() throws {
    #expect(throws: CodingKeyLookupError.self) {
      try document.encode(Recorder(), at: "missing", strategy: .readonly)
    }
    try document.encode(Recorder(), at: "present")
    #expect(try document.value("present.x") == .Scalar(.Int(1)))
  }

  @Test(arguments: Kind.allCases, Kind.allCases)
  func `cautious writing keeps the type of a value`(old: Kind, new: Kind) throws {
    let encoder = AutomergeEncoder(doc: document, cautiousWrite: true)
    try old.encode(encoder, "one.[0]")
    if old == new || old == .null {
      try new.encode(encoder, "one.[0]")
    } else {
      let error = #expect(throws: EncodingError.self) { try new.encode(encoder, "one.[0]") }
      guard case .invalidValue(_, let context)? = error else {
        Issue.record("Another error: \(String(describing: error))")
        return
      }
      #expect(context.codingPath.map(\.stringValue) == ["one", "0"])
    }
  }

  enum Kind: CaseIterable, CustomTestStringConvertible {
    case string, int, uint, double, bool, date, data, counter, text, null

    func encode(_ encoder: AutomergeEncoder, _ path: String) throws {
      switch self {
      case .string: try encoder.encode("x", at: path)
      case .int: try encoder.encode(1, at: path)
      case .uint: try encoder.encode(1 as UInt, at: path)
      case .double: try encoder.encode(1.5, at: path)
      case .bool: try encoder.encode(true, at: path)
      case .date: try encoder.encode(Date(timeIntervalSince1970: 0), at: path)
      case .data: try encoder.encode(Data([1]), at: path)
      case .counter: try encoder.encode(Counter(1), at: path)
      case .text: try encoder.encode(AutomergeText("x"), at: path)
      case .null: try encoder.encode(Int?.none, at: path)
      }
    }

    var testDescription: String { "\(self)" }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `numbers that are not finite are an error`(number: Double) throws {
    #expect(throws: EncodingError.self) { try document.encode(Box(value: number)) }
    #expect(throws: EncodingError.self) { try document.encode([number], at: "list") }
    #expect(throws: EncodingError.self) { try document.encode(Float(number), at: "single") }
    #expect(document.pendingEdits == 0)
  }

  @Test func `a date out of range is an error`() throws {
    let date = Date(timeIntervalSince1970: 1e300)
    #expect(throws: EncodingError.self) { try document.encode(Box(value: date)) }
  }

  @Test func `plain values and lists don't fit into the root`() throws {
    #expect(throws: CodingKeyLookupError.self) { try document.encode(5) }
    #expect(throws: CodingKeyLookupError.self) { try document.encode([5]) }
    try document.encode(AutomergeText("root"))
    #expect(try document.decode(AutomergeText.self).value == "root")
  }

  @Test func `the cache of paths is dropped when a merge replaces a container`() throws {
    try document.encode(Note(text: "a", stars: 1), at: "list.[0]")
    let other = try document.fork()
    try other.delete(obj: .ROOT, key: "list")
    let list = try other.putObject(obj: .ROOT, key: "list", ty: .List)
    try other.insertObject(obj: list, index: 0, ty: .Map)
    try document.encode(Note(text: "b", stars: 1), at: "list.[0]")
    let old = try document.lookupPath(path: "list.[0]")
    try document.commitWith()
    try document.merge(other: other)
    try document.encode(2, at: "list.[0].stars")
    let new = try document.lookupPath(path: "list.[0]")
    #expect(new != old)
    #expect(try document.get(obj: try #require(new), key: "stars") == .Scalar(.Int(2)))
  }

  @Test func `the cache of paths is dropped when a list shifts or a transaction is undone`() throws
  {
    try document.encode(["a", "b"].map { Note(text: $0, stars: nil) }, at: "list")
    try document.encode("b2", at: "list.[1].text")
    let list = try #require(try document.lookupPath(path: "list"))
    try document.delete(obj: list, index: 0)
    try document.encode("b3", at: "list.[0].text")
    #expect(try document.decode([Note].self, from: "list") == [Note(text: "b3", stars: nil)])
    try document.commitWith()
    try document.encode(1, at: "fresh.x")
    try document.rollback()
    try document.encode(2, at: "fresh.x")
    #expect(try document.value("fresh.x") == .Scalar(.Int(2)))
  }
}

extension StrategyTests {
  @Test func `an empty container that doesn't fit is an error`() throws {
    try document.encode(Box(value: "text"))
    expectError("mismatchedSchema") { try document.encode(Box(value: [Int]())) }
    expectError("mismatchedSchema") { try document.encode(Box(value: [String: Int]())) }
    expectError("invalidIndexLookup") { try document.encode([Int]()) }
    expectError("schemaMissing") {
      try document.encode([Int](), at: "missing", strategy: .readonly)
    }
    #expect(try document.json() == #"{"value":"text"}"#)
  }

  @Test func `a value may write something else after a container that doesn't fit`() throws {
    struct Either: Encodable {
      enum Key: CodingKey { case value, list }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        do {
          try container.encode([1], forKey: .value)
        } catch {
          try container.encode("fallback", forKey: .value)
        }
        try container.encode([2], forKey: .list)
      }
    }
    try document.encode(Box(value: "text"))
    try document.encode(Either())
    #expect(try document.json() == #"{"list":[2],"value":"fallback"}"#)
  }

  @Test func `override replaces a container that was found before`() throws {
    try document.encode(1, at: "a.x")
    expectError("invalidIndexLookup") { try document.encode(2, at: "a.[0]") }
    try document.encode(2, at: "a.[0]", strategy: .override)
    #expect(try document.json() == #"{"a":[2]}"#)
  }

  @Test func `the cache of paths is dropped when a document is loaded`() throws {
    let actor = ActorId(bytes: [1])
    let earlier = Document(actor: actor)
    try earlier.encode(1, at: "x.b")
    let document = Document(actor: actor)
    try document.encode(1, at: "a.b")
    try document.rollback()
    try document.applyEncodedChanges(encoded: earlier.save())
    try document.encode(2, at: "a.b")
    #expect(try document.json() == #"{"a":{"b":2},"x":{"b":1}}"#)
  }

  @Test func `cautious writing keeps a value from becoming a container`() throws {
    let encoder = AutomergeEncoder(doc: document, strategy: .override, cautiousWrite: true)
    try encoder.encode("text", at: "v")
    #expect(throws: EncodingError.self) { try encoder.encode(["a": 1], at: "v") }
    #expect(throws: EncodingError.self) { try encoder.encode([1], at: "v") }
    #expect(throws: EncodingError.self) { try encoder.encode([Int](), at: "v") }
    #expect(throws: CodingKeyLookupError.self) { try encoder.encode(1, at: "v.a") }
    #expect(try document.json() == #"{"v":"text"}"#)
  }
}

/// Writes with each overload, which all throw where the container could not be made.
private struct Recorder: Encodable {
  enum Key: CodingKey { case x, y, z }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    var failures = 0
    func attempt(_ write: () throws -> Void) { do { try write() } catch { failures += 1 } }
    attempt { try container.encodeNil(forKey: .x) }
    attempt { try container.encode(true, forKey: .x) }
    attempt { try container.encode("s", forKey: .x) }
    attempt { try container.encode(1.5, forKey: .x) }
    attempt { try container.encode(Float(1.5), forKey: .x) }
    attempt { try container.encode(Int8(1), forKey: .x) }
    attempt { try container.encode(UInt8(1), forKey: .x) }
    attempt { try container.encode(["a"], forKey: .y) }
    attempt { try container.encode(Date(timeIntervalSince1970: 0), forKey: .z) }
    #expect(failures == 0 || failures == 9)
    try container.encode(1, forKey: .x)
  }
}
