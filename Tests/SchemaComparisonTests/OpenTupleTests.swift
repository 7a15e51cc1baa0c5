import SchemaComparison
import SchemaImport
import Testing

/// Arrays with schemas for their first elements, whose length is open.
struct OpenTupleTests {
  private static let two = #""prefixItems": [{"type": "string"}, {"type": "integer"}]"#
  private static let fixed = #"\#(two), "items": false, "minItems": 2"#
  private static let closed = #"\#(two), "items": false"#
  private static let typed = #"\#(two), "items": {"type": "boolean"}"#

  @Test(
    arguments: [
      (fixed, closed, .compatible, []), (closed, fixed, .breaking, [""]),
      (closed, two, .compatible, []), (two, closed, .breaking, [""]),
      (closed, typed, .compatible, []), (typed, two, .compatible, []),
      (two, typed, .breaking, [""]),
      (typed, #"\#(two), "items": {"type": "null"}"#, .breaking, [""]),
      (
        closed, #""prefixItems": [{"type": "string"}, {"type": "null"}], "items": false"#,
        .breaking,
        ["/1"]
      ),
      (#"\#(closed), "maxItems": 1"#, #""items": {"type": "string"}"#, .compatible, []),
      (closed, #""items": {"type": "string"}"#, .breaking, ["/1"]),
      (#""items": {"type": "string"}"#, two, .breaking, [""]),
      (#""items": {"type": "string"}, "maxItems": 1"#, closed, .compatible, []),
      // The third element has a schema of its own only in one of the two.
      (
        typed,
        #"""
        "prefixItems": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}], \#
        "items": {"type": "boolean"}
        """#, .compatible, []
      ),
      (
        typed,
        #"""
        "prefixItems": [{"type": "string"}, {"type": "integer"}, {"type": "null"}], \#
        "items": {"type": "boolean"}
        """#, .breaking, [""]
      ),
    ] as [(String, String, SchemaCompatibility.Verdict, [String])])
  func `elements are compared one by one, and then the further ones`(
    old: String, new: String, verdict: SchemaCompatibility.Verdict, places: [String]
  ) throws {
    func graph(_ keywords: String) throws -> SchemaGraph {
      let imported = try SchemaImporter().import(#"{"type": "array", \#(keywords)}"#)
      #expect(imported.isLossless, "\(imported.diagnostics)")
      return try SchemaGraph(imported.schema)
    }
    let comparison = SchemaCompatibility(from: try graph(old), to: try graph(new))
    #expect(comparison.verdict == verdict, "\(comparison.reasons)")
    #expect(comparison.reasons.map(\.path.pointer) == places, "\(comparison.reasons)")
  }
}
