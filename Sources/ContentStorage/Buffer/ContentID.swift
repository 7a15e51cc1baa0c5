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
