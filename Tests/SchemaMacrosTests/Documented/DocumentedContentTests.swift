#if Macros
import Foundation
import SchemaContent
import SchemaMacros
import Testing

/// Apple's documentation of generated content.
struct DocumentedContentTests {
  private let dal = GeneratedContent(properties: [
    "name": "Dal", "minutes": 40, "isHot": true, "price": 4.5, "tags": ["soup", "red"],
  ])

  // Known from: the page of `value(_:forProperty:)`.
  @Test func `a property is read as the type of its place`() throws {
    let name: String = try dal.value(forProperty: "name")
    let minutes: Int = try dal.value(forProperty: "minutes")
    let isHot: Bool = try dal.value(forProperty: "isHot")
    let price = try dal.value(Double.self, forProperty: "price")
    let tags = try dal.value([String].self, forProperty: "tags")
    #expect(name == "Dal")
    #expect(minutes == 40)
    #expect(isHot)
    #expect(price == 4.5)
    #expect(tags == ["soup", "red"])
  }

  // Known from: the same page: a property that is not there is an error, unless the type is
  // optional.
  @Test func `a missing property is an error, or nil for an optional`() throws {
    #expect(throws: (any Error).self) { try dal.value(String.self, forProperty: "cook") }
    let cook: String? = try dal.value(forProperty: "cook")
    #expect(cook == nil)
    let minutes: Int? = try dal.value(forProperty: "minutes")
    #expect(minutes == 40)
  }

  // Known from: the conversions of Swift's own types, whose initializers throw.
  @Test func `a value of another type is an error`() {
    #expect(throws: (any Error).self) { try dal.value(Int.self, forProperty: "name") }
    #expect(throws: (any Error).self) { try dal.value(Bool.self, forProperty: "minutes") }
    #expect(throws: (any Error).self) { try dal.value([String].self, forProperty: "name") }
    #expect(throws: (any Error).self) { try dal.value(String.self) }
  }

  // Known from: the enumeration Kind with the cases that content has.
  @Test func `content says of which kind it is`() throws {
    let content = try GeneratedContent(json: #"[null,true,1.5,"a",[],{"b":1}]"#)
    guard case .array(let elements) = content.kind else {
      Issue.record("no array")
      return
    }
    #expect(
      elements.map(\.kind) == [
        .null, .bool(true), .number(1.5), .string("a"), .array([]),
        .structure(properties: ["b": GeneratedContent(1)], orderedKeys: ["b"]),
      ])
  }

  // Known from: the initializer with a kind.
  @Test func `content is made of a kind`() throws {
    let content = GeneratedContent(
      kind: .structure(
        properties: ["b": GeneratedContent("x"), "a": GeneratedContent(kind: .null)],
        orderedKeys: ["b", "a"]))
    #expect(try content.value(String.self, forProperty: "b") == "x")
    #expect(orderedKeys(of: content) == ["b", "a"])
    #expect(GeneratedContent(kind: .array([content])).kind == .array([content]))
    #expect(GeneratedContent(kind: .bool(false)).kind == .bool(false))
  }

  // Known from: the property orderedKeys of the kind, and the sample of `jsonString`.
  @Test func `properties keep their order`() throws {
    #expect(orderedKeys(of: dal) == ["name", "minutes", "isHot", "price", "tags"])
    let json = dal.jsonString
    let places = ["name", "minutes", "isHot", "price", "tags"].compactMap {
      json.range(of: "\"\($0)\"")?.lowerBound
    }
    #expect(places == places.sorted())
    #expect(places.count == 5)
  }

  // Known from: the pages of `init(json:)` and `jsonString`.
  @Test func `content is the same after it was JSON`() throws {
    #expect(try GeneratedContent(json: dal.jsonString) == dal)
    let text = GeneratedContent("a \"quoted\" line\nand é")
    #expect(try GeneratedContent(json: text.jsonString) == text)
  }

