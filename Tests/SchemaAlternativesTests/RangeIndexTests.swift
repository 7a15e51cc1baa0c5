import SchemaAlternatives
import SchemaText
import Testing

struct RangeIndexTests {
  /// All ranges whose ends are among a few numbers, empty ones included.
  private static let ranges: [NumberRange] = {
    let ends: [NumberRange.Bound?] =
      [nil]
      + [0, 1, 2].flatMap { number in
        [true, false].map { NumberRange.Bound(SchemaNumber(number as Int), isExclusive: $0) }
      }
    return ends.flatMap { lower in
      ends.map { NumberRange(from: lower, to: $0, isIntegral: false) }
    }
  }()

  /// The alternatives that an index finds for a number, one after the other.
  private func found(_ number: SchemaNumber, in index: RangeIndex) -> [Int] {
    let segment = index.segment(of: number)
    var found: [Int] = []
    while let next = index.first(from: (found.last ?? -1) + 1, in: segment) { found.append(next) }
    return found
  }

  @Test(arguments: [-1, 0, 0.5, 1, 1.5, 2, 3])
  func `exactly the ranges that contain a number are found, in order`(_ value: Double) throws {
    let number = try #require(SchemaNumber(value))
    // Alternatives of other kinds have no range, so numbers are left out.
    let entries = Self.ranges.enumerated().map { (alternative: 3 * $0, range: $1) }
    for count in 0...entries.count {
      let entries = Array(entries.prefix(count))
      let index = RangeIndex(entries)
      #expect(index.alternatives == entries.map(\.alternative))
      #expect(
        found(number, in: index)
          == entries.filter { $0.range.contains(number) }.map(\.alternative))
    }
  }

  @Test func `a range of all numbers is found for every number`() throws {
    let index = RangeIndex([(alternative: 2, range: NumberRange())])
    #expect(found(SchemaNumber(0), in: index) == [2])
    #expect(found(try #require(SchemaNumber(text: "-1e400".utf8)), in: index) == [2])
  }
}
