import Foundation
import SchemaContent
import SchemaModel
import SchemaValidation

/// The schemas of MaskBench with their parsed instances.
struct InstanceCorpus {
  private struct Item {
    let schema: GeneratedContent
    let validator: ContentValidator
    let instances: [GeneratedContent]
  }

  private let items: [Item]
  let count: Int
  var schemas: Int { items.count }

  /// Reads the documents of a folder; `nil` if there is no such folder.
  init?(_ folder: URL) throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    items = try names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      let options = GeneratedContentParser.Options(maximumDepth: 10_000, duplicateKeys: .keepLast)
      let content = try GeneratedContent(
        json: Data(contentsOf: folder.appendingPathComponent(name)), options: options)
      guard let schema = content[["schema"]], let tests = content[["tests"]] else { return nil }
      // Each instance is parsed separately, like an answer.
      let instances = try tests.elements.compactMap { test in
        try test[["data"]].map { try GeneratedContent(json: $0.jsonString, options: options) }
      }
      return Item(
        schema: schema, validator: try ContentValidator(document: schema), instances: instances)
    }
    count = items.reduce(0) { $0 + $1.instances.count }
  }

  /// Compiles all schemas, and returns the number of schemas that have a fault, plus 1.
  func countFaulty() -> Int {
    items.reduce(1) { sum, item in
      sum + ((try? ContentValidator(document: item.schema)) == nil ? 1 : 0)
    }
  }

  /// Validates all instances, and returns the number of valid instances plus 1.
  func countValid() -> Int {
    items.reduce(1) { sum, item in
      sum + item.instances.count { item.validator.isValid($0) }
    }
  }

  /// The number of valid instances.
  var validCount: Int { countValid() - 1 }
}
