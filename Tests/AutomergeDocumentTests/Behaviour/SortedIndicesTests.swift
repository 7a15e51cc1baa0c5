import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// Lists of indices in the order of their numbers.
struct SortedIndicesTests {
  private func position(
    of index: UInt32, in list: SortedIndices<UInt32>
  ) -> SortedIndices<UInt32>.Position {
    list.firstPosition { $0 >= index }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `a list has the order of an array, whatever is inserted and removed`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var array = (0..<1000 as Range<UInt32>).map { $0 * 3 }
    var list = SortedIndices(array)
    for step in 0..<6000 {
      let index = UInt32.random(in: 0..<4000, using: &random)
      let place = array.firstPosition { $0 >= index }
      let position = position(of: index, in: list)
      #expect(list[position] == (place < array.count ? array[place] : nil))
      #expect(list.index(before: position) == (place > 0 ? array[place - 1] : nil))
      if place < array.count, array[place] == index {
        array.remove(at: place)
        list.remove(at: position)
      } else if step < 4000 {
        array.insert(index, at: place)
        list.insert(index, at: position)
      } else {
        #expect(list.popLast() == array.popLast())
      }
    }
    #expect(list.all == array)
    while let last = array.popLast() {
      #expect(list.last == last)
      #expect(list.popLast() == last)
    }
    #expect(list.isEmpty)
    #expect(list.popLast() == nil)
  }

  @Test func `a part has the indices between its neighbours`() {
    let list = SortedIndices(Array(0..<10_000 as Range<UInt32>))
    for width in [0, 1, 3, 100] {
      let part = list.part(around: position(of: 5_000, in: list), blocks: width)
      let indices = (part.before.map { $0 + 1 } ?? 0)..<(part.after ?? 10_000)
      #expect(part.indices == Array(indices))
      #expect(indices.contains(5_000))
      #expect(width < 100 || indices.count == 10_000)
    }
  }

  @Test(
    .withOptimizer, .timeLimit(.minutes(10)))
  func `H3: indices that arrive before all others`() throws {
    let growth = try growthOfTime(from: 100_000) {
      $0
    } work: { (count: Int) in
      var list = SortedIndices<UInt32>()
      for index in (0..<UInt32(count)).reversed() {
        list.insert(index, at: position(of: index, in: list))
      }
      for index in 0..<UInt32(count) { list.remove(at: position(of: index, in: list)) }
      #expect(list.isEmpty)
    }
    #expect(growth < proportionalGrowth)
  }
}
