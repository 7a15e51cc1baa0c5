#if Macros && Conformances
import Foundation
import SchemaKit
import Testing

// example: inventory
@Generable
struct Inventory {
  var counts: [String: Int]
  var note: String?
  var source: GeneratedContent
}
// example: end

/// The examples of the page about fitting.
struct FittingExamples {
  private static let encoder = SchemaEncoder(dialect: OpenAIDialect())

  private let schema: FittedSchema
  private let answer: GeneratedContent

  init() throws {
    schema = try Self.encoder.fit(Inventory.self)
    answer = try GeneratedContent(
      json: #"{"counts": [{"key": "eggs", "value": 12}], "note": null, "source": "[1, true]"}"#)
  }

  @Test func `a schema is fitted`() async throws {
    try await example("fit") { print in
      // example: fit
      let encoder = SchemaEncoder(dialect: OpenAIDialect())
      let schema = try encoder.fit(Inventory.self)
      for diagnostic in schema.diagnostics { print(diagnostic) }
      // example: end
    }
  }

  @Test func `an answer is read through its schema`() async throws {
    try await example("fitted answer") { print in
      // example: fitted answer
      let answer = try GeneratedContent(
        json: #"{"counts": [{"key": "eggs", "value": 12}], "note": null, "source": "[1, true]"}"#)
      let inventory = try Inventory(schema.content(from: answer))
      print(inventory.counts)
      print(inventory.source.jsonString)
      // example: end
    }
  }

  @Test func `a snapshot is read through its schema`() async throws {
    try await example("fitted snapshot") { print in
      // example: fitted snapshot
      var parser = GeneratedContentParser()
      var reader = AnswerReader(schema.mapping)
      try parser.append(#"{"counts": [{"key": "eggs", "value": 12}, {"key": "mil"#)
      print(try reader.content(from: parser.snapshot()).jsonString)
      try parser.append(#"k", "value": 2}"#)
      print(try reader.content(from: parser.snapshot()).jsonString)
      // example: end
    }
  }

  @Test func `an example is written in the fitted form`() async throws {
    try await example("fitted example") { print in
      // example: fitted example
      let example = Inventory(
        counts: ["eggs": 12], note: "two racks", source: GeneratedContent("a shelf"))
      print(try schema.answer(for: example.generatedContent).jsonString)
      // example: end
    }
  }

  @Test func `a mapping is stored`() async throws {
    try await example("stored mapping") { print in
      // example: stored mapping
      let stored = try JSONEncoder().encode(schema.mapping)
      let mapping = try JSONDecoder().decode(AnswerMapping.self, from: stored)
      print(try mapping.content(from: answer) == schema.content(from: answer))  // true
      // example: end
    }
  }
}
#endif
