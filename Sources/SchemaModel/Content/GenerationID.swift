/// Names one structure or array of one response, through all its snapshots.
///
/// Content that arrives in a stream has an id for the whole and one for each structure and array
/// in it. An id stays the same from one snapshot to the next, so that a list can follow its rows.
/// Content made by hand has no id unless it is given one.
public struct GenerationID: Sendable, Hashable {
  // 128 random bits. The ids of a stream's containers are the stream's plus a position; two
  // streams overlap with a chance that can be neglected. All zeros never occurs, so that content
  // can keep "no id" in the same two words.
  let high: UInt64
  let low: UInt64

  /// Creates an id unlike any other.
  public init() {
    var generator = SystemRandomNumberGenerator()
    high = generator.next() | 1
    low = generator.next()
  }

  @inline(__always)
  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }
}
