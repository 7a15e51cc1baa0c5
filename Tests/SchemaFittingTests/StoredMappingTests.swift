import Foundation
import SchemaConformances
import SchemaContent
import SchemaDialects
import SchemaEncoding
import SchemaFitting
import SchemaTestSupport
import Testing

/// A mapping as data: what is decoded does what was encoded (rules D8 and V2).
struct StoredMappingTests {
  private static let lastOfEachName = GeneratedContentParser.Options(duplicateKeys: .keepLast)

  @Test(arguments: FittedDialects.names)
  func `V2: a stored mapping distinguishes alternatives like the mapping in memory`(
    name: String
  ) throws {
    var (unions, count) = (0, 0)
    for seed in 1...UInt64(randomCases(50, oneIn: 5)) {
      var schemas = RandomUnions(seed: seed)
      let graph = try SchemaGraph(schemas.next())
      let fitted = try SchemaEncoder(dialect: FittedDialects.dialect(named: name)).fit(graph)
      let data = try JSONEncoder().encode(fitted.mapping)
      guard String(decoding: data, as: UTF8.self).contains(#""alternatives""#) else { continue }
      unions += 1
      let stored = try JSONDecoder().decode(AnswerMapping.self, from: data)
      #expect(stored == fitted.mapping && stored.hashValue == fitted.mapping.hashValue)
      var instances = RandomInstances(graph, seed: seed)
      for round in 0..<8 {
        let valid = instances.valid()
        // An optional property that is absent may also be null.
        let withNulls = valid.replacing("{}", with: #"{"p0":null}"#)
          .replacing(#"{""#, with: #"{"p0":null,"p1":null,""#)
        for text in [valid, withNulls, instances.invalid()].compactMap({ $0 }) {
          let content = try GeneratedContent(json: text, options: Self.lastOfEachName)
          let answer = try fitted.answer(for: content)
          let comment: Comment = "\(name), seed \(seed), round \(round): \(text)\n\(fitted)"
          #expect(try stored.answer(for: content) == answer, comment)
          count += 1
        }
      }
    }
    guard !FittedDialects.complete.contains(name) else { return #expect(unions == 0) }
    #expect(unions > tried(of: 16, oneIn: 4), "\(name): hardly any mapping had unions.")
    #expect(count > 8 * unions, "\(name): hardly anything was checked.")
  }

  @Test func `a mapping whose schemas of alternatives are damaged is an error of decoding`() throws
  {
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object([
        "x": #"""
        {"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},
          {"type":"array","items":{}}]}
        """#
      ]), in: OpenAIDialect())
    let text = String(decoding: try JSONEncoder().encode(fitted.mapping), as: UTF8.self)
    for damage in ["#\\/nowhere", "{"] {
      let damaged = text.replacing(
        /"alternatives":"(?:[^"\\]|\\.)*"/, with: #""alternatives":"{\"$ref\":\"\#(damage)\"}""#)
      #expect(damaged != text)
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(AnswerMapping.self, from: Data(damaged.utf8))
      }
      guard case .dataCorrupted(let context)? = error else {
        Issue.record("another error: \(String(describing: error))")
        continue
      }
      #expect(context.debugDescription.contains("alternatives"))
    }
  }

  @Test(arguments: ["{}", #"{\"prefixItems\":[{}]}"#])
  func `an alternative without a declared schema is an error of decoding`(document: String) throws {
    let fitted = try FittedDialects.fit(
      document: FittedDialects.object([
        "x": #"""
        {"anyOf":[{"type":"object","additionalProperties":{"type":"integer"}},
          {"type":"array","items":{}}]}
        """#
      ]), in: OpenAIDialect())
    let text = String(decoding: try JSONEncoder().encode(fitted.mapping), as: UTF8.self)
    let damaged = text.replacing(
      /"alternatives":"(?:[^"\\]|\\.)*"/, with: #""alternatives":"\#(document)""#)
    #expect(damaged != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AnswerMapping.self, from: Data(damaged.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("declared schema"))
  }

  @Test func `a stored mapping with a text that is no pattern is an error of decoding`() throws {
    let fitted = try FittedDialects.fit(
      document: #"""
        {"type":"object","additionalProperties":false,"patternProperties":{"^x":{"type":"array",
          "minItems":2,"prefixItems":[{"type":"string"},{"type":"integer"}],"items":false}}}
        """#, in: TestDialect { $0.tuples = .rejected })
    let text = String(decoding: try JSONEncoder().encode(fitted.mapping), as: UTF8.self)
    let damaged = text.replacing(#""pattern":"^x""#, with: #""pattern":"(""#)
    #expect(damaged != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AnswerMapping.self, from: Data(damaged.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.last?.stringValue == "pattern")
    #expect(context.debugDescription.contains("'('"))
  }

  @Test(arguments: [
    (
      #""wrapped":{"property":"value","value":0},"entries":{"#,
      "A form of the mapping has 2 names instead of one."
    ),
    (#""unknown":{"#, "The mapping has an unknown form: 'unknown'."),
  ])
  func `a form without exactly one known name is an error of decoding`(
    start: String, problem: String
  ) throws {
    let mapping = try SchemaEncoder(dialect: OpenAIDialect()).fit([String: Int].self).mapping
    let text = String(decoding: try JSONEncoder().encode(mapping), as: UTF8.self)
    let damaged = text.replacing(#""entries":{"#, with: start)
    #expect(damaged != text)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(AnswerMapping.self, from: Data(damaged.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("another error: \(String(describing: error))")
      return
    }
    #expect(context.debugDescription == problem)
  }
}

/// Makes unions whose alternatives are alike, differ in constraints, and contain others.
private struct RandomUnions {
  typealias Dynamic = DynamicGenerationSchema

  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() throws -> GenerationSchema {
    let union = union(depth: 3)
    return try GenerationSchema(
      root: Dynamic(
        name: "Root",
        properties: [
          Dynamic.Property(name: "either", schema: union),
          Dynamic.Property(
            name: "next", schema: Dynamic(referenceTo: "Root"), isOptional: true),
        ]), dependencies: [])
  }

  private mutating func name() -> String {
    count += 1
    return "Type\(count)"
  }

  private mutating func union(depth: Int) -> Dynamic {
    var alternatives = (0...random.below(3)).map { _ in schema(depth: depth - 1) }
    alternatives.append(.dictionary(of: schema(depth: 0)))
    return Dynamic(name: name(), anyOf: alternatives)
  }

  private mutating func schema(depth: Int) -> Dynamic {
    switch random.below(depth > 0 ? 12 : 7) {
    case 0:
      let low = random.below(8)
      return Dynamic(
        type: Int.self,
        guides: [.range(low...(low + 6)), .multiple(of: 2), .multiple(of: random.pick([1, 3]))])
    case 1: return Dynamic(type: String.self, guides: [.anyOf(["a", "b", "null", "1"])])
    case 2:
      return Dynamic(
        type: String.self, guides: [.pattern(/^[a-z]+$/), .pattern(/a/), .length(1...4)])
    case 3: return .enumeration(of: [1, true, .null, "a"])
    case 4: return .any
    case 5: return .null
    case 6: return Dynamic(type: Double.self, guides: [.exclusiveMinimum(-0.5)])
    case 7: return Dynamic(dictionaryOf: schema(depth: depth - 1), minimumProperties: 1)
    case 8: return .tuple(of: (0..<random.below(3)).map { _ in schema(depth: depth - 1) })
    case 9: return Dynamic(arrayOf: schema(depth: depth - 1), maximumElements: 2)
    case 10: return union(depth: depth - 1)
    default:
      let properties = (0..<random.below(3)).map { number in
        Dynamic.Property(
          name: "p\(number)", schema: schema(depth: depth - 1), isOptional: random.oneIn(2))
      }
      guard random.oneIn(3) else { return Dynamic(name: name(), properties: properties) }
      return Dynamic(
        name: name(), properties: properties, additionalProperties: schema(depth: 0))
    }
  }
}
