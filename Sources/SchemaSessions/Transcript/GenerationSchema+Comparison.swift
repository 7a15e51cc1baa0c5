import SchemaDialects
import SchemaEncoding
import SchemaModel

extension GenerationSchema {
  /// `true` if another schema allows the same values, in the same words.
  ///
  /// Schemas are compared as they are written, since a schema made from a type and one that was
  /// read from a file refer to different definitions. A schema with a fault equals no other.
  func isWrittenLike(_ other: GenerationSchema) -> Bool {
    let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
    guard let own = try? encoder.encode(self), let others = try? encoder.encode(other) else {
      return false
    }
    return own == others
  }
}
