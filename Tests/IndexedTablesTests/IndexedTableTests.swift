import Testing

@testable import IndexedTables

struct IndexedTableTests {
  @Test(arguments: [0, 5])
  func `elements are found by the indices that they got`(start: Int) {
    var table = IndexedTable<Int, String>(from: start)
    #expect(table.isEmpty)
    let first = table.append("a")
    let others = table.append(contentsOf: ["b", "c"])
    #expect(first == start)
    #expect(others == start + 1..<start + 3)
    #expect(table.indices == start..<start + 3)
    #expect(table.endIndex == start + 3)
    #expect(table.count == 3)
    table[start + 1] += "d"
    #expect(others.map { table[$0] } == ["bd", "c"])
    #expect(Array(table) == ["a", "bd", "c"])
    table.checkInvariants()
  }

  @Test func `a table has the same element for each index of a range`() {
    let table = IndexedTable(repeating: true, for: 3..<5)
    #expect(table.indices == 3..<5)
    #expect(table[3] && table[4])
  }

  @Test func `no element stands before the first or behind the last`() async {
    await #expect(processExitsWith: .failure) {
      let table = IndexedTable(repeating: 0, for: 3..<5)
      _ = table[2]
    }
    await #expect(processExitsWith: .failure) {
      let table = IndexedTable(repeating: 0, for: 3..<5)
      _ = table[5]
    }
  }

  #if DEBUG
  /// An index whose distances are not those of the elements.
  private struct EvenIndex: Strideable {
    var number: Int

    func distance(to other: EvenIndex) -> Int { other.number - number }
    func advanced(by distance: Int) -> EvenIndex { EvenIndex(number: number + 2 * distance) }
  }

  @Test func `a type of index that skips numbers is found in debug builds`() async {
    await #expect(processExitsWith: .failure) {
      IndexedTable(from: EvenIndex(number: 0), ["a"]).checkInvariants()
    }
  }
  #endif
}
