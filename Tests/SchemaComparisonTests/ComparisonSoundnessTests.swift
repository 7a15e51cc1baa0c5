import SchemaComparison
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import SchemaValidation
import Testing
import ValidationTestSupport

/// Random pairs of schemas, validated with random values.
struct ComparisonSoundnessTests {
  @Test func `if schemas are compatible, values of the old one are valid under the new one`()
    throws
  {
    var options = SchemaCompatibility.Options()
    options.assumesAddedNamesAreUnused = false
    var compatible = 0
    var breaking = 0
    var witnesses = 0
    for seed in 0..<UInt64(tried(of: 160, oneIn: 4)) {
      var mutation = SchemaMutation(seed: seed)
      let first = try RandomSchema(seed: seed % 90).schema
      let text = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(first).jsonString()
      let changed = mutation.mutated(try GeneratedContent(json: text))
      guard let imported = try? SchemaImporter().import(changed), imported.isLossless,
        let mutant = try? SchemaGraph(imported.schema)
      else { continue }
      let original = try SchemaGraph(SchemaImporter().import(text).schema)
      let verdict = SchemaCompatibility(
        from: original, to: mutant, options: options
      ).verdict
      let lost = try lostInstance(from: original, to: mutant, seed: seed)
      switch verdict {
      case .compatible:
        compatible += 1
        #expect(lost == nil, "seed \(seed): \(text) and \(changed.jsonString)")
      case .breaking:
        breaking += 1
        if lost != nil { witnesses += 1 }
      case .unknown: break
      }
    }
    // Enough of each to say something; and of what breaks a good part shows by chance.
    #expect(compatible > tried(of: 30, oneIn: 4), "\(compatible)")
    #expect(breaking > tried(of: 10, oneIn: 4), "\(breaking)")
    #expect(witnesses * 3 > breaking, "\(witnesses) of \(breaking)")
  }

  /// A closed object that requires `b`, with as many properties as a limit allows.
  private static func object(_ properties: String, most: Int = 1) -> String {
    """
    {"type": "object", "properties": {\(properties)"b": {"type": "string"}}, "required": ["b"],
    "maxProperties": \(most), "additionalProperties": false}
    """
  }

