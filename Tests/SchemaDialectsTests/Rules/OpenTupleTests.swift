import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Arrays with schemas for their first elements, whose length is open, in each dialect.
struct OpenTupleTests {
  /// The keywords of the array in a property `t`; `nil` if the dialect rejects it.
  private func text(
    optional: Int, rest: GenerationSchema.Kind?, isMentioned: Bool = true,
    counts: (Int?, Int?) = (nil, nil), in name: String
  ) throws -> String? {
    var builder = SchemaTableBuilder(name: "Holder")
    let root = builder.reserve()
    let elements = [builder.append(.string), builder.append(.integer)]
    let further = rest.map { GenerationSchema.Reference.entry(builder.append($0)) }
    let isBounded = counts.0 != nil || counts.1 != nil
    let tuple = builder.append(
      .tuple(
        elements.map { .entry($0) }, optional: optional,
        rest: isMentioned ? further : .unmentioned),
      guides: isBounded ? [GuideValue(.count(minimum: counts.0, maximum: counts.1))] : [])
    builder.declare(
      root,
      kind: .object(
        [GenerationSchema.Property(name: "t", reference: .entry(tuple))], additional: nil))
    let dialect = try #require(DialectRegistry.standard.dialect(named: name))
    let schema = try builder.makeSchema()
    guard let document = try? SchemaEncoder(dialect: dialect).encode(schema) else { return nil }
    let parts = document.jsonString().split(separator: #""t":{"#, maxSplits: 1)
    return parts.count == 2 ? String(parts[1]) : nil
  }

  private static let first = #""prefixItems":[{"type":"string"},{"type":"integer"}]"#

  /// Expects that the array has some keywords, and ends after them.
  private func expect(_ text: String?, _ keywords: String?, in name: String) {
    guard let keywords else { return #expect(text == nil, "\(name): \(text ?? "")") }
    #expect(text?.hasPrefix(keywords + "}") == true, "\(name): \(text ?? "rejected")")
  }

  @Test(arguments: [
    ("json-schema", #""type":"array","minItems":1,"maxItems":2,"#),
    ("gemini", #""type":"array","minItems":1,"maxItems":2,"#),
    ("xai", #""type":"array","minItems":1,"maxItems":2,"#),
    ("llama.cpp", #""type":"array","minItems":1,"maxItems":2,"#),
    ("xgrammar", #""type":"array","minItems":1,"#),
    ("cerebras", #""type":"array","description":"At least 1 element.","#),
    ("openai", nil), ("anthropic", nil), ("apple", nil), ("gemini-openapi", nil), ("mistral", nil),
  ])
  func `an optional element is one that the smallest number leaves out`(
    name: String, keywords: String?
  ) throws {
    let closing = ["xgrammar", "cerebras"].contains(name) ? #","items":false"# : ""
    expect(
      try text(optional: 1, rest: nil, in: name), keywords.map { $0 + Self.first + closing },
      in: name)
  }

  @Test(arguments: [
    ("json-schema", #""minItems":3,"maxItems":9,"#), ("gemini", #""minItems":3,"maxItems":9,"#),
    ("xgrammar", #""minItems":3,"maxItems":9,"#), ("xai", nil), ("llama.cpp", nil),
    ("cerebras", nil), ("openai", nil),
  ])
  func `further elements are written where the reader understands them`(
    name: String, counts: String?
  ) throws {
    let keywords = counts.map {
      #""type":"array",\#($0)\#(Self.first),"items":{"type":"boolean"}"#
    }
    expect(
      try text(optional: 0, rest: .boolean, counts: (3, 9), in: name), keywords, in: name)
  }

  @Test(arguments: [
    ("json-schema", ""), ("gemini", #","items":{}"#), ("xgrammar", #","items":{}"#),
    ("llama.cpp", #""maxItems":2,"#), ("xai", #""maxItems":2,"#),
  ])
  func `D11: further elements that a document does not mention are left open or closed`(
    name: String, keywords: String
  ) throws {
    let isClosed = keywords.hasPrefix("\"")
    expect(
      try text(optional: 2, rest: nil, isMentioned: false, in: name),
      #""type":"array",\#(isClosed ? keywords : "")\#(Self.first)\#(isClosed ? "" : keywords)"#,
      in: name)
  }

  @Test(arguments: [(nil, 1), (3, nil), (2, 1)] as [(Int?, Int?)])
  func `E14: counts that no length satisfies are an error`(least: Int?, most: Int?) throws {
    var builder = SchemaTableBuilder(name: "Pair")
    let root = builder.reserve()
    let element = builder.append(.string)
    builder.declare(
      root, kind: .tuple([.entry(element), .entry(element)]),
      guides: [GuideValue(.count(minimum: least, maximum: most))])
    let schema = try builder.makeSchema()
    let error = #expect(throws: SchemaError.self) { try SchemaGraph(schema) }
    guard case .contradictoryGuides = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
