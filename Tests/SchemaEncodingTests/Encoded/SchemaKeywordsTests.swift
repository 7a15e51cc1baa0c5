import SchemaConformances
import SchemaTestSupport
import Testing

@testable import SchemaEncoding

struct SchemaKeywordsTests {
  private var keywords: SchemaKeywords {
    SchemaKeywords(members: [
      (name: "type", value: "string"),
      (name: "enum", value: ["a", "b"]),
      (name: "minLength", value: 1),
    ])
  }

  @Test func `a keyword is read, replaced in its place, added at the end, removed`() {
    var keywords = keywords
    #expect(keywords["type"]?.string == "string")
    #expect(keywords["absent"] == nil)
    keywords["enum"] = ["c"]
    keywords["x-new"] = true
    keywords["minLength"] = nil
    keywords["absent"] = nil
    #expect(keywords.members.map(\.name) == ["type", "enum", "x-new"])
    #expect(keywords["enum"]?.strings == ["c"])
    #expect(keywords["x-new"] == .boolean(true))
  }

  @Test func `a renamed keyword keeps its position`() {
    var keywords = keywords
    keywords.rename("enum", to: "choices")
    #expect(keywords.members.map(\.name) == ["type", "choices", "minLength"])
    keywords.rename("absent", to: "present")
    keywords.rename("type", to: "type")
    #expect(keywords.members.map(\.name) == ["type", "choices", "minLength"])
  }

  @Test func `renaming to a present keyword removes the other one`() {
    var keywords = keywords
    keywords.rename("minLength", to: "type")
    #expect(keywords.members.map(\.name) == ["enum", "type"])
    #expect(keywords["type"] == 1)
  }

  @Test func `values that are not strings have no string`() {
    #expect(SchemaValue.number(SchemaNumber(1)).string == nil)
    #expect((["a", 1] as SchemaValue).strings == nil)
    #expect(([] as SchemaValue).strings == [])
    #expect(SchemaValue.string("1").number == nil)
  }
}

struct AdaptationTests {
  @Test func `every schema object is adapted once, from the root down`() throws {
    let places = PlaceList()
    var dialect = TestDialect()
    dialect.adaptation = { _, place in places.append("\(place.kind) \(place.path.pointer)") }
    _ = try text(Team.self, in: dialect)
    #expect(
      places.all == [
        "object ", "reference /lead", "reference /deputy", "array /members", "reference /members",
        "object /lead", "string /lead/name", "array /lead/children", "reference /lead/children",
        "reference /lead/friend",
      ])
  }

  @Test(
    arguments: [Team.self, Shape.self, [[Int]].self, Holder<GeneratedContent>.self]
      as [any Generable.Type])
  func `an adaptation that changes nothing changes nothing`(type: any Generable.Type) throws {
    var dialect = TestDialect { $0.keywords.propertyOrder = "order" }
    dialect.adaptation = { _, _ in }
    #expect(
      try text(type, in: dialect)
        == text(type, in: TestDialect { $0.keywords.propertyOrder = "order" }))
  }

  @Test func `an adaptation changes keywords of all kinds`() throws {
    var dialect = TestDialect()
    dialect.adaptation = { keywords, place in
      keywords.rename("additionalProperties", to: "extra")
      if place.role == .root {
        keywords["x-meta"] = ["a\"": [1, .null, false, "s", 1.5], "empty": [:]]
      }
    }
    #expect(
      try text(Circle.self, in: dialect)
        == #"{"type":"object","title":"Circle","extra":false,"#
        + #""x-meta":{"a\"":[1,null,false,"s",1.5],"#
        + #""empty":{}},"properties":{"radius":{"type":"number"}},"required":["radius"]}"#)
  }

  @Test func `an error of an adaptation is thrown, with its place`() throws {
    var dialect = TestDialect()
    dialect.adaptation = { keywords, place in
      guard keywords["maxItems"] != nil else { return }
      throw SchemaError.unsupported(
        feature: "maxItems",
        context: SchemaError.Context(path: place.path, problem: "No.", remedy: "Do not."))
    }
    #expect(fault(Team.self, in: dialect)?.path.pointer == "/lead/children")
    #expect(fault(Circle.self, in: dialect) == nil)
  }

  @Test func `the check of the finished document sees the adapted keywords`() throws {
    var dialect = TestDialect()
    dialect.adaptation = { keywords, _ in keywords["x-seen"] = true }
    dialect.checks = { schema in
      guard schema.root["x-seen"] == true else { return [] }
      return [SchemaDiagnostic(.note, at: SchemaPath(["a"]), problem: "Seen.")]
    }
    let document = try SchemaEncoder(dialect: dialect, isStrict: true).encode(Circle.self)
    #expect(document.diagnostics.map(\.description) == ["note: at /a: Seen."])
  }

  @Test func `an error that a check of the document reports ends the encoding`() throws {
    var dialect = TestDialect()
    dialect.checks = { _ in
      [
        SchemaDiagnostic(.warning, at: SchemaPath(["a"]), problem: "Weaker."),
        SchemaDiagnostic(.error, at: SchemaPath(["b"]), problem: "Rejected.", remedy: "Remove it."),
      ]
    }
    let error = fault(Circle.self, in: dialect)
    guard case .unsupported("dialect check", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path == ["b"] && context.debugDescription == "Rejected.")
    #expect(context.recoverySuggestion == "Remove it.")
  }

  @Test func `a warning of a check is an error for strict encoding only`() throws {
    var dialect = TestDialect()
    dialect.checks = { _ in
      [SchemaDiagnostic(.warning, at: SchemaPath(["a"]), problem: "Weaker.")]
    }
    #expect(fault(Circle.self, in: dialect) == nil)
    let error = #expect(throws: SchemaError.self) {
      try SchemaEncoder(dialect: dialect, isStrict: true).encode(Circle.self)
    }
    guard case .unsupported("strict encoding", let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.path == ["a"] && context.debugDescription.hasPrefix("Weaker."))
  }
}

private final class PlaceList: @unchecked Sendable {
  // Written on the thread that encodes, which is the one that reads: hence `Sendable`.
  var all: [String] = []

  func append(_ place: String) { all.append(place) }
}
