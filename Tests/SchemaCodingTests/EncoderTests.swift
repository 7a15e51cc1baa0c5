import Foundation
import SchemaCoding
import SchemaConformances
import SchemaTestSupport
import Testing

struct EncoderTests {
  /// What `JSONEncoder` makes of a value, as content.
  private func theirs(_ value: some Encodable) throws -> GeneratedContent {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return try GeneratedContent(json: String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  private func compare<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let content = try GeneratedContent(encoding: value)
    #expect(content.isComplete)
    #expect(content == (try theirs(value)), sourceLocation: sourceLocation)
    #expect(try content.decoded(as: Value.self) == value, sourceLocation: sourceLocation)
    // And through text.
    let read = try GeneratedContent(json: content.jsonString)
    #expect(try read.decoded(as: Value.self) == value, sourceLocation: sourceLocation)
  }

  @Test("Values come out as by JSONEncoder, and come back") func valuesAgree() throws {
    try compare(Sample.full)
    try compare([Sample.full, Sample.full])
    try compare(true)
    try compare("text \u{0} \u{1F600}")
    try compare(Int.min)
    try compare(UInt64.max)
    try compare([Int8.min, .max])
    try compare(Float.greatestFiniteMagnitude)
    try compare([0.1, -0.0, 1e-300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 1e20, 3])
    try compare(Decimal(string: "-0.00000000000000000000000000000000000001"))
    try compare([Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1_749_000_000)])
    try compare(URL(string: "https://example.com/%20?q=1#f"))
    try compare(Data(0...255))
    try compare(["E621E1F8-C36C-495A-93FC-0C247A3E6E5F", ""].map { UUID(uuidString: $0) })
    try compare([[1: "a"], [:], [-5: "b", 10: "c"]])
    try compare(["a": ["b": ["c": [Int?.none, 1]]]])
    try compare([String?.none])
    try compare(["": 1, "\u{E9}\"\\": 2])
  }

