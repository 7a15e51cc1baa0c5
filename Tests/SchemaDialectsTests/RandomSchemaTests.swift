import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Random schemas: each dialect encodes them, or rejects them with a reason.
struct RandomSchemaTests {
  private static let dialects = DialectRegistry.standard.names.compactMap {
    DialectRegistry.standard.dialect(named: $0)
  }

  /// The errors that links, resolves and encodes end with; anything else than a `SchemaError` is
  /// thrown on.
  private static func outcomes(
    _ root: DynamicGenerationSchema, _ others: [DynamicGenerationSchema]
  ) throws -> [SchemaError?] {
    let schema: GenerationSchema
    do {
      schema = try GenerationSchema(root: root, dependencies: others)
    } catch let error as SchemaError {
      return [error]
    }
    return dialects.flatMap { dialect in
      [SchemaTestSupport.fault(schema, in: dialect), fault(schema, strictlyIn: dialect)]
    }
  }

  private static func fault(
    _ schema: GenerationSchema, strictlyIn dialect: any SchemaDialect
  ) -> SchemaError? {
    SchemaTestSupport.fault { try SchemaEncoder(dialect: dialect, isStrict: true).encode(schema) }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `an arbitrary schema is encoded or rejected in every dialect`(seed: UInt64) throws {
    var schemas = ArbitrarySchemas(seed: seed)
    var encoded = 0
    var errors: Set<String> = []
    for round in 0..<200 {
      let (root, others) = schemas.next()
      for outcome in try Self.outcomes(root, others) {
        guard let outcome else {
          encoded += 1
          continue
        }
        let comment: Comment = "seed \(seed), round \(round): \(outcome)"
        #expect(outcome.errorDescription?.hasPrefix("At ") == true, comment)
        #expect(outcome.recoverySuggestion?.isEmpty == false, comment)
        errors.insert(String("\(Mirror(reflecting: outcome).children.first?.label ?? "")"))
      }
    }
    #expect(encoded > 100, "seed \(seed): hardly anything was encoded.")
    #expect(
      errors.isSuperset(of: [
        "undefinedReferences", "emptyTypeChoices", "contradictoryGuides", "invalidGuide",
        "duplicateType", "unsupported",
      ]), "seed \(seed): \(errors)")
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `an arbitrary schema below many levels is encoded or rejected on a small stack`(seed: UInt64)
    async throws
  {
    let depth = greatDepth / 20
    let outcomes = try await onSmallStack {
      var random = SplitMix64(seed: seed)
      var schemas = ArbitrarySchemas(seed: seed)
      var outcomes: [SchemaError?] = []
      for _ in 0..<2 {
        let (inner, others) = schemas.next()
        let root = Self.nest(inner, depth: depth, &random)
        outcomes += try Self.outcomes(root, others)
      }
      // A schema without a fault, so that one is encoded.
      outcomes += try Self.outcomes(Self.nest(.integer, depth: depth, &random), [])
      return outcomes
    }
    #expect(outcomes.contains { $0 == nil }, "seed \(seed)")
    for case let error? in outcomes {
      #expect(error.errorDescription?.hasPrefix("At ") == true, "seed \(seed): \(error)")
    }
  }

  /// Puts a schema into arrays, objects and unions.
  private static func nest(
    _ schema: DynamicGenerationSchema, depth: Int, _ random: inout SplitMix64
  ) -> DynamicGenerationSchema {
    var schema = schema
    for level in 0..<depth {
      switch random.below(4) {
      case 0:
        schema = DynamicGenerationSchema(
          name: "\(random.pick(AwkwardNames.all)) object \(level)",
          properties: [
            DynamicGenerationSchema.Property(
              name: random.pick(AwkwardNames.all), schema: schema, isOptional: random.oneIn(2))
          ])
      case 1:
        schema = DynamicGenerationSchema(
          name: "\(random.pick(AwkwardNames.all)) union \(level)", anyOf: [schema, .string])
      default: schema = .array(of: schema)
      }
    }
    return schema
  }

  @Test(arguments: [10, 20, 30] as [UInt64])
  func `a valid random schema is encoded, and every reference in it resolves`(seed: UInt64) throws {
    var count = 0
    for number in 0..<100 {
      let comment: Comment = "seed \(seed + UInt64(number))"
      let random = try RandomSchema(seed: seed + UInt64(number))
      let text = try SchemaEncoder().encode(random.schema).jsonString()
      let document = try JSONValue(text: text)
      let references = Self.references(in: document)
      #expect(references.allSatisfy { document.resolving($0) != nil }, comment)
      count += references.count
    }
    #expect(count > 100, "seed \(seed): hardly anything is referred to.")
  }

  /// The values of `$ref`, of schemas and not of properties that bear this name.
  private static func references(in schema: JSONValue) -> [String] {
    guard case .object(let members) = schema else { return [] }
    var references: [String] = []
    if case .string(let reference)? = members["$ref"] { references.append(reference) }
    for (name, value) in members {
      switch (name, value) {
      case ("properties", .object(let schemas)), ("$defs", .object(let schemas)):
        references += schemas.values.flatMap(Self.references)
      case ("anyOf", .array(let schemas)): references += schemas.flatMap(Self.references)
      case ("items", _): references += Self.references(in: value)
      default: break
      }
    }
    return references
  }

  @Test func `the same seed gives the same schema in every process`() throws {
    let text = try SchemaEncoder().encode(RandomSchema(seed: 1).schema).jsonString()
    #expect(try SchemaEncoder().encode(RandomSchema(seed: 1).schema).jsonString() == text)
    #expect(try SchemaEncoder().encode(RandomSchema(seed: 2).schema).jsonString() != text)
  }
}