  // Known from: the sample of `init(json:)`: a text that ends early.
  @Test func `JSON that ends early is content as far as it goes`() throws {
    let content = try GeneratedContent(json: #"{"title": "A story of"#)
    #expect(try content.value(String?.self, forProperty: "title") == "A story of")
    #expect(try content.value(Int?.self, forProperty: "pages") == nil)
  }

  // Known from: the page of `isComplete`.
  @Test func `content says whether it is complete`() throws {
    #expect(dal.isComplete)
    #expect(try GeneratedContent(json: #"{"title": "A"}"#).isComplete)
    #expect(try !GeneratedContent(json: #"{"title": "A""#).isComplete)
    #expect(try !GeneratedContent(json: #"[1, 2"#).isComplete)
  }

  // Known from: the initializer throws; what it throws is not documented.
  @Test(arguments: ["{]", #"{"a" 1}"#, "dal", "[1 2]"])
  func `a text that is no JSON is an error`(text: String) {
    #expect(throws: (any Error).self) { try GeneratedContent(json: text) }
  }

  // Known from: the page of GenerationID, and the property `id`: content that is made by hand has
  // none.
  @Test func `content has the identifier that it is given`() {
    #expect(dal.id == nil)
    let id = GenerationID()
    #expect(GeneratedContent("Dal", id: id).id == id)
    #expect(GeneratedContent(properties: ["a": 1], id: id).id == id)
    var content = dal
    content.id = id
    #expect(content.id == id)
    #expect(GenerationID() != id)
  }

  // Known from: the initializer with `uniquingKeysWith`.
  @Test func `values of one name are combined`() throws {
    let properties: [(String, any ConvertibleToGeneratedContent)] = [
      ("name", "Dal"), ("count", 1), ("count", 2), ("count", 4),
    ]
    let content = try GeneratedContent(properties: properties) { first, second in
      try first.value(Int.self) + second.value(Int.self)
    }
    #expect(try content.value(Int.self, forProperty: "count") == 7)
    #expect(orderedKeys(of: content) == ["name", "count"])
  }

  // Known from: the same initializer, which rethrows.
  @Test func `an error of combining is thrown`() {
    struct Twice: Error {}
    let properties: [(String, any ConvertibleToGeneratedContent)] = [("a", 1), ("a", 2)]
    #expect(throws: Twice.self) {
      try GeneratedContent(properties: properties) { _, _ -> GeneratedContent in throw Twice() }
    }
  }

  // Known from: the initializer with elements.
  @Test func `content is made of elements of any types`() throws {
    let elements: [any ConvertibleToGeneratedContent] = [1, "b", true]
    let content = GeneratedContent(elements: elements)
    #expect(content.kind == .array([GeneratedContent(1), GeneratedContent("b"), .init(true)]))
    #expect(throws: (any Error).self) { try content.value([Int].self) }
  }

  // Known from: the conformance to Equatable.
  @Test func `content is equal to content with the same values`() {
    #expect(
      dal
        == GeneratedContent(properties: [
          "name": "Dal", "minutes": 40, "isHot": true, "price": 4.5, "tags": ["soup", "red"],
        ]))
    #expect(GeneratedContent(properties: ["a": 1]) != GeneratedContent(properties: ["a": 2]))
    #expect(GeneratedContent("1") != GeneratedContent(1))
    #expect(GeneratedContent([1, 2]) != GeneratedContent([2, 1]))
  }

  // Known from: the conformance to Generable.
  @Test func `content is generable itself`() throws {
    #expect(dal.generatedContent == dal)
    #expect(try GeneratedContent(dal) == dal)
    let part: GeneratedContent = try dal.value(forProperty: "tags")
    #expect(part.kind == .array([GeneratedContent("soup"), GeneratedContent("red")]))
  }

  // Known from: the conversion of Int from content, which throws; that it throws for a fraction is
  // a guess.
  @Test func `a number with a fraction is no integer`() throws {
    #expect(throws: (any Error).self) { try Int(GeneratedContent(json: "1.5")) }
    #expect(try Double(GeneratedContent(json: "2")) == 2)
    #expect(try Int(GeneratedContent(json: "-12")) == -12)
  }

  // Known from: the interface of 27.
  @Test func `an error of parsing has the text and its cause`() {
    struct Cause: Error {}
    let error = GeneratedContent.ParsingError(
      rawContent: "{\"a\"", underlyingError: Cause(), debugDescription: "It ends early.")
    #expect(error.rawContent == "{\"a\"")
    #expect(error.underlyingError is Cause)
    #expect(error.debugDescription.contains("It ends early."))
    let localized: any LocalizedError = error
    #expect(localized.errorDescription?.isEmpty == false)
    let plain = GeneratedContent.ParsingError(rawContent: "", debugDescription: "")
    #expect(plain.underlyingError == nil)
  }

  // Known from: the conformance to CustomDebugStringConvertible; the text is not documented.
  @Test func `a description for debugging has names and values`() {
    #expect(dal.debugDescription.contains("minutes"))
    #expect(dal.debugDescription.contains("Dal"))
  }
}
#endif
