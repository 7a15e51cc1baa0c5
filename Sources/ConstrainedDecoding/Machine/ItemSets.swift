/// An item of ``ItemSets``: no two items of one set go on alike.
protocol SetItem: BitwiseCopyable {
  /// Indicates whether two items go on alike, however they came about.
  func goesOn(like other: Self) -> Bool
}

/// Sets of items, one after the other: while a text is read, each byte makes the next set.
///
/// Its parts are classes, for speed (see ``GrowingTable``), and copies share them, so only one
/// owner may keep it.
struct ItemSets<Element: SetItem> {
  /// The most items of a set: the ways in which a text can be read at once.
  static var limit: Int { 1 << 10 }

  private let elements: GrowingTable<Element>
  private let output = ItemOutput()

  init(capacity: Int) { elements = GrowingTable(capacity: capacity) }

  /// The memory of all sets, in bytes.
  var byteCount: Int { elements.byteCount }

  /// The number of items in all sets.
  var count: Int { elements.count }

  subscript(index: Int) -> Element { elements[index] }

  /// The items from an index on.
  func suffix(from first: Int) -> [Element] { (first..<count).map { elements[$0] } }

  /// Appends an item, whatever items there are.
  func append(_ item: Element) { elements.append(item) }

  /// Removes the items from an index on.
  func removeAll(from first: Int) { elements.truncate(to: first) }

  /// Removes items, and moves those after them to their place.
  func removeSubrange(_ range: Range<Int>) { elements.removeSubrange(range) }

  // MARK: Making

  /// Begins a set behind all items, to which ``emit(_:)`` adds until it is ended.
  ///
  /// - Returns: The start of the set around this one, for ``endSet(_:)``.
  func beginSet() -> Int { beginSet(at: count) }

  /// Begins a set that has the items from an index on; see ``beginSet()``.
  func beginSet(at start: Int) -> Int { output.begin(at: start) }

  /// Ends the set that is being made.
  ///
  /// - Parameter outer: The result of ``beginSet()``.
  func endSet(_ outer: Int) { _ = output.begin(at: outer) }

  /// Adds an item to the set that is being made, unless one that goes on alike is there.
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

  /// Indicates whether a set had more than ``limit`` items, and so lacks some.
  var hasOverflowed: Bool { output.hasOverflowed }

  /// Notes that items are missing.
  func noteOverflow() { output.setOverflow(true) }

  /// Indicates whether items were missing, and forgets it.
  func takeOverflow() -> Bool {
    guard output.hasOverflowed else { return false }
    output.setOverflow(false)
    return true
  }
}

/// The set that is being made.
///
/// Its variables are private, so that the compiler leaves out checks for exclusive access; see
/// ``GrowingTable``.
private final class ItemOutput {
  private var first = 0
  private var lacksItems = false

  var start: Int { first }
  var hasOverflowed: Bool { lacksItems }

  /// Begins a set at an index, and returns where the one before begins.
  func begin(at start: Int) -> Int {
    defer { first = start }
    return first
  }

  func setOverflow(_ lacksItems: Bool) { self.lacksItems = lacksItems }
}
