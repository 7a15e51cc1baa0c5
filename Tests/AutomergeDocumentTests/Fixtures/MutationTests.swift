import Foundation
import SchemaTestSupport
import Testing

@Suite(.enabled(if: Fixture.areThere, "\(Fixture.absence)"))
struct MutationTests {
  /// How many bytes of a file are changed, one at a time.
  ///
  /// Files of more than 16 KB take from ten milliseconds to a quarter of a second to read.
  private static func mutations(of bytes: [UInt8]) -> Int {
    bytes.count < 16_384 ? randomCases(128, oneIn: 26) : randomCases(25, oneIn: 25)
  }

  @Test(arguments: Fixture.all)
  func `a damaged file is an error or a document`(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    var random = SplitMix64(seed: UInt64(bytes.count))
    let step = max(1, bytes.count / Self.mutations(of: bytes))
    for place in stride(from: random.below(step), to: bytes.count, by: step) {
      let byte = random.pick([
        bytes[place] ^ 1, bytes[place] ^ 0x80, 0, 0x7F, 0xFF, UInt8(random.below(256)),
      ])
      do {
        try Mutation.survive(Mutation.change(bytes, at: place, to: byte))
      } catch {
        Issue.record("The byte \(place) as \(byte): \(error)")
      }
    }
    for _ in 0..<tried(of: 20, oneIn: 10) {
      try Mutation.survive(Mutation.repaired(Array(bytes.prefix(random.below(bytes.count)))))
    }
  }
}
