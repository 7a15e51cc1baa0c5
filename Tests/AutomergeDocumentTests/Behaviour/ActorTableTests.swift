import SchemaTestSupport
import Testing

@testable import AutomergeDocument

struct ActorTableTests {
  /// The orders in which actors arrive.
  enum Arrival: CaseIterable, CustomTestStringConvertible {
    case ascending, descending, random, alwaysBetweenTheLastTwo

    var testDescription: String { "\(self)" }
  }

  private func actors(_ arrival: Arrival) -> [ActorId] {
    let ascending = (0..<1000).map { ActorId(bytes: [UInt8($0 / 256), UInt8($0 % 256)]) }
    switch arrival {
    case .ascending: return ascending
    case .descending: return ascending.reversed()
    case .random:
      var random = SplitMix64(seed: 3)
      return ascending.shuffled(using: &random)
    case .alwaysBetweenTheLastTwo:
      var (low, high): ([UInt8], [UInt8]) = ([], [255])
      return (0..<300).map { number in
        if number % 2 == 0 {
          low.append(1)
          high.append(2)
          return ActorId(bytes: low)
        }
        high = low + [3]
        return ActorId(bytes: high)
      }
    }
  }

  @Test(arguments: Arrival.allCases)
  func `identities are in the order of the actors' bytes, whatever arrives when`(arrival: Arrival) {
    var table = ActorTable()
    let all = actors(arrival)
    let indices = all.map { table.index(of: $0) }
    #expect(indices == Array(0..<UInt32(all.count)))
    #expect(all.map { table.index(of: $0) } == indices)
    let sorted = indices.sorted {
      table.precedes(OpID(counter: 1, actor: $0), OpID(counter: 1, actor: $1))
    }
    #expect(sorted.map { table[$0] } == all.sorted())
    #expect(Set(table.ranks).count == all.count)
  }

  @Test(arguments: Arrival.allCases)
  func `actors that arrive together have the indices and the order of those that arrive alone`(
    arrival: Arrival
  ) {
    let all = actors(arrival)
    var alone = ActorTable()
    let indices = all.map { alone.index(of: $0) }
    for size in [1, 7, 40, 1000] {
      var table = ActorTable()
      for start in stride(from: 0, to: all.count, by: size) {
        // Some are known, and some are there twice.
        let wanted = Array(all[max(0, start - 3)..<min(start + size, all.count)])
        let found = table.indices(of: wanted + wanted.suffix(2))
        let expected = indices[max(0, start - 3)..<min(start + size, all.count)]
        #expect(found == expected + expected.suffix(2))
      }
      #expect(table.actors == alone.actors)
      let sorted = indices.sorted {
        table.precedes(OpID(counter: 1, actor: $0), OpID(counter: 1, actor: $1))
      }
      #expect(sorted.map { table[$0] } == all.sorted())
      #expect(Set(table.ranks).count == all.count)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `H3: many actors in descending order take no quadratic time`() {
    let descending = (0..<200_000 as Range<UInt32>).reversed().map { (number: UInt32) -> ActorId in
      let bytes = [number >> 16, number >> 8, number]
      return ActorId(bytes: bytes.map { UInt8(truncatingIfNeeded: $0) })
    }
    var table = ActorTable()
    let indices = table.indices(of: descending)
    #expect(indices == Array(0..<200_000))
    #expect(table.precedes(OpID(counter: 1, actor: 1), OpID(counter: 1, actor: 0)))
  }
}
