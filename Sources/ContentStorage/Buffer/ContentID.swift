/// The places in the stream of the containers of a copy, which determine their ids.
final class ContentOrigins: Sendable {
  /// The indices in the copy, in ascending order, and those in the stream.
  private let indices: [(copy: Int, original: Int)]

  init(_ indices: [(copy: Int, original: Int)]) {
    self.indices = indices
  }

  /// The index in the stream of the container at an index in the copy.
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

/// 128 bits that name a stream, or a container in it by adding its place to the lower half.
package struct ContentID: Hashable, Sendable {
  let high: UInt64
  let low: UInt64

  /// All zeros, which no random id is: two words rather than an optional keep content at four.
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

  /// The id of the container whose entry stands at an index.
  func part(_ index: Int) -> ContentID {
    ContentID(high: high, low: low &+ UInt64(truncatingIfNeeded: index))
  }
}
