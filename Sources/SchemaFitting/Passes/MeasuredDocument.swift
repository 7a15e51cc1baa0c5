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

extension FittingGraph {
  /// The size in bytes that is allowed for every document.
  static let smallSize = 16 << 10

  /// The largest size of the document in bytes: four times the size of the declared document, plus
  /// ``smallSize``.
  func maximumSize() throws -> Int { 4 * (try PartText.size(of: declared)) + Self.smallSize }

  /// The number of bytes above ``maximumSize()`` of a document of some size; `nil` for none.
  func excess(of size: Int) throws -> Int? {
    // The declared document contains all names and descriptions. If these alone give enough room,
    // the declared document need not be written.
    guard size > Self.smallSize, size > Self.smallSize + 4 * declaredTextSize else { return nil }
    let excess = size - (try maximumSize())
    return excess > 0 ? excess : nil
  }

  /// The number of bytes of the names and descriptions of the declared nodes.
  private var declaredTextSize: Int {
    declared.storage.tables.nodes.reduce(0) { size, node in
      guard node.kind != .never else { return size }
      return size + (node.role.propertyName?.utf8.count ?? 0) + (node.description?.utf8.count ?? 0)
    }
  }
}
