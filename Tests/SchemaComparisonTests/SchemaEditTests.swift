import SchemaComparison
import SchemaImport
import Testing

/// Edits of one schema, each with its known answer.
struct SchemaEditTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    let name: String
    /// The replaced text of the schema; an addition replaces the text before it.
    let old: String
    let new: String
    let verdict: SchemaCompatibility.Verdict
    var rule: ComparisonRule?
    var pointer: String?

    var testDescription: String { name }
  }

  static let order = """
    {"type": "object", "title": "Order", "required": ["id", "lines", "state"],
     "properties": {
      "id": {"type": "integer", "minimum": 1},
      "state": {"enum": ["open", "paid", "sent"]},
      "note": {"type": "string", "maxLength": 200},
      "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Line"}},
      "address": {"anyOf": [{"type": "string"}, {"$ref": "#/$defs/Address"}]}},
     "$defs": {
      "Line": {"type": "object", "additionalProperties": false, "required": ["sku"],
       "properties": {"sku": {"type": "string"}, "count": {"type": "integer", "maximum": 99}}},
      "Address": {"type": "object", "additionalProperties": false, "required": ["street"],
       "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}}}
    """

  static let edits: [Edit] = [
    Edit(name: "nothing", old: "Order", new: "Purchase", verdict: .compatible),
    Edit(
      name: "a definition is renamed", old: "Address\"", new: "Place\"", verdict: .compatible),
    Edit(
      name: "a description is added", old: #""id": {"#, new: #""id": {"description": "Number", "#,
      verdict: .compatible),
    Edit(
      name: "an optional property is added to an open object", old: #""note":"#,
      new: #""gift": {"type": "boolean"}, "note":"#, verdict: .compatible),
    Edit(
      name: "an optional property is added to a closed object", old: #""sku": {"#,
      new: #""size": {"type": "string"}, "sku": {"#, verdict: .compatible),
    Edit(
      name: "a required property is added", old: #"["sku"],\#n   "properties": {"#,
      new: #"["sku", "price"], "properties": {"price": {"type": "number"}, "#,
      verdict: .breaking, rule: .addedProperty, pointer: "/lines/price"),
    Edit(
      name: "an optional property becomes required", old: #"["sku"],"#, new: #"["sku", "count"],"#,
      verdict: .breaking, rule: .requiredProperty, pointer: "/lines/count"),
    Edit(
      name: "a required property becomes optional", old: #""lines", "state"],"#, new: #""lines"],"#,
      verdict: .compatible),
    Edit(
      name: "a property of a closed object is removed", old: #", "city": {"type": "string"}"#,
      new: "", verdict: .breaking, rule: .removedProperty, pointer: "/address/Address/city"),
    Edit(
      name: "a property of an open object is removed",
      old: #""note": {"type": "string", "maxLength": 200},"#, new: "", verdict: .compatible),
    Edit(
      name: "an open object is closed", old: #""title": "Order","#,
      new: #""title": "Order", "additionalProperties": false,"#, verdict: .breaking,
      rule: .closedObject, pointer: ""),
    Edit(
      name: "a closed object is opened", old: #""additionalProperties": false, "#, new: "",
      verdict: .compatible),
    Edit(
      name: "a choice is added", old: #""sent"]"#, new: #""sent", "lost"]"#, verdict: .compatible),
    Edit(
      name: "a choice is removed", old: #", "sent"]"#, new: "]", verdict: .breaking, rule: .values,
      pointer: "/state"),
    Edit(
      name: "a list of choices becomes any string", old: #"{"enum": ["open", "paid", "sent"]}"#,
      new: #"{"type": "string"}"#, verdict: .compatible),
    Edit(
      name: "an integer becomes a number", old: #"{"type": "integer", "minimum": 1}"#,
      new: #"{"type": "number", "minimum": 1}"#, verdict: .compatible),
    Edit(
      name: "a type changes", old: #"{"type": "integer", "minimum": 1}"#,
      new: #"{"type": "string"}"#, verdict: .breaking, rule: .type, pointer: "/id"),
    Edit(
      name: "a bound is tightened", old: #""maximum": 99"#, new: #""maximum": 9"#,
      verdict: .breaking, rule: .range, pointer: "/lines/count"),
    Edit(
      name: "a bound is loosened", old: #""maximum": 99"#, new: #""maximum": 999"#,
      verdict: .compatible),
    Edit(
      name: "a string may be shorter only", old: "200", new: "100", verdict: .breaking,
      rule: .length, pointer: "/note"),
    Edit(
      name: "more elements are required", old: #""minItems": 1"#, new: #""minItems": 2"#,
      verdict: .breaking, rule: .elementCount, pointer: "/lines"),
    Edit(
      name: "an alternative is added", old: #"{"anyOf": ["#, new: #"{"anyOf": [{"type": "null"}, "#,
      verdict: .compatible),
    Edit(
      name: "an alternative is removed", old: ##"{"type": "string"}, {"$ref": "#/$defs/Address"}"##,
      new: ##"{"$ref": "#/$defs/Address"}"##, verdict: .breaking, rule: .alternatives,
      pointer: "/address/0"
    ),
    Edit(
      name: "a pattern is added", old: #""sku": {"type": "string""#,
      new: #""sku": {"type": "string", "pattern": "^[A-Z]+$""#, verdict: .breaking, rule: .pattern,
      pointer: "/lines/sku"),
    Edit(
      name: "a recursive part is added", old: #""sku": {"#,
      new: ##""parts": {"type": "array", "items": {"$ref": "#/$defs/Line"}}, "sku": {"##,
      verdict: .compatible),
  ]

  private func graph(_ text: String) throws -> SchemaGraph {
    try SchemaGraph(SchemaImporter().import(text).schema)
  }

  @Test(arguments: edits)
  func `an edit has its known verdict, rule and place`(edit: Edit) throws {
    let changed = Self.order.replacing(edit.old, with: edit.new)
    try #require(changed != Self.order)
    let result = SchemaCompatibility(from: try graph(Self.order), to: try graph(changed))
    #expect(result.verdict == edit.verdict, "\(result.reasons)")
    #expect(result.reasons.map(\.rule) == (edit.rule.map { [$0] } ?? []), "\(result.reasons)")
    #expect(result.reasons.map(\.path.pointer) == (edit.pointer.map { [$0] } ?? []))
  }

  @Test func `an optional property in an open object is breaking if any name may be used`() throws {
    let changed = Self.order.replacing(#""note":"#, with: #""gift": {"type": "boolean"}, "note":"#)
    var options = SchemaCompatibility.Options()
    options.assumesAddedNamesAreUnused = false
    let result = SchemaCompatibility(
      from: try graph(Self.order), to: try graph(changed), options: options)
    #expect(result.verdict == .breaking)
    #expect(result.reasons.map(\.path.pointer) == ["/gift"])
  }

  @Test func `a dictionary may have any key, so a property that gets a type there is breaking`()
    throws
  {
    let old = #"{"type": "object", "additionalProperties": {"type": "integer"}}"#
    let new = """
      {"type": "object", "properties": {"total": {"type": "string"}},
       "additionalProperties": {"type": "integer"}}
      """
    let result = SchemaCompatibility(from: try graph(old), to: try graph(new))
    #expect(result.verdict == .breaking)
    #expect(result.reasons.map(\.path.pointer) == ["/total"])
  }

  @Test func `a schema that states less than its document makes a verdict uncertain`() throws {
    let number = try graph(#"{"type": "number"}"#)
    let integer = try graph(#"{"type": "integer"}"#)
    var options = SchemaCompatibility.Options()
    options.newStatesLessThanDocument = true
    let kept = SchemaCompatibility(from: integer, to: number, options: options)
    #expect(kept.verdict == .unknown)
    #expect(kept.reasons.map(\.rule) == [.lossySchema])
    #expect(SchemaCompatibility(from: number, to: integer, options: options).verdict == .breaking)
    options.oldStatesLessThanDocument = true
    #expect(SchemaCompatibility(from: number, to: integer, options: options).verdict == .unknown)
  }

  @Test func `each rule has a code of its own`() {
    let codes = ComparisonRule.allCases.map(\.code)
    #expect(Set(codes).count == codes.count)
    #expect(codes.allSatisfy { $0.hasPrefix("compare.") })
  }
}
