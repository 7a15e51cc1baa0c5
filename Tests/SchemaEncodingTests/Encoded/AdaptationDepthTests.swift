import Foundation
import SchemaConformances
import SchemaTestSupport
import Testing

@testable import SchemaEncoding

/// H1: documents, and values that an adaptation sets, may nest to any depth.
struct AdaptationDepthTests {
  /// A dialect that sets a keyword to arrays inside each other.
  private struct DeepDialect: SchemaDialect {
    let name = "deep"
    var rules: DialectRules { .jsonSchema }
    let depth: Int
    var fails = false

    var adaptation: Adaptation? {
      { [depth, fails] keywords, _ in
        var value: SchemaValue = 1
        for level in 0..<depth { value = level % 2 == 0 ? .array([value, 2]) : ["k": value] }
        keywords["x-deep"] = value
        if fails { throw Failure() }
      }
    }
  }

  private struct Failure: Error {}

  @Test(arguments: [GeneratedContent.maximumDepth + 1, 10_000])
  func `H1: an adaptation that sets a value that nests too deep is an error`(
    depth: Int
  ) async throws {
    let found = try await onSmallStack {
      do {
        _ = try SchemaEncoder(dialect: DeepDialect(depth: depth)).encode(Int.self)
        return "nothing"
      } catch SchemaError.limitExceeded(let limit, let value, let maximum, let context) {
        return "\(limit) \(value) \(maximum) \(context.path): \(context.debugDescription) "
          + (context.recoverySuggestion ?? "")
      }
    }
    let limit = GeneratedContent.maximumDepth
    #expect(found.hasPrefix("depth of a keyword's value \(limit + 1) \(limit) "))
    #expect(found.contains("'x-deep'"))
    // A fitted schema would have the same value.
    #expect(found.hasSuffix(" Set a value that nests less."))
  }

  @Test func `H1: an adaptation that fails after it set such a value is an error as well`()
    async throws
  {
    let isLimit = try await onSmallStack {
      do {
        _ = try SchemaEncoder(dialect: DeepDialect(depth: 10_000, fails: true)).encode(Int.self)
        return false
      } catch SchemaError.limitExceeded {
        return true
      }
    }
    #expect(isLimit)
  }

  @Test func `an adaptation sets values up to the limit`() throws {
    let encoder = SchemaEncoder(dialect: DeepDialect(depth: GeneratedContent.maximumDepth))
    let text = try encoder.encode(Int.self).jsonString()
    #expect(text.contains("x-deep"))
    #expect(throws: Failure.self) {
      try SchemaEncoder(dialect: DeepDialect(depth: 2, fails: true)).encode(Int.self)
    }
  }

  @Test func `H1: a document is coded up to its limit on a small stack, and beyond it is an error`()
    async throws
  {
    let isSame = try await onSmallStack {
      let schema = try SchemaEncoder(dialect: TestDialect())
        .encode(DeepTypes.arrays(depth: EncodedSchema.codingDepth - 2))
      let data = try JSONEncoder().encode(schema)
      return try JSONDecoder().decode(EncodedSchema.self, from: data).utf8.count
        == schema.utf8.count
    }
    #expect(isSame)
    let path = try await onSmallStack {
      let schema = try SchemaEncoder(dialect: TestDialect())
        .encode(DeepTypes.arrays(depth: EncodedSchema.codingDepth))
      do {
        _ = try JSONEncoder().encode(schema)
        return -1
      } catch EncodingError.invalidValue(_, let context) {
        return context.codingPath.count
      }
    }
    #expect(path == EncodedSchema.codingDepth)
    let depth = EncodedSchema.codingDepth
    let objects = String(repeating: #"{"x":"#, count: depth)
    let ends = String(repeating: "}", count: depth)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(EncodedSchema.self, from: Data("\(objects)1\(ends)".utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription.contains("deeper than \(depth) levels"))
    #expect(context.codingPath.count == depth)
  }
}
