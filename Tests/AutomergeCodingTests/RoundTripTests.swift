import AutomergeCoding
import Foundation
import Testing

struct RoundTripTests {
  let document = Document()

  @Test func `a complete model is decoded as it was encoded`() throws {
    try document.encode(Sample.example)
    #expect(try document.decode(Sample.self) == Sample.example)
    let again = try Document(document.save())
    #expect(try again.decode(Sample.self) == Sample.example)
  }

  @Test func `each type has its own stored form`() throws {
    try document.encode(Sample.example)
    #expect(try document.value("name") == .Scalar(.String("one")))
    #expect(try document.value("duration") == .Scalar(.F64(3.5)))
    #expect(try document.value("flag") == .Scalar(.Boolean(true)))
    #expect(try document.value("count") == .Scalar(.Int(5)))
    #expect(try document.value("data") == .Scalar(.Bytes(Data([1, 2, 3]))))
    #expect(try document.value("url") == .Scalar(.String("https://example.com/a?b=c")))
    guard case .Scalar(.Timestamp(let date))? = try document.value("date") else {
      Issue.record("The date is no timestamp.")
      return
    }
    #expect(Int64((date.timeIntervalSince1970 * 1000).rounded()) == 1_700_000_000_123)
    #expect(try document.value("notes[1].stars") == nil)
  }

  @Test func `an unchanged value makes no change, and a changed one only its own edits`() throws {
    var sample = Sample.example
    try document.encode(sample)
    let heads = document.heads()
    try document.encode(sample)
    #expect(document.pendingEdits == 0)
    #expect(document.heads() == heads)
    sample.notes[1].text = "changed"
    try document.encode(sample)
    #expect(document.pendingEdits == 1)
  }

  @Test func `all integers are stored with their sign and come back`() throws {
    struct Integers: Codable, Equatable {
      var a = Int8.min, b = Int16.min, c = Int32.min, d = Int64.min, e = Int.max
      var f = UInt8.max, g = UInt16.max, h = UInt32.max, i = UInt64.max, j = UInt.max
      var k = Float(0.5)
    }
    try document.encode(Integers())
    #expect(try document.decode(Integers.self) == Integers())
    #expect(try document.value("a") == .Scalar(.Int(-128)))
    #expect(try document.value("i") == .Scalar(.Uint(.max)))
    try document.encode([Integers()], at: "list")
    #expect(try document.decode([Integers].self, from: "list") == [Integers()])
  }

  @Test func `an integer that doesn't fit is an error, not a trap`() throws {
    try document.encode(Box(value: 300))
    #expect(throws: DecodingError.self) { try document.decode(Box<UInt8>.self) }
    try document.encode(Box(value: -1))
    #expect(throws: DecodingError.self) { try document.decode(Box<UInt64>.self) }
    #expect(try document.decode(Box<Double>.self).value == -1)
  }

  @Test func `a number that doesn't fit a Float is an error`() throws {
    let number = 1e300
    try document.encode(["number": number], at: "map")
    try document.encode([number], at: "list")
    try document.encode(number, at: "number")
    for decode in [
      { try document.decode([String: Float].self, from: "map") as Any },
      { try document.decode([Float].self, from: "list") },
      { try document.decode(Float.self, from: "number") },
    ] {
      let error = #expect(throws: DecodingError.self) { _ = try decode() }
      guard case .dataCorrupted? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    try document.put(obj: .ROOT, key: "number", value: .F64(-.infinity))
    #expect(try document.decode(Float.self, from: "number") == -.infinity)
    try document.encode(Double(Float.greatestFiniteMagnitude), at: "number")
    #expect(try document.decode(Float.self, from: "number") == .greatestFiniteMagnitude)
  }

  @Test func `a text in the root comes back in each form in which it is encoded`() throws {
    struct Wrapper: Codable {
      let text: AutomergeText

      init(_ text: AutomergeText) { self.text = text }
      init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(AutomergeText.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
      }
    }
    let error = #expect(throws: DecodingError.self) { try document.decode(AutomergeText.self) }
    guard case .valueNotFound(_, let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["value"])
    #expect(try document.decode(AutomergeText?.self) == nil)
    let text = AutomergeText("a")
    for encode in [
      { try document.encode(text) }, { try document.encode(Wrapper(text)) },
      { try document.encode(AutomergeText?.some(text)) },
    ] {
      try encode()
      #expect(try document.decode(AutomergeText.self).value == "a")
      #expect(try document.decode(AutomergeText?.self)?.value == "a")
      #expect(try document.decode(Wrapper.self).text.value == "a")
    }
    #expect(try document.json() == #"{"value":"a"}"#)
  }

  // Foundation traps where it describes such a date.
  @Test(arguments: [Double.nan, .infinity, 1e16])
  func `the error of a date that a timestamp cannot hold has a text`(seconds: Double) throws {
    let date = Date(timeIntervalSince1970: seconds)
    for encode in [
      { try document.encode(["a": [date]]) },
      { try document.encode(["a": [ScalarValue.Timestamp(date)]]) },
    ] {
      let error = #expect(throws: EncodingError.self) { try encode() }
      #expect("\(try #require(error))".contains("a timestamp can hold"))
    }
    #expect(try document.json() == "{}")
  }

  @Test func `lists of special types come back`() throws {
    let urls = ["https://a.example", "https://b.example"].compactMap { URL(string: $0) }
    try document.encode(urls, at: "urls")
    #expect(try document.decode([URL].self, from: "urls") == urls)
    let dates = [Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: -5.25)]
    try document.encode(dates, at: "dates")
    #expect(try document.decode([Date].self, from: "dates") == dates)
    let data = [Data(), Data([9])]
    try document.encode(data, at: "data")
    #expect(try document.decode([Data].self, from: "data") == data)
    let optionals: [Int?] = [1, nil, 3]
    try document.encode(optionals, at: "optionals")
    #expect(try document.value("optionals[1]") == .Scalar(.Null))
    #expect(try document.decode([Int?].self, from: "optionals") == optionals)
    let scalars: [ScalarValue] = [.Int(1), .Uint(1), .Null, .String("x"), .Counter(2)]
    try document.encode(scalars, at: "scalars")
    #expect(try document.decode([ScalarValue].self, from: "scalars") == scalars)
  }

