import Foundation
import SchemaContent

/// Real JSON Schema documents, in memory.
struct SchemaCorpus {
  /// A document with its instances.
  struct Document {
    /// The name of its file.
    let name: String
    let text: [UInt8]

    /// The instances that are valid according to the tests in the file.
    let validInstances: [GeneratedContent]
  }

  /// The documents, sorted by the names of their files.
  let documents: [Document]

  /// The folder in the environment variable `SCHEMAKIT_CORPUS`.
  ///
  /// Without it, `shared/corpus` next to the repository.
  static var folder: URL {
    let environment = ProcessInfo.processInfo.environment
    if let path = environment["SCHEMAKIT_CORPUS"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent("schemas")
    }
    var repository = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { repository.deleteLastPathComponent() }
    return repository.deletingLastPathComponent().appendingPathComponent("shared/corpus/schemas")
  }

  /// Reads the documents of a folder; `nil` if there is no such folder.
  ///
  /// A file with tests has its schema under the key `schema`.
  init?(_ folder: URL) throws {
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    documents = try names.filter { $0.hasSuffix(".json") }.sorted().map { name in
      let text = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
      let options = GeneratedContentParser.Options(
        maximumDepth: 10_000, duplicateKeys: .keepLast)
      let content = try GeneratedContent(json: text, options: options)
      guard let tests = content[["tests"]], let schema = content[["schema"]] else {
        return Document(name: name, text: text, validInstances: [])
      }
      return Document(
        name: name, text: schema.jsonBytes(.pretty),
        validInstances: try tests.elements.compactMap { test in
          guard try test[["valid"]]?.value(Bool.self) == true else { return nil }
          return test[["data"]]
        })
    }
  }
}