  private static let texts = object(#""a": {"type": "string"}, "#)
  private static let integers = object(#""a": {"type": "integer"}, "#)
  private static let open =
    #"{"type": "object", "properties": {"b": {}}, "required": ["b"], "maxProperties": 1}"#

  @Test(
    arguments: [
      (texts, object("")), (integers, texts),
      (open, #"{"type": "object", "properties": {"b": {}}, "additionalProperties": false}"#),
      (open, #"{"type": "object", "properties": {"b": {}, "a": {"type": "string"}}}"#),
      (
        #"{"type": "object", "patternProperties": {"^a": {"type": "string"}}, "maxProperties": 0}"#,
        #"{"type": "object", "patternProperties": {"^a": {"type": "null"}}}"#
      ),
    ])
  func `properties for which the old object has no room lose nothing`(old: String, new: String)
    throws
  {
    let comparison = SchemaCompatibility(
      from: try SchemaGraph(SchemaImporter().import(old).schema),
      to: try SchemaGraph(SchemaImporter().import(new).schema))
    #expect(comparison.verdict == .compatible, "\(comparison.reasons)")
  }

  @Test(arguments: [
    (object(#""a": {"type": "string"}, "#, most: 2), object("")),
    (texts, #"{"type": "object", "required": ["a"]}"#),
    (texts, #"{"type": "object", "required": ["c"]}"#),
  ])
  func `properties that the old object has room for, or lacks, are lost`(old: String, new: String)
    throws
  {
    let comparison = SchemaCompatibility(
      from: try SchemaGraph(SchemaImporter().import(old).schema),
      to: try SchemaGraph(SchemaImporter().import(new).schema))
    #expect(comparison.verdict == .breaking, "\(comparison.reasons)")
  }

  /// A value of the old schema that is not a value of the new one, if a few tries find one.
  private func lostInstance(
    from old: SchemaGraph, to new: SchemaGraph, seed: UInt64
  ) throws -> String? {
    let validator = try ContentValidator(new)
    let oldValidator = try ContentValidator(old)
    var instances = RandomInstances(old, seed: seed)
    for _ in 0..<12 {
      let instance = instances.valid()
      let content = try GeneratedContent(json: instance)
      // An instance that is not a value of the old schema proves nothing.
      if oldValidator.checkedReport(on: content).isValid,
        !validator.checkedReport(on: content).isValid
      {
        return instance
      }
    }
    return nil
  }
}

/// Changes a JSON Schema here and there.
private struct SchemaMutation {
  private var random: SplitMix64

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The schema with one place changed, or a few.
  mutating func mutated(_ content: GeneratedContent) -> GeneratedContent {
    var content = content
    for _ in 0...random.below(2) { content = changed(content, depth: 0) }
    return content
  }

  private typealias Members = [(String, GeneratedContent)]

  private func object(_ members: Members) -> GeneratedContent {
    GeneratedContent(
      properties: members.map { ($0.0, $0.1 as any ConvertibleToGeneratedContent) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A schema, changed at its root or somewhere inside.
  private mutating func changed(_ schema: GeneratedContent, depth: Int) -> GeneratedContent {
    var members = schema.properties.map { ($0.0, $0.1) }
    let inner = members.indices.filter {
      ["properties", "items", "anyOf", "$defs"].contains(members[$0].0)
    }
    if depth < 8, !inner.isEmpty, !random.oneIn(3) {
      let index = random.pick(inner)
      members[index].1 = changedInside(members[index].1, members[index].0, depth: depth)
      return object(members)
    }
    if random.oneIn(6), depth > 0 {
      return object([
        (
          "anyOf",
          GeneratedContent(elements: [schema, object([("type", "null".generatedContent)])])
        )
      ])
    }
    guard !members.isEmpty else { return schema }
    let index = random.below(members.count)
    switch members[index].0 {
    case "minimum", "maximum", "minItems", "maxItems", "minLength", "maxLength":
      if random.oneIn(4) {
        members.remove(at: index)
      } else if let number = try? members[index].1.value(Int.self) {
        members[index].1 = (number + random.below(5) - 2).generatedContent
      }
    case "required", "enum":
      var elements = Array(members[index].1.elements)
      if elements.count > 1, random.oneIn(2) {
        elements.remove(at: random.below(elements.count))
      } else if members[index].0 == "enum" {
        elements.append("new".generatedContent)
      } else if let names = members.first(where: { $0.0 == "properties" })?.1.properties {
        elements = names.map { $0.0.generatedContent }
      }
      members[index].1 = GeneratedContent(elements: elements)
    case "additionalProperties": members[index].1 = random.oneIn(2).generatedContent
    case "type" where members.count < 3:
      let types = ["string", "integer", "number", "boolean", "null"]
      members[index].1 = random.pick(types).generatedContent
    default: break
    }
    return object(members)
  }

  private mutating func changedInside(
    _ content: GeneratedContent, _ keyword: String, depth: Int
  ) -> GeneratedContent {
    switch keyword {
    case "items": return changed(content, depth: depth + 1)
    case "anyOf":
      var choices = Array(content.elements)
      guard !choices.isEmpty else { return content }
      let index = random.below(choices.count)
      if choices.count > 1, random.oneIn(3) {
        choices.remove(at: index)
      } else {
        choices[index] = changed(choices[index], depth: depth + 1)
      }
      return GeneratedContent(elements: choices)
    default:
      var members = content.properties.map { ($0.0, $0.1) }
      if keyword == "properties", random.oneIn(5) {
        members.append(("added", object([("type", "string".generatedContent)])))
        return object(members)
      }
      guard !members.isEmpty else { return content }
      let index = random.below(members.count)
      if keyword == "properties", random.oneIn(5) {
        members.remove(at: index)
      } else {
        members[index].1 = changed(members[index].1, depth: depth + 1)
      }
      return object(members)
    }
  }
}
