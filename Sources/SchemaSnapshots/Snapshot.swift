import SchemaDialects
import SchemaEncoding
import SchemaModel

/// The current schema of a type.
struct Snapshot {
  /// The name of the type without its module, in characters that any file system accepts.
  let name: String

  /// The resolved schema.
  let graph: SchemaGraph

  /// The document of the schema in JSON Schema 2020-12, with line breaks.
  let text: [UInt8]

  /// The constraints that the document does not have.
  let warnings: [SchemaDiagnostic]

  /// Encodes the schema of a type.
  init(_ type: any Generable.Type) throws(SnapshotError) {
    name = try Self.name(of: type)
    do {
      graph = try SchemaGraph(type)
      let schema = try SchemaEncoder(dialect: JSONSchemaDialect()).encode(graph)
      text = Array(schema.jsonString(.pretty).utf8) + [0x0A]
      warnings = schema.diagnostics.filter { $0.severity >= .warning }
    } catch {
      throw SnapshotError(
        "The schema of \(type) has a fault: \(error)",
        remedy: "Correct the type, then run the command again.")
    }
  }

  private static func name(of type: any Generable.Type) throws(SnapshotError) -> String {
    let path = String(reflecting: type)
    // The runtime name of a private type contains an address, which is different in each run.
    guard !path.contains("(unknown context") else {
      throw SnapshotError(
        "The type \(type) is private, so its schema has no name for a file.",
        remedy: "Make the type internal, package or public.")
    }
    let name = path.firstIndex(of: ".").map { path[path.index(after: $0)...] } ?? path[...]
    return String(
      name.unicodeScalars.map { scalar -> Character in
        let isPlain = scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
      })
  }
}
