import SchemaDialects
import SchemaEncoding
import SchemaModel

extension GenerationSchema {
  /// `true` if another schema allows the same values, in the same words.
  ///
  /// Schemas are compared as they are written, since a schema made from a type and one that was
  /// read from a file refer to different definitions. Equal declarations of one type need not be
  /// written. A schema with a fault equals no schema that is declared in another way.
  func isWrittenLike(_ other: GenerationSchema) -> Bool {
    if isDeclaredLike(other) { return true }
    let encoder = SchemaEncoder(dialect: JSONSchemaDialect())
    guard let own = try? encoder.encode(self), let others = try? encoder.encode(other) else {
      return false
    }
    return own == others
  }

  /// `true` if both schemas are of one type, and declared in the same way.
  private func isDeclaredLike(_ other: GenerationSchema) -> Bool {
    guard case .type(let own) = declaration.subject,
      case .type(let others) = other.declaration.subject
    else { return declaration === other.declaration }
    return own == others && declaration == other.declaration
  }
}
