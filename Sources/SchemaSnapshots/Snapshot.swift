import SchemaDialects
import SchemaEncoding
import SchemaModel

/// The current schema of a type.
struct Snapshot {
  /// The name of the type without its module, in characters that any file system accepts.
  let name: String

  /// The schema, resolved.
  let graph: SchemaGraph

  /// The document of the schema: JSON Schema 2020-12, over several lines.
  let text: [UInt8]

  /// The constraints that the document does not state.
  let warnings: [SchemaDiagnostic]

  /// Encodes the schema of a type.
  ///
  /// - Parameter type: The type.
  /// - Throws: ``SnapshotError`` if the type has no permanent name, or its schema has a fault.
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
        remedy: "Correct the type, then run this again.")
    }
  }

  private static func name(of type: any Generable.Type) throws(SnapshotError) -> String {
    let path = String(reflecting: type)
    // The runtime names the context of a private type by an address, which differs each time.
    guard !path.contains("(unknown context") else {
      throw SnapshotError(
        "The type \(type) is private, so its schema has no name to be stored under.",
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
