/// An item of ``ItemSets``; the items of a set have different continuations.
protocol SetItem: BitwiseCopyable {
  /// Indicates whether two items have the same continuations, even if they have different
  /// histories.
  func goesOn(like other: Self) -> Bool

  /// A hash that items with the same continuations share.
  var continuationHash: Int { get }
}

/// Sets of items, one after the other.
///
/// While a text is read, each byte gives the next set.
///
/// The stored tables are classes for speed (see ``GrowingTable``), so a copy shares the sets.
struct ItemSets<Element: SetItem> {
  /// The largest number of items in a set: each item is one way to read the text.
  static var limit: Int { 1 << 10 }

  /// The number of items from which on a set is searched by hashes.
  ///
  /// Nearly all sets have one or two items.
  private static var hashedCount: Int { 32 }

  private let elements: GrowingTable<Element>
  private let output = ItemOutput()
  private let index = ItemIndex()

  init(capacity: Int) { elements = GrowingTable(capacity: capacity) }

  /// The memory of all sets, in bytes.
  var byteCount: Int { elements.byteCount + index.byteCount }

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

  /// The number of the current set, which no other set of these has.
  var setNumber: Int { output.number }

  /// Adds an item to the current set, unless the set has an item with the same continuations.
  ///
  /// The items of the current set must not be removed before it ends.
  func emit(_ item: Element) {
    let start = output.start
    if elements.count - start >= Self.hashedCount {
      if isKnown(item, start) { return }
    } else {
      var index = start
      while index < elements.count {
        if elements[index].goesOn(like: item) { return }
        index += 1
      }
    }
    guard elements.count - start < Self.limit else { return noteOverflow() }
    elements.append(item)
  }

  /// Indicates whether the current set, which has many items, has one with the same continuations.
  private func isKnown(_ item: Element, _ start: Int) -> Bool {
    index.begin(output.number, at: start)
    while index.end < elements.count { index.append(elements[index.end].continuationHash) }
    return index.contains(item.continuationHash) { elements[$0].goesOn(like: item) }
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
  private var beginnings = 1
  private var lacksItems = false

  var start: Int { first }
  /// The number of sets that were begun or resumed.
  var number: Int { beginnings }
  var hasOverflowed: Bool { lacksItems }

  /// Begins a set at an index, and returns the start of the previous set.
  func begin(at start: Int) -> Int {
    defer {
      first = start
      beginnings &+= 1
    }
    return first
  }

  func setOverflow(_ lacksItems: Bool) { self.lacksItems = lacksItems }
}

/// The items of one set of many items, by their hashes.
///
/// It is for the last set that was searched; the slots of earlier sets count as free.
private final class ItemIndex {
  private struct Slot: BitwiseCopyable {
    /// The number of the set.
    var set: Int
    /// The index of the item.
    var item: Int
  }

  private let slots = GrowingTable<Slot>(capacity: 1)
  private var set = 0
  private var first = 0
  /// The index after the last item that the table has.
  private(set) var end = 0

  /// The memory of the table, in bytes.
  var byteCount: Int { slots.byteCount }

  /// Begins a set, unless it is the current one.
  ///
  /// `start`: The index of its first item.
  func begin(_ set: Int, at start: Int) {
    guard set != self.set else { return }
    (self.set, first, end) = (set, start, start)
  }

  /// Adds the next item of the set, by its hash.
  func append(_ hash: Int) {
    if (end - first) * 2 >= slots.count {
      // The set begins anew, in a table in which half of the slots stay free.
      slots.reset(count: max(slots.count * 2, 256), to: Slot(set: 0, item: 0))
      end = first
      return
    }
    var slot = hash & (slots.count - 1)
    while slots[slot].set == set { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = Slot(set: set, item: end)
    end += 1
  }

  /// Indicates whether an item with a hash satisfies a condition.
  func contains(_ hash: Int, where isSame: (Int) -> Bool) -> Bool {
    var slot = hash & (slots.count - 1)
    while slots[slot].set == set {
      if isSame(slots[slot].item) { return true }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
  }
}
