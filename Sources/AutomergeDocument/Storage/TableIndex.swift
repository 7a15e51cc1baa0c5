/// The index of an entry in a table.
///
/// It takes four bytes, since operations have many such references. The modules of schemas have the
/// same type as `EntryIndex` of `IndexedTables`, on which this module does not depend.
///
/// An index finds an entry in the table of its type, as in `rows[row]`. It also finds the value
/// that another table has for this entry, as in `ranks[of: actor]`.
struct TableIndex<Entry>: Hashable, Comparable, Sendable {
  fileprivate let number: UInt32

  fileprivate init(number: UInt32) { self.number = number }

  init(_ index: Int) { number = UInt32(index) }

  var value: Int { Int(number) }

  static func < (first: TableIndex, second: TableIndex) -> Bool { first.number < second.number }
}

extension TableIndex {
  static var first: TableIndex { TableIndex(0) }
}

/// An optional index.
///
/// It takes four bytes instead of eight.
@propertyWrapper
struct OptionalIndex<Entry>: Hashable, Sendable {
  fileprivate var number: UInt32

  init(wrappedValue: TableIndex<Entry>?) { number = wrappedValue?.number ?? .max }

  init() { number = .max }

  fileprivate init(number: UInt32) { self.number = number }

  var wrappedValue: TableIndex<Entry>? {
    get { number == .max ? nil : TableIndex(number: number) }
    set { number = newValue?.number ?? .max }
  }
}

extension Array {
  subscript(index: TableIndex<Element>) -> Element {
    get { self[index.value] }
    _modify { yield &self[index.value] }
  }

  subscript<Entry>(of entry: TableIndex<Entry>) -> Element {
    get { self[entry.value] }
    _modify { yield &self[entry.value] }
  }

  /// Returns the position of the first element that meets a condition, or the end if no element
  /// does.
  ///
  /// If an element meets the condition, all elements after it have to meet it.
  ///
  /// Complexity: O(log *n*) calls of the condition.
  func firstPosition(where condition: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = start + (end - start) / 2
      if condition(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}

typealias ActorIndex = TableIndex<ActorId>

/// The index of a change in a ``ChangeGraph``.
typealias ChangeIndex = TableIndex<ChangeRecord>

typealias StringIndex = TableIndex<String>

/// The index of an object in ``OpSet/objects``.
typealias ObjectIndex = TableIndex<ObjectState>

extension ObjectIndex {
  static var root: ObjectIndex { ObjectIndex(0) }
}

/// The index of a row in ``OpSet/rows``.
typealias RowIndex = TableIndex<OpRow>

/// The part of an object that an operation changes: a key of a map, or an element of a list or
/// text.
///
/// It takes four bytes.
///
/// The value does not tell a key from an element; ``OpSet/isMap(_:)`` does. An element is
/// identified by its row, and the beginning of a sequence by `nil`.
struct ObjectKey: Hashable, Sendable {
  private let number: UInt32

  init(_ string: StringIndex) { number = string.number }

  init(_ element: RowIndex?) { number = OptionalIndex(wrappedValue: element).number }

  /// The key, if the object is a map.
  var string: StringIndex { StringIndex(number: number) }

  /// The element, if the object is a list or text; `nil` for the beginning.
  var element: RowIndex? { OptionalIndex(number: number).wrappedValue }

  /// The bits of an index of either type.
  var bits: UInt64 { UInt64(number) }
}
