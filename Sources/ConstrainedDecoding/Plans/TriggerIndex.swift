/// The triggers of a structural tag, to find those with which a text begins.
struct TriggerIndex {
  private struct Entry {
    let bytes: [UInt8]
    let number: Int
    /// The position of the longest other trigger with which this one begins.
    var outer: Int?
  }

  /// The triggers in the order of their bytes.
  private var entries: [Entry]

  init(_ triggers: [String]) {
    entries = triggers.enumerated().map { Entry(bytes: Array($1.utf8), number: $0) }
    entries.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    // Sorted triggers follow their prefixes, so a stack of open prefixes finds the longest prefix
    // of each.
    var open: [Int] = []
    for index in entries.indices {
      while let last = open.last, !entries[index].bytes.starts(with: entries[last].bytes) {
        open.removeLast()
      }
      entries[index].outer = open.last
      open.append(index)
    }
  }

  /// Returns the number of the only trigger with which a text begins; `nil` if there is none, or if
  /// there are several.
  ///
  /// - Complexity: O(log *n*) comparisons, and one for each trigger with which the last trigger
  ///   before the text begins.
  func onlyTrigger(beginning text: String) -> Int? {
    let bytes = Array(text.utf8)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if bytes.lexicographicallyPrecedes(entries[middle].bytes) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    var candidate: Int? = low > 0 ? low - 1 : nil
    while let index = candidate, !bytes.starts(with: entries[index].bytes) {
      candidate = entries[index].outer
    }
    guard let candidate, entries[candidate].outer == nil else { return nil }
    return entries[candidate].number
  }
}
