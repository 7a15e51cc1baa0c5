import SchemaTestSupport
import SchemaValidation
import Testing

/// V2: a verdict and a report are the same evaluation.
struct VerdictTests {
  private typealias Dynamic = DynamicGenerationSchema

  /// Definitions that say nothing but by references.
  private static let circle = ##"""
    "$defs": {
      "A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}, "C": {"$ref": "#/$defs/B"},
      "D": {"$ref": "#/$defs/E"}, "E": {"$ref": "#/$defs/F"}, "F": {"type": "string"}
    }
    """##

  @Test(
    arguments: [
      (##"{"not": {"$ref": "#"}}"##, "/not"),
      (##"{"oneOf": [{"$ref": "#"}, true]}"##, "/oneOf"),
      (##"{"if": {"$ref": "#"}, "then": false}"##, "/if"),
      (##"{"anyOf": [{"not": {"$ref": "#"}}, {"type": "string"}]}"##, "/anyOf/0/not"),
    ])
  func `V2: a schema that depends on whether it does not hold itself is not checked, and noted`(
    schema: String, path: String
  ) throws {
    let validator = try ContentValidator(document: schema)
    for json in ["1", "\"a\"", "{}"] {
      let content = try GeneratedContent(json: json)
      #expect(validator.isValid(content))
      #expect(validator.report(on: content).isValid)
    }
    #expect(validator.notes.map(\.path.pointer) == [path])
    #expect(validator.notes.first?.code == "schema.not-checked")
  }

  @Test(
    arguments: [
      (##"{"$ref": "#"}"##, "1", true),
      (##"{"allOf": [{"$ref": "#"}, {"type": "string"}]}"##, "1", false),
      (##"{"allOf": [{"$ref": "#"}, {"type": "string"}]}"##, "\"a\"", true),
      (##"{"items": {"$ref": "#/$defs/A"}, \##(circle)}"##, "[1]", true),
      (##"{"items": {"$ref": "#/$defs/B"}, \##(circle)}"##, "[1, {}]", true),
      (##"{"items": {"$ref": "#/$defs/C"}, \##(circle)}"##, "[1]", true),
      (##"{"items": {"$ref": "#/$defs/D"}, \##(circle)}"##, "[1]", false),
      (##"{"items": {"$ref": "#/$defs/D"}, \##(circle)}"##, "[\"a\"]", true),
      (
        // A needs itself and something impossible, so whatever leads to A fails in any order.
        ##"{"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}], "$defs": {"##
          + ##""A": {"allOf": [{"$ref": "#/$defs/B"}, false]}, "##
          + ##""B": {"anyOf": [{"$ref": "#/$defs/A"}]}}}"##, "1", false
      ),
    ])
  func `V2: a schema that leads back to itself holds unless something else fails`(
    schema: String, json: String, isValid: Bool
  ) throws {
    let validator = try ContentValidator(document: schema)
    let content = try GeneratedContent(json: json)
    #expect(validator.isValid(content) == isValid)
    #expect(validator.report(on: content).isValid == isValid)
    #expect(validator.notes.isEmpty)
  }

  @Test func `V3: null counts as absent also for the property that distinguishes alternatives`()
    throws
  {
    func shape(_ name: String, isOptional: Bool) -> Dynamic {
      Dynamic(
        name: name,
        properties: [
          Dynamic.Property(
            name: "kind", schema: Dynamic(type: String.self, guides: [.constant(name)]),
            isOptional: isOptional)
        ])
    }
    for count in [2, 5] {
      let required = (1..<count).map { shape("a\($0)", isOptional: false) }
      let validator = try makeValidator(
        ofValue: Dynamic(name: "Shape", anyOf: required + [shape("b", isOptional: true)]))
      for (json, isValid) in [
        (#"{"kind": null}"#, true), (#"{"kind": "b"}"#, true), ("{}", true),
        (#"{"kind": "c"}"#, false), (#"{"kind": 1}"#, false),
      ] {
        let content = try GeneratedContent(json: "{\"value\": \(json)}")
        #expect(validator.isValid(content) == isValid, "\(count) \(json)")
        #expect(validator.report(on: content).isValid == isValid, "\(count) \(json)")
      }
    }
  }

  @Test(arguments: 0..<8)
  func `V2: verdicts and reports agree, whatever the order of alternatives`(part: UInt64) throws {
    var verdicts: [Bool: Int] = [:]
    for seed in part * 400..<part * 400 + UInt64(randomCases(100, oneIn: 25)) {
      let rules = RandomRules(seed: seed)
      let given = try ContentValidator(document: rules.text(.given))
      let reversed = try ContentValidator(document: rules.text(.reversed))
      for json in RandomRules.instances {
        let content = try GeneratedContent(json: json)
        let isValid = given.isValid(content)
        verdicts[isValid, default: 0] += 1
        let results = [
          given.report(on: content).isValid, reversed.isValid(content),
          reversed.report(on: content).isValid,
        ]
        #expect(
          results.allSatisfy { $0 == isValid },
          "seed \(seed): \(isValid) \(results): \(json) by \(rules.text(.given))")
      }
    }
    #expect(
      (verdicts[true] ?? 0) > tried(of: 100, oneIn: 50)
        && (verdicts[false] ?? 0) > tried(of: 100, oneIn: 50))
  }
}
