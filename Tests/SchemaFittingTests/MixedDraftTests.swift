import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Documents that name no draft, with forms of several drafts.
struct MixedDraftTests {
  @Test(arguments: ["openai", "anthropic", "gemini", "gemini-openapi", "apple", "json-schema"])
  func `I7: fitted answers are content that the document itself accepts`(name: String) throws {
    let dialect = FittedDialects.dialect(named: name)
    let encoder = SchemaEncoder(dialect: dialect)
    var count = 0
    for seed in 1...UInt64(randomCases(2_000, oneIn: 20)) {
      var document = MixedDocument(seed: seed)
      let text = document.text()
      guard let imported = Self.imported(text), let graph = try? SchemaGraph(imported.schema),
        let encoded = try? encoder.fit(graph),
        encoded.diagnostics.allSatisfy({ $0.severity == .note })
      else { continue }
      let judge = try ContentValidator(document: text)
      #expect(judge.notes.isEmpty, "seed \(seed): \(text)\n\(judge.notes)")
      let fitted = try SchemaGraph(
        SchemaImporter().import(FittedDialects.document(of: encoded, in: dialect)).schema)
      var answers = RandomInstances(fitted, seed: seed)
      for _ in 0..<8 {
        let answer = try GeneratedContent(json: answers.valid())
        let content: GeneratedContent
        do {
          content = try encoded.content(from: answer)
        } catch let error as AnswerMappingError {
          // The document states only in words that keys are distinct.
          #expect(error.problem.contains("twice"), "seed \(seed): \(text)\n\(error)")
          continue
        }
        let report = judge.checkedReport(on: content)
        #expect(report.isValid, "seed \(seed): \(text)\n\(content.jsonString)\n\(report)")
        count += 1
      }
    }
    #expect(count > tried(of: 1_000), "\(name): hardly anything was checked.")
  }

