import SchemaEncoding
import SchemaModel

/// Fits schemas to one dialect: runs the passes, and writes the graph that they leave.
struct SchemaFitter {
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
  func fit(_ declared: SchemaGraph) throws -> FittedSchema {
    var editor = GraphEditor(declared, for: encoder)
    for pass in fittingPasses where pass.isNeeded(for: editor.graph.rules) {
      try pass.run(on: &editor)
      if editor.hasDroppedParts { editor.removeUnreachable() }
    }
    guard editor.graph.isChanged else {
      let schema = try encoder.encode(
        fitted: declared, after: [], measured: editor.measuredForm)
      return FittedSchema(schema: schema, mapping: .identity, counts: editor.counts)
    }
    editor.removeUnreachable()
    var schema = try written(editor)
    if let excess = try editor.graph.excess(of: schema.utf8.count) {
      try SizePass.shrink(&editor, by: excess)
      _ = editor.measure()
      schema = try written(editor)
    }
    let mapping = MappingBuilder(editor.graph).mapping()
    return FittedSchema(schema: schema, mapping: mapping, counts: editor.counts)
  }

  private func written(_ editor: GraphEditor) throws -> EncodedSchema {
    editor.checkInvariants()
    let form = editor.measuredForm
    return try encoder.encode(
      fitted: form?.graph ?? editor.graph.graph(), after: editor.diagnostics(), measured: form)
  }
}

extension NameRule {
  /// Lowers the maximum length of a name.
  fileprivate mutating func limit(to length: Int) {
    maximumLength = min(length, maximumLength ?? length)
  }
}
