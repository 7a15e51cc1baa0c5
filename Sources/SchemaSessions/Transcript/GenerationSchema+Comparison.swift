import SchemaDialects
import SchemaEncoding
import SchemaModel

extension GenerationSchema {
  /// `true` if another schema has the same JSON Schema text.
  ///
  /// The written texts are compared, since a schema of a type and a schema from a file refer to
  /// different definitions. Equal declarations of one type are equal without this comparison. A
  /// schema with a fault has no text, and equals only schemas with the same declaration.
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
