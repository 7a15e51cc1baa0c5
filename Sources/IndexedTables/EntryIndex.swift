/// The index of an entry in a table of such entries.
///
/// An index has four bytes, because the entries of tables contain many indices. With eight bytes,
/// validation takes 5 % longer. Limits keep all tables far below 2³² entries. A larger index is a
/// fault of this package, and traps.
///
/// The table is an array, and the type of its entries identifies it. Use ``IndexedTable`` if
/// several tables share the indices, as with `NodeID`, or if the indices do not begin at zero.
@usableFromInline
package struct EntryIndex<Entry>: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline let number: UInt32

  @inlinable
  package init(_ index: Int) { number = UInt32(index) }

  @inlinable
  package var value: Int { Int(truncatingIfNeeded: number) }

  // The compiler's versions of the next two functions would not be inlined into other modules.

  @inlinable
  package static func == (one: Self, other: Self) -> Bool { one.number == other.number }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }

  @inlinable
  package static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  /// Returns the index of the entry at a distance from another entry.
  @inlinable
  package static func + (index: Self, distance: Int) -> Self { Self(index.value + distance) }
}

/// An optional index in four bytes, where `Optional` would take eight.
@propertyWrapper
@usableFromInline package struct PackedIndex<Entry>: Hashable, Sendable, BitwiseCopyable {
  /// The index plus one, or 0 if there is no index.
  @usableFromInline var successor: UInt32

  @inlinable
  package init(wrappedValue: EntryIndex<Entry>?) {
    successor = wrappedValue.map { $0.number + 1 } ?? 0
  }

  @inlinable
  package init() { successor = 0 }

  @inlinable
  package var wrappedValue: EntryIndex<Entry>? {
    get { successor == 0 ? nil : EntryIndex(Int(truncatingIfNeeded: successor &- 1)) }
    set { self = PackedIndex(wrappedValue: newValue) }
  }
}

/// The indices of consecutive entries in a table.
@usableFromInline
package struct EntryRange<Entry>: Sequence, IteratorProtocol, Hashable, Sendable,
  BitwiseCopyable
{
  @usableFromInline var start: UInt32
  @usableFromInline var length: UInt32

  @inlinable
  package init(_ numbers: Range<Int>) {
    start = UInt32(numbers.lowerBound)
    length = UInt32(numbers.count)
  }

  /// Creates the range of a number of indices from a start on.
  @inlinable
  package init(from start: EntryIndex<Entry>, count: Int) {
    self.start = start.number
    length = UInt32(count)
  }

  /// Creates a range without indices.
  @inlinable
  package init() { self.init(0..<0) }

  @inlinable
  package var count: Int { Int(truncatingIfNeeded: length) }

  @inlinable
  package var isEmpty: Bool { length == 0 }

  /// The index at a position in the range.
  @inlinable
  package subscript(position: Int) -> EntryIndex<Entry> {
    assert(position >= 0 && position < count)
    return EntryIndex(Int(truncatingIfNeeded: start) + position)
  }

  /// Returns the position of an index in the range.
  @inlinable
  package func position(of index: EntryIndex<Entry>) -> Int {
    index.value - Int(truncatingIfNeeded: start)
  }

  /// The indices as numbers.
  @inlinable
  package var numbers: Range<Int> {
    let start = Int(truncatingIfNeeded: start)
    return start..<(start + count)
  }

  /// Removes the first index, and returns it; `nil` if there is none.
  @inlinable
  package mutating func next() -> EntryIndex<Entry>? {
    guard length > 0 else { return nil }
    defer {
      start &+= 1
      length &-= 1
    }
    return EntryIndex(Int(truncatingIfNeeded: start))
  }
}

extension Array {
  @inlinable
  package subscript(index: EntryIndex<Element>) -> Element {
    get { self[index.value] }
    // A setter would copy the entry's arrays when they change.
    _modify { yield &self[index.value] }
  }

  @inlinable
  package subscript(range: EntryRange<Element>) -> ArraySlice<Element> { self[range.numbers] }

  /// Appends an entry, and returns its index.
  @inlinable
  package mutating func add(_ entry: Element) -> EntryIndex<Element> {
    append(entry)
    return EntryIndex(count - 1)
  }

  /// Appends entries, and returns their indices.
  @inlinable
  package mutating func add(contentsOf entries: [Element]) -> EntryRange<Element> {
    append(contentsOf: entries)
    return EntryRange(count - entries.count..<count)
  }
}
