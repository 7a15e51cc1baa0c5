/// An item of ``ItemSets``; the items of a set have different continuations.
protocol SetItem: BitwiseCopyable {
  /// Indicates whether two items have the same continuations, even if they have different
  /// histories.
  func goesOn(like other: Self) -> Bool
}

/// Sets of items, one after the other.
///
/// While a text is read, each byte gives the next set.
///
/// The stored tables are classes for speed (see ``GrowingTable``), so a copy shares the sets.
struct ItemSets<Element: SetItem> {
  /// The largest number of items in a set: each item is one way to read the text.
  static var limit: Int { 1 << 10 }

  private let elements: GrowingTable<Element>
  private let output = ItemOutput()

  init(capacity: Int) { elements = GrowingTable(capacity: capacity) }

  /// The memory of all sets, in bytes.
  var byteCount: Int { elements.byteCount }

  /// The number of items in all sets.
  var count: Int { elements.count }

  subscript(index: Int) -> Element { elements[index] }

  func suffix(from first: Int) -> [Element] { (first..<count).map { elements[$0] } }

  /// Appends an item without comparing it with other items.
  func append(_ item: Element) { elements.append(item) }

  func removeAll(from first: Int) { elements.truncate(to: first) }

  /// Removes items, and moves the following items to their place.
  func removeSubrange(_ range: Range<Int>) { elements.removeSubrange(range) }

  // MARK: Making

  /// Begins a set after all items.
  ///
  /// ``emit(_:)`` adds items to this set until it ends.
  ///
  /// - Returns: The start of the enclosing set, for ``endSet(_:)``.
  func beginSet() -> Int { beginSet(at: count) }

  /// Begins a set that contains the items from an index on; see ``beginSet()``.
  func beginSet(at start: Int) -> Int { output.begin(at: start) }

  func endSet(_ outer: Int) { _ = output.begin(at: outer) }

  /// Adds an item to the current set, unless the set has an item with the same continuations.
  func emit(_ item: Element) {
    let start = output.start
    var index = start
    while index < elements.count {
      if elements[index].goesOn(like: item) { return }
      index += 1
    }
    guard elements.count - start < Self.limit else { return noteOverflow() }
    elements.append(item)
  }

  /// Indicates whether a set had more than ``limit`` items, so that some are missing.
  var hasOverflowed: Bool { output.hasOverflowed }

  /// Records that items are missing.
  func noteOverflow() { output.setOverflow(true) }

  /// Returns ``hasOverflowed`` and resets it.
  func takeOverflow() -> Bool {
    guard output.hasOverflowed else { return false }
    output.setOverflow(false)
    return true
  }
}

/// The current set.
///
/// The variables are private, so that the compiler omits checks for exclusive access; see
/// ``GrowingTable``.
private final class ItemOutput {
  private var first = 0
  private var lacksItems = false

  var start: Int { first }
  var hasOverflowed: Bool { lacksItems }

  /// Begins a set at an index, and returns the start of the previous set.
  func begin(at start: Int) -> Int {
    defer { first = start }
    return first
  }

  func setOverflow(_ lacksItems: Bool) { self.lacksItems = lacksItems }
}
