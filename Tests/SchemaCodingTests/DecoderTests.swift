import Foundation
import SchemaCoding
import SchemaConformances
import SchemaTestSupport
import Testing

struct DecoderTests {
  @Test("C5: an error has the whole coding path, what was expected and what was found")
  func errors() throws {
    struct Recipe: Decodable {
      struct Step: Decodable {
        var minutes: Int
      }
      var steps: [Step]
    }
    func error(_ text: String) throws -> (String, DecodingError.Context) {
      try decodingError { _ = try GeneratedContent(json: text).decoded(as: Recipe.self) }
    }
    var (name, context) = try error(#"{"steps": [{"minutes": 1}, {"minutes": "two"}]}"#)
    #expect(name == "typeMismatch")
    #expect(context.codingPath.map(\.stringValue) == ["steps", "Index 1", "minutes"])
    #expect(context.codingPath.map(\.intValue) == [nil, 1, nil])
    #expect(context.debugDescription == #"Expected Int, found the string "two"."#)
    (name, context) = try error(#"{"steps": [{"minutes": 3.5}]}"#)
    #expect(name == "dataCorrupted")
    #expect(context.debugDescription == "Expected Int, found the number 3.5.")
    (name, context) = try error(#"{"steps": [{"hours": 3}]}"#)
    #expect(name == "keyNotFound")
    #expect(context.codingPath.map(\.stringValue) == ["steps", "Index 0"])
    #expect(context.debugDescription == #"Expected a property "minutes", found "hours"."#)
    (name, context) = try error(#"{"steps": [{"minutes": null}]}"#)
    #expect(name == "valueNotFound")
    #expect(context.debugDescription == "Expected Int, found null.")
    (name, context) = try error(#"{"steps": {}}"#)
    #expect(name == "typeMismatch")
    #expect(context.debugDescription == "Expected an array, found an object.")
  }

  @Test("C5: the error for a missing key has up to eight names, each in quotes")
  func foundNames() throws {
    struct Note: Decodable {
      var title: String
    }
    func found(_ names: [String]) throws -> String {
      let text = names.map { "\"\($0)\": 1" }.joined(separator: ", ")
      let content = try GeneratedContent(json: "{\(text)}")
      let (_, context) = try decodingError { _ = try content.decoded(as: Note.self) }
      return context.debugDescription
    }
    let expected = #"Expected a property "title", found "#
    #expect(try found([]) == expected + "no property.")
    #expect(try found(["a", "…"]) == expected + #""a", "…"."#)
    #expect(
      try found(["a", "b", "c", "d", "e", "f", "g", "h"])
        == expected + #""a", "b", "c", "d", "e", "f", "g", "h"."#)
    #expect(
      try found((1...20).map { "n\($0)" })
        == expected + #""n1", "n2", "n3", "n4", "n5", "n6", "n7", …, "n20"."#)
  }

  @Test("C5: an array that ends before null or a value is read is an error at that index")
  func endOfArray() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        _ = try container.decode(Int.self)
        _ = try container.decodeNil()
      }
    }
    let (name, context) = try decodingError {
      _ = try GeneratedContent(json: #"{"a": [7]}"#).decoded(as: [String: Pair].self)
    }
    #expect(name == "valueNotFound")
    #expect(context.codingPath.map(\.stringValue) == ["a", "Index 1"])
  }

  @Test("C6: content that is not complete is refused, unless it is asked for")
  func incomplete() throws {
    struct Note: Decodable, Equatable {
      var title: String
      var lines: [String]?
      var date: Date?
    }
    let content = try GeneratedContent(json: #"{"title": "All", "lines": ["one", "tw"#)
    let (name, context) = try decodingError { _ = try content.decoded(as: Note.self) }
    #expect(name == "dataCorrupted")
    #expect(context.codingPath.map(\.stringValue) == ["lines", "Index 1"])
    #expect(context.debugDescription.contains(#"found the unfinished string "tw""#))
    var decoder = GeneratedContentDecoder()
    decoder.acceptsIncompleteContent = true
    #expect(
      try decoder.decode(Note.self, from: content) == Note(title: "All", lines: ["one", "tw"]))
  }

  @Test("Integers are exact, whatever their size and their spelling") func integers() throws {
    #expect(try GeneratedContent(json: "9007199254740993").decoded(as: Int64.self) == 1 << 53 + 1)
    #expect(try GeneratedContent(json: "3.0").decoded(as: Int.self) == 3)
    #expect(try GeneratedContent(json: "1e3").decoded(as: Int.self) == 1000)
    #expect(
      try GeneratedContent(json: "18446744073709551615.000").decoded(as: UInt64.self) == .max)
    #expect(throws: DecodingError.self) { try GeneratedContent(json: "3.5").decoded(as: Int.self) }
    #expect(throws: DecodingError.self) { try GeneratedContent(json: "-1").decoded(as: UInt.self) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let wide = [Int128.max, .min, 0, 1 << 100]
      let content = try GeneratedContent(encoding: wide)
      #expect(try content.decoded(as: [Int128].self) == wide)
      #expect(content.jsonString.contains("170141183460469231731687303715884105727"))
      #expect(throws: DecodingError.self) { try content.decoded(as: [UInt128].self) }
      let keyed = ["max": UInt128.max]
      #expect(try GeneratedContent(encoding: keyed).decoded(as: [String: UInt128].self) == keyed)
      #expect(try GeneratedContent(encoding: UInt128.max).decoded(as: UInt128.self) == .max)
    }
  }

  @Test("Nested containers, superclasses and keys come as they were written") func containers()
    throws
  {
    let text = #"""
      {"z": {"inner": 1}, "list": [{"a": true}, ["x", null], 7], "super": {"base": "b"},
        "other": {"base": "o"}, "a": 2}
      """#
    let value = try GeneratedContent(json: text).decoded(as: Walker.self)
    #expect(value.keys == ["z", "list", "super", "other", "a"])
    #expect(value.seen == ["1", "true", "x", "nil", "7", "b", "o", "missing is null"])
    #expect(value.counts == [3, 2])
  }

  @Test("A property is found by the bytes of its name, the first if there are several")
  func names() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let content = GeneratedContent(properties: [composed: 1, decomposed: 2])
    #expect(try content.decoded(as: [String: Int].self).count == 1)
    struct Value: Decodable {
      var composed: Int
      var decomposed: Int
      enum CodingKeys: String, CodingKey {
        case composed = "\u{E9}"
        case decomposed = "e\u{301}"
      }
    }
    // With few properties and with many, which are found in other ways.
    for count in [0, 40] {
      var properties: [(String, any ConvertibleToGeneratedContent)] =
        (0..<count).map { ("p\($0)", $0) }
      properties += [(composed, 1), (decomposed, 2)]
      let value = try GeneratedContent(
        properties: properties, uniquingKeysWith: { first, _ in first }
      )
      .decoded(as: Value.self)
      #expect((value.composed, value.decomposed) == (1, 2))
    }
    let twice = try GeneratedContent(
      json: #"{"a": 1, "a": 2}"#, options: GeneratedContentParser.Options(duplicateKeys: .keepFirst)
    )
    #expect(try twice.decoded(as: [String: Int].self) == ["a": 1])
  }

  @Test("Content nests deeper than the limit: an error, on a small stack too") func depth()
    async throws
  {
    final class Node: Decodable {
      var next: Node?
    }
    var builder = ContentBuilder()
    let levels = 100_000
    for _ in 0..<levels {
      builder.beginObject()
      builder.key("next")
    }
    builder.null()
    for _ in 0..<levels { builder.endObject() }
    let content = builder.finish()
    let (name, context) = try await onSmallStack {
      try decodingError { _ = try content.decoded(as: Node.self) }
    }
    #expect(name == "dataCorrupted")
    #expect(context.codingPath.count == 128)
    #expect(context.debugDescription.contains("depthLimit"))
  }

  @Test("The deepest content that the limit allows is decoded on a small stack") func allowedDepth()
    async throws
  {
    // The least favourable: generic values in each other, so that each level is two calls.
    var text = "{}"
    for _ in 0..<62 { text = #"{"next": [\#(text)], "name": "x", "when": null}"# }
    let content = try GeneratedContent(json: text)
    let depth = try await onSmallStack {
      var depth = 0
      var node = try content.decoded(as: DeepNode.self)
      while let next = node.next?.first {
        depth += 1
        node = next
      }
      return depth
    }
    #expect(depth == 62)
  }

  @Test(
    "Types of other forms, too, meet the limit before the end of a small stack",
    arguments: RecursiveForm.allCases)
  func otherForms(form: RecursiveForm) async throws {
    let limit = try await onSmallStack {
      var depth = 0
      while depth < 200, try form.type.survives(depth: depth + 1) { depth += 1 }
      return depth
    }
    // Levels of the type; each takes one to three of the decoder's.
    #expect((30...128).contains(limit))
  }

  @Test("Many properties do not make finding them slow, nor decoding wrong", .withOptimizer)
  func manyProperties()
    throws
  {
    let many = Dictionary(uniqueKeysWithValues: (0..<20_000).map { ("key \($0)", $0) })
    let content = try GeneratedContent(encoding: many)
    #expect(try content.decoded(as: [String: Int].self) == many)
  }

  @Test("Options reach the types that are decoded") func userInfo() throws {
    struct Value: Decodable {
      var text: String
      init(from decoder: any Decoder) throws {
        let key = try #require(CodingUserInfoKey(rawValue: "name"))
        text = "\(decoder.userInfo[key] ?? "none") \(decoder.codingPath.count)"
      }
    }
    var decoder = GeneratedContentDecoder()
    let key = try #require(CodingUserInfoKey(rawValue: "name"))
    decoder.userInfo[key] = "given"
    let values = try decoder.decode([Value].self, from: GeneratedContent(json: "[0, [1]]"))
    #expect(values.map(\.text) == ["given 1", "given 1"])
  }

  @Test("A type that is Codable and Generable is read and written either way") func bothWays()
    throws
  {
    let pair = Both(first: 1, second: 2)
    #expect(GeneratedContent(pair).jsonString == #"{"first": 1, "second": 2}"#)
    #expect(try GeneratedContent(encoding: pair).jsonString == #"{"one": 1, "two": 2}"#)
    #expect(try GeneratedContent(json: #"{"first": 1, "second": 2}"#).value(Both.self) == pair)
    #expect(try GeneratedContent(json: #"{"one": 1, "two": 2}"#).decoded(as: Both.self) == pair)
  }
}

private struct DeepNode: Decodable {
  var next: [DeepNode]?
  var name: String?
  var when: Date?
}

private struct Both: Codable, Equatable, Generable {
  var first: Int
  var second: Int

  enum CodingKeys: String, CodingKey {
    case first = "one"
    case second = "two"
  }

  init(first: Int, second: Int) {
    self.first = first
    self.second = second
  }

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Self.self,
      properties: [
        GenerationSchema.Property(name: "first", type: Int.self),
        GenerationSchema.Property(name: "second", type: Int.self),
      ])
  }

  init(_ content: GeneratedContent) throws {
    first = try content.value(forProperty: "first")
    second = try content.value(forProperty: "second")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["first": first, "second": second])
  }
}

/// Goes through every kind of container.
private struct Walker: Decodable {
  var keys: [String]
  var seen: [String] = []
  var counts: [Int?] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AnyKey.self)
    keys = container.allKeys.map(\.stringValue)
    let inner = try container.nestedContainer(
      keyedBy: AnyKey.self, forKey: AnyKey(stringValue: "z"))
    seen.append("\(try inner.decode(Int.self, forKey: AnyKey(stringValue: "inner")))")
    var list = try container.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
    counts.append(list.count)
    // What fails does not move on.
    #expect(throws: DecodingError.self) { try list.decode(Int.self) }
    let first = try list.nestedContainer(keyedBy: AnyKey.self)
    seen.append("\(try first.decode(Bool.self, forKey: AnyKey(stringValue: "a")))")
    var second = try list.nestedUnkeyedContainer()
    counts.append(second.count)
    seen.append(try second.decode(String.self))
    #expect(try second.decodeNil())
    seen.append("nil")
    #expect(second.isAtEnd)
    #expect(throws: DecodingError.self) { try second.decode(Int.self) }
    let last = try list.superDecoder()
    seen.append("\(try Int(from: last))")
    #expect(list.isAtEnd && list.currentIndex == 3)
    for parent in [
      try container.superDecoder(),
      try container.superDecoder(forKey: AnyKey(stringValue: "other")),
    ] {
      let base = try parent.container(keyedBy: AnyKey.self)
      seen.append(try base.decode(String.self, forKey: AnyKey(stringValue: "base")))
    }
    let missing = try container.superDecoder(forKey: AnyKey(stringValue: "none"))
    if try missing.singleValueContainer().decodeNil() { seen.append("missing is null") }
  }
}

/// A type that contains itself.
private protocol Recursive: Codable {
  static func make(depth: Int) -> Self
}

extension Recursive {
  /// Whether a value so deep can be written and read.
  ///
  /// Only the limit may be a reason why not.
  static func survives(depth: Int) throws -> Bool {
    let value = make(depth: depth)
    let content: GeneratedContent
    do {
      content = try GeneratedContentEncoder().encode(value)
    } catch is EncodingError {
      return false
    }
    do {
      _ = try content.decoded(as: Self.self)
      return true
    } catch let error as DecodingError {
      #expect(parts(of: error).1.debugDescription.contains("depthLimit"))
      return false
    }
  }
}

private indirect enum Tree: Recursive {
  case leaf
  case node(left: Tree, right: Tree?)

  static func make(depth: Int) -> Tree {
    (0..<depth).reduce(.leaf) { tree, _ in .node(left: tree, right: nil) }
  }
}

private struct Table: Recursive {
  var rows: [String: Table]
  var name = "a table"
  var made: Date?

  static func make(depth: Int) -> Table {
    (0..<depth).reduce(Table(rows: [:])) { table, _ in Table(rows: ["row": table]) }
  }
}

private final class Wrapped: Recursive {
  let inner: Wrapped??
  let texts: [String]

  init(_ inner: Wrapped?) {
    self.inner = inner
    texts = ["x"]
  }

  static func make(depth: Int) -> Self {
    func chain(_ depth: Int) -> Self {
      (0..<depth).reduce(Self(nil)) { inner, _ in Self(inner) }
    }
    return chain(depth)
  }
}

/// The forms of a type that contains itself.
enum RecursiveForm: CaseIterable {
  case tree, table, wrapped

  fileprivate var type: any Recursive.Type {
    switch self {
    case .tree: Tree.self
    case .table: Table.self
    case .wrapped: Wrapped.self
    }
  }
}
