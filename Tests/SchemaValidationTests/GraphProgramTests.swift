import SchemaConformances
import SchemaDialects
import SchemaTestSupport
import Testing
import ValidationTestSupport

@testable import SchemaValidation

/// V2: a graph is compiled from its nodes as from the document that plain JSON Schema has for it.
struct GraphProgramTests {
  private typealias Dynamic = DynamicGenerationSchema

  /// A validator of the document of a graph, by which null counts as absent, too.
  private func documentValidator(_ graph: SchemaGraph) throws -> ContentValidator {
    var options = ContentValidator.DocumentOptions()
    options.assertsFormats = true
    let document = try SchemaEncoder().encode(graph)
    return try ContentValidator(
      document: GeneratedContent(json: document.utf8), options: options, readsNullAsAbsent: true)
  }

  private func expectSame(_ graph: SchemaGraph, _ text: String, _ comment: String) throws -> Bool {
    let content = try GeneratedContent(json: text)
    let report = try ContentValidator(graph).checkedReport(on: content)
    let other = try documentValidator(graph).checkedReport(on: content)
    #expect(report == other, "\(comment): \(text)")
    #expect(
      report.violations.map(\.schemaURI) == other.violations.map(\.schemaURI),
      "\(comment): \(text)")
    return report.isValid
  }

  @Test(arguments: 0..<8)
  func `V2: random graphs and their documents give the same reports`(part: UInt64) throws {
    var verdicts: [Bool: Int] = [:]
    for seed in part * 50..<part * 50 + UInt64(tried(of: 50, oneIn: 50)) {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      var instances = RandomInstances(graph, seed: seed)
      var mutation = RandomMutation(seed: seed)
      for _ in 0..<6 {
        let text = instances.valid()
        let isValid = try expectSame(graph, text, "seed \(seed)")
        verdicts[isValid, default: 0] += 1
        let changed = mutation.text(of: try GeneratedContent(json: text))
        verdicts[try expectSame(graph, changed, "seed \(seed)"), default: 0] += 1
        var parser = GeneratedContentParser()
        try parser.append(String(text.prefix(text.count / 2)))
        let partial = parser.snapshot()
        #expect(
          try ContentValidator(graph).report(onPartial: partial)
            == documentValidator(graph).report(onPartial: partial), "seed \(seed): \(text)")
      }
    }
    #expect(
      (verdicts[true] ?? 0) > tried(of: 100, oneIn: 50)
        && (verdicts[false] ?? 0) > tried(of: 50, oneIn: 50))
  }

  @Test func `V2: constraints that a schema states several of, and what cannot be checked`() throws
  {
    let behind = try SchemaPattern(ecma: "(?<=a)b")
    let text = Dynamic(
      type: String.self,
      guides: [
        GenerationGuide(GuideValue(.pattern(behind))), .pattern(/^[a-z]+$/), .pattern(/x/),
        GenerationGuide(GuideValue(.format("email"))),
        GenerationGuide(GuideValue(.format("unheard-of"))),
      ])
    let never = Dynamic.Property(name: "gone", schema: .any, isOptional: true)
    let root = Dynamic(
      name: "Root",
      properties: [
        Dynamic.Property(name: "text", schema: text),
        Dynamic.Property(name: "link", schema: Dynamic(referenceTo: "Root"), isOptional: true),
        never,
        Dynamic.Property(name: "pair", schema: .tuple(of: [.string, .integer]), isOptional: true),
        Dynamic.Property(name: "none", schema: .tuple(of: []), isOptional: true),
      ])
    let graph = try SchemaGraph(GenerationSchema(root: root, dependencies: []))
    for json in [
      #"{"text": "A"}"#, #"{"text": "ax", "link": {"text": "x@y.z"}}"#,
      #"{"text": "x", "pair": [1, "a", 2], "none": [1]}"#, #"{"gone": null, "other": 1}"#,
      #"{"text": null, "link": null, "pair": []}"#,
    ] {
      _ = try expectSame(graph, json, "constraints")
    }
    let notes = try ContentValidator(graph).notes
    #expect(notes == (try documentValidator(graph).notes))
    #expect(notes.count == 2)
  }
}
