extension SchemaEncoder {
  /// Tells all that the dialect would weaken or refuse.
  ///
  /// Encoding stops at the first thing that the dialect refuses. This goes on, so that a schema can
  /// be mended at one go:
  ///
  ///     let encoder = SchemaEncoder(dialect: OpenAIDialect())
  ///     for problem in encoder.check(try SchemaGraph(Recipe.self)) where problem.severity == .error {
  ///       print(problem)
  ///     }
  ///
  /// What ``isStrict`` makes an error is a warning here. What a dialect's own
  /// ``SchemaDialect/check(_:)`` and ``SchemaDialect/adaptation`` refuse is told once nothing else
  /// is refused, since there is no document before. Of limits to the size of documents, the first
  /// that is exceeded is told.
  ///
  /// - Parameter graph: The schema.
  /// - Returns: What there is to tell, with the severity ``SchemaDiagnostic/Severity/error`` for what
  ///   is refused; there is such a diagnostic just if ``encode(_:)-(SchemaGraph)`` throws when it is
  ///   not strict.
  /// - Complexity: Linear in the size of the graph.
  public func check(_ graph: SchemaGraph) -> [SchemaDiagnostic] {
    var encoder = self
    encoder.isStrict = false
    let refusal: SchemaDiagnostic
    do {
      return try encoder.encode(graph).diagnostics
    } catch let error as SchemaError {
      refusal = SchemaDiagnostic(error)
    } catch {
      refusal = SchemaDiagnostic(.error, at: SchemaPath(), problem: "\(error)")
    }
    let found = encoder.survey(graph)
    return found.contains { $0.severity == .error } ? found : found + [refusal]
  }

  /// What the writer and the checks of dialects' rules have to tell of a schema that is refused.
  private func survey(_ graph: SchemaGraph) -> [SchemaDiagnostic] {
    var rules = dialect.rules
    let cycles = cycles(in: graph, rules)
    let isInlined = rules.references == .inlined
    // What is refused is told once, rather than for each place where it would be written out.
    rules.references = .definitions
    do {
      let (bytes, diagnostics) = try write(graph, rules, notesRefusals: true)
      var found = diagnostics + cycles
      if !isInlined, !rules.limits.isUnlimited {
        do {
          try DocumentMeasure(bytes, rules.limits, dialect: dialect.name).check()
        } catch {
          found.append(SchemaDiagnostic(error))
        }
      }
      return found
    } catch {
      return cycles + [SchemaDiagnostic(error)]
    }
  }
}
