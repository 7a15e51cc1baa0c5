public import SchemaModel

/// A value that has a schema: a `GenerationSchema`, a `ValidatedGenerationSchema` or a
/// ``SchemaGraph``.
///
/// Encoders, validators and graphs are made from such a value, or from a `Generable` type. A value
/// of your own that contains a schema, such as a tool, can conform too.
public protocol SchemaConvertible {
  /// Returns the resolved schema; a schema that is already resolved ignores the parameters.
  ///
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  func resolved(limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash) throws -> SchemaGraph
}

extension GenerationSchema: SchemaConvertible {
  /// Returns the graph of the schema, in which all references have targets.
  public func resolved(
    limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash
  ) throws -> SchemaGraph {
    // A builder in a variable would be copied, and its tables with it.
    SchemaGraph(
      try GraphBuilder(limits, nameClash) { (records) throws(SchemaRecords.Fault) in
        try records.target(ofGiven: self)
      }.build())
  }
}

extension ValidatedGenerationSchema: SchemaConvertible {
  /// Returns the graph of the linked schema.
  public func resolved(
    limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash
  ) throws -> SchemaGraph {
    try schema.resolved(limits: limits, nameClash: nameClash)
  }
}

extension SchemaGraph: SchemaConvertible {
  /// Returns the graph itself.
  public func resolved(limits: Limits, nameClash: NameClash) -> SchemaGraph { self }
}
