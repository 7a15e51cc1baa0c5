public import SchemaModel

extension SchemaEncoder {
  /// Reports the constraints that the dialect describes or rejects.
  ///
  /// Encoding stops at the first part that the dialect rejects. A check continues and reports all
  /// problems together:
  ///
  ///     let encoder = SchemaEncoder(dialect: OpenAIDialect())
  ///     for problem in encoder.check(Recipe.self) where problem.severity == .error {
  ///       print(problem)
  ///     }
  ///
  /// A weakening is a warning here, even if ``isStrict`` makes it an error for encoding. The errors
  /// of the dialect's own ``SchemaDialect/check(_:)`` are reported only if nothing else is
  /// rejected, because this check needs a document. If several limits on the size of documents are
  /// exceeded, the first is reported.
  ///
  /// - Parameter schema: The schema.
  /// - Returns: The diagnostics. They contain an error (``SchemaDiagnostic/Severity/error``) if and
  ///   only if ``encode(_:)-(SchemaConvertible)`` throws without strict encoding.
  /// - Complexity: Linear in the size of the graph.
  public func check(_ schema: some SchemaConvertible) -> [SchemaDiagnostic] {
    check { try schema.resolved(limits: limits, nameClash: nameClash) }
  }

  /// Reports the constraints that the dialect describes or rejects in the schema of a type.
  ///
  /// A fault of the schema itself is an error among the diagnostics.
  public func check(_ type: any Generable.Type) -> [SchemaDiagnostic] {
    check { try SchemaGraph(type, limits: limits, nameClash: nameClash) }
  }

  private func check(_ resolve: () throws -> SchemaGraph) -> [SchemaDiagnostic] {
    let graph: SchemaGraph
    do {
      graph = try resolve()
    } catch {
      return [SchemaDiagnostic(error)]
    }
    var encoder = self
    encoder.isStrict = false
    let rejection: SchemaDiagnostic
    do {
      return try encoder.encode(graph).diagnostics
    } catch {
      rejection = SchemaDiagnostic(error)
    }
    let found = encoder.survey(graph)
    return found.contains { $0.severity == .error } ? found : found + [rejection]
  }

  /// Returns the diagnostics of a schema that is rejected.
  private func survey(_ graph: SchemaGraph) -> [SchemaDiagnostic] {
    let cycles = cycles(in: graph)
    do {
      var found = try write(
        DocumentForm(graph, in: prepared.withReferences), reportsRejections: true
      ).diagnostics
      if prepared.hasReferences {
        let form = DocumentForm(graph, in: prepared)
        if let excess = measure(form).excesses.first {
          found.append(SchemaDiagnostic(excess.error(in: prepared.name, isFitted: false)))
        }
        found += advice(on: form)
      }
      return found + cycles
    } catch {
      return cycles + [SchemaDiagnostic(error)]
    }
  }
}
