/// The items and the text of a ``TokenMatcher`` after each commit.
struct MatcherHistory {
  /// The items after each commit, one set after the other; the last set is the current one.
  private var sets: [Item]
  /// The start index of each set, followed by the end index of the last set.
  private var setBounds: [Int32]
  /// The text so far.
  private(set) var text: [UInt8] = []
  /// The length of the text after each commit.
  private var textBounds: [Int32] = [0]

  init(_ start: Item) {
    sets = [start]
    setBounds = [0, 1]
  }

  var count: Int { setBounds.count - 2 }

  var items: ArraySlice<Item> { sets[Int(setBounds[setBounds.count - 2])...] }

  /// Adds a commit.
  ///
  /// `first`: The index of the first item that has read the bytes.
  mutating func append(_ items: ItemSets<Item>, from first: Int, _ bytes: some Sequence<UInt8>) {
    for index in first..<items.count { sets.append(items[index]) }
    setBounds.append(Int32(truncatingIfNeeded: sets.count))
    text.append(contentsOf: bytes)
    textBounds.append(Int32(truncatingIfNeeded: text.count))
  }

  /// Removes the last commits.
  ///
  /// `count` is at most the number of commits.
  mutating func removeLast(_ count: Int) {
    setBounds.removeLast(count)
    textBounds.removeLast(count)
    sets.removeLast(sets.count - Int(setBounds.last ?? 0))
    text.removeLast(text.count - Int(textBounds.last ?? 0))
  }

  /// Moves all items to another machine of the same grammar.
  mutating func move(from machine: GrammarMachine, to next: GrammarMachine) {
    next.adopt(&sets, from: machine)
  }
}
