import SchemaComparison
import SchemaImport
import SchemaTestSupport
import Testing

struct SchemaCompatibilityTests {
  typealias Verdict = SchemaCompatibility.Verdict

  /// Two schemas, what comparing them gives, and where.
  struct Case: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var verdict: Verdict
    var places: [String]

    init(_ old: String, _ new: String, _ verdict: Verdict, _ places: [String] = []) {
      (self.old, self.new, self.verdict, self.places) = (old, new, verdict, places)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  private func graph(_ text: String) throws -> SchemaGraph {
    let imported = try SchemaImporter().import(text)
    #expect(imported.isLossless, "\(imported.diagnostics)")
    return try SchemaGraph(imported.schema)
  }

  private func expect(_ test: Case) throws {
    let comparison = SchemaCompatibility(from: try graph(test.old), to: try graph(test.new))
    #expect(comparison.verdict == test.verdict, "\(comparison.reasons)")
    #expect(comparison.reasons.map(\.path.pointer) == test.places)
    #expect(comparison.reasons.contains { $0.isCertain } == (test.verdict == .breaking))
  }

  private static func object(
    _ properties: String, required: String = "", open: Bool = false
  ) -> String {
    """
    {"type": "object", "properties": {\(properties)}, "required": [\(required)], \
    "additionalProperties": \(open)}
    """
  }

  static let a = #""a": {"type": "string"}"#
  static let ab = #""a": {"type": "string"}, "b": {"type": "integer"}"#

  @Test(arguments: [
    Case(object(a), object(a), .compatible),
    Case(object(a), object(ab), .compatible),
    Case(object(a), object(a, open: true), .compatible),
    Case(object(ab), object(a), .breaking, ["/b"]),
    // Only the first alternative may have old values, so it has to allow all of them.
    Case(
      #"{"type": "integer", "minimum": 0, "maximum": 500}"#,
      #"{"anyOf": [{"type": "integer", "maximum": 400}, {"type": "integer", "minimum": 1000}]}"#,
      .breaking, [""]),
    Case(
      #"{"type": "string", "minLength": 3}"#,
      #"{"anyOf": [{"type": "string", "minLength": 4}, {"type": "string", "maxLength": 2}]}"#,
      .breaking, [""]),
    Case(object(ab), object(a, open: true), .compatible),
    Case(object(a), object(ab, required: #""b""#), .breaking, ["/b"]),
    Case(object(a), object(a, required: #""a""#), .breaking, ["/a"]),
    Case(object(a, required: #""a""#), object(a), .compatible),
    Case(object(a, open: true), object(a), .breaking, [""]),
    Case(
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
      #"{"type": "object", "additionalProperties": {"type": "number"}}"#, .compatible),
    Case(
      #"{"type": "object", "additionalProperties": {"type": "number"}}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, .breaking, [""]),
    Case(
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1}"#,
      .breaking, [""]),
    Case(#"{"type": "integer"}"#, #"{"enum": [1, 2]}"#, .breaking, [""]),
    Case(
      #"{"type": "number", "minimum": 1}"#, #"{"type": "number", "enum": [1]}"#, .breaking, [""]),
    Case(
      #"{"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 4}"#,
      #"{"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 3}"#,
      .breaking, [""]),
    Case(
      object(ab), #"{"type": "object", "additionalProperties": {"type": "string"}}"#, .breaking,
      ["/b"]),
  ])
  func `objects are compared by properties`(test: Case) throws {
    try expect(test)
  }

  @Test(arguments: [
    Case(#"{"type": "integer"}"#, #"{"type": "number"}"#, .compatible),
    Case(#"{"type": "number"}"#, #"{"type": "integer"}"#, .breaking, [""]),
    Case(#"{"type": "number", "multipleOf": 2}"#, #"{"type": "integer"}"#, .compatible),
    Case(#"{"type": "integer"}"#, #"{"type": "string"}"#, .breaking, [""]),
    Case(
      #"{"type": "number", "minimum": 1, "maximum": 9}"#, #"{"type": "number", "minimum": 0}"#,
      .compatible),
    Case(
      #"{"type": "number", "minimum": 1}"#, #"{"type": "number", "minimum": 2, "maximum": 9}"#,
      .breaking, ["", ""]),
    Case(
      #"{"type": "number", "minimum": 1}"#, #"{"type": "number", "exclusiveMinimum": 1}"#,
      .breaking, [""]),
    Case(
      #"{"type": "integer", "exclusiveMinimum": 0}"#, #"{"type": "integer", "minimum": 1}"#,
      .compatible),
    Case(
      #"{"type": "integer", "exclusiveMinimum": 0}"#, #"{"type": "number", "minimum": 0.5}"#,
      .compatible),
    Case(
      #"{"type": "integer", "minimum": 0, "maximum": 10}"#,
      #"""
      {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 4}, \#
      {"type": "integer", "minimum": 5}]}
      """#,
      .compatible),
    Case(
      #"{"type": "integer", "multipleOf": 6}"#, #"{"type": "integer", "multipleOf": 3}"#,
      .compatible),
    Case(
      #"{"type": "integer"}"#, #"{"type": "integer", "multipleOf": 3}"#, .breaking, [""]),
    Case(
      #"{"type": "integer", "multipleOf": 2, "minimum": 1}"#,
      #"{"type": "integer", "minimum": 2}"#, .unknown, [""]),
  ])
  func `numbers are compared by their ranges`(test: Case) throws {
    try expect(test)
  }

  // Only the smallest old factor, 9, shows that the numbers are multiples of 3. The common multiple
  // of all factors is too large to be stored in their place.
  @Test(arguments: [63, 64])
  func `a new factor is compared with the 64 largest old ones`(primeCount: Int) throws {
    let primes = (11...).lazy.filter { number in
      (2..<number).prefix { $0 * $0 <= number }.allSatisfy { !number.isMultiple(of: $0) }
    }
    let factors = [9] + primes.prefix(primeCount)
    let rules = factors.map { #"{"multipleOf": \#($0)}"# }.joined(separator: ", ")
    try expect(
      Case(
        #"{"type": "number", "allOf": [\#(rules)]}"#, #"{"type": "number", "multipleOf": 3}"#,
        primeCount < 64 ? .compatible : .unknown, primeCount < 64 ? [] : [""]))
  }

  @Test(arguments: [
    Case(#"{"enum": ["a", "b"]}"#, #"{"enum": ["b", "a", "c"]}"#, .compatible),
    Case(#"{"enum": ["a", "b"]}"#, #"{"enum": ["b"]}"#, .breaking, [""]),
    Case(#"{"enum": ["a", "b"]}"#, #"{"type": "string", "pattern": "^[a-z]$"}"#, .compatible),
    Case(#"{"enum": ["a", "B"]}"#, #"{"type": "string", "pattern": "^[a-z]$"}"#, .breaking, [""]),
    Case(#"{"enum": ["a", 1, null]}"#, #"{"type": ["string", "integer", "null"]}"#, .compatible),
    Case(#"{"enum": ["a", 1, null]}"#, #"{"type": ["string", "integer"]}"#, .breaking, [""]),
    Case(#"{"type": "boolean"}"#, #"{"anyOf": [{"const": true}, {"const": false}]}"#, .compatible),
    Case(#"{"type": "string"}"#, #"{"enum": ["a"]}"#, .breaking, [""]),
    Case(#"{"type": "string"}"#, #"{"type": "string", "maxLength": 9}"#, .breaking, [""]),
    Case(
      #"{"type": "string", "maxLength": 8}"#, #"{"type": "string", "maxLength": 9}"#, .compatible),
    Case(
      #"{"type": "string", "minLength": 1}"#, #"{"type": "string", "minLength": 2}"#, .breaking,
      [""]),
    Case(
      #"{"type": "string", "maxLength": 0}"#, #"{"enum": [""]}"#, .compatible),
    Case(
      #"{"type": "string", "pattern": "^a"}"#, #"{"type": "string", "pattern": "^a"}"#,
      .compatible),
    Case(#"{"type": "string"}"#, #"{"type": "string", "pattern": "^a"}"#, .breaking, [""]),
    Case(
      #"{"type": "string", "pattern": "^ab"}"#, #"{"type": "string", "pattern": "^a"}"#,
      .compatible,
      []),
    Case(#"{"type": "string"}"#, #"{"type": "string", "format": "date"}"#, .breaking, [""]),
    Case(
      #"{"type": "string", "format": "date"}"#, #"{"type": "string", "format": "date"}"#,
      .compatible),
    Case(
      #"{"type": "string", "format": "date"}"#, #"{"type": "string", "format": "time"}"#,
      .unknown, [""]),
    Case(#"{"enum": ["x"]}"#, #"{"type": "string", "format": "date"}"#, .unknown, [""]),
  ])
  func `strings and choices are compared by the values that they allow`(test: Case) throws {
    try expect(test)
  }

  @Test(arguments: [
    Case(
      #"{"type": "array", "items": {"type": "integer"}, "maxItems": 3}"#,
      #"{"type": "array", "items": {"type": "number"}}"#, .compatible),
    Case(
      #"{"type": "array", "items": {"type": "integer"}}"#,
      #"{"type": "array", "items": {"type": "integer"}, "minItems": 1, "maxItems": 3}"#,
      .breaking, ["", ""]),
    Case(
      #"{"type": "array", "items": {"type": "integer"}, "maxItems": 0}"#,
      #"{"type": "array", "items": {"type": "string"}}"#, .compatible),
  ])
  func `arrays are compared by elements and counts`(test: Case) throws {
    try expect(test)
  }

  static let circle = object(
    #""kind": {"const": "circle"}, "r": {"type": "number"}"#, required: #""kind", "r""#)
  static let square = object(
    #""kind": {"const": "square"}, "a": {"type": "number"}"#, required: #""kind", "a""#)
  static let wideSquare = object(
    #""kind": {"const": "square"}, "a": {"type": "number"}, "b": {"type": "number"}"#,
    required: #""kind", "a", "b""#)

  @Test(arguments: [
    Case(#"{"type": "string"}"#, #"{"type": ["string", "null"]}"#, .compatible),
    Case(#"{"type": ["string", "null"]}"#, #"{"type": "string"}"#, .breaking, ["/1"]),
    Case(circle, "{\"anyOf\": [\(square), \(circle)]}", .compatible),
    Case("{\"anyOf\": [\(square), \(circle)]}", circle, .breaking, ["/0/a", "/0/r", "/0/kind"]),
    // The constant distinguishes the alternatives, so only one is compared.
    Case(
      "{\"anyOf\": [\(square), \(circle)]}", "{\"anyOf\": [\(circle), \(wideSquare)]}", .breaking,
      ["/0/b"]),
    Case("{}", #"{"type": ["string", "number", "boolean", "null", "array"]}"#, .unknown, [""]),
    Case("{}", #"{"type": "string"}"#, .breaking, [""]),
    Case(#"{"type": "string"}"#, "{}", .compatible),
    Case(
      #"{"type": "string"}"#,
      #"{"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string", "minLength": 3}]}"#,
      .unknown, [""]),
  ])
  func `unions are compared alternative by alternative`(test: Case) throws {
    try expect(test)
  }

  @Test func `a union of many similar alternatives is compared in a short time`() throws {
    func union(_ count: Int, last: String) -> String {
      let arms = (0..<count).map { number in
        #"{"type": "string", "pattern": "[aA]\#(number)?.*[zZ]", "maxLength": \#(number + 20)}"#
      }
      return #"{"anyOf": [\#((arms + [last]).joined(separator: ", "))]}"#
    }
    let old = try graph(union(60, last: #"{"type": "null"}"#))
    let new = try graph(union(60, last: #"{"type": "boolean"}"#))
    #expect(SchemaCompatibility(from: old, to: old).verdict == .compatible)
    let comparison = SchemaCompatibility(from: old, to: new)
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.map(\.path.pointer) == ["/60"])
  }

  private static func tree(_ value: String, required: Bool = false) -> String {
    """
    {"$ref": "#/$defs/tree", "$defs": {"tree": {"type": "object", "properties": {\
    "value": \(value), "left": {"$ref": "#/$defs/tree"}, "right": {"$ref": "#/$defs/tree"}}, \
    "required": ["value"\(required ? #", "left""# : "")], "additionalProperties": false}}}
    """
  }

  @Test(arguments: [
    Case(tree(#"{"type": "integer"}"#), tree(#"{"type": "number"}"#), .compatible),
    Case(tree(#"{"type": "number"}"#), tree(#"{"type": "integer"}"#), .breaking, ["/value"]),
    Case(
      tree(#"{"type": "number"}"#), tree(#"{"type": "number"}"#, required: true), .breaking,
      ["/left"]),
  ])
  func `types that contain themselves are compared as far as they differ`(test: Case) throws {
    try expect(test)
  }

  @Test func `a type of which there is no value is compatible with all`() throws {
    // Requires itself: no text is long enough.
    let endless = DynamicGenerationSchema(
      name: "Endless",
      properties: [
        DynamicGenerationSchema.Property(
          name: "next", schema: DynamicGenerationSchema(referenceTo: "Endless"))
      ])
    let old = try SchemaGraph(GenerationSchema(root: endless, dependencies: []))
    #expect(
      SchemaCompatibility(from: old, to: try graph(#"{"type": "null"}"#)).verdict == .compatible)
  }

  @Test func `depth costs no stack`() async throws {
    let verdicts = try await onSmallStack {
      func nest(_ schema: DynamicGenerationSchema) throws -> SchemaGraph {
        var schema = schema
        for _ in 0..<tried(of: 20_000) { schema = .array(of: schema) }
        return try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
      }
      let integers = try nest(.integer)
      let numbers = try nest(.number)
      return [
        SchemaCompatibility(from: integers, to: numbers).verdict,
        SchemaCompatibility(from: numbers, to: integers).verdict,
      ]
    }
    #expect(verdicts == [.compatible, .breaking])
  }

  @Test func `schemas that correspond in too many ways are not decided`() throws {
    var options = SchemaCompatibility.Options()
    options.maximumPairs = 2
    let schema = try graph(Self.object(Self.ab))
    let comparison = SchemaCompatibility(from: schema, to: schema, options: options)
    #expect(comparison.verdict == .unknown)
    #expect(comparison.reasons.map(\.rule) == [.limit])
  }

  @Test(arguments: [
    (
      #"{"type": "array", "items": {"type": "integer"}"#, #", "minItems": 3}"#,
      "There was no lower limit, and now the number of elements has to be at least 3."
    ),
    (
      #"{"type": "object", "additionalProperties": {"type": "integer"}"#, #", "minProperties": 3}"#,
      "There was no lower limit, and now the number of properties has to be at least 3."
    ),
    (
      #"{"type": "string""#, #", "minLength": 3}"#,
      "The string had no lower limit, and now needs a length of at least 3."
    ),
  ])
  func `a new lower limit is not compared with zero`(
    old: String, limit: String, problem: String
  ) throws {
    let comparison = SchemaCompatibility(from: try graph(old + "}"), to: try graph(old + limit))
    #expect(comparison.reasons.map(\.problem) == [problem])
  }

  @Test(arguments: [
    (#"{"type": "array", "items": 1}"#, "/a: An element"),
    (#"{"type": "object", "additionalProperties": 1}"#, "/a: The value of a property"),
    (#"{"type": "array", "items": {"type": "array", "items": 1}}"#, "/a: An element"),
    (
      #"{"type": "array", "items": {"type": "object", "properties": {"b": 1}}}"#, "/a/b: The value"
    ),
    ("1", "/a: The value"),
  ])
  func `a difference of elements says so, since they have the path of their array`(
    schema: String, subject: String
  ) throws {
    let graphs = try ["integer", "string"].map { type in
      let values = schema.replacing("1", with: #"{"type": "\#(type)"}"#)
      return try graph(#"{"type": "object", "properties": {"a": \#(values)}}"#)
    }
    let comparison = SchemaCompatibility(from: graphs[0], to: graphs[1])
    #expect(
      comparison.reasons.map { "\($0.path.pointer): \($0.problem)" }
        == ["\(subject) was an integer, and has to be a string now."])
  }

  @Test func `a difference of the counts in elements says so`() throws {
    let graphs = try [2, 3].map { count in
      try graph(
        #"{"type": "array", "items": {"type": "array", "items": {}, "minItems": \#(count)}}"#)
    }
    let comparison = SchemaCompatibility(from: graphs[0], to: graphs[1])
    #expect(
      comparison.reasons.map(\.problem)
        == ["In an element, there had to be at least 2 elements, and now 3."])
  }

  @Test func `reasons beyond the limit are counted`() throws {
    var options = SchemaCompatibility.Options()
    options.maximumReasons = 1
    let comparison = SchemaCompatibility(
      from: try graph(Self.object(Self.ab)), to: try graph(Self.object("")), options: options)
    #expect(comparison.reasons.map(\.path.pointer) == ["/a"])
    #expect(comparison.omittedReasons == 1)
  }

  @Test(arguments: [
    Case(
      patterned(#""^x": {"type": "string"}"#), patterned(#""^x": {"type": "string"}"#),
      .compatible),
    Case(
      patterned(#""^x": {"type": "string"}"#), patterned(#""^x": {"type": "integer"}"#), .breaking,
      [""]),
    Case(
      patterned(#""^x": {"type": "string"}"#), patterned(#""^y": {"type": "string"}"#), .breaking,
      [""]),
    Case(
      object(a), #"{"type": "object", "patternProperties": {"^a": {"type": "integer"}}}"#,
      .breaking,
      ["/a"]),
    Case(
      patterned(#""^x": {"type": "string"}"#),
      #"{"type": "object", "properties": {"xy": {"type": "integer"}}}"#, .breaking, ["/xy"]),
  ])
  func `a name is subject to the patterns that match it`(test: Case) throws {
    try expect(test)
  }

  private static func patterned(_ patterns: String) -> String {
    #"{"type": "object", "patternProperties": {\#(patterns)}, "additionalProperties": false}"#
  }
}
