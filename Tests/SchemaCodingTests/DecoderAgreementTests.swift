import Foundation
import SchemaCoding
import SchemaConformances
import SchemaTestSupport
import Testing

/// The decoder makes what `JSONDecoder` makes of the same text.
struct DecoderAgreementTests {
  private static let scalars = [
    "null", "true", "false", "0", "-0", "1", "-1", "1.0", "-1.50", "3.5", "1e3", "1E-2", "127",
    "128",
    "-128", "-129", "255", "256", "32767", "65536", "2147483648", "4294967295", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
    "-9223372036854775809", "18446744073709551615", "18446744073709551616", "0.1", "1e400",
    "1e39", "0.30000000000000004", "\"\"", "\"text\"", "\"1\"", "\"true\"",
    "\"\\u00e9\\ud83d\\ude00\\n\"", "\"https://example.com/a%20b\"",
    "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"", "\"AAH+/w==\"", "\"2025-06-09T17:30:00Z\"",
    "[]", "[1]", "[1,null]", "[[1],[]]", "[\"a\",\"b\"]", "[true,1]", "{}", "{\"a\":1}",
    "{\"a\":null}", "{\"1\":\"x\",\"2\":\"y\"}", "{\"a\":[1,2],\"b\":[]}", "{\"a\":{\"b\":1}}",
  ]

