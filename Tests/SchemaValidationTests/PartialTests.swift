import SchemaConformances
import SchemaTestSupport
import SchemaValidation
import Testing

struct PartialTests {
  private typealias Dynamic = DynamicGenerationSchema

  private static let schema = Dynamic(
    name: "Holder",
    properties: [
      Dynamic.Property(
        name: "colour", schema: Dynamic(type: String.self, guides: [.anyOf(["red", "blue"])])),
      Dynamic.Property(
        name: "sizes",
        schema: Dynamic(
          arrayOf: Dynamic(type: Int.self, guides: [.range(1...9)]), minimumElements: 2,
          maximumElements: 3)),
      Dynamic.Property(
        name: "shape",
        schema: Dynamic(
          name: "Shape",
          anyOf: ["circle", "square"].map { type in
            Dynamic(
              name: type,
              properties: [
                Dynamic.Property(
                  name: "type", schema: Dynamic(type: String.self, guides: [.constant(type)])),
                Dynamic.Property(name: type, schema: .integer),
              ])
          })),
    ])

  @Test(arguments: [
    "", "{", #"{"col"#, #"{"colour": "#, #"{"colour": "gree"#, #"{"colour": "red", "sizes": [1"#,
    #"{"sizes": [1, 1"#, #"{"shape": {"square""#, #"{"shape": {"square": 1, "#,
    #"{"shape": {"type": "squ"#, #"{"shape": {"type": "square", "#,
  ])
  func `what can still become valid is no violation`(json: String) throws {
    #expect(try makeValidator(Self.schema).lines(partial: json) == [])
  }

  @Test(
    arguments: [
      ("[", "expected an object, found an unfinished array"),
      (
        #"{"colour": "green""#,
        #"at /colour: expected one of "red", "blue", found the string "green""#
      ),
      (#"{"colour": ["#, #"at /colour: expected one of "red", "blue", found an unfinished array"#),
      (
        #"{"sizes": [1, 10,"#,
        "at /sizes/1: expected a whole number from 1 to 9, found the number 10"
      ),
      (#"{"sizes": [1, 1, 1, 1,"#, "at /sizes: expected 2 to 3 elements, found 4 elements"),
      (#"{"sizes": [1]"#, "at /sizes: expected 2 to 3 elements, found 1 element"),
      (
        #"{"shape": {"type": "square", "circle": 1,"#,
        #"at /shape/circle: expected no property but "type", "square", found the number 1"#
      ),
    ])
  func `what cannot become valid any more is a violation`(json: String, line: String) throws {
    #expect(try makeValidator(Self.schema).lines(partial: json) == [line])
  }

  @Test func `C6: an answer that was cut off is not valid`() throws {
    let validator = try makeValidator(Self.schema)
    var parser = GeneratedContentParser()
    try parser.append(#"{"colour": "red", "sizes": [1, 20, "#)
    let report = validator.report(on: parser.snapshot())
    #expect(!report.isValid)
    #expect(!report.isComplete)
    #expect(
      report.violations.map { $0.description } == [
        "expected a complete answer, found an unfinished object",
        "at /sizes/1: expected a whole number from 1 to 9, found the number 20",
      ])
    #expect(throws: ContentValidationError.self) { try validator.validate(parser.snapshot()) }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `a violation in the beginning of a text is a violation in the complete text, at every byte`(
    seed: UInt64
  ) throws {
    let schema = try RandomSchema(seed: seed).schema
    let graph = try SchemaGraph(schema)
    let validator = try ContentValidator(graph)
    var instances = RandomInstances(graph, seed: seed)
    for round in 0..<6 {
      guard let json = round.isMultiple(of: 2) ? instances.valid() : instances.invalid() else {
        continue
      }
      let whole = Set(
        validator.report(on: try GeneratedContent(json: json)).violations.map { $0.path.pointer }
      )
      var parser = GeneratedContentParser()
      for byte in json.utf8 {
        try parser.append([byte])
        let report = validator.report(onPartial: parser.snapshot())
        let early = Set(report.violations.map { $0.path.pointer })
        #expect(early.isSubset(of: whole), "seed \(seed): \(json)")
      }
      _ = try parser.finish()
      let last = validator.report(onPartial: parser.snapshot())
      #expect((last.violationCount == 0) == whole.isEmpty, "seed \(seed): \(json)")
    }
  }
}
