/// The items, the text and the traces of a ``TokenMatcher`` after each commit.
struct MatcherHistory {
  /// The number of entries after a commit.
  private struct Mark {
    /// The items after the commit, which an earlier commit may share.
    var items: Range<Int>
    /// The number of stored items.
    var itemCount: Int
    var text: Int
    var traces: Int
  }

  /// The number of items from which on commits share equal sets.
  ///
  /// A text of many elements that begin alike has the same sets of hundreds of items again and
  /// again.
  private static let sharedCount = 32

  /// The items after each commit, one set after the other.
  private var sets: [PlanItem]
  /// The last place of each stored large set, by the set's hash.
  private var places: [Int: Range<Int>] = [:]
  /// The text so far.
  private(set) var text: [UInt8] = []
  /// The beginnings and ends of parts with a role.
  private(set) var traces: [PlanTrace]
  /// The mark before the first commit, and the mark after each.
  private var marks: [Mark]

  init(_ items: [PlanItem], _ traces: [PlanTrace]) {
    sets = items
    self.traces = traces
    marks = [
      Mark(items: items.indices, itemCount: items.count, text: 0, traces: traces.count)
    ]
  }

  /// The number of commits.
  var count: Int { marks.count - 1 }

  var items: ArraySlice<PlanItem> {
    sets[marks[count].items]
  }

  /// Adds a commit.
  mutating func append(
    _ items: [PlanItem], _ bytes: some Collection<UInt8>, _ traces: [PlanTrace]
  ) {
    let range = store(items)
    text += bytes
    self.traces += traces
    marks.append(
      Mark(items: range, itemCount: sets.count, text: text.count, traces: self.traces.count))
  }

  /// Stores a set of items, unless an earlier commit has the same set, and returns its place.
  private mutating func store(_ items: [PlanItem]) -> Range<Int> {
    let range = sets.count..<(sets.count + items.count)
    guard items.count >= Self.sharedCount else {
      sets += items
      return range
    }
    let hash = Self.hash(of: items)
    if let known = places[hash],
      sets[known].elementsEqual(items, by: { $0.goesOn(like: $1) && $0.trace == $1.trace })
    {
      return known
    }
    sets += items
    places[hash] = range
    return range
  }

  private static func hash(of items: some Sequence<PlanItem>) -> Int {
    var hasher = Hasher()
    for item in items { hasher.combine(item.continuationHash) }
    return hasher.finalize()
  }

  /// Removes the last commits.
  ///
  /// `count` is at most the number of commits.
  mutating func removeLast(_ count: Int) {
    let mark = marks[marks.count - 1 - count]
    for set in marks.suffix(count).lazy.map(\.items)
    where set.count >= Self.sharedCount && set.lowerBound >= mark.itemCount {
      let hash = Self.hash(of: sets[set])
      if places[hash] == set { places[hash] = nil }
    }
    marks.removeLast(count)
    sets.removeLast(sets.count - mark.itemCount)
    text.removeLast(text.count - mark.text)
    traces.removeLast(traces.count - mark.traces)
  }

  /// Moves all items to another machine of the same plan.
  mutating func move(from machine: PlanMachine, to next: PlanMachine) {
    next.adopt(&sets, from: machine)
    // The items have other hashes in the other machine.
    places = [:]
  }

  /// Checks that each commit has its items, text and traces.
  func checkInvariants() {
    #if DEBUG
    for (mark, next) in zip(marks, marks.dropFirst()) {
      assert(
        mark.itemCount <= next.itemCount && mark.text <= next.text && mark.traces <= next.traces,
        "a commit takes data away")
    }
    for mark in marks { assert(mark.items.upperBound <= mark.itemCount, "items are missing") }
    for (hash, set) in places {
      assert(
        set.upperBound <= sets.count && hash == Self.hash(of: sets[set]), "a set is not stored")
    }
    let last = marks[marks.count - 1]
    assert(
      last.itemCount == sets.count && last.text == text.count && last.traces == traces.count,
      "data of a commit are missing")
    #endif
  }
}
