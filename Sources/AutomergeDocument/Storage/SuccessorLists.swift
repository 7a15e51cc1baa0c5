/// The successors of rows after the first successor.
///
/// Few rows have several.
struct SuccessorLists {
  private var lists: [RowIndex: [OpID]] = [:]
  /// The number of successors in all lists.
  private var count = 0

  /// The memory of the lists, in bytes.
  var memory: Int { lists.count * 96 + count * 8 }

  /// Returns the successors of a row after the first.
  subscript(row: RowIndex) -> [OpID] { lists.isEmpty ? [] : lists[row] ?? [] }

  /// Adds a successor of a row.
  mutating func append(_ successor: OpID, to row: RowIndex) {
    lists[row, default: []].append(successor)
    count += 1
  }

  /// Adds successors after the first to a row that has no entry yet.
  mutating func append(_ successors: ArraySlice<OpID>, to row: RowIndex) {
    guard !successors.isEmpty else { return }
    lists[row] = Array(successors)
    count += successors.count
  }

  /// Removes the last successor of a row.
  ///
  /// - Returns: `false` if the row has at most one successor, which is not stored here.
  mutating func removeLast(of row: RowIndex) -> Bool {
    guard lists[row]?.popLast() != nil else { return false }
    count -= 1
    if lists[row]?.isEmpty == true { lists[row] = nil }
    return true
  }
}
