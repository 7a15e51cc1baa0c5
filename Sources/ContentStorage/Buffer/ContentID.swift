/// A 128-bit identifier of a stream.
///
/// The id of a container is the id of its stream, with the index of the container's entry added to
/// the lower half.
package struct ContentID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// An id of zeros, which is never a random id.
  ///
  /// A constant, not an optional, marks a missing id, so that content has only four words.
  package static let absent = ContentID(high: 0, low: 0)

  init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a random id.
  package init() {
    var generator = SystemRandomNumberGenerator()
    self.init(high: generator.next() | 1, low: generator.next())
  }

  /// Returns the id of the container whose entry is at an index.
  func part(_ index: Int) -> ContentID {
    ContentID(high: high, low: low &+ UInt64(truncatingIfNeeded: index))
  }
}

/// The indices that the containers of a copy have in the copied stream.
///
/// A container keeps its id in a copy, and the id depends on this index.
final class ContentOrigins: Sendable {
  /// The indices in the copy, in ascending order, with the indices in the stream.
  private let indices: [(copy: Int, original: Int)]

  init(_ indices: [(copy: Int, original: Int)]) { self.indices = indices }

  /// Returns the index in the stream of the container at an index in the copy.
  ///
  /// - Complexity: O(log n) in the number of containers.
  func original(of copy: Int) -> Int? {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if indices[middle].copy < copy { low = middle + 1 } else { high = middle }
    }
    return low < indices.count && indices[low].copy == copy ? indices[low].original : nil
  }
}
