import Foundation
import SchemaImport
import SchemaReading
import Testing

/// The texts of `Texts/texts.json`, each with the value that a person reads in it.
struct TextCollection {
  let texts: [Sample]
  private let schemas: GeneratedContent

  struct Sample: CustomTestStringConvertible {
    let kind: String
    let schema: String
    let text: String
    /// The value; `nil` if the text has to be refused.
    let value: GeneratedContent?
    let policy: ReadingPolicy

    var testDescription: String { "\(kind): \(text.prefix(80))" }
  }

  init() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Texts/texts.json")
    let content = try GeneratedContent(json: String(contentsOf: file, encoding: .utf8))
    schemas = try content.value(forProperty: "schemas")
    let texts: [GeneratedContent] = try content.value(forProperty: "texts")
    self.texts = try texts.map { text in
      let policy = try text.value(String?.self, forProperty: "policy")
      let isRefused = try text.value(Bool?.self, forProperty: "refused") ?? false
      return Sample(
        kind: try text.value(forProperty: "kind"), schema: try text.value(forProperty: "schema"),
        text: try text.value(forProperty: "text"),
        value: isRefused ? nil : try text.value(GeneratedContent.self, forProperty: "value"),
        policy: policy.flatMap(ReadingPolicy.init) ?? .clear)
    }
  }

  /// Returns a schema of the collection.
  func graph(_ name: String) throws -> SchemaGraph {
    let document: GeneratedContent = try schemas.value(forProperty: name)
    return try SchemaGraph(SchemaImporter().import(document).schema)
  }

  /// Returns a reader of a schema of the collection.
  func reader(_ name: String, policy: ReadingPolicy = .clear) throws -> SchemaReader {
    let document: GeneratedContent = try schemas.value(forProperty: name)
    let schema = try SchemaImporter().import(document).schema
    return try SchemaReader(
      schema, checkedBy: ContentValidator(document: document), policy: policy)
  }

  /// Returns the readers of all schemas.
  func readers(policy: ReadingPolicy) throws -> [String: SchemaReader] {
    var readers: [String: SchemaReader] = [:]
    for name in Set(texts.map(\.schema)) { readers[name] = try reader(name, policy: policy) }
    return readers
  }
}
