import AutomergeCoding
import AutomergeDocument
import Foundation
import SchemaContent
import SchemaModel
import SchemaValidation
import Testing

struct ValidationTests {
  private let document = Document()
  private let validator: ContentValidator

  init() throws { validator = try ContentValidator(Rated.self) }

  @Test func `a value that the schema rejects is not written`() throws {
    try document.encode(Rated(stars: 3), at: "review")
    let heads = document.heads()
    let encoder = AutomergeEncoder(doc: document)
    let error = #expect(throws: ContentValidationError.self) {
      try encoder.encode(Rated(stars: 9), at: "review", validating: validator)
    }
    #expect(error?.report.violations.first?.path.pointer == "/stars")
    #expect(document.heads() == heads)
    try encoder.encode(Rated(stars: 5), at: "review", validating: validator)
    #expect(try document.decode(Rated.self, from: "review").stars == 5)
  }

  @Test func `a rejected value binds nothing, and an accepted one does`() throws {
    struct Counted: Encodable {
      let stars: Counter
    }
    let encoder = AutomergeEncoder(doc: document)
    let rejected = Counted(stars: Counter(9))
    #expect(throws: ContentValidationError.self) {
      try encoder.encode(rejected, at: "review", validating: validator)
    }
    #expect(!rejected.stars.isBound)
    #expect(rejected.stars.value == 9)
    #expect(document.heads().isEmpty)
    let accepted = Counted(stars: Counter(2))
    try encoder.encode(accepted, at: "review", validating: validator)
    #expect(accepted.stars.isBound)
  }

  @Test func `content of a document is that of its JSON`() throws {
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    try document.spliceText(obj: text, start: 0, delete: 0, value: "Dal \"ü\"")
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    let scalars: [ScalarValue] = [
      .Null, .Boolean(true), .Int(.min), .Uint(.max), .Counter(7), .F64(1.5), .F64(1e300),
      .F64(-0.0), .F64(.nan), .F64(3), .String("a\u{0}b"), .Bytes(Data([1, 2, 255])),
      .Timestamp(Date(timeIntervalSince1970: 1_234.5)),
    ]
    for (index, scalar) in scalars.enumerated() {
      try document.insert(obj: list, index: UInt64(index), value: scalar)
    }
    _ = try document.insertObject(obj: list, index: 0, ty: .Map)
    _ = try document.insertObject(obj: list, index: 1, ty: .List)
    let inner = try document.insertObject(obj: list, index: 2, ty: .Map)
    try document.put(obj: inner, key: "é", value: .Int(1))
    try document.put(obj: inner, key: "e\u{301}", value: .Int(2))
    let json = try GeneratedContent(json: try document.json())
    #expect(try document.generatedContent(at: "") == json)
    let content = try document.generatedContent(at: "list")
    #expect(content == json[["list"]])
    #expect(content.isComplete)
    #expect(content.jsonString == json[["list"]]?.jsonString)
    for (index, scalar) in scalars.enumerated() {
      try document.put(obj: .ROOT, key: "scalar", value: scalar)
      #expect(
        try document.generatedContent(at: "scalar") == json[["list", .index(index + 3)]])
    }
    #expect(try document.generatedContent(at: "nothing").jsonString == "null")
  }

  @Test func `a report names the place and the reason within the path`() throws {
    try document.encode(["five"], at: "reviews.list")
    try document.encode(["stars": "five"], at: "reviews.first")
    let report = try document.report(at: "reviews.first", with: validator)
    let violation = try #require(report.violations.first)
    #expect(violation.path.pointer == "/stars")
    #expect(violation.rule == .type)
    #expect(throws: CodingKeyLookupError.self) {
      try document.report(at: "reviews.list.[5]", with: validator)
    }
  }

  @Test func `a JSON Schema document validates a place as a type does`() throws {
    let validator = try ContentValidator(
      document: #"{"properties": {"stars": {"type": "integer", "maximum": 5}}}"#)
    #expect(throws: ContentValidationError.self) {
      try AutomergeEncoder(doc: document)
        .encode(Rated(stars: 9), at: "review", validating: validator)
    }
    try document.encode(["stars": 7], at: "review")
    let report = try document.report(at: "review", with: validator)
    #expect(report.violations.map(\.path.pointer) == ["/stars"])
    #expect(report.violations.map(\.schemaPath.pointer) == ["/properties/stars/maximum"])
  }

  @Test func `a peer's change can be checked before it is applied`() throws {
    try document.encode(Rated(stars: 3), at: "review")
    let peer = try document.fork()
    try peer.encode(4, at: "review.stars")
    let since = document.heads()
    let good = try peer.encodeChangesSince(heads: since)
    #expect(try document.report(applying: good, at: "review", with: validator).isValid)
    try peer.encode("many", at: "review.stars")
    let bad = try peer.encodeChangesSince(heads: since)
    let report = try document.report(applying: bad, at: "review", with: validator)
    #expect(report.violations.first?.path.pointer == "/stars")
    #expect(document.heads() == since)
    #expect(try document.report(at: "review", with: validator).isValid)
  }
}

private struct Rated: Codable, Generable {
  var stars: Int

  static var generationSchema: GenerationSchema {
    GenerationSchema(
      type: Rated.self,
      properties: [
        GenerationSchema.Property(name: "stars", type: Int.self, guides: [.range(1...5)])
      ])
  }

  init(stars: Int) { self.stars = stars }

  init(_ content: GeneratedContent) throws { stars = try content.value(forProperty: "stars") }

  var generatedContent: GeneratedContent { GeneratedContent(properties: ["stars": stars]) }
}
