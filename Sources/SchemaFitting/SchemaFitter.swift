import SchemaEncoding
import SchemaModel

/// Fits schemas to one dialect: runs the passes, and writes the graph that they leave.
struct SchemaFitter {
  /// The largest number of times that parts are replaced to make a document smaller.
  private static let mostShrinks = 4

  private let encoder: SchemaEncoder

  init(_ encoder: SchemaEncoder) {
    var encoder = encoder
    if let limit = encoder.rules.limits.nameLength {
      encoder.dialect = DerivedDialect(encoder.dialect) { rules in
        rules.objects.propertyNames.limit(to: limit)
        rules.definitions?.names.limit(to: limit)
      }
    }
    self.encoder = encoder
  }

  /// Writes a graph after fitting it to the dialect.
  ///
  /// Unless the encoder is exact, the closed form of the graph takes its place.
  func fit(_ graph: SchemaGraph) throws -> FittedSchema {
    guard !encoder.isExact, let closed = ClosedGraph(graph) else {
      return try fit(graph, closing: nil)
    }
    return try fit(closed.graph, closing: closed.note)
  }

  private func fit(_ declared: SchemaGraph, closing: SchemaDiagnostic?) throws -> FittedSchema {
    let notes = closing.map { [$0] } ?? []
    var editor = GraphEditor(declared, for: encoder)
    let rules = encoder.rules
    for pass in fittingPasses where pass.isNeeded(for: rules) {
      try pass.run(on: &editor)
      if editor.hasDroppedParts { editor.removeUnreachable() }
    }
    guard editor.graph.isChanged else {
      let schema = try encoder.encode(
        fitted: declared, after: notes, measured: editor.measuredForm)
      let mapping = closing == nil ? .identity : AnswerMapping(identityFor: declared)
      return FittedSchema(schema: schema, mapping: mapping, counts: editor.counts)
    }
    editor.removeUnreachable()
    var schema = try written(editor, after: notes)
    // The bytes that a part saves are an estimate, so a document can be too large once more.
    for _ in 0..<Self.mostShrinks {
      guard let excess = try editor.graph.excess(of: schema.utf8.count) else { break }
      try SizePass.shrink(&editor, by: excess)
      _ = editor.measure()
      schema = try written(editor, after: notes)
    }
    let mapping = MappingBuilder(editor.graph).mapping(isClosed: closing != nil)
    return FittedSchema(schema: schema, mapping: mapping, counts: editor.counts)
  }

  private func written(
    _ editor: GraphEditor, after notes: [SchemaDiagnostic]
  ) throws -> EncodedSchema {
    editor.checkInvariants()
    let form = editor.measuredForm
    return try encoder.encode(
      fitted: form?.graph ?? editor.graph.graph(), after: notes + editor.diagnostics(),
      measured: form)
  }
}

extension NameRule {
  /// Lowers the maximum length of a name.
  fileprivate mutating func limit(to length: Int) {
    maximumLength = min(length, maximumLength ?? length)
  }
}
