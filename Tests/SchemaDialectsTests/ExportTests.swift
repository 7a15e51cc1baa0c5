import Foundation
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Writes schemas and values for validators that are not ours, into the folder that the environment
/// variable `SCHEMAKIT_EXPORT_DIRECTORY` names.
///
/// For each number there are a schema (`N.schema.json`), values that it allows (`N.valid.json`) and
/// values that it forbids (`N.invalid.json`), both as arrays.
@Suite struct ExportTests {
  private static let folder = ProcessInfo.processInfo.environment["SCHEMAKIT_EXPORT_DIRECTORY"]
    .flatMap { $0.isEmpty ? nil : URL(fileURLWithPath: $0, isDirectory: true) }

  @Test(.enabled(if: folder != nil, "SCHEMAKIT_EXPORT_DIRECTORY is not set."))
  func export() throws {
    let folder = try #require(Self.folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var number = 0
    for (index, type) in AwkwardTypes.all.enumerated() {
      let graph = try SchemaGraph(type)
      number += try write(graph, number: number, seed: UInt64(index), to: folder)
    }
    for seed in 0..<400 as Range<UInt64> {
      let graph = try SchemaGraph(RandomSchema(seed: seed).schema)
      number += try write(graph, number: number, seed: seed, to: folder)
    }
    #expect(number == AwkwardTypes.all.count + 400)
  }

  private func write(
    _ graph: SchemaGraph, number: Int, seed: UInt64, to folder: URL
  ) throws -> Int {
    var instances = RandomInstances(graph, seed: seed)
    let valid = (0..<6).map { _ in instances.valid() }
    let invalid = (0..<6).compactMap { _ in instances.invalid() }
    let files = [
      "schema": try SchemaEncoder().encode(graph).jsonString(),
      "valid": "[\(valid.joined(separator: ","))]",
      "invalid": "[\(invalid.joined(separator: ","))]",
    ]
    for (kind, text) in files {
      let file = folder.appendingPathComponent("\(number).\(kind).json")
      try Data(text.utf8).write(to: file)
    }
    return 1
  }

  @Test(arguments: AwkwardTypes.all)
  func `E11: a type of an awkward name is encoded and its references resolve`(
    type: any Generable.Type
  ) throws {
    for name in DialectRegistry.standard.names {
      let dialect = try #require(DialectRegistry.standard.dialect(named: name))
      let document = try SchemaEncoder(dialect: dialect).encode(type)
      let parsed = try JSONValue(text: document.jsonString())
      let part = try #require(document.root.properties.first?.schema)
      let reference = try #require(part.reference ?? part.items?.reference)
      #expect(parsed.resolving(reference)?["type"] == .string("object"))
    }
  }
}
