import SchemaText
import Testing

/// Lists of distinct elements.
struct DistinctListTests {
  @Test(arguments: [5, 8, 9, 200])
  func `each element is in the list once, in the order of its first addition`(count: Int) {
    var list = DistinctList<Int>()
    for number in Array(0..<count) + (0..<count).reversed() { list.append(number % 150) }
    #expect(list.elements == Array(0..<min(count, 150)))
    var other = DistinctList<Int>()
    for number in list.elements { other.append(number) }
    #expect(list == other && Set([list, other]).count == 1)
  }
}
