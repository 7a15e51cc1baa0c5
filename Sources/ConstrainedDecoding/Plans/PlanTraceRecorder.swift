import IndexedTables

/// Records the traces of a token while a ``PlanMachine`` reads it for a commit.
struct PlanTraceRecorder {
  /// The traces of the token; `nil` while masks are computed.
  private var traces: [PlanTrace]?
  /// The number of traces before the token.
  private var firstTrace = 0
  /// The number of bytes before the current byte.
  private var offset = 0

  /// Starts recording the traces of a committed token.
  mutating func begin(_ first: Int, offset: Int) {
    traces = []
    firstTrace = first
    self.offset = offset
  }

  /// Stops recording, and returns the new traces.
  mutating func end() -> [PlanTrace] {
    defer { traces = nil }
    return traces ?? []
  }

  /// Moves the offset by a number of bytes, which may be negative.
  mutating func move(by count: Int) { offset += count }

  /// Records the beginning or the end of a part.
  ///
  /// `isStart`: `true` for the beginning. `back`: The number of read bytes after the place.
  ///
  /// - Returns: The trace; `nil` while masks are computed.
  mutating func trace(
    _ role: EntryIndex<PlanPart.Role>, isStart: Bool, back: Int,
    after previous: EntryIndex<PlanTrace>?
  ) -> EntryIndex<PlanTrace>? {
    guard let count = traces?.count else { return nil }
    traces?.append(PlanTrace(role, isStart: isStart, offset: offset - back, after: previous))
    return EntryIndex(firstTrace + count)
  }
}
