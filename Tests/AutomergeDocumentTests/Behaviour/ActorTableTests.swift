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
    #expect(indices == all.indices.map { ActorIndex($0) })
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

  /// So many actors in the order of their bytes.
  private func ascending(_ count: Int) -> [ActorId] {
    (0..<UInt32(count)).map { number in
      let bytes = [number >> 16, number >> 8, number]
      return ActorId(bytes: bytes.map { UInt8(truncatingIfNeeded: $0) })
    }
  }

  @Test(
    .withOptimizer, .timeLimit(.minutes(1)),
    arguments: [false, true])
  func `H3: many actors that arrive one by one before others`(isAfterFirst: Bool) throws {
    let growth = try growthOfTime(from: 40_000) { count in
      let all = ascending(count)
      return isAfterFirst ? [all[0]] + all.dropFirst().reversed() : all.reversed()
    } work: { (actors: [ActorId]) in
      var table = ActorTable()
      for actor in actors { _ = table.index(of: actor) }
      let (first, last) = (
        OpID(counter: 1, actor: ActorIndex(1)), OpID(counter: 1, actor: ActorIndex(2))
      )
      #expect(table.precedes(last, first))
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(
    .withOptimizer, .timeLimit(.minutes(10)))
  func `H3: changes to a document of many actors don't take time in proportion to them`() throws {
    let growth = try growthOfTime(from: 150) { count in
      let empty = DocumentCore(
        actor: ActorId(bytes: [9]), textEncoding: .unicodeScalar, limits: LoadLimits())
      let actors = ascending(1000 * count)
      var set = empty.set
      _ = set.indices(of: actors)
      var changes: [CraftedChange] = []
      for number in 1...count {
        var change = CraftedChange()
        change.actor = actors[0].bytes
        change.sequence = UInt64(number)
        change.dependencies = changes.last.map { [$0.hash] } ?? []
        changes.append(change)
      }
      return (
        empty.with(set, ChangeGraph()),
        try changes.map { try DecodedChange(body: $0.body, hash: $0.hash) }
      )
    } work: { (core: DocumentCore, changes: [DecodedChange]) in
      var core = core
      var budget = LoadBudget.unlimited
      try core.apply(changes, charging: &budget)
      #expect(core.history.count == changes.count)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(.withOptimizer, .timeLimit(.minutes(10)))
  func `H3: many actors in descending order take no quadratic time`() {
    var table = ActorTable()
    let indices = table.indices(of: ascending(200_000).reversed())
    #expect(indices == (0..<200_000).map { ActorIndex($0) })
    #expect(
      table.precedes(OpID(counter: 1, actor: ActorIndex(1)), OpID(counter: 1, actor: ActorIndex(0)))
    )
  }
}
