import SchemaImport
import SchemaTestSupport
import Testing

@testable import SchemaComparison

/// H3: comparisons that do not compare each part with each other part.
struct ComparisonProportionTests {
  private func compare(_ old: String, _ new: String) throws -> SchemaCompatibility {
    let importer = SchemaImporter()
    return SchemaCompatibility(
      from: try SchemaGraph(importer.import(old).schema),
      to: try SchemaGraph(importer.import(new).schema))
  }

  /// The growth of the time of a comparison if the documents are four times as large.
  private func growth(
    from size: Int, _ documents: (Int) -> (String, String)
  ) throws -> Double {
    let importer = SchemaImporter()
    return try growthOfTime(from: size) { size in
      let (old, new) = documents(size)
      return (
        try SchemaGraph(importer.import(old).schema), try SchemaGraph(importer.import(new).schema)
      )
    } work: { old, new in
      _ = SchemaCompatibility(from: old, to: new).verdict
    }
  }

  private func list(_ range: Range<Int>, _ element: (Int) -> String) -> String {
    range.map(element).joined(separator: ",")
  }

  @Test func `H3: the values of long lists are found by their hashes`() throws {
    func lists(_ count: Int) -> (String, String) {
      (
        "{\"enum\": [\(list(0..<count) { "\"v\($0)\"" })]}",
        "{\"enum\": [\(list(0..<count) { "\"v\(count - $0)\"" })]}"
      )
    }
    #expect(try growth(from: 1_000, lists) < proportionalGrowth)
    let (old, new) = lists(5_000)
    #expect(try compare(old, old).verdict == .compatible)
    let comparison = try compare(old, new)
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.map(\.rule) == [.values])
    #expect(comparison.reasons.first?.problem.hasPrefix("\"v0\" was allowed") == true)
  }

  @Test func `H3: values are found in unions of many constants, and of lists`() throws {
    func documents(_ count: Int, _ last: String) -> (String, String) {
      let constants = list(0..<count - 1) { "{\"const\": \"v\($0)\"}" }
      return (
        "{\"enum\": [\(list(0..<count) { "\"v\($0)\"" })]}",
        "{\"anyOf\": [\(constants), \(last)]}"
      )
    }
    func same(_ count: Int) -> (String, String) {
      documents(count, "{\"enum\": [\"v\(count - 1)\", 1]}")
    }
    #expect(try growth(from: 500, same) < proportionalGrowth)
    let (old, new) = same(1_000)
    #expect(try compare(old, new).verdict == .compatible)
    let less = documents(1_000, "{\"type\": \"integer\"}").1
    #expect(try compare(old, less).reasons.map(\.rule) == [.values])
  }

  @Test func `H3: properties are compared with the patterns that match their names`() throws {
    func object(_ keyword: String, _ type: String, _ start: String, _ count: Int) -> String {
      let members = list(0..<count) { "\"\(start)\($0)-\": {\"type\": \"\(type)\"}" }
      return "{\"type\": \"object\", \"\(keyword)\": {\(members)}, \"additionalProperties\": false}"
    }
    let growth = try growth(from: 100) { count in
      (
        object("properties", "integer", "p", count),
        object("patternProperties", "number", "^p", count)
      )
    }
    #expect(growth < proportionalGrowth)
    let count = 250
    let properties = object("properties", "integer", "p", count)
    let patterns = object("patternProperties", "number", "^p", count)
    #expect(try compare(properties, patterns).verdict == .compatible)
    let others = object("patternProperties", "string", "^p", count)
    let comparison = try compare(properties, others)
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.count + comparison.omittedReasons == count)
    #expect(comparison.reasons.first?.path.pointer == "/p0-")
    // A property of the new schema is compared with the first old pattern that matches its name.
    let back = try compare(patterns, properties)
    #expect(back.verdict == .breaking)
  }

  @Test func `H3: alternatives are found by the property that distinguishes them`() throws {
    func union(_ type: String, _ range: Range<Int>) -> String {
      let alternatives = list(range) { number in
        """
        {"type": "object", "required": ["kind", "a"], "properties": {
          "kind": {"const": "k\(number)"}, "a": {"type": "\(type)"}, "b\(number)": {}}}
        """
      }
      return "{\"anyOf\": [\(alternatives)]}"
    }
    let growth = try growth(from: 100) { count in
      (union("integer", 0..<count), union("number", 0..<count + 1))
    }
    #expect(growth < proportionalGrowth)
    let count = 300
    #expect(
      try compare(union("integer", 0..<count), union("number", 0..<count + 1)).verdict
        == .compatible)
    let comparison = try compare(union("number", 0..<count), union("integer", 0..<count))
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.count + comparison.omittedReasons == count)
    let missing = try compare(union("integer", 0..<count), union("integer", 1..<count))
    #expect(missing.reasons.map(\.rule) == [.alternatives])
  }

  @Test(.withOptimizer)
  func `H3: alternatives that can have the same values are compared in proportional time`()
    throws
  {
    // Each alternative lists all properties, and any value that one allows may be one of another.
    func union(_ count: Int, _ part: String, more: Int = 0) -> String {
      let properties = list(0..<count + more) { "\"q\($0)\": {\"type\": \"string\"\(part)}" }
      let alternatives = list(0..<count) {
        """
        {"type": "object", "properties": {\(properties)}, "required": ["q\($0)"]}
        """
      }
      return "{\"anyOf\": [\(alternatives)]}"
    }
    func documents(_ count: Int) -> (String, String) {
      (union(count, ""), union(count, ", \"maxLength\": 5"))
    }
    // The alternatives of the unions have four times as many properties, too.
    #expect(try growth(from: 15, documents) < 4 * proportionalGrowth)
    let (old, new) = documents(60)
    // One alternative differs in constraints alone.
    #expect(try compare(new, old).verdict == .compatible)
    let comparison = try compare(old, new)
    #expect(comparison.verdict == .unknown)
    #expect(comparison.reasons.allSatisfy { $0.rule == .alternatives })
    // The first of them has the same shape and the fewest parts.
    #expect(
      Set(comparison.reasons.map(\.problem)) == [
        "Only 1 of the 60 alternatives that may apply was compared, and it does not allow all old "
          + "values.",
        "Only 2 of the 60 alternatives that may apply were compared, and none of them allows all "
          + "old values.",
      ])
    #expect(
      try compare(union(60, ", \"pattern\": \"a\""), union(60, "", more: 1)).reasons.last?.rule
        == .limit)
    let few = documents(10)
    #expect(try compare(few.1, few.0).verdict == .compatible)
    #expect(
      try compare(few.0, few.1).reasons.map(\.rule) == Array(repeating: .alternatives, count: 10))
  }

  @Test func `H3: closed alternatives are found by the properties that they require`() throws {
    func union(_ count: Int, _ part: String) -> String {
      let alternatives = list(0..<count) { number in
        let names = (0..<10).map { "\"p\(number)-\($0)\"" }
        let properties = names.map { "\($0): {\"type\": \"string\"\(part)}" }
        return """
          {"type": "object", "additionalProperties": false,
            "required": [\(names.joined(separator: ","))],
            "properties": {\(properties.joined(separator: ","))}}
          """
      }
      return "{\"anyOf\": [\(alternatives)]}"
    }
    let growth = try growth(from: 50) { (union($0, ""), union($0, ", \"maxLength\": 5")) }
    #expect(growth < proportionalGrowth)
    let comparison = try compare(union(50, ""), union(50, ", \"maxLength\": 5"))
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.count + comparison.omittedReasons == 500)
    #expect(
      try compare(union(50, ", \"maxLength\": 5"), union(50, "")).verdict == .compatible)
  }

  @Test func `H3: an alternative that no other resembles is not compared with each`() throws {
    func documents(_ count: Int) -> (String, String) {
      func union(_ type: String) -> String {
        let alternatives = list(0..<count) { number in
          """
          {"type": "object", "required": ["p\(number)"], "additionalProperties": false,
            "properties": {"p\(number)": {"type": "\(type)"}}}
          """
        }
        return "{\"anyOf\": [\(alternatives)]}"
      }
      return (
        "{\"allOf\": [\(union("integer")), \(union("integer"))]}",
        "{\"allOf\": [\(union("number")), \(union("number"))]}"
      )
    }
    #expect(try growth(from: 100, documents) < proportionalGrowth)
  }

  @Test(.withOptimizer)
  func `H3: beyond a limit of work the result is unknown`() throws {
    let old = "{\"enum\": [\(list(0..<4_000) { "\"\(String(repeating: "v", count: 40))\($0)\"" })]}"
    let patterns = list(0..<400) { "{\"type\": \"string\", \"pattern\": \"^w\($0)$\"}" }
    let comparison = try compare(old, "{\"anyOf\": [\(patterns)]}")
    #expect(comparison.verdict != .compatible)
    // With all of the work done, each value would certainly be lost.
    #expect(comparison.reasons.contains { !$0.isCertain })
  }

  @Test func `names and patterns in two normal forms are different ones`() throws {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    for keyword in ["properties", "patternProperties"] {
      func object(_ name: String) -> String {
        """
        {"type": "object", "\(keyword)": {"\(name)": {"type": "string"}},
         "additionalProperties": false}
        """
      }
      #expect(try compare(object(composed), object(composed)).verdict == .compatible)
      #expect(
        try compare(object(composed), object(decomposed)).verdict != .compatible, "\(keyword)")
    }
    let old = "{\"type\": \"string\", \"pattern\": \"^\(composed)$\"}"
    let new = "{\"type\": \"string\", \"pattern\": \"^\(decomposed)$\"}"
    #expect(try compare(old, new).verdict != .compatible)
  }

  @Test func `H3: to look a value up among those that are listed counts as work`() throws {
    let importer = SchemaImporter()
    let graph = try SchemaGraph(importer.import(#"{"enum": ["a", "b"]}"#).schema)
    var budget = PatternBudget(documentSize: 1)
    var acceptance = ScalarAcceptance([graph.root], within: &budget)
    var work = ComparisonBudget(oldSize: 1, newSize: 1, maximumPairs: 1, maximumTests: 2)
    let answers = ["b", "c", "a"].map { acceptance.takes(.string($0), within: &work) }
    #expect(answers == [true, false, nil])
  }

  @Test(.withOptimizer, arguments: [100, 400])
  func `H3: the pairs of patterns whose common names are searched are in proportion`(
    size: Int
  ) throws {
    var work = ComparisonBudget(oldSize: size, newSize: size, maximumPairs: 1)
    var count = 0
    while work.allowsPatternPair() { count += 1 }
    #expect(count == 4_000 + 16 * size)
    // Beyond the limit, no difference is overlooked.
    func object(_ size: Int, _ change: Int) -> String {
      let rules = list(0..<size) {
        "\"^a\($0)x\": {\"type\": \"\($0 == change ? "string" : "integer")\"}"
      }
      return "{\"type\": \"object\", \"patternProperties\": {\(rules)}}"
    }
    let old = object(size, -1)
    #expect(try compare(old, object(size, size - 1)).verdict != .compatible)
    #expect(try compare(old, old).verdict == .compatible)
  }

  @Test func `H2: the patterns of alternatives share a budget`() throws {
    // Each pattern is written out as 60 000 instructions.
    let alternatives = list(0..<30) {
      "{\"type\": \"string\", \"pattern\": \"^(?:abcdefghij){6000}b\($0)$\"}"
    }
    let comparison = try compare("{\"enum\": [\"a\"]}", "{\"anyOf\": [\(alternatives)]}")
    #expect(comparison.reasons.map(\.isCertain) == [false])
  }

  @Test(.withOptimizer)
  func `H3: unions with too many alternatives are said not to be compared in full`() throws {
    // All alternatives require one property, by which none is found, and the new ones also others,
    // which no old one has.
    func union(_ name: String, requiring count: Int) -> String {
      let alternatives = list(0..<300) { number in
        let names = ["shared"] + (0..<10).map { "\(name)\(number)x\($0)" }
        let properties = names.map { "\"\($0)\":{}" }.joined(separator: ",")
        let required = names.prefix(count).map { "\"\($0)\"" }.joined(separator: ",")
        return """
          {"type":"object","properties":{\(properties)},"required":[\(required)],\
          "additionalProperties":false}
          """
      }
      return "{\"anyOf\": [\(alternatives)]}"
    }
    let comparison = try compare(union("a", requiring: 1), union("b", requiring: 11))
    let limits = comparison.reasons.filter { $0.rule == .limit }
    #expect(
      limits.map(\.problem) == [
        "Not all alternatives of the unions were compared, because the work would be out of "
          + "proportion to the schema."
      ])
  }
}
