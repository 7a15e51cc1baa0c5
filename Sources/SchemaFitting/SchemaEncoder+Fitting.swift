public import SchemaEncoding
public import SchemaModel

extension SchemaEncoder {
  /// Writes the schema of a type in a form that the dialect can state.
  ///
  /// - Parameter type: The type.
  /// - Returns: The document, and the way back from answers to it.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ type: any Generable.Type) throws -> FittedSchema {
    try fit(SchemaGraph(type, limits: limits, nameClash: nameClash))
  }

  /// Writes a schema in a form that the dialect can state.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The document, and the way back from answers to it.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ schema: GenerationSchema) throws -> FittedSchema {
    try fit(SchemaGraph(schema, limits: limits, nameClash: nameClash))
  }

  /// Writes a schema that was made at run time in a form that the dialect can state.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The document, and the way back from answers to it.
  /// - Throws: `SchemaError`, with the place of the fault, or of the part that cannot be fitted
  ///   to the dialect.
  public func fit(_ schema: ValidatedGenerationSchema) throws -> FittedSchema {
    try fit(schema.schema)
  }

  /// Writes a resolved schema in a form that the dialect can state.
  ///
  /// Each part in another form has a diagnostic whose `fitting` says which form that is: a note if
  /// nothing is lost, and a warning if the document states less than the schema. A list of choices
  /// that is read in any capitals has none: the document states it as declared.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The document, and the way back from answers to it.
  /// - Throws: `SchemaError.unsupported(feature:context:)` if the dialect rejects the schema in any
  ///   form, `SchemaError.limitExceeded(limit:value:maximum:context:)` if it is too large for it.
  public func fit(_ graph: SchemaGraph) throws -> FittedSchema {
    try SchemaFitter(self).fit(graph)
  }

  /// Reports the changes that fitting a schema makes, and the constraints that it weakens.
  ///
  /// A weakening is a warning here, also where `isStrict` makes it an error.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: The diagnostics. One of severity `error` is among them if and only if `fit(_:)`
  ///   throws when it is not strict.
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
