import ContentStorage

/// The automaton of a grammar: it steps items by the bytes that are read.
///
/// It knows nothing of tokens. It is not safe to use on two threads at once; nothing in it has a
/// lock.
final class GrammarMachine {
  private static let initialStackLimit = 1 << 16

  let tables: GrammarTables
  /// The places to return to.
  let stacks = StackTable()
  /// The items that are being read, and those that come of them.
  let items = ItemSets<Item>(capacity: 256)
  /// The number of stacks that came from other machines; see ``isFull``.
  private var adoptedStacks = 0

  init(_ tables: GrammarTables) { self.tables = tables }

  /// The memory that places and the reading of texts take, in bytes.
  var byteCount: Int { stacks.byteCount + items.byteCount }

  /// The item before any text.
  var start: Item { Item(position: tables.layout.start, stack: .empty) }

  /// Adds an item to the set that is being made.
  func emit(_ position: Position, _ stack: StackIndex) {
    items.emit(Item(position: position, stack: stack))
  }

  // MARK: Stacks

  /// The stack that has one more place to return to.
  func push(_ position: Position, onto parent: StackIndex) -> StackIndex {
    stacks.push(position, onto: parent)
  }

  /// The item after a value.
  func popped(_ stack: StackIndex) -> Item { stacks.popped(stack) }

  /// Indicates whether there are so many stacks that another machine is due.
  var isFull: Bool { stacks.count >= max(Self.initialStackLimit, 2 * adoptedStacks) }

  /// Takes over items of another machine of the same grammar.
  ///
  /// The stacks taken over are in use. As many stacks more may follow, so that this does not
  /// happen again at each token of a deep text.
  ///
  /// - Complexity: O(*n*) in the stacks of the other machine.
  func adopt(_ items: inout [Item], from other: GrammarMachine) {
    let before = stacks.count
    stacks.adopt(&items, from: other.stacks)
    adoptedStacks += stacks.count - before
  }

  // MARK: Sets

  /// Reads a byte with the items from an index on, and adds those after it.
  ///
  /// - Returns: Where the items after the byte begin; `nil` if it may not follow.
  func advance(_ first: Int, _ byte: UInt8) -> Int? {
    let end = items.count
    let outer = items.beginSet()
    for index in first..<end { step(items[index], byte) }
    items.endSet(outer)
    return items.count > end && !items.hasOverflowed ? end : nil
  }

  /// Reads a byte with the items from an index on; those after it take their place.
  ///
  /// - Returns: Whether the byte may follow. If not, the items stay.
  func replaceItems(from first: Int, _ byte: UInt8) -> Bool {
    guard let next = advance(first, byte) else { return false }
    items.removeSubrange(first..<next)
    return true
  }

  /// The fewest bytes to a complete text, from the items from an index on.
  func distance(from first: Int) -> Int64 {
    (first..<items.count).reduce(GrammarLayout.far) { min($0, distance(of: items[$1])) }
  }
}
