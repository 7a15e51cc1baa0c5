import Foundation
import SchemaContent

/// JSON Schema documents of others, in memory.
struct SchemaCorpus {
  /// A document, with instances of it.
  struct Document {
    /// The name of its file.
    let name: String
    let text: [UInt8]

    /// The instances that tests beside it call valid.
    let validInstances: [GeneratedContent]
  }

  /// The documents by the names of their files, in order.
  let documents: [Document]

  /// Where they are: what the environment variable `SCHEMAKIT_CORPUS` names, else `shared/corpus`
  /// beside the repository.
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
  /// A file that holds a schema beside tests of it, under the key `schema`, stands for the schema.
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
