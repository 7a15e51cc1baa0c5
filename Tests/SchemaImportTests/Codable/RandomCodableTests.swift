import Foundation
import SchemaConformances
import SchemaDialects
import SchemaImport
import SchemaTestSupport
import Testing

/// Random schemas are encoded by encoders that keep no order, and decoded again.
struct RandomCodableTests {
  private static let layouts: [JSONEncoder.OutputFormatting] = [
    [], .sortedKeys, .prettyPrinted, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes],
  ]

  /// Encodes and decodes a schema in every layout, and compares what both say, byte for byte.
  private func check(_ schema: GenerationSchema, _ comment: Comment) throws {
    let expected = try SchemaEncoder(dialect: TestDialect()).encode(schema).jsonString()
    for layout in Self.layouts {
      let encoder = JSONEncoder()
      encoder.outputFormatting = layout
      let data = try encoder.encode(schema)
      let decoded = try JSONDecoder().decode(GenerationSchema.self, from: data)
      #expect(
        try SchemaEncoder(dialect: TestDialect()).encode(decoded).jsonString() == expected, comment)
      if layout.contains(.sortedKeys) { #expect(try encoder.encode(decoded) == data, comment) }
    }
  }

  @Test(arguments: [1, 1_001] as [UInt64])
  func `a random schema is decoded as it was encoded`(seed: UInt64) throws {
    for number in 0..<tried(of: 80) {
      let seed = seed + UInt64(number)
      try check(RandomSchema(seed: seed).schema, "seed \(seed)")
    }
  }

  @Test(arguments: [1, 1_001, 2_001] as [UInt64])
  func `a random schema with all that documents state is decoded as it was encoded`(
    seed: UInt64
  ) throws {
    var checked = 0
    for number in 0..<tried(of: 80) {
      let seed = seed + UInt64(number)
      var table = RandomTable(seed: seed)
      let schema = try table.schema()
      do {
        _ = try SchemaGraph(schema)
      } catch let error as SchemaError {
        // A few contain themselves without a value in between.
        guard case .circularDependency = error else { throw error }
        continue
      }
      try check(schema, "seed \(seed)")
      checked += 1
    }
    #expect(checked > tried(of: 50), "seed \(seed)")
  }

  @Test(arguments: [1] as [UInt64])
  func `I1: a random document is imported, encoded and decoded without change`(
    seed: UInt64
  ) throws {
    var checked = 0
    for number in 0..<120 {
      var document = RandomDocument(seed: seed + UInt64(number))
      guard let imported = try? SchemaImporter().import(document.text()) else { continue }
      try check(imported.schema, "seed \(seed + UInt64(number))")
      checked += 1
    }
    #expect(checked > 30)
  }

  @Test(.withOptimizer, .enabled(if: Corpus.has("schemas"), Comment(rawValue: Corpus.absence)))
  func `I1: real schemas are imported, encoded and decoded without change`() throws {
    var checked = 0
    for (index, item) in try ImportCorpus.schemas().enumerated() where index % 16 == 0 {
      guard let imported = try? SchemaImporter().import(item.text) else { continue }
      let original = try SchemaEncoder(dialect: TestDialect()).encode(imported.schema)
      let data = try JSONEncoder().encode(imported.schema)
      let decoded = try JSONDecoder().decode(GenerationSchema.self, from: data)
      let plain = try SchemaEncoder(dialect: TestDialect()).encode(decoded)
      #expect(plain == original, "\(item.name)")
      // Encoders do not keep the order of properties by pattern.
      if !original.jsonString().contains("\"patternProperties\"") {
        #expect(plain.jsonString() == original.jsonString(), "\(item.name)")
      }
      checked += 1
    }
    #expect(checked > 40)
  }
}
