import AutomergeCoding
import AutomergeDocument
import SchemaModel
import SchemaValidation
import Testing

struct ValidationTests {
  private let document = Document()
  private let validator: ContentValidator

  init() throws {
    validator = try ContentValidator(Rated.self)
  }

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

  @Test func `a JSON Schema document judges a place as a type does`() throws {
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

  init(_ content: GeneratedContent) throws {
    stars = try content.value(forProperty: "stars")
  }

  var generatedContent: GeneratedContent {
    GeneratedContent(properties: ["stars": stars])
  }
}
