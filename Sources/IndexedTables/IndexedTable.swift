/// A table whose elements are found by a type of index.
///
///     var nodes = IndexedTable<NodeID, NodeRecord>(from: .root)
///     let node = nodes.append(NodeRecord(role: .root))
///     nodes[node].kind = .string
///
/// The declarations are public because the compiler specializes only public functions for other
/// modules. Without specialization, each use of a node would look up metadata. Users do not see the
/// declarations: no product has this module, and no module re-exports it.
public struct IndexedTable<ID: Strideable, Element> where ID.Stride == Int {
  /// The index of the first element.
  public let startIndex: ID

  @usableFromInline var elements: [Element]

  /// Creates a table.
  @inlinable
  public init(from start: ID, _ elements: [Element] = []) {
    startIndex = start
    self.elements = elements
  }

  /// Creates a table with the same element for some indices.
  @inlinable
  public init(repeating element: Element, for indices: Range<ID>) {
    self.init(from: indices.lowerBound, Array(repeating: element, count: indices.count))
  }

  /// The index of the element that is appended next.
  @inlinable public var endIndex: ID { startIndex.advanced(by: elements.count) }

  /// The indices of all elements, in order.
  @inlinable public var indices: Range<ID> { startIndex..<endIndex }

  /// The number of elements.
  @inlinable public var count: Int { elements.count }

  /// Indicates whether there are no elements.
  @inlinable public var isEmpty: Bool { elements.isEmpty }

  /// An element.
  ///
  /// - Parameter index: The index of the element, which must be one of ``indices``.
  @inlinable
  public subscript(index: ID) -> Element {
    get { elements[startIndex.distance(to: index)] }
    _modify { yield &elements[startIndex.distance(to: index)] }
  }

  /// Reserves memory.
  @inlinable
  public mutating func reserveCapacity(_ count: Int) { elements.reserveCapacity(count) }

  /// Adds an element, and returns its index.
  @inlinable @discardableResult
  public mutating func append(_ element: Element) -> ID {
    elements.append(element)
    return startIndex.advanced(by: elements.count - 1)
  }

  /// Adds elements next to each other.
  @inlinable @discardableResult
  public mutating func append(contentsOf added: some Sequence<Element>) -> Range<ID> {
    let first = endIndex
    elements.append(contentsOf: added)
    return first..<endIndex
  }

  /// Checks that the distances between the indices are the distances between the elements.
  func checkInvariants() {
    #if DEBUG
    assert(startIndex.distance(to: endIndex) == count, "an index has no element")
    for offset in elements.indices {
      let index = startIndex.advanced(by: offset)
      assert(startIndex.distance(to: index) == offset, "\(index) leads to another element")
    }
    #endif
  }
}

extension IndexedTable: Sendable where ID: Sendable, Element: Sendable {}

extension IndexedTable: Sequence {
  /// Makes an iterator over the elements, in order.
  @inlinable
  public func makeIterator() -> [Element].Iterator { elements.makeIterator() }
}
