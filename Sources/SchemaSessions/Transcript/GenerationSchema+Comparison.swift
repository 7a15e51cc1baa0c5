import SchemaDialects
import SchemaEncoding
import SchemaModel

extension GenerationSchema {
  /// Whether another schema allows the same values, in the same words.
  ///
  /// A schema made from a type and one that was read from a file differ in what they refer to, so
  /// they are compared as they are written. A schema with a fault is like no other.
  func isWrittenLike(_ other: GenerationSchema) -> Bool {
    let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
    guard let own = try? encoder.encode(self), let others = try? encoder.encode(other) else {
      return false
    }
    return own == others
  }
}
