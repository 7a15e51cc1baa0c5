import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing

/// V1: every required test, and with formats every test of a format.
@Suite(.enabled(if: OfficialSuite.isThere, "\(Corpus.absence)")) struct OfficialSuiteTests {
  private static let required: [(draft: SchemaDraft, count: Int)] = [
    (.draft4, 618), (.draft6, 839), (.draft7, 927), (.draft2019, 1_259), (.draft2020, 1_299),
  ]

  @Test(arguments: required.suffix(tried(of: 5, oneIn: 5)))
  func `V1: all required tests of the official suite pass`(draft: SchemaDraft, count: Int) throws {
    let options = ContentValidator.DocumentOptions(
      draft: draft, remotes: try OfficialSuite.remotes())
    let tally = try OfficialSuite.run(OfficialSuite.cases(of: draft), options)
    #expect(tally.failures == [])
    #expect(tally.count >= count)
  }

  @Test(
    arguments: [
      (.draft4, 219), (.draft6, 325), (.draft7, 676), (.draft2019, 757), (.draft2020, 764),
    ] as [(SchemaDraft, Int)])
  func `V1: all tests of formats pass where formats are asserted`(
    draft: SchemaDraft, count: Int
  ) throws {
    let options = ContentValidator.DocumentOptions(draft: draft, assertsFormats: true)
    let tally = try OfficialSuite.run(
      OfficialSuite.cases(of: draft, in: "optional/format"), options)
    #expect(tally.failures == [])
    #expect(tally.count >= count)
  }

  /// What a reader of strings may do and this one does not, in drafts that leave it open: look into
  /// a string that says what it encodes.
  private static let exceptions = [
    "validation of string-encoded content based on media type: an invalid JSON document",
    "validation of binary string-encoding: an invalid base64 string (% is not a valid character)",
    "validation of binary-encoded media type documents: a validly-encoded invalid JSON document",
    """
    validation of binary-encoded media type documents: an invalid base64 string that is valid JSON
    """,
  ].map { "content.json: \($0)" }

  @Test(.withOptimizer, arguments: SchemaDraft.allCases)
  func `the optional tests pass, but for those of encoded contents`(draft: SchemaDraft) throws {
    let options = ContentValidator.DocumentOptions(
      draft: draft, remotes: try OfficialSuite.remotes())
    let tally = try OfficialSuite.run(OfficialSuite.cases(of: draft, in: "optional"), options)
    #expect(tally.failures == (draft == .draft7 ? Self.exceptions : []))
    #expect(tally.count >= 100)
  }

  @Test(arguments: SchemaDraft.allCases)
  func `the schemas of the suite are valid by the meta-schemas`(draft: SchemaDraft) throws {
    let validator = try ContentValidator.metaSchema(of: draft)
    // A few tests are about keywords with values that the draft doesn't have.
    let invalid = try OfficialSuite.cases(of: draft).filter { !validator.isValid($0.schema) }
    #expect(invalid.count <= 2, "\(invalid.map(\.name))")
    #expect(!validator.isValid(try GeneratedContent(json: #"{"type": "objekt"}"#)))
  }
}
