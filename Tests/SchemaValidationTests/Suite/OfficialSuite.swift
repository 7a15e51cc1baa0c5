import Foundation
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation

/// The official tests of JSON Schema, which are data beside the package.
enum OfficialSuite {
  /// A schema and what is valid by it.
  struct Case {
    let name: String
    let schema: GeneratedContent
    let instances: [(name: String, content: GeneratedContent, isValid: Bool)]
  }

  static let folder = Corpus.folder.appendingPathComponent(
    "json-schema-test-suite", isDirectory: true)
  static let isThere = Corpus.has("json-schema-test-suite")

  /// The cases in the files of a folder, but not in those of the folders within it.
  static func cases(of draft: SchemaDraft, in part: String = "") throws -> [Case] {
    let files = folder.appendingPathComponent(draft.folder).appendingPathComponent(part)
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    return try names.filter { $0.hasSuffix(".json") }.sorted().flatMap { file in
      let groups = try parse(Data(contentsOf: files.appendingPathComponent(file)))
      return try groups.elements.map { group in
        Case(
          name: "\(file): \(try group.value(String.self, forProperty: "description"))",
          schema: try group.value(forProperty: "schema"),
          instances: try group.value([GeneratedContent].self, forProperty: "tests").map { test in
            (
              try test.value(forProperty: "description"), try test.value(forProperty: "data"),
              try test.value(forProperty: "valid")
            )
          })
      }
    }
  }

  /// The documents that the cases refer to, by their URIs.
  static func remotes() throws -> [String: GeneratedContent] {
    let root = folder.appendingPathComponent("remotes", isDirectory: true)
    var remotes: [String: GeneratedContent] = [:]
    let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
    for name in names ?? [] where name.hasSuffix(".json") {
      remotes["http://localhost:1234/\(name)"] =
        try parse(Data(contentsOf: root.appendingPathComponent(name)))
    }
    return remotes
  }

  private static func parse(_ data: Data) throws -> GeneratedContent {
    try GeneratedContent(json: data)
  }

  /// What became of some cases.
  struct Tally {
    var count = 0
    /// The names of the tests with another verdict than the suite's.
    var failures: [String] = []
  }

  static func run(
    _ cases: [Case], _ options: ContentValidator.DocumentOptions
  ) throws -> Tally {
    var tally = Tally()
    for item in cases {
      let validator = try ContentValidator(document: item.schema, options: options)
      for (name, content, isValid) in item.instances {
        tally.count += 1
        let report = validator.report(on: content)
        if validator.isValid(content) != isValid || report.isValid != isValid {
          tally.failures.append("\(item.name): \(name)")
        }
      }
    }
    return tally
  }
}

extension SchemaDraft {
  fileprivate var folder: String {
    switch self {
    case .draft4: "draft4"
    case .draft6: "draft6"
    case .draft7: "draft7"
    case .draft2019: "draft2019-09"
    case .draft2020: "draft2020-12"
    }
  }
}