  private static func compare<Value: Decodable & Equatable>(
    _ type: Value.Type, except differences: Set<String> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    for text in scalars where !differences.contains(text) {
      let content = try GeneratedContent(json: text)
      let expected = outcome { try decoder.decode(type, from: Data(text.utf8)) }
      let found = outcome { try GeneratedContentDecoder().decode(type, from: content) }
      #expect(
        agree(found, expected), "\(type) from \(text): \(found), expected \(expected)",
        sourceLocation: sourceLocation)
    }
  }

  @Test("Numbers, strings and truth values agree with JSONDecoder") func scalarsAgree() throws {
    try Self.compare(Bool.self)
    try Self.compare(String.self)
    try Self.compare(Int.self)
    try Self.compare(Int8.self)
    try Self.compare(Int16.self)
    try Self.compare(Int32.self)
    try Self.compare(Int64.self)
    try Self.compare(UInt.self)
    try Self.compare(UInt8.self)
    try Self.compare(UInt16.self)
    try Self.compare(UInt32.self)
    try Self.compare(UInt64.self)
    try Self.compare(Double.self)
    try Self.compare(Float.self)
  }

  @Test("Foundation's values agree with JSONDecoder") func valuesAgree() throws {
    try Self.compare(Decimal.self)
    try Self.compare(URL.self)
    try Self.compare(UUID.self)
    try Self.compare(Data.self)
    try Self.compare(Date.self)
  }

  @Test("Containers agree with JSONDecoder") func containersAgree() throws {
    try Self.compare(Int?.self)
    try Self.compare([Int].self)
    try Self.compare([Int?].self)
    try Self.compare([[Int]].self)
    try Self.compare([String].self)
    try Self.compare([Bool].self)
    try Self.compare(Set<String>.self)
    // Where two values fail, JSONDecoder finds one or the other: its keys have no order.
    let unordered: Set<String> = [#"{"a":[1,2],"b":[]}"#, #"{"1":"x","2":"y"}"#]
    try Self.compare([String: Int].self, except: unordered)
    try Self.compare([String: Int?].self, except: unordered)
    try Self.compare([Int: String].self, except: unordered)
    try Self.compare([String: [Int]].self, except: unordered)
    try Self.compare([String: [String: Int]].self, except: unordered)
  }

  @Test("A type with everything agrees with JSONDecoder, whatever is wrong in the text")
  func sampleAgrees() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let text = String(decoding: try encoder.encode(Sample.full), as: UTF8.self)
    #expect(try GeneratedContent(json: text).decoded(as: Sample.self) == Sample.full)

    // Each value of the text in turn is replaced by another.
    let paths = allPaths(in: try GeneratedContent(json: text))
    #expect(paths.count > 40)
    for path in paths {
      for other in ["null", "1", "1.5", "\"x\"", "true", "[]", "{}"] {
        let changed = try replacing(path, in: try GeneratedContent(json: text), with: other)
        let expected = outcome {
          try decoder.decode(Sample.self, from: Data(changed.jsonString.utf8))
        }
        let found = outcome { try changed.decoded(as: Sample.self) }
        #expect(agree(found, expected), "\(other) at \(path): \(found), expected \(expected)")
      }
    }
  }

  /// The way to each value.
  private func allPaths(in content: GeneratedContent) -> [SchemaPath] {
    var paths: [SchemaPath] = []
    var index = 0
    paths.append([])
    while index < paths.count {
      let path = paths[index]
      index += 1
      guard let part = content[path] else { continue }
      for (name, _) in part.properties { paths.append(path.appending(.key(name))) }
      for (index, _) in part.elements.enumerated() { paths.append(path.appending(.index(index))) }
    }
    return paths
  }

  private func replacing(
    _ path: SchemaPath, in content: GeneratedContent, with text: String
  ) throws -> GeneratedContent {
    guard let first = path.components.first else { return try GeneratedContent(json: text) }
    let rest = SchemaPath(Array(path.components.dropFirst()))
    switch first {
    case .index(let place):
      return GeneratedContent(
        elements: try content.elements.enumerated().map { index, element in
          index == place ? try replacing(rest, in: element, with: text) : element
        } as [any ConvertibleToGeneratedContent])
    case .key(let place):
      return GeneratedContent(
        properties: try content.properties.map { name, value in
          (name, name == place ? try replacing(rest, in: value, with: text) : value)
        } as [(String, any ConvertibleToGeneratedContent)], uniquingKeysWith: { first, _ in first })
    }
  }

  @Test("Dates and data follow the strategy as in JSONDecoder") func strategiesAgree() throws {
    struct Value: Codable, Equatable {
      var date: Date
      var data: Data
    }
    let value = Value(date: Date(timeIntervalSince1970: 1_234_567_890.25), data: Data([1, 2, 255]))
    let dates:
      [(
        JSONEncoder.DateEncodingStrategy, JSONDecoder.DateDecodingStrategy,
        GeneratedContentEncoder.DateEncodingStrategy, GeneratedContentDecoder.DateDecodingStrategy
      )] = [
        (.deferredToDate, .deferredToDate, .deferredToDate, .deferredToDate),
        (.secondsSince1970, .secondsSince1970, .secondsSince1970, .secondsSince1970),
        (
          .millisecondsSince1970, .millisecondsSince1970, .millisecondsSince1970,
          .millisecondsSince1970
        ),
        (
          .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) },
          .custom { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) },
          .custom { try "\($0.timeIntervalSince1970)".encode(to: $1) },
          .custom { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) }
        ),
      ]
    for (theirEncoding, theirDecoding, ourEncoding, ourDecoding) in dates {
      let encoder = JSONEncoder()
      encoder.dateEncodingStrategy = theirEncoding
      encoder.dataEncodingStrategy = .deferredToData
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = theirDecoding
      decoder.dataDecodingStrategy = .deferredToData
      let text = String(decoding: try encoder.encode(value), as: UTF8.self)
      var ourEncoder = GeneratedContentEncoder()
      ourEncoder.dateEncodingStrategy = ourEncoding
      ourEncoder.dataEncodingStrategy = .deferredToData
      var ourDecoder = GeneratedContentDecoder()
      ourDecoder.dateDecodingStrategy = ourDecoding
      ourDecoder.dataDecodingStrategy = .deferredToData
      let content = try GeneratedContent(json: text)
      #expect(try ourEncoder.encode(value) == content)
      #expect(try ourDecoder.decode(Value.self, from: content) == value)
      #expect(try decoder.decode(Value.self, from: Data(content.jsonString.utf8)) == value)
    }
  }

  @Test("Numbers that are none are read and written as strings by the strategy")
  func nonConformingFloats() throws {
    let values = [1.5, Double.infinity, -Double.infinity]
    #expect(throws: EncodingError.self) { try GeneratedContentEncoder().encode(values) }
    var encoder = GeneratedContentEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    let content = try encoder.encode(values + [.nan])
    #expect(content == (try GeneratedContent(json: #"[1.5, "+inf", "-inf", "nan"]"#)))
    #expect(throws: DecodingError.self) { try content.decoded(as: [Double].self) }
    var decoder = GeneratedContentDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+inf", negativeInfinity: "-inf", nan: "nan")
    let read = try decoder.decode([Double].self, from: content)
    #expect(Array(read.prefix(3)) == values)
    #expect(read[3].isNaN)
    #expect(throws: DecodingError.self) {
      try decoder.decode(Float.self, from: GeneratedContent(json: "\"infinite\""))
    }
  }

  @Test("Keys become snake case and back as in Foundation's coders") func snakeCase() throws {
    var random = SplitMix64(seed: 71)
    var decoder = GeneratedContentDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    var encoder = GeneratedContentEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let theirDecoder = JSONDecoder()
    theirDecoder.keyDecodingStrategy = .convertFromSnakeCase
    let theirEncoder = JSONEncoder()
    theirEncoder.keyEncodingStrategy = .convertToSnakeCase
    for _ in 0..<400 {
      let name = String(
        (0..<(1 + random.below(9))).map { _ in random.pick(Array("aabcABC12__é")) })
      let keyed = Keyed(name: name)
      let theirs = try GeneratedContent(
        json: String(decoding: try theirEncoder.encode(keyed), as: UTF8.self))
      let ours = try encoder.encode(keyed)
      #expect(ours == theirs, "\(name) with seed 71")
      let text = GeneratedContent(properties: ["outer": GeneratedContent(keyed)]).jsonString
      let expected = outcome {
        try theirDecoder.decode([String: Keyed].self, from: Data(text.utf8))["outer"]
      }
      let found = outcome {
        try decoder.decode([String: Keyed].self, from: GeneratedContent(json: text))["outer"]
      }
      #expect(found == expected, "\(name) with seed 71")
    }
  }

  @Test("A key strategy leaves the keys of dictionaries alone") func dictionaryKeys() throws {
    struct Value: Codable, Equatable {
      var byName: [String: Inner]
    }
    struct Inner: Codable, Equatable {
      var longName: Int
    }
    let value = Value(byName: ["someKey": Inner(longName: 1), "other_key": Inner(longName: 2)])
    var encoder = GeneratedContentEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let content = try encoder.encode(value)
    let text = #"{"by_name": {"other_key": {"long_name": 2}, "someKey": {"long_name": 1}}}"#
    #expect(content.jsonString == text)
    var decoder = GeneratedContentDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(try decoder.decode(Value.self, from: content) == value)
    decoder.keyDecodingStrategy = .custom { keys in
      AnyKey(stringValue: SnakeKeys.camel(keys.last?.stringValue ?? ""))
    }
    #expect(try decoder.decode(Value.self, from: content) == value)
  }
}

/// A key of any name.
struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private enum SnakeKeys {
  static func camel(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.dropFirst().reduce(String(words.first ?? "")) { $0 + $1.capitalized }
  }
}

/// A value with one property of any name, and all names it can find.
private struct Keyed: Codable, Equatable, ConvertibleToGeneratedContent {
  var name: String

  init(name: String) { self.name = name }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    name = container.allKeys.map(\.stringValue).joined(separator: ",")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try container.encode(1, forKey: AnyKey(stringValue: name))
  }

  var generatedContent: GeneratedContent { GeneratedContent(properties: [name: 1]) }
}
