import SchemaComparison
import SchemaContent
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Objects whose properties are subject to patterns of their names.
struct PropertyPatternTests {
  /// Two objects, and the verdict on the change from one to the other.
  struct Case: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var verdict: SchemaCompatibility.Verdict

    init(_ old: String, _ new: String, _ verdict: SchemaCompatibility.Verdict) {
      (self.old, self.new, self.verdict) = (old, new, verdict)
    }

    var testDescription: String { "\(old) → \(new)" }
  }

  /// The members of an object: patterns and their types, listed properties and the rest.
  private static func object(
    _ patterns: String, _ properties: String = "", further: String = "false"
  ) -> String {
    """
    {"type": "object", "properties": {\(properties)}, "patternProperties": {\(patterns)}, \
    "additionalProperties": \(further)}
    """
  }

  private static let string = #"{"type": "string"}"#
  private static let integer = #"{"type": "integer"}"#

  private func compare(_ test: Case) throws -> SchemaCompatibility {
    let importer = SchemaImporter()
    return SchemaCompatibility(
      from: try SchemaGraph(importer.import(test.old).schema),
      to: try SchemaGraph(importer.import(test.new).schema))
  }

  private func expect(_ test: Case) throws {
    let comparison = try compare(test)
    #expect(comparison.verdict == test.verdict, "\(comparison.reasons)")
    #expect(comparison.reasons.isEmpty == (test.verdict == .compatible))
    #expect(comparison.reasons.contains { $0.isCertain } == (test.verdict == .breaking))
  }

  private static let pathsAndExtensions = object(#""^/": \#(string), "^x-": \#(integer)"#)

  @Test(arguments: [
    Case(pathsAndExtensions, pathsAndExtensions, .compatible),
    // The order of patterns has no meaning.
    Case(pathsAndExtensions, object(#""^x-": \#(integer), "^/": \#(string)"#), .compatible),
    Case(
      pathsAndExtensions, object(#""^/": {"type": ["string", "null"]}, "^x-": \#(integer)"#),
      .compatible),
    Case(
      pathsAndExtensions, object(#""^/": \#(string), "^x-": \#(string)"#), .breaking),
    Case(pathsAndExtensions, object(#""^/": \#(string)"#), .breaking),
    Case(
      pathsAndExtensions, object(#""^/": \#(string)"#, further: integer), .compatible),
    // Lookbehind cannot be run; both have the same pattern.
    Case(
      object(#""(?<=x)a": \#(string), "b": \#(integer)"#),
      object(#""(?<=x)a": \#(string), "b": \#(integer)"#), .compatible),
  ])
  func `a pattern of both objects is compared with itself`(test: Case) throws {
    try expect(test)
  }

  @Test(arguments: [
    // Each name that matches the first pattern also matches the second one.
    Case(
      object(#""^a": {}, "^[a-z]": \#(string)"#),
      object(#""^a": \#(string), "^[a-z]": \#(string)"#), .unknown),
    // All names of the new pattern were strings.
    Case(
      object(#""^a": \#(string)"#, further: integer),
      object(#""^a": \#(string), "^ab": \#(string)"#, further: integer), .unknown),
    // No name of the old pattern is left for the further properties.
    Case(
      object(#""^ab": \#(string)"#), object(#""^a": \#(string)"#, further: integer), .compatible),
    Case(
      object(#""^a": \#(string)"#), object(#""^b": \#(string)"#, further: integer), .breaking),
    Case(
      object(#""^a": \#(string)"#, further: integer), object(#""^a": \#(string)"#, further: string),
      .breaking),
    Case(
      object(#""^a": \#(string)"#, further: integer),
      object(#""^a": \#(string), "^b": \#(string)"#, further: integer), .breaking),
    // Every name matches the pattern, so there are no further properties.
    Case(object(#"".*": \#(string)"#, further: integer), object(#"".*": \#(string)"#), .unknown),
    Case(object(#""^a": \#(string)"#, further: integer), object(#""^a": \#(string)"#), .breaking),
    // The pattern matches the one name that the new object lists.
    Case(object(#""^a$": \#(string)"#), object("", #""a": \#(string)"#), .unknown),
  ])
  func `patterns are compared for the names that they match`(test: Case) throws {
    try expect(test)
  }

  @Test(arguments: [
    Case(
      object(#""^a": {}, "^ab": \#(string)"#),
      object(#""^a": {}, "^ab": \#(string)"#, #""abc": \#(string)"#),
      .compatible),
    Case(
      object(#""^a": {}, "^ab": \#(string)"#),
      object(#""^a": {}, "^ab": {}"#, #""abc": \#(integer)"#),
      .unknown),
    Case(object(#""^a": \#(string)"#), object(#""^a": {}"#, #""ab": \#(integer)"#), .breaking),
    Case(
      object(#""(?<=x)a": \#(string)"#, further: integer),
      object(#""(?<=x)a": \#(string)"#, #""a": \#(string)"#, further: integer), .unknown),
    Case(
      object(#""(?<=x)a": \#(string)"#, further: string),
      object(#""(?<=x)a": \#(string)"#, #""a": \#(string)"#, further: string), .compatible),
  ])
  func `an added property is subject to all old patterns that match it`(test: Case) throws {
    try expect(test)
  }

  private static let listed = object("", #""a": \#(string)"#)

  @Test(arguments: [
    // Whether a pattern with lookbehind matches the name is not known.
    Case(listed, object(#""(?<=x)a": \#(string)"#), .unknown),
    Case(listed, object(#""(?<=x)a": \#(integer)"#, further: "true"), .unknown),
    Case(listed, object(#""(?<=x)a": \#(string)"#, further: "true"), .compatible),
    Case(listed, object(#""(?<=x)a": \#(string), "a": \#(string)"#), .compatible),
    Case(listed, object(#""(?<=x)a": \#(string), "a": \#(integer)"#), .breaking),
    Case(listed, object(#""b": \#(string)"#), .breaking),
    // A value of the old object has to be a string by the pattern.
    Case(object(#""^a$": \#(string)"#, #""a": {}"#), object("", #""a": \#(string)"#), .unknown),
    Case(
      object(#""^a": \#(string)"#, #""a": {}"#), object(#""^a": \#(string)"#, #""a": \#(string)"#),
      .compatible),
  ])
  func `a listed property is subject to the patterns that certainly match it`(test: Case) throws {
    try expect(test)
  }

  @Test func `a property whose pattern is not known to match is said to be gone, uncertainly`()
    throws
  {
    let comparison = try compare(
      Case(Self.listed, Self.object(#""(?<=x)a": \#(Self.string)"#), .unknown))
    #expect(comparison.reasons.map(\.rule) == [.removedProperty])
    #expect(comparison.reasons.map(\.path.pointer) == ["/a"])
  }

  /// A random object, whose patterns and names overlap.
  private func randomObject(_ random: inout SplitMix64) -> String {
    let values = [Self.string, Self.integer, "{}", #"{"type": ["string", "integer"]}"#]
    func members(_ names: [String], oneIn count: Int) -> String {
      names.filter { _ in random.oneIn(count) }.map { "\"\($0)\": \(random.pick(values))" }
        .joined(separator: ", ")
    }
    let patterns = members(["^a", "^ab", "b$", "^a$", ".", "^[ab]+$"], oneIn: 3)
    return Self.object(
      patterns, members(["a", "ab", "b"], oneIn: 4),
      further: random.pick(values + ["false", "false"]))
  }

  @Test func `verdicts agree with the values of single properties`() throws {
    var options = SchemaCompatibility.Options()
    options.assumesAddedNamesAreUnused = false
    let names = ["", "a", "ab", "abb", "aa", "abc", "b", "bb", "ba", "c", "cb", "a ", "\u{E9}"]
    let instances = try names.flatMap { name in
      try ["1", "\"s\""].map { try GeneratedContent(json: "{\"\(name)\": \($0)}") }
    }
    var counts: [SchemaCompatibility.Verdict: Int] = [:]
    var random = SplitMix64(seed: 7)
    for _ in 0..<tried(of: 3_000, oneIn: 24) {
      let (old, new) = (randomObject(&random), random.oneIn(8) ? nil : randomObject(&random))
      let importer = SchemaImporter()
      let first = try SchemaGraph(importer.import(old).schema)
      let second = try SchemaGraph(importer.import(new ?? old).schema)
      let verdict = SchemaCompatibility(from: first, to: second, options: options).verdict
      counts[verdict, default: 0] += 1
      let (oldValidator, validator) = (try ContentValidator(first), try ContentValidator(second))
      let lost = instances.first {
        oldValidator.checkedReport(on: $0).isValid && !validator.checkedReport(on: $0).isValid
      }
      switch verdict {
      case .compatible: #expect(lost == nil, "\(old) → \(new ?? old)")
      case .breaking: #expect(lost != nil, "\(old) → \(new ?? old)")
      case .unknown: #expect(new != nil, "\(old)")
      }
    }
    let least = isOptimized ? 150 : 0
    #expect(counts.values.allSatisfy { $0 > least } && counts.count == 3, "\(counts)")
  }

  @Test(.withOptimizer) func `H3: many patterns of both objects are compared in proportion`() throws
  {
    let growth = try growthOfTime(from: 100) { count in
      let patterns = (0..<count).map {
        #""^p\#($0)-": \#($0.isMultiple(of: 2) ? Self.string : Self.integer)"#
      }
      let importer = SchemaImporter()
      return try SchemaGraph(
        importer.import(Self.object(patterns.joined(separator: ", "))).schema)
    } work: { graph in
      #expect(SchemaCompatibility(from: graph, to: graph).verdict == .compatible)
    }
    #expect(growth < proportionalGrowth)
  }
}
