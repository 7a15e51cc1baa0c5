public import SchemaEncoding
public import SchemaModel

extension SchemaEncoder {
  /// Writes the schema of a type in a form that the dialect can state.
  ///
  /// - Parameter type: The type.
  /// - Returns: The fitted schema, with its document and its mapping.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ type: any Generable.Type) throws -> FittedSchema {
    try fit(SchemaGraph(type, limits: limits, nameClash: nameClash))
  }

  /// Writes a schema in a form that the dialect can state.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The fitted schema, with its document and its mapping.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ schema: GenerationSchema) throws -> FittedSchema {
    try fit(SchemaGraph(schema, limits: limits, nameClash: nameClash))
  }

  /// Writes a schema that was made at run time in a form that the dialect can state.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The fitted schema, with its document and its mapping.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ schema: ValidatedGenerationSchema) throws -> FittedSchema {
    try fit(schema.schema)
  }

  /// Writes a resolved schema in a form that the dialect can state.
  ///
  /// Each part in another form has a diagnostic whose `fitting` names the form. The diagnostic is a
  /// note if no constraint is lost, and a warning if the document states less than the schema. A
  /// list of choices that is matched without regard to case has no diagnostic, since the document
  /// states it as declared.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The fitted schema, with its document and its mapping.
  /// - Throws: `SchemaError.unsupported(feature:context:)` if the dialect rejects the schema in
  ///   every form; `SchemaError.limitExceeded(limit:value:maximum:context:)` if the schema is too
  ///   large for the dialect.
  public func fit(_ graph: SchemaGraph) throws -> FittedSchema {
    try SchemaFitter(self).fit(graph)
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
