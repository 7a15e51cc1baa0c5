import Foundation
import SchemaConformances
import SchemaDialects
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Writes schemas and values for validators that are not ours, into the folder that the environment
/// variable `SCHEMAKIT_EXPORT_DIRECTORY` names.
///
/// For each number there are a schema (`N.schema.json`), values that it allows (`N.valid.json`) and
/// values that it forbids (`N.invalid.json`), both as arrays. Besides, there is the schema in each
/// dialect that does not refuse it (`N.DIALECT.json`), with what is to be known of it
/// (`N.DIALECT.txt`) where that is something, and as it is fitted to each dialect.
struct ExportTests {
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
    for dialect in Self.dialects {
      try write(graph, in: dialect, to: folder, as: "\(number).\(dialect.name)")
      _ = try writeFitted(graph, in: dialect, number: number, valid: valid, to: folder)
    }
    return 1
  }

  private static let dialects = DialectRegistry.standard.names.compactMap {
    DialectRegistry.standard.dialect(named: $0)
  }

  private func write(
    _ graph: SchemaGraph, in dialect: any SchemaDialect, to folder: URL, as name: String
  ) throws {
    let document: EncodedSchema
    do {
      document = try SchemaEncoder(dialect: dialect).encode(graph)
    } catch is SchemaError {
      return
    }
    try Data(document.jsonString().utf8).write(to: folder.appendingPathComponent("\(name).json"))
    guard !document.diagnostics.isEmpty else { return }
    let text = document.diagnostics.map(\.description).joined(separator: "\n")
    try Data("\(text)\n".utf8).write(to: folder.appendingPathComponent("\(name).txt"))
  }

  @Test(arguments: AwkwardTypes.all)
  func `E11: a type of an awkward name is encoded and its references resolve`(
    type: any Generable.Type
  ) throws {
    var encoded = 0
    for dialect in Self.dialects where dialect.rules.definitions != nil {
      // What contains itself, some refuse.
      if dialect.rules.definitions?.recursion == .rejected, fault(type, in: dialect) != nil {
        continue
      }
      encoded += 1
      let document = try SchemaEncoder(dialect: dialect).encode(type)
      let parsed = try JSONValue(text: document.jsonString())
      let part = try #require(document.root.properties.first?.schema)
      let reference = try #require(part.reference ?? part.items?.reference)
      #expect(parsed.resolving(reference)?["type"] == .string("object"))
    }
    #expect(encoded >= 5)
  }
}