  /// Documents with `nullable` next to schemas, and in schemas that others combine.
  static let nullable: [(document: String, allowsNull: Bool)] = [
    (#"{"type":"object","nullable":true,"allOf":[{"type":"object"}]}"#, true),
    (##"{"type":"string","nullable":true,"$ref":"#/$defs/a","$defs":{"a":{"const":"a"}}}"##, true),
    (
      #"""
      {"allOf":[{"type":"object","nullable":true,"allOf":[{"type":"object"}]},
                {"type":["object","null"],"properties":{"a":{"type":"string"}}}]}
      """#, true
    ),
    (
      #"""
      {"allOf":[{"type":"string","nullable":true,"enum":["a","b"]},
                {"type":["string","null"],"maxLength":5}]}
      """#, true
    ),
    (
      #"{"allOf":[{"type":"string","nullable":true,"enum":["a","b"]},{"type":"string"}]}"#, false
    ),
    (
      #"""
      {"allOf":[{"nullable":true,"$ref":"#/$defs/a"},{"type":["string","null"]}],
       "$defs":{"a":{"type":"string"}}}
      """#, true
    ),
    (
      #"""
      {"allOf":[{"nullable":true,"anyOf":[{"type":"string"},{"type":"integer"}]},
                {"type":["string","null"]}]}
      """#, true
    ),
    (
      #"""
      {"type":["object","null"],"properties":{"y":{"type":"string"}},
       "anyOf":[{"type":"object","nullable":true,"oneOf":[{"required":["x"]}]}]}
      """#, true
    ),
    (
      #"{"type":["string","null"],"anyOf":[{"nullable":true,"const":"a"},{"enum":["b"]}]}"#, true
    ),
    (#"{"type":"string","anyOf":[{"nullable":true,"const":"a"},{"enum":["b"]}]}"#, false),
    (#"{"nullable":true,"enum":["a",null],"allOf":[{"type":"string"}]}"#, true),
    (#"{"type":"string","nullable":true,"enum":["a",null]}"#, true),
    (
      #"{"allOf":[{"type":"string","nullable":true,"const":"a"},{"type":["null","integer"]}]}"#,
      true
    ),
  ]

  @Test(arguments: nullable)
  func `I7: the import and the judge agree on null`(document: String, allowsNull: Bool) throws {
    let schema = try SchemaImporter().import(document).schema
    let null = try GeneratedContent(json: "null")
    #expect(try ContentValidator(document: document).isValid(null) == allowsNull)
    #expect(try ContentValidator(SchemaGraph(schema)).isValid(null) == allowsNull)
  }

  /// The import of a document; `nil` if it has a warning, or no value satisfies the document.
  private static func imported(_ text: String) -> ImportedSchema? {
    do {
      let imported = try SchemaImporter().import(text)
      return imported.isLossless ? imported : nil
    } catch {
      let rule = (error as? SchemaImportError)?.rule
      #expect(rule == .unsatisfiable, "\(text)\n\(error)")
      return nil
    }
  }
}

/// A random JSON Schema document that mixes the forms of all drafts and of OpenAPI 3.0.
private struct MixedDocument {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func text() -> String {
    let definitions = random.pick(["definitions", "$defs"])
    // It does not refer to itself, which could have no finite value.
    let target = object(depth: 0)
    return #"{\#(object(depth: 3)),"\#(definitions)":{"D":{\#(target)}}}"#
      .replacing("#/d", with: "#/\(definitions)")
  }

  private mutating func schema(depth: Int) -> String {
    let members =
      switch random.below(depth > 0 ? 14 : 5) {
      case 0: number()
      case 1: #""type":"string""#
      case 2: #""const":\#(random.pick(["1", #""c""#, "null"]))"#
      case 3: #""enum":["a","b",3]"#
      case 4: #""type":["string","null"],"maxLength":3"#
      case 5, 6: list(depth: depth - 1)
      case 7: #""type":"array","items":{\#(schema(depth: depth - 1))},"maxItems":2"#
      case 8: ##""$ref":"#/d/D""##
      case 9:
        #""anyOf":[{"type":"boolean"},{"type":"array","items":{\#(schema(depth: depth - 1))}}]"#
      case 10, 11:
        #""oneOf":[{\#(schema(depth: depth - 1))},{\#(schema(depth: depth - 1))}]"#
      default: object(depth: depth - 1)
      }
    return random.oneIn(4) ? members + #","nullable":true"# : members
  }

  private mutating func number() -> String {
    let bound = random.below(5)
    let type = random.pick(["integer", "number"])
    let constraint =
      switch random.below(4) {
      case 0: #""minimum":\#(bound),"exclusiveMinimum":true"#
      case 1: #""maximum":\#(bound),"exclusiveMaximum":\#(random.pick(["true", "false"]))"#
      case 2: #""exclusiveMinimum":\#(bound)"#
      default: #""minimum":\#(bound),"exclusiveMaximum":\#(bound + 3)"#
      }
    return #""type":"\#(type)",\#(constraint)"#
  }

  /// Schemas of the first elements, in the form of an older or a newer draft.
  private mutating func list(depth: Int) -> String {
    let count = 1 + random.below(2)
    var elements: [String] = []
    for _ in 0..<count { elements.append("{\(schema(depth: depth))}") }
    let (first, rest) = random.pick([("items", "additionalItems"), ("prefixItems", "items")])
    let end = random.oneIn(2) ? #""maxItems":\#(count)"# : #""\#(rest)":false"#
    return #""type":"array","\#(first)":[\#(elements.joined(separator: ","))],"#
      + #""minItems":\#(count),\#(end)"#
  }

  private mutating func object(depth: Int) -> String {
    let properties = ["a", "b", "c"].prefix(1 + random.below(3)).map { name in
      #""\#(name)":{\#(schema(depth: depth))}"#
    }
    let required = random.pick([#"["a"]"#, "[]"])
    var members =
      #""type":"object","properties":{\#(properties.joined(separator: ","))},"#
      + #""required":\#(required)"#
    if !random.oneIn(4) { members += #","additionalProperties":false"# }
    if random.oneIn(12) { members += #","dependencies":{"a":["b"]}"# }
    if random.oneIn(12) { members += #","dependentRequired":{"a":["b"]}"# }
    return members
  }
}
