public import SchemaEncoding
public import SchemaModel

extension SchemaEncoder {
  /// Writes the schema of a type in a form that the dialect can state.
  ///
  /// - Throws: The errors of ``fit(_:)-(SchemaConvertible)``.
  public func fit(_ type: any Generable.Type) throws -> FittedSchema {
    try fit(SchemaGraph(type, limits: limits, nameClash: nameClash))
  }

  /// Writes a schema in a form that the dialect can state.
  ///
  /// Each part in another form has a diagnostic whose `fitting` names the form. The diagnostic is a
  /// note if no constraint is lost, and a warning if the document states less than the schema. A
  /// list of choices that is matched without regard to case has no diagnostic, since the document
  /// states it as declared.
  ///
  /// - Throws: `SchemaError` with the path to the fault:
  ///   `SchemaError.unsupported(feature:context:)` if the dialect rejects the schema in every form;
  ///   `SchemaError.limitExceeded(limit:value:maximum:context:)` if the schema is too large for the
  ///   dialect.
  public func fit(_ schema: some SchemaConvertible) throws -> FittedSchema {
    try SchemaFitter(self).fit(schema.resolved(limits: limits, nameClash: nameClash))
  }

  /// Reports the changes that fitting a schema makes, and the constraints that it weakens.
  ///
  /// A weakened constraint is a warning in this list, also if `isStrict` makes it an error.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The diagnostics. The list has a diagnostic of severity `error` if and only if
  ///   `fit(_:)` throws without `isStrict`.
  public func check(fitting graph: SchemaGraph) -> [SchemaDiagnostic] {
    var encoder = self
    encoder.isStrict = false
    do {
      return try encoder.fit(graph).schema.diagnostics
    } catch {
      return [SchemaDiagnostic(error)]
    }
  }
}
