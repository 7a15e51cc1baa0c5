/// The index of a value in a ``DocumentTree``.
///
/// A document may have millions of values, so an index has four bytes.
@usableFromInline package struct ValueID: Hashable, Strideable, Sendable, BitwiseCopyable {
  @usableFromInline let position: UInt32

  /// Creates an index from the number of values before the value.
  @inlinable
  init(number: Int) { position = UInt32(number) }

  /// The number of values before the value.
  @inlinable var number: Int { Int(position) }

  /// The root of the first document.
  ///
  /// The other documents are supplied for references.
  @inlinable package static var root: ValueID { ValueID(number: 0) }

  @inlinable
  package func distance(to other: ValueID) -> Int { other.number - number }

  @inlinable
  package func advanced(by count: Int) -> ValueID { ValueID(number: number + count) }

  /// The range that contains only this value.
  var alone: Range<ValueID> { self..<advanced(by: 1) }
}

extension Range<ValueID> {
  /// The range without values.
  static var empty: Range<ValueID> { .root ..< .root }
}

/// The index of a value that is read as a schema.
package struct SchemaID: Hashable, Sendable {
  package let node: ValueID

  /// The schema at the root of the first document.
  package static let root = SchemaID(.root)

  package init(_ node: ValueID) { self.node = node }
}

/// Schemas that are next to each other, in order.
package struct SchemaList: RandomAccessCollection, Sendable {
  let nodes: Range<ValueID>

  init(_ nodes: Range<ValueID> = .empty) { self.nodes = nodes }

  package var startIndex: Int { 0 }
  package var endIndex: Int { nodes.count }
  package subscript(index: Int) -> SchemaID { SchemaID(nodes.lowerBound.advanced(by: index)) }
}
