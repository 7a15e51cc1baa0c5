import Foundation
import SchemaContent
import SchemaImport
import SchemaTestSupport

/// One schema of the corpus, with the instances that come with it.
struct CorpusSchema {
  let name: String
  let text: String
  /// The instances, as an array of `{"data": …, "valid": …}`.
  let tests: String
  let draft: SchemaDraft?
}

enum ImportCorpus {
  /// The folders of the official suite, with the drafts that they are for.
  static let drafts: [(folder: String, draft: SchemaDraft)] = [
    ("draft4", .draft4), ("draft6", .draft6), ("draft7", .draft7), ("draft2019-09", .draft2019),
    ("draft2020-12", .draft2020),
  ]

  /// The schemas of real life, in the order of their names.
  static func schemas() throws -> [CorpusSchema] {
    try files(in: "schemas").map { name, content in
      try schema(content, name: name, draft: nil)
    }
  }

  /// The schemas of the official suite for a draft.
  static func suite(_ folder: String, _ draft: SchemaDraft) throws -> [CorpusSchema] {
    try files(in: "json-schema-test-suite/\(folder)").flatMap { name, content in
      try content.elements.enumerated().map { index, group in
        try schema(group, name: "\(folder)-\(name)-\(index)", draft: draft)
      }
    }
  }

  private static func files(in folder: String) throws -> [(String, GeneratedContent)] {
    let url = Corpus.folder.appendingPathComponent(folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
    return try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      let data = try Data(contentsOf: url.appendingPathComponent(name))
      return (String(name.dropLast(5)), try GeneratedContent(json: Array(data)))
    }
  }

  private static func schema(
    _ content: GeneratedContent, name: String, draft: SchemaDraft?
  ) throws -> CorpusSchema {
    var text = "{}"
    var tests = "[]"
    for (key, value) in content.properties {
      if key == "schema" { text = value.jsonString }
      if key == "tests" { tests = value.jsonString }
    }
    return CorpusSchema(name: name, text: text, tests: tests, draft: draft)
  }
}
