import Foundation
import SchemaConformances
import SchemaModel
import Testing

struct GeneratedContentValueTests {
  // MARK: Equality

  @Test(arguments: [
    ("1", "1.0", true), ("1000", "1e3", true), ("0", "-0", true), ("0.1", "1E-1", true),
    ("1e400", "10e399", true), ("1e400", "1e401", false),
    ("9007199254740993", "9007199254740992", false),
    ("9223372036854775808", "9223372036854775807", false),
    ("1e99999999999999999999", "1e99999999999999999999", true),
    ("1e99999999999999999999", "1", false),
  ])
  func `numbers are compared exactly`(one: String, two: String, areEqual: Bool) {
    #expect((number(one) == number(two)) == areEqual)
    #expect((number(two) == number(one)) == areEqual)
    #expect(
      (GeneratedContent(elements: [number(one)]) == GeneratedContent(elements: [number(two)]))
        == areEqual)
  }

  @Test func `content is Codable by its own module`() throws {
    let content = GeneratedContent(properties: ["list": [1, 2]])
    let data = try JSONEncoder().encode(content)
    #expect(String(decoding: data, as: UTF8.self) == #"{"list":[1,2]}"#)
    #expect(try JSONDecoder().decode(GeneratedContent.self, from: data) == content)
  }

  @Test func `kinds differ`() {
    let all: [any ConvertibleToGeneratedContent] = [
      Int?.none, true, false, 0, 1, "", "1", "null", [Int](), GeneratedContent(properties: [:]),
      [0], GeneratedContent(properties: ["": 0]), 1.5,
    ]
    let contents = all.map(\.generatedContent)
    for (index, one) in contents.enumerated() {
      for (other, two) in contents.enumerated() {
        #expect((one == two) == (index == other))
      }
    }
  }

  @Test func `the order of properties does not count and that of elements does`() {
    let one = GeneratedContent(properties: ["a": 1, "b": [1, 2], "c": "x"])
    let two = GeneratedContent(properties: ["c": "x", "a": 1, "b": [1, 2]])
    #expect(one == two)
    #expect(one != GeneratedContent(properties: ["c": "x", "a": 1, "b": [2, 1]]))
    #expect(one != GeneratedContent(properties: ["c": "x", "a": 1]))
    #expect(one != GeneratedContent(properties: ["c": "x", "a": 1, "d": [1, 2]]))
    let twice = content([
      .beginObject, .key("a"), .number("1"), .key("b"), .null, .key("a"), .number("2"), .endObject,
    ])
    let same = content([
      .beginObject, .key("b"), .null, .key("a"), .number("1"), .key("a"), .number("2"), .endObject,
    ])
    let swapped = content([
      .beginObject, .key("b"), .null, .key("a"), .number("2"), .key("a"), .number("1"), .endObject,
    ])
    #expect(twice == same)
    #expect(twice != swapped)
  }

  @Test func `many properties in another order are equal`() {
    let count = 50_000
    var forward = ContentBuilder()
    var backward = ContentBuilder()
    forward.beginObject()
    backward.beginObject()
    for index in 0..<count {
      forward.key("key \(index)")
      forward.integer(Int64(index))
      backward.key("key \(count - 1 - index)")
      backward.integer(Int64(count - 1 - index))
    }
    forward.endObject()
    backward.endObject()
    let one = forward.finish()
    let two = backward.finish()
    #expect(one == two)
  }

  @Test func `completeness counts`() {
    let whole = content([.beginArray, .beginString, .text("a"), .endString, .endArray])
    let open = content([.beginArray, .beginString, .text("a"), .endString])
    let pending = content([.beginArray, .beginString, .text("a")])
    #expect(whole != open)
    #expect(open != pending)
    #expect(open == content([.beginArray, .beginString, .text("a"), .endString]))
    #expect(pending == GeneratedContent(elements: [Array(pending.elements)[0]]))
  }

  // MARK: Initializers

  @Test func `nil is null in a structure, or is left out`() {
    let note: String? = nil
    let nested: Int?? = .some(nil)
    let null = GeneratedContent(kind: .null)
    let properties: KeyValuePairs<String, any ConvertibleToGeneratedContent> = [
      "a": 1, "note": note, "nested": nested, "any": null, "some": Optional(null), "b": "x",
    ]
    #expect(
      GeneratedContent(properties: properties).properties.map { $0.name }
        == ["a", "note", "nested", "any", "some", "b"])
    let id = GenerationID()
    let content = GeneratedContent(properties: properties, omittingNil: true, id: id)
    #expect(content.properties.map { $0.name } == ["a", "any", "some", "b"])
    #expect(content.id == id)
  }

  @Test func `duplicate names take the last value at the place of the first`() {
    let content = GeneratedContent(properties: ["a": 1, "b": 2, "a": 3])
    #expect(content.debugDescription == #"{"a": 3, "b": 2}"#)
    let pairs: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("b", 2), ("a", 3)]
    let first = GeneratedContent(properties: pairs, uniquingKeysWith: { first, _ in first })
    #expect(first.debugDescription == #"{"a": 1, "b": 2}"#)
    let labelled: [(name: String, value: any ConvertibleToGeneratedContent)] = [("a", 1), ("a", 2)]
    let last = GeneratedContent(properties: labelled, uniquingKeysWith: { _, second in second })
    #expect(last.debugDescription == #"{"a": 2}"#)
    #expect(throws: CancellationError.self) {
      try GeneratedContent(
        properties: pairs,
        uniquingKeysWith: { first, _ -> GeneratedContent in
          if first.isComplete { throw CancellationError() }
          return first
        })
    }
  }

  @Test func `many names are kept in order`() {
    let pairs: [(String, any ConvertibleToGeneratedContent)] = (0..<500).map {
      ("k\($0 % 250)", $0)
    }
    let content = GeneratedContent(properties: pairs, uniquingKeysWith: { _, second in second })
    #expect(content.properties.map(\.name) == (0..<250).map { "k\($0)" })
    #expect(content["k7"] as? Int == 257)
  }

  @Test func `kinds go in and come out`() {
    let kinds: [GeneratedContent.Kind] = [
      .null, .bool(true), .number(1.5), .number(3), .string("a"), .array([1.generatedContent]),
      .structure(
        properties: ["b": true.generatedContent, "a": 1.generatedContent], orderedKeys: ["b", "a"]),
    ]
    for kind in kinds { #expect(GeneratedContent(kind: kind).kind == kind) }
    let loose = GeneratedContent(
      kind: .structure(
        properties: ["c": 1.generatedContent, "a": 2.generatedContent, "b": 3.generatedContent],
        orderedKeys: ["b", "x", "b"]))
    #expect(loose.debugDescription == #"{"b": 3, "a": 2, "c": 1}"#)
    #expect(GeneratedContent(kind: .number(.nan)).kind == .null)
    #expect(number("1e400").kind == .number(.infinity))
    #expect(number("-1e400").kind == .number(-.infinity))
    #expect(number("1e99999999999999999999").kind == .number(.infinity))
  }

  @Test func `kind gives the first of two equal names`() {
    let twice = content([
      .beginObject, .key("a"), .number("1"), .key("a"), .number("2"), .endObject,
    ])
    #expect(
      twice.kind == .structure(properties: ["a": 1.generatedContent], orderedKeys: ["a"]))
    #expect(twice["a"] as? Int == 1)
    #expect(Array(twice.properties).count == 2)
  }

  @Test func `a parsing error keeps its parts`() {
    let error = GeneratedContent.ParsingError(
      rawContent: "{", underlyingError: CancellationError(), debugDescription: "no end")
    #expect(error.rawContent == "{")
    #expect(error.errorDescription == "The text could not be read: no end")
    #expect(error.recoverySuggestion != nil)
  }
}