  @Test("a date is as exact as its text") func datesRoundTrip() throws {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let seconds = Double(Int.random(in: -5_000_000_000...5_000_000_000, using: &random))
      let date = Date(timeIntervalSince1970: seconds + Double(random.below(1000)) / 1000)
      let read = try GeneratedContent(encoding: [date]).decoded(as: [Date].self)
      #expect(abs(read[0].timeIntervalSince(date)) < 1e-6, "\(date) with seed 3")
    }
    #expect(throws: EncodingError.self) {
      try GeneratedContent(encoding: Date(timeIntervalSince1970: 1e300))
    }
  }

  @Test("Properties come in the order of encoding, those of dictionaries sorted by name")
  func order() throws {
    struct Value: Encodable {
      var zebra = 1
      var ant: [String: Int]
      var middle = 2
    }
    let names = (0..<40).map { "name \($0)" }
    let value = Value(ant: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
    let content = try GeneratedContent(encoding: value)
    #expect(content.properties.map(\.name) == ["zebra", "ant", "middle"])
    let inner = try #require(content[["ant"]])
    #expect(inner.properties.map(\.name) == names.sorted())
  }

  @Test("Keys, dates and data are written by the functions that are given") func customStrategies()
    throws
  {
    struct Value: Codable, Equatable {
      struct Part: Codable, Equatable {
        var when: Date
        var bytes: Data
      }
      var part: Part
      var user: String
      init(part: Part) {
        self.part = part
        user = ""
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(part, forKey: .part)
        let key = try #require(CodingUserInfoKey(rawValue: "user"))
        try container.encode(encoder.userInfo[key] as? String ?? "", forKey: .user)
      }
    }
    var encoder = GeneratedContentEncoder()
    encoder.keyEncodingStrategy = .custom { keys in
      AnyKey(stringValue: keys.map { $0.stringValue.uppercased() }.joined(separator: "/"))
    }
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.unkeyedContainer()
      try container.encode(date.timeIntervalSince1970)
    }
    encoder.dataEncodingStrategy = .custom { data, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(data.map { String($0, radix: 16) }.joined(separator: " "))
    }
    let key = try #require(CodingUserInfoKey(rawValue: "user"))
    encoder.userInfo[key] = "me"
    let value = Value(
      part: Value.Part(when: Date(timeIntervalSince1970: 12), bytes: Data([1, 255])))
    let content = try encoder.encode(value)
    #expect(
      content.jsonString
        == #"{"PART": {"PART/WHEN": [12], "PART/BYTES": "1 ff"}, "USER": "me"}"#)

    var decoder = GeneratedContentDecoder()
    decoder.keyDecodingStrategy = .custom { keys in
      let name = keys.last?.stringValue ?? ""
      return AnyKey(stringValue: name.split(separator: "/").last?.lowercased() ?? name)
    }
    decoder.dateDecodingStrategy = .custom { decoder in
      var container = try decoder.unkeyedContainer()
      return Date(timeIntervalSince1970: try container.decode(Double.self))
    }
    decoder.dataDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return Data(text.split(separator: " ").compactMap { UInt8($0, radix: 16) })
    }
    let read = try decoder.decode(Value.self, from: content)
    #expect(read.part == value.part && read.user == "me")
  }

  @Test("Nested containers and superclasses are written at their place, at any time")
  func containers() throws {
    struct Value: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        var first = container.nestedContainer(
          keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "first"))
        let later = container.superEncoder()
        var list = container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
        let unused = container.superEncoder(forKey: AnyKey(stringValue: "unused"))
        _ = unused
        try container.encode(3, forKey: AnyKey(stringValue: "last"))
        try first.encode("a", forKey: AnyKey(stringValue: "x"))
        try list.encode(1)
        var inner = list.nestedUnkeyedContainer()
        var keyed = list.nestedContainer(keyedBy: AnyKey.self)
        let parent = list.superEncoder()
        try list.encodeNil()
        try inner.encode("deep")
        try keyed.encodeNil(forKey: AnyKey(stringValue: "nil"))
        try "parent".encode(to: parent)
        try "base".encode(to: later)
        // The same container once more, and the same key.
        var again = encoder.container(keyedBy: AnyKey.self)
        try again.encode(4, forKey: AnyKey(stringValue: "last"))
        var more = again.nestedContainer(
          keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "first"))
        try more.encode("b", forKey: AnyKey(stringValue: "y"))
        #expect(list.count == 5)
      }
    }
    let text = #"""
      {"first": {"x": "a", "y": "b"}, "super": "base",
        "list": [1, ["deep"], {"nil": null}, "parent", null], "unused": {}, "last": 4}
      """#
    let content = try GeneratedContent(encoding: Value())
    #expect(content == (try GeneratedContent(json: text)))
    #expect(content.properties.map(\.name) == ["first", "super", "list", "unused", "last"])
  }

  @Test("C5: a value that cannot be encoded is an error with its coding path, and never a trap")
  func errors() throws {
    struct Nothing: Encodable {
      func encode(to encoder: any Encoder) throws {}
    }
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(1)
        try container.encode(2)
      }
    }
    struct Mixed: Encodable {
      func encode(to encoder: any Encoder) throws {
        _ = encoder.container(keyedBy: AnyKey.self)
        _ = encoder.unkeyedContainer()
      }
    }
    #expect(throws: EncodingError.self) { try GeneratedContent(encoding: Nothing()) }
    #expect(try GeneratedContent(encoding: [Nothing()]).jsonString == "[{}]")
    for error in [
      #expect(throws: EncodingError.self) { try GeneratedContent(encoding: ["a": [Twice()]]) },
      #expect(throws: EncodingError.self) { try GeneratedContent(encoding: ["a": [Mixed()]]) },
      #expect(throws: EncodingError.self) { try GeneratedContent(encoding: ["a": [Double.nan]]) },
      #expect(throws: EncodingError.self) { try GeneratedContent(encoding: ["a": [Decimal.nan]]) },
    ] {
      guard case .invalidValue(_, let context) = error else {
        Issue.record("no error")
        continue
      }
      #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
      #expect(context.debugDescription.hasPrefix("Expected "))
    }
  }

  /// What a type encodes under one key.
  enum Part: CaseIterable {
    case keyed, unkeyed, value
  }

  @Test(
    "C5: a container in place of a value that the key has is an error, and nothing is lost",
    arguments: Part.allCases, [Part.keyed, .unkeyed])
  func twoUnderOneKey(first: Part, second: Part) throws {
    struct Value: Encodable {
      var parts: [Part]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        let key = AnyKey(stringValue: "a")
        for (index, part) in parts.enumerated() {
          switch part {
          case .keyed:
            var keyed = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
            try keyed.encode(index, forKey: AnyKey(stringValue: "\(index)"))
          case .unkeyed:
            var unkeyed = container.nestedUnkeyedContainer(forKey: key)
            try unkeyed.encode(index)
          case .value:
            try container.encode(index, forKey: key)
          }
        }
      }
    }
    let value = [Value(parts: [first, second])]
    guard first != second else {
      let text = first == .keyed ? #"[{"a": {"0": 0, "1": 1}}]"# : #"[{"a": [0, 1]}]"#
      #expect(try GeneratedContent(encoding: value).jsonString == text)
      return
    }
    let error = #expect(throws: EncodingError.self) { try GeneratedContent(encoding: value) }
    guard case .invalidValue(_, let context)? = error else { return }
    #expect(context.codingPath.map(\.stringValue) == ["Index 0", "a"])
    #expect(context.debugDescription.hasPrefix("Expected one kind of value under this key"))
  }

  @Test("A value in place of another under one key replaces it") func replacedValue() throws {
    struct Value: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        for number in [1, 2] {
          try container.encode([number], forKey: AnyKey(stringValue: "a"))
        }
      }
    }
    #expect(try GeneratedContent(encoding: Value()).jsonString == #"{"a": [2]}"#)
  }

  // Foundation traps where it describes such a date.
  @Test(
    "C5: the error of a date that cannot be encoded has a text",
    arguments: [Double.nan, .infinity, 1e15], [0, 512])
  func dateErrors(seconds: Double, depthLimit: Int) throws {
    var encoder = GeneratedContentEncoder()
    encoder.depthLimit = depthLimit
    encoder.dateEncodingStrategy = depthLimit == 0 ? .deferredToDate : .iso8601
    let date = Date(timeIntervalSince1970: seconds)
    let error = #expect(throws: EncodingError.self) { try encoder.encode(date) }
    #expect("\(try #require(error))".contains("Expected "))
  }

  @Test("Values nest deeper than the limit: an error, on a small stack too")
  func depth() async throws {
    final class Node: Encodable {
      let next: Node?
      init(_ next: Node?) { self.next = next }
    }
    struct Loop: Encodable {
      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 0..<100_000 { container = container.nestedUnkeyedContainer() }
      }
    }
    @Sendable func chain(_ length: Int) -> Node? {
      (0..<length).reduce(nil) { node, _ in Node(node) }
    }
    await #expect(throws: EncodingError.self) {
      try await onSmallStack { try GeneratedContent(encoding: chain(1000)) }
    }
    await #expect(throws: EncodingError.self) {
      try await onSmallStack { try GeneratedContent(encoding: Loop()) }
    }
    let content = try await onSmallStack { try GeneratedContent(encoding: chain(63)) }
    #expect(content.jsonString.hasPrefix(#"{"next": {"next""#))
  }

  @Test("Content in a Codable type passes these coders unchanged") func contentInside() throws {
    struct Value: Codable, Equatable {
      var name: String
      var rest: GeneratedContent
    }
    var deep = ContentBuilder()
    for _ in 0..<10_000 { deep.beginArray() }
    deep.number("1e400")
    for _ in 0..<10_000 { deep.endArray() }
    let value = Value(name: "n", rest: deep.finish())
    let content = try GeneratedContent(encoding: value)
    #expect(try content.decoded(as: Value.self) == value)
    let cut = try GeneratedContent(json: #"{"a": [1, "tw"#)
    #expect(try GeneratedContent(encoding: [cut]).isComplete == false)
  }

  @Test("Content passes other coders, as far as they can state it") func contentElsewhere()
    throws
  {
    let text = #"""
      {"a": [1, -2.5, 18446744073709551615, 0.1, 12345678901234567890.123, 1e300, true, null],
        "b": {"": "x\u0000"}, "c": [], "d": {}}
      """#
    let content = try GeneratedContent(json: text)
    let data = try JSONEncoder().encode(content)
    #expect(try JSONDecoder().decode(GeneratedContent.self, from: data) == content)
    func context(of content: [GeneratedContent]) throws -> EncodingError.Context? {
      let error = #expect(throws: EncodingError.self) { try JSONEncoder().encode(content) }
      guard case .invalidValue(_, let context)? = error else { return nil }
      return context
    }
    let incomplete = try context(of: [GeneratedContent(json: "[1, ")])
    #expect(incomplete?.codingPath.map(\.intValue) == [0])
    #expect(incomplete?.debugDescription.hasPrefix("Expected content that is complete") == true)
    let large = try context(of: [GeneratedContent(true), GeneratedContent(json: "1e400")])
    #expect(large?.codingPath.map(\.intValue) == [1])
    #expect(large?.debugDescription.hasPrefix("Expected a number that a Double") == true)
    let huge = try context(of: [GeneratedContent(json: "1e1000000000000000000")])
    #expect(huge?.codingPath.map(\.intValue) == [0])
    #expect(huge?.debugDescription.hasPrefix("Expected a number, found") == true)
    var deep = ContentBuilder()
    for _ in 0..<100_000 { deep.beginArray() }
    for _ in 0..<100_000 { deep.endArray() }
    let nested = try context(of: [deep.finish()])
    #expect(nested?.codingPath.count == GeneratedContent.maximumDepth + 1)
    #expect(nested?.debugDescription.hasPrefix("Expected at most") == true)
    let brackets = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(GeneratedContent.self, from: Data(brackets.utf8))
    }
    guard case .dataCorrupted(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.codingPath.count == GeneratedContent.maximumDepth + 1)
  }
}
