import SchemaComparison
import SchemaImport
import SchemaTestSupport
import Testing

/// H3: sizes at which comparing each with each takes minutes.
@Suite struct ComparisonProportionTests {
  private func compare(_ old: String, _ new: String) throws -> SchemaCompatibility {
    let importer = SchemaImporter()
    return SchemaCompatibility(
      from: try SchemaGraph(importer.import(old).schema),
      to: try SchemaGraph(importer.import(new).schema))
  }

  private func list(_ range: Range<Int>, _ element: (Int) -> String) -> String {
    range.map(element).joined(separator: ",")
  }

  @Test func `H3: the values of long lists are found by their hashes`() throws {
    let old = "{\"enum\": [\(list(0..<20_000) { "\"v\($0)\"" })]}"
    let new = "{\"enum\": [\(list(1..<20_001) { "\"v\(20_001 - $0)\"" })]}"
    #expect(try compare(old, old).verdict == .compatible)
    let comparison = try compare(old, new)
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.map(\.rule) == [.values])
    #expect(comparison.reasons.first?.problem.hasPrefix("\"v0\" was allowed") == true)
  }

  @Test func `H3: values are found in unions of many constants, and of lists`() throws {
    let old = "{\"enum\": [\(list(0..<5_000) { "\"v\($0)\"" })]}"
    let constants = list(0..<4_999) { "{\"const\": \"v\($0)\"}" }
    let new = "{\"anyOf\": [\(constants), {\"enum\": [\"v4999\", 1]}]}"
    #expect(try compare(old, new).verdict == .compatible)
    let less = "{\"anyOf\": [\(constants), {\"type\": \"integer\"}]}"
    #expect(try compare(old, less).reasons.map(\.rule) == [.values])
  }

  @Test func `H3: properties are compared with the patterns that match their names`() throws {
    func object(_ keyword: String, _ type: String, _ name: (Int) -> String) -> String {
      let members = list(0..<tried(of: 1_000)) { "\"\(name($0))\": {\"type\": \"\(type)\"}" }
      return "{\"type\": \"object\", \"\(keyword)\": {\(members)}, \"additionalProperties\": false}"
    }
    let properties = object("properties", "integer") { "p\($0)-" }
    let patterns = object("patternProperties", "number") { "^p\($0)-" }
    #expect(try compare(properties, patterns).verdict == .compatible)
    let others = object("patternProperties", "string") { "^p\($0)-" }
    let comparison = try compare(properties, others)
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.count + comparison.omittedReasons == tried(of: 1_000))
    #expect(comparison.reasons.first?.path.pointer == "/p0-")
    // What the new schema lists is compared with the first old pattern that matches it.
    let back = try compare(patterns, properties)
    #expect(back.verdict == .breaking)
  }

  @Test func `H3: alternatives are found by the property that tells them apart`() throws {
    func union(_ type: String, _ range: Range<Int>) -> String {
      let alternatives = list(range) { number in
        """
        {"type": "object", "required": ["kind", "a"], "properties": {
          "kind": {"const": "k\(number)"}, "a": {"type": "\(type)"}, "b\(number)": {}}}
        """
      }
      return "{\"anyOf\": [\(alternatives)]}"
    }
    let count = tried(of: 1_500)
    #expect(
      try compare(union("integer", 0..<count), union("number", 0..<count + 1)).verdict
        == .compatible)
    let comparison = try compare(union("number", 0..<count), union("integer", 0..<count))
    #expect(comparison.verdict == .breaking)
    #expect(comparison.reasons.count + comparison.omittedReasons == count)
    let missing = try compare(union("integer", 0..<count), union("integer", 1..<count))
    #expect(missing.reasons.map(\.rule) == [.alternatives])
  }

  @Test(.enabled(if: isOptimized, "It takes long without the optimiser."))
  func `H3: beyond a limit of work the answer is that it is not known`() throws {
    let old = "{\"enum\": [\(list(0..<4_000) { "\"\(String(repeating: "v", count: 40))\($0)\"" })]}"
    let patterns = list(0..<400) { "{\"type\": \"string\", \"pattern\": \"^w\($0)$\"}" }
    let comparison = try compare(old, "{\"anyOf\": [\(patterns)]}")
    #expect(comparison.verdict != .compatible)
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
}
