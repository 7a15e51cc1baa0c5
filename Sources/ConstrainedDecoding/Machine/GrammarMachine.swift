/// The automaton of a grammar.
///
/// It computes the items that follow other items and a byte.
///
/// The automaton does not depend on tokens. It has no locks, so only one thread may use it at a
/// time.
final class GrammarMachine {
  private static let initialStackLimit = 1 << 16

  let tables: GrammarTables
  /// The stacks of places to return to.
  let stacks = StackTable()
  /// The sets of items for the bytes that are being read.
  let items = ItemSets<Item>(capacity: 64)
  /// The number of stacks that were copied from other machines; see ``isFull``.
  private var adoptedStacks = 0

  init(_ tables: GrammarTables) { self.tables = tables }

  /// The memory of the stacks and the items, in bytes.
  var byteCount: Int { stacks.byteCount + items.byteCount }

  var start: Item { Item(position: tables.layout.start, stack: .empty) }

  /// Adds an item to the current set.
  func emit(_ position: GrammarPosition, _ stack: StackIndex) {
    items.emit(Item(position: position, stack: stack))
  }

  // MARK: Stacks

  /// Returns a stack with one more place to return to.
  func push(_ position: GrammarPosition, onto parent: StackIndex) -> StackIndex {
    stacks.push(position, onto: parent)
  }

  /// Returns the item after a value.
  func popped(_ stack: StackIndex) -> Item { stacks.popped(stack) }

  /// Indicates whether there are so many stacks that this machine should be replaced by a new one.
  var isFull: Bool { stacks.count >= max(Self.initialStackLimit, 2 * adoptedStacks) }

  /// Replaces items of another machine of the same grammar by items of this machine.
  ///
  /// The copied stacks are in use. The limit of stacks is twice their number, so that a deep text
  /// is not copied again at each token.
  ///
  /// - Complexity: O(*n*) in the stacks of the other machine.
  func adopt(_ items: inout [Item], from other: GrammarMachine) {
    let before = stacks.count
    stacks.adopt(&items, from: other.stacks)
    adoptedStacks += stacks.count - before
  }

  // MARK: Sets

  /// Reads a byte with the items from an index on, and adds the following items.
  ///
  /// - Returns: The index of the first item after the byte; `nil` if the byte may not follow.
  func advance(_ first: Int, _ byte: UInt8) -> Int? {
    let end = items.count
    let outer = items.beginSet()
    for index in first..<end { step(items[index], byte) }
    items.endSet(outer)
    return items.count > end && !items.hasOverflowed ? end : nil
  }

  /// Reads a byte with the items from an index on, and replaces them by the following items.
  ///
  /// - Returns: `true` if the byte may follow. Otherwise the items do not change.
  func replaceItems(from first: Int, _ byte: UInt8) -> Bool {
    guard let next = advance(first, byte) else { return false }
    items.removeSubrange(first..<next)
    return true
  }
}
