/// The operations of a document as rows, found by their identities.
struct RowTable {
  private var rows: [OpRow] = []
  private var indices = OpTable()
  /// The successors of rows after the first one.
  private(set) var laterSuccessors = SuccessorLists()
  private var markNames: [RowIndex: StringIndex] = [:]
  /// The greatest used counter.
  private(set) var maximumCounter: UInt32 = 0

  /// The memory of an operation: its row, its leaf, and its row number and width in the leaf.
  ///
  /// With its place in the table of identities, a character of a text takes 62 bytes. A text is
  /// therefore within the limit of 64 bytes for each received byte.
  static let operationMemory = MemoryLayout<OpRow>.stride + 14

  /// The memory of the rows, without unused capacity of arrays, in bytes.
  var memory: Int {
    rows.count * Self.operationMemory + indices.memory + laterSuccessors.memory
      + markNames.count * 32
  }

  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }

  subscript(row: RowIndex) -> OpRow { rows[row.value] }

  /// The row of an operation; `nil` for a deletion or an unknown operation.
  func index(of id: OpID) -> RowIndex? { indices[id] }

  /// Returns all successors of a row, in the order of their arrival.
  func successors(of row: RowIndex) -> [OpID] {
    let first = rows[row.value].successor
    return first.isNone ? [] : [first] + laterSuccessors[row]
  }

  /// Returns the name of the mark that a row begins; `nil` for other rows.
  func markName(of row: RowIndex) -> StringIndex? { markNames.isEmpty ? nil : markNames[row] }
}

// Rows.
extension RowTable {
  mutating func reserve(_ count: Int) { rows.reserveCapacity(count) }

  /// Adds a row, and returns its index.
  mutating func append(_ row: OpRow, markName: StringIndex?) -> RowIndex {
    let index = RowIndex(rows.count)
    rows.append(row)
    indices.insert(row.id, row: index)
    useCounters(upTo: row.id.counter)
    if let markName { markNames[index] = markName }
    return index
  }

  /// Removes the last row, which must be in no register or sequence.
  mutating func removeLast() {
    guard let row = rows.popLast() else { return }
    indices.removeLast(row.id)
    markNames[RowIndex(rows.count)] = nil
  }

  /// Sets the row that follows another in its register.
  mutating func link(_ row: RowIndex, to next: RowIndex?) { rows[row.value].next = next }

  /// Sets whether a successor hides a row.
  mutating func setReplaced(_ row: RowIndex, _ isReplaced: Bool) {
    rows[row.value].isReplaced = isReplaced
  }

  mutating func addSuccessor(_ id: OpID, to row: RowIndex) {
    if rows[row.value].successor.isNone {
      rows[row.value].successor = id
    } else {
      laterSuccessors.append(id, to: row)
    }
  }

  /// Adds the successors of a row that has none yet, and hides the row if there are any.
  mutating func setSuccessors(_ successors: [OpID], of row: RowIndex) {
    guard let first = successors.first else { return }
    rows[row.value].successor = first
    rows[row.value].isReplaced = true
    laterSuccessors.append(successors.dropFirst(), to: row)
  }

  mutating func removeLastSuccessor(of row: RowIndex) {
    if !laterSuccessors.removeLast(of: row) { rows[row.value].successor = .none }
  }
}

// Counters of identities.
extension RowTable {
  /// Uses the next counter and returns it; the next counter must be within the format's range.
  mutating func takeCounter() -> UInt32 {
    maximumCounter += 1
    return maximumCounter
  }

  /// Marks all counters up to a given counter as used.
  mutating func useCounters(upTo counter: UInt32) { maximumCounter = max(maximumCounter, counter) }

  /// Makes all counters after a given counter available again.
  mutating func returnCounters(after counter: UInt32) { maximumCounter = counter }
}
