import IndexedTables
import SchemaEncoding

/// The result of the last measurement of a graph's document.
struct MeasuredDocument {
  /// The document, if it is known to be within the dialect's limits.
  private(set) var form: DocumentForm?

  /// The quantities that the dialect limits.
  private(set) var counts = LimitMeter.Counts()

  /// Counts the quantities that a dialect limits.
  ///
  /// - Returns: The parts of the document that exceed a limit.
  mutating func measure(_ graph: SchemaGraph, by encoder: SchemaEncoder) -> [LimitMeter.Excess] {
    let form = DocumentForm(graph, in: encoder)
    let excesses: [LimitMeter.Excess]
    (excesses, counts) = encoder.measure(form)
    self.form = excesses.isEmpty ? form : nil
    return excesses
  }

  /// Removes the document, since the graph changes.
  mutating func invalidate() { form = nil }
}