  @Test func `dictionaries keep string keys, and integer keys as digits`() throws {
    try document.encode(["a": 1, "é": 2, "e\u{301}x": 3])
    #expect(try document.decode([String: Int].self) == ["a": 1, "é": 2, "e\u{301}x": 3])
    try document.encode([7: "seven"], at: "numbers")
    #expect(try document.value("numbers[\"7\"]") == .Scalar(.String("seven")))
    #expect(try document.decode([Int: String].self, from: "numbers") == [7: "seven"])
  }

  @Test func `empty dictionaries are kept, and empty the map`() throws {
    try document.encode(Box(value: [String: Int]()))
    #expect(try document.lookupPath(path: "value") != nil)
    try document.encode(["a": 1])
    try document.encode([String: Int]())
    #expect(document.keys(obj: .ROOT) == [])
  }

  @Test func `lists shrink and grow`() throws {
    for list in [["a", "b"], ["a"], [], ["x", "y", "z"]] {
      try document.encode(Box(value: list))
      #expect(try document.decode(Box<[String]>.self).value == list)
      let object = try document.lookupPath(path: "value") ?? .ROOT
      #expect(document.length(obj: object) == list.count)
    }
  }

  @Test func `an enumeration changes its case`() throws {
    for shape in [Shape.circle(radius: 1), .square(side: 2), .none, .circle(radius: 3)] {
      try document.encode(Box(value: [shape]))
      #expect(try document.decode(Box<[Shape]>.self).value == [shape])
    }
  }

  @Test func `an absent optional property removes its key`() throws {
    try document.encode(Note(text: "a", stars: 3))
    try document.encode(Note(text: "a", stars: nil))
    #expect(document.keys(obj: .ROOT) == ["text"])
  }

  @Test func `values at a path leave their siblings alone`() throws {
    try document.encode(Sample.example)
    try document.encode("new", at: ".name")
    try document.encode(Note(text: "third", stars: 3), at: ".notes.[2]")
    let sample = try document.decode(Sample.self)
    #expect(sample.name == "new")
    #expect(sample.notes.count == 3)
    #expect(sample.data == Sample.example.data)
    try document.encode([1, 2], at: "example.[0]")
    #expect(try document.decode([[Int]].self, from: "example") == [[1, 2]])
  }

  @Test func `a missing value is nil for an optional, and an error for others`() throws {
    #expect(try document.decode(Int?.self, from: "missing") == nil)
    let error = #expect(throws: DecodingError.self) {
      try document.decode([Int].self, from: "missing")
    }
    guard case .valueNotFound(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "The document has no value at .missing.")
  }

  @Test(arguments: ["text", "number", "list"])
  func `mismatches name the place`(key: String) throws {
    try document.encode("x", at: "text")
    try document.encode(1, at: "number")
    try document.encode([1], at: "list")
    let decoder = AutomergeDecoder(doc: document)
    let failures: [String: () throws -> Any] = [
      "text": { try decoder.decode(Int.self, from: "text") },
      "number": { try decoder.decode([Int].self, from: "number") },
      "list": { try decoder.decode(String.self, from: "list") },
    ]
    let error = #expect(throws: DecodingError.self) { _ = try failures[key]?() }
    #expect("\(String(describing: error))".contains(".\(key)"))
  }

  @Test func `a class and its superclass share a map`() throws {
    try document.encode(Derived(name: "n", size: 2))
    #expect(document.keys(obj: .ROOT) == ["name", "size"])
    let derived = try document.decode(Derived.self)
    #expect(derived.name == "n")
    #expect(derived.size == 2)
  }
}

private class Base: Codable {
  let name: String
  init(name: String) { self.name = name }
}

private final class Derived: Base {
  let size: Int

  init(name: String, size: Int) {
    self.size = size
    super.init(name: name)
  }

  private enum CodingKeys: CodingKey {
    case size
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    size = try container.decode(Int.self, forKey: .size)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(size, forKey: .size)
    let superEncoder = container.superEncoder()
    #expect(superEncoder.codingPath.isEmpty)
    try super.encode(to: superEncoder)
  }
}
