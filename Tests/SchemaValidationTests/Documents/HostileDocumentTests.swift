import IndexedTables
import SchemaContent
import SchemaTestSupport
import Testing
import ValidationTestSupport

@testable import SchemaValidation

/// H2, H3: documents and contents that are small and ask for much.
@Suite(.serialized) struct HostileDocumentTests {
  private func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  @Test(arguments: ["pattern", "patternProperties"])
  func `H2: patterns with large counts share a budget, and what exceeds it is noted`(
    keyword: String
  ) throws {
    // Each pattern is written out as 60 000 instructions, or a megabyte.
    let count = 100
    let document =
      keyword == "pattern"
      ? "{\"anyOf\": [\(list(count) { "{\"pattern\": \"^(?:abcdefghij){6000}b\($0)$\"}" })]}"
      : "{\"patternProperties\": {\(list(count) { "\"^(?:abcdefghij){6000}b\($0)$\": false" })}}"
    let validator = try ContentValidator(document: document)
    #expect(validator.notes.count > 75 && validator.notes.count < 95)
    #expect(validator.notes.allSatisfy { $0.code == "schema.not-checked" })
    #expect(try validator.lines("1").isEmpty)
  }

  @Test(.withOptimizer) func `H2: patterns as documents have them are all run`() throws {
    let document =
      "{\"items\": {\"anyOf\": [\(list(100) { "{\"pattern\": \"^x\($0)-.{1,2000}$\"}" })]}}"
    let validator = try ContentValidator(document: document)
    #expect(validator.notes.isEmpty)
    #expect(try validator.lines(#"["x99-a"]"#).isEmpty)
    #expect(try validator.lines(#"["x100-a"]"#).count == 1)
  }

  @Test(.withOptimizer)
  func `H2: nested relative identifiers do not grow with the square of their number`() throws {
    let depth = tried(of: 20_000, oneIn: 10)
    let document =
      String(repeating: #"{"$id": "abc/", "not": "#, count: depth) + "true"
      + String(repeating: "}", count: depth)
    let validator = try ContentValidator(document: document)
    #expect(validator.notes.count < 1_000)
    #expect(validator.notes.first?.problem.contains("too long") == true)
    #expect(validator.notes.first?.path.components.count == 2_048 / 4)
    #expect(validator.notes.last?.problem.contains("more notes are not listed") == true)
    #expect(validator.isValid(GeneratedContent(1)))
  }

  @Test func `H1: violations that are counted along many ways do not overflow`() throws {
    // Each level has the violations of the next one twice.
    let levels = 70
    let definitions = list(levels) { level in
      level == levels - 1
        ? "\"a\(level)\": {\"minimum\": 5}"
        : "\"a\(level)\": {\"allOf\": [{\"$ref\": \"#/$defs/a\(level + 1)\"}, "
          + "{\"$ref\": \"#/$defs/a\(level + 1)\"}]}"
    }
    let validator = try ContentValidator(
      document: "{\"anyOf\": [{\"$ref\": \"#/$defs/a0\"}, {\"$ref\": \"#/$defs/a1\"}], "
        + "\"$defs\": {\(definitions)}}")
    let report = validator.report(on: GeneratedContent(1))
    #expect(report.violations.map(\.rule) == [.union])
    #expect(!validator.isValid(GeneratedContent(1)) && validator.isValid(GeneratedContent(5)))
  }

  @Test(arguments: ["1", "\"a\"", "[1]"])
  func `H3: a circle ends that only bare references and a union are on`(json: String) throws {
    // Both ways lead to D, which is skipped, and none but D leads to E.
    let validator = try ContentValidator(
      document: ##"""
        {"$ref": "#/$defs/D", "$defs": {
          "D": {"$ref": "#/$defs/E"},
          "E": {"anyOf": [{"$ref": "#/$defs/D"}, {"type": "string"}]}}}
        """##)
    let content = try GeneratedContent(json: json)
    #expect(validator.isValid(content))
    #expect(validator.report(on: content).isValid)
  }

  @Test func `H3: numbers with long exponents are distinguished by their texts`() throws {
    let validator = try ContentValidator(document: #"{"uniqueItems": true}"#)
    func exponents(_ count: Int) -> String {
      list(count) { "1e\(100_000_000_000_000_000 + $0)" }
    }
    let growth = try growthOfTime(from: 1_000) { count in
      try GeneratedContent(json: "[\(exponents(count))]")
    } work: { content in
      #expect(validator.isValid(content))
    }
    #expect(growth < proportionalGrowth)
    let numbers = exponents(1_000)
    #expect(validator.isValid(try GeneratedContent(json: "[\(numbers)]")))
    let twice = "[\(numbers), 1e100000000000000007]"
    #expect(!validator.isValid(try GeneratedContent(json: twice)))
  }

  @Test func `a dependency that may still be met hides no other violation`() throws {
    let validator = try ContentValidator(
      document: #"""
        {"dependentRequired": {"a": ["x"]}, "dependencies": {"c": {"properties": {"d": false}}}}
        """#)
    let content = try GeneratedContent(json: #"{"a": 1, "c": 1, "d": 1, "#)
    let report = validator.report(onPartial: content)
    #expect(report.violations.map(\.path.pointer) == ["/d"])
  }

  @Test(.withOptimizer) func `H2: dynamic references do not multiply a document`() throws {
    // Each resource declares an anchor of its own and leads to all others, in any order.
    let count = 24
    let resources = list(count) { number in
      """
      "r\(number)": {"$id": "r\(number)", "$defs": {"a": {"$dynamicAnchor": "a\(number)"}},
        "anyOf": [\(list(count) { "{\"$ref\": \"r\($0)\"}" }), {"$dynamicRef": "#a\(number)"}]}
      """
    }
    let error = #expect(throws: ValidatorError.self) {
      try ContentValidator(
        document: """
          {"$id": "http://example.org/", "$ref": "r0", "$defs": {\(resources)}}
          """)
    }
    #expect(error?.errorDescription?.contains("too many combinations") == true)
  }

  @Test func `H2: dynamic anchors without a dynamic reference do not multiply a document`() throws {
    let count = 400
    let resources = list(count) {
      """
      "r\($0)": {"$id": "r\($0)", "$dynamicAnchor": "a\($0)", "$ref": "r\($0 + 1)"}
      """
    }
    let validator = try ContentValidator(
      document: """
        {"$id": "http://example.org/", "$ref": "r0",
         "$defs": {\(resources), "r\(count)": {"$id": "r\(count)", "type": "null"}}}
        """)
    #expect(try validator.lines("1") == ["expected null, found the number 1"])
  }

  @Test func `a dynamic reference in a supplied document finds the anchors of the first one`()
    throws
  {
    var options = ContentValidator.DocumentOptions()
    options.remotes["http://h/list"] = try GeneratedContent(
      json: ##"""
        {"items": {"$dynamicRef": "#item"}, "$defs": {"item": {"$dynamicAnchor": "item"}}}
        """##)
    let validator = try ContentValidator(
      document: ##"""
        {"$id": "http://h/", "$ref": "list",
         "$defs": {"item": {"$dynamicAnchor": "item", "type": "string"}}}
        """##, options: options)
    #expect(try validator.lines("[1]") == ["at /0: expected a string, found the number 1"])
  }

  @Test(.enabled(if: isOptimized, "The time of a debug build is not compared."))
  func `H3: embedded resources share the validator of their meta-schema`() throws {
    let growth = try growthOfTime(from: 16, below: 2) { count in
      let definitions = list(count) {
        "\"d\($0)\": {\"$id\": \"d\($0)\", \"$schema\": \"\(SchemaDraft.draft7.uri)\"}"
      }
      return try GeneratedContent(json: "{\"definitions\": {\(definitions)}}")
    } work: { document in
      let found = try ContentValidator.metaSchemaViolations(in: document, at: SchemaPath())
      #expect(found.isEmpty)
    }
    // Most of the time is that for the two meta-schemas.
    #expect(growth < 2)
  }

  @Test func `H3: many small schemas look up their own names in a large object`() throws {
    func makeValidator(_ count: Int) throws -> ContentValidator {
      let parts = list(count) { "{\"properties\": {\"p\($0)\": {\"type\": \"integer\"}}}" }
      return try ContentValidator(
        document: "{\"allOf\": [\(parts)], \"unevaluatedProperties\": false}")
    }
    func members(_ count: Int) -> String { "{\(list(count) { "\"p\($0)\": 1" })}" }
    let growth = try growthOfTime(from: 1_000) { count in
      (try makeValidator(count), try GeneratedContent(json: members(count)))
    } work: { validator, content in
      #expect(validator.report(on: content).isValid)
    }
    #expect(growth < proportionalGrowth)
    let count = 1_000
    let validator = try makeValidator(count)
    #expect(try validator.lines(members(count)).isEmpty)
    let other = list(count) { "\"p\($0)\": \($0 == 7 ? "true" : "1")" }
    #expect(
      try validator.lines("{\(other), \"q\": 1}") == [
        "at /p7: expected a whole number, found true",
        "at /q: expected no such property, found the number 1",
      ])
  }

  @Test func `H3: a large object is checked by its names as a small one is`() throws {
    let filler = list(80) { "\"x\($0)\": 1" }
    let validator = try ContentValidator(
      document: """
        {"required": ["a", "b"], "properties": {"b": {"type": "integer"}, "c": {"maximum": 1}},
         "maxProperties": 82, "dependentRequired": {"c": ["d"]}}
        """)
    #expect(try validator.lines("{\(filler), \"a\": 1, \"b\": 2}").isEmpty)
    #expect(
      try validator.lines("{\(filler), \"b\": true, \"c\": 2}").sorted() == [
        "at /a: expected any value, found nothing",
        "at /b: expected a whole number, found true",
        "at /c: expected a number of at most 1, found the number 2",
        "at /d: expected a value, since there is a property \"c\", found nothing",
      ])
    #expect(try validator.lines("{\(filler), \"a\": 1, \"b\": 2, \"e\": 3}").count == 1)
    var builder = ContentBuilder()
    builder.beginObject()
    for number in 0..<80 {
      builder.key("x\(number)")
      builder.integer(1)
    }
    for name in ["a", "b", "b", "b"] {
      builder.key(name)
      builder.integer(1)
    }
    builder.endObject()
    let report = validator.checkedReport(on: builder.finish())
    #expect(report.violations.map(\.rule) == [.duplicateProperty, .count])
  }

  @Test(.withOptimizer) func `H3: a long list of names or values is put into words once`() throws {
    func growth(_ documents: (Int) -> (schema: String, content: String)) throws -> Double {
      try growthOfTime(from: 2_000) { count in
        let (schema, content) = documents(count)
        return (
          try ContentValidator(document: schema), try GeneratedContent(json: content), count
        )
      } work: { validator, content, count in
        #expect(validator.report(on: content).violationCount == count)
      }
    }
    let names = try growth { count in
      (
        "{\"properties\": {\(list(count) { "\"p\($0)\": {}" })}, \"additionalProperties\": false}",
        "{\(list(count) { "\"q\($0)\": 1" })}"
      )
    }
    #expect(names < proportionalGrowth)
    let values = try growth { count in
      (
        "{\"items\": {\"const\": [\(list(count) { "\($0)" })]}}", "[\(list(count) { _ in "0" })]"
      )
    }
    #expect(values < proportionalGrowth)
  }

  @Test(.withOptimizer) func `H2: what patterns learn of texts is forgotten past a common limit`()
    throws
  {
    // Each text of another pattern adds some 50 000 entries to its table.
    var generator = SplitMix64(seed: 4)
    let text = (0..<4_000).map { _ in Bool.random(using: &generator) ? UInt8(0x61) : 0x62 }
    var learned = LearnedPatterns(wordCount: 0)
    var largest = 0
    for number in 0..<30 {
      let pattern = try SchemaPattern(ecma: "(?:a|b)*a(?:a|b){12}c{0,\(number + 1)}d")
      let prepared = PreparedPattern(try #require(pattern.matcher()))
      let result = learned.matches(EntryIndex(number), prepared, text.span)
      #expect(result == false)
      largest = max(largest, learned.size)
      #expect(learned.size <= 1 << 20)
    }
    #expect(largest > 1 << 18 && learned.size < largest)
  }

  @Test func `H3: the patterns of one evaluation share a limit of work`() throws {
    var learned = LearnedPatterns(visits: 10_000)
    let pattern = try SchemaPattern(ecma: "^(?:a?){1000}$")
    let prepared = PreparedPattern(try #require(pattern.matcher()))
    let texts = (0..<20).map { [UInt8](repeating: 0x61, count: $0) + [0x62] }
    let answers = texts.map { learned.matches(EntryIndex(0), prepared, $0.span) }
    #expect(answers.first == false && answers.last == .some(nil))
  }

  @Test(.withOptimizer)
  func `H3: schemas that lead to each other end the search for evaluated parts`() throws {
    func document(_ keyword: String, _ count: Int) -> String {
      let definitions = list(count) { number in
        "\"a\(number)\": {\"$ref\": \"#/$defs/a\(number + 1)\", \"\(keyword)\": false}"
      }
      return "{\"$ref\": \"#/$defs/a0\", \"$defs\": {\(definitions), \"a\(count)\": "
        + "{\"properties\": {\"b\": true}, \"prefixItems\": [true]}}}"
    }
    for (keyword, valid, invalid) in [
      ("unevaluatedProperties", #"{"b": 1}"#, #"{"c": 1}"#), ("unevaluatedItems", "[1]", "[1, 2]"),
    ] {
      for json in [valid, "{}", "[]"] {
        let content = try GeneratedContent(json: json)
        let growth = try growthOfTime(from: 250) { count in
          try ContentValidator(document: document(keyword, count))
        } work: { validator in
          _ = validator.isValid(content)
        }
        #expect(growth < proportionalGrowth, "\(keyword) on \(json)")
      }
      let validator = try ContentValidator(document: document(keyword, 20))
      #expect(try validator.lines(valid).isEmpty)
      #expect(try !validator.lines(invalid).isEmpty)
    }
  }
}
