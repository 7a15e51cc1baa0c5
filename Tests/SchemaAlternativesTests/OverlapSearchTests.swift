import IndexedTables
import SchemaAlternatives
import SchemaModel
import SchemaText
import Testing

struct OverlapSearchTests {
  private func result(
    _ alternatives: [ValueFacts], where isConsidered: [Bool]? = nil, steps: Int64 = 100_000
  ) -> OverlapSearch.Result {
    var budget = WorkBudget(steps: steps)
    return OverlapSearch(alternatives.map { [$0] }, where: isConsidered).result(within: &budget)
  }

  static let exclusive: [[ValueFacts]] = [
    [.of(.string), .of(.number), .of(.null), .of(.boolean), .of(.array), .of(.object)],
    [.list(["a", 1]), .list(["b", true]), .list([2, false])],
    [.list(["a"]), .strings(from: 2), .list([1]), .numbers(above: 1)],
    [.numbers(to: 2), .numbers(above: 2, to: 5), .numbers(from: 6)],
    [.numbers(to: 2, isIntegral: true), .numbers(above: 2, isIntegral: true)],
    [.strings(to: 3), .strings(from: 4, to: 5), .strings(from: 6)],
    [.arrays(to: 0), .arrays(from: 1)],
    [.counts(to: 1), .counts(from: 2)],
    [.counts(to: 1), .object(["a": .of(.all), "b": .of(.all)])],
    [.counts(from: 2), .closed(["a": .of(.all)])],
    [.closed(["a": .of(.all)]), .closed(["b": .of(.all)])],
    [.without("a"), .object(["a": .of(.all)])],
    [.object(["a": .of(.string)]), .object(["a": .of(.number)])],
    [.object(["a": .numbers(to: 2)]), .object(["a": .numbers(from: 3)])],
    [.object(["k": .list(["a"])]), .object(["k": .list([1])]), .object(["k": .list([true])])],
    // No single property and no name tells all three apart.
    [
      .object(["k": .list(["a"]), "m": .list(["x"])]),
      .object(["k": .list(["a"]), "m": .list(["y"])]),
      .object(["k": .list(["b"])]),
    ],
  ]

  @Test(arguments: exclusive)
  func `I8: alternatives that exclude each other by one fact are told apart`(_ facts: [ValueFacts])
  {
    #expect(result(facts) == .none)
    #expect(result(facts.reversed()) == .none)
    // The first alternative once more overlaps itself.
    #expect(result(facts + [facts[0]]) == .possible)
  }

  @Test(
    arguments: [
      [.of(.integer), .of(.number)], [.list(["a"]), .list(["b", "a"])],
      [.list(["a"]), .strings(to: 1)], [.numbers(to: 2), .numbers(from: 2)],
      [.numbers(from: 5, to: 20), .numbers(from: 10, to: 3), .numbers(from: 11, to: 30)],
      [.strings(to: 3), .strings(from: 3)], [.arrays(), .arrays(from: 7)],
      [.object(["a": .of(.all)]), .object(["b": .of(.all)])],
      [.closed(["a": .of(.all)]), .object(["a": .of(.all)])],
      [.object(["a": .list([1])]), .object(["a": .of(.integer)])],
    ] as [[ValueFacts]])
  func `alternatives that may share a value are found`(_ facts: [ValueFacts]) {
    #expect(result(facts) == .possible)
    #expect(result(facts.reversed()) == .possible)
  }

  @Test func `only alternatives that are considered have to differ`() {
    let facts: [ValueFacts] = [.of(.string), .strings(from: 1), .list([1]), .list([2])]
    #expect(result(facts, where: [false, false, true, true]) == .none)
    #expect(result(facts, where: [true, false, false, false]) == .possible)
  }

  @Test func `a property that both may lack does not tell them apart`() {
    var first = ValueFacts.object(["a": .list([1])])
    var second = ValueFacts.object(["a": .list([2])])
    first.required = []
    #expect(result([first, second]) == .none)
    second.required = []
    #expect(result([first, second]) == .possible)
  }

  @Test func `the shapes of one alternative may overlap`() {
    var budget = WorkBudget(steps: 1_000)
    let search = OverlapSearch([[.list([1]), .of(.number)], [.of(.string)]])
    #expect(search.result(within: &budget) == .none)
  }

  @Test func `H3: thousands of alternatives are compared in proportion to their number`() {
    let count = 20_000
    let lists = (0..<count).map { ValueFacts.list([.number(SchemaNumber($0))]) }
    #expect(result(lists, steps: Int64(2 * count)) == .none)
    let ranges = (0..<count).map { ValueFacts.numbers(from: 2 * $0, to: 2 * $0 + 1) }
    #expect(result(ranges, steps: Int64(2 * count)) == .none)
    let names = (0..<count).map { ValueFacts.closed(["n\($0)": .of(.all)]) }
    #expect(result(names, steps: Int64(4 * count)) == .none)
    let tags = (0..<count).map { ValueFacts.object(["tag": .list([.number(SchemaNumber($0))])]) }
    #expect(result(tags, steps: Int64(16 * count)) == .none)
    let pairs = (0..<count).map { ValueFacts.object(["n\($0)": .of(.all)]) }
    #expect(result(pairs, steps: Int64(2 * count)) == .notCompared)
  }
}

struct DiscriminatingPropertyTests {
  private func property(
    _ alternatives: [ValueFacts], steps: Int64 = 1_000
  ) -> DiscriminatingProperty? {
    var budget = WorkBudget(steps: steps)
    return DiscriminatingProperty(of: alternatives, within: &budget)
  }

  @Test func `a property that tells all apart comes before one that does not`() {
    let found = property([
      .object(["same": .list(["x", "y"]), "kind": .list(["a"])]),
      .object(["same": .list(["x"]), "kind": .list(["b", "c"])]), .of(.string),
    ])
    #expect(found?.name.text == "kind")
    #expect(found?.lists == [["a"], ["b", "c"], nil])
    #expect(found?.isDistinct == true && found?.isRequired == true)
  }

  @Test func `then comes the property that most list, then the first`() {
    let value = ValueFacts.list(["x", "y"])
    #expect(
      property([.object(["b": value, "a": value]), .object(["b": value, "a": value])])?.name.text
        == "b")
    let found = property([.object(["b": value]), .object(["a": value]), .object(["a": value])])
    #expect(found?.name.text == "a" && found?.isDistinct == false)
  }

  @Test func `there is none with one value, with one object, or without a budget`() {
    let kind = ValueFacts.object(["kind": .list(["a"])])
    #expect(property([kind, kind]) == nil)
    #expect(property([.object(["kind": .list(["a", "b"])]), .of(.string)]) == nil)
    let others = [kind, .object(["kind": .list(["b"])])]
    #expect(property(others) != nil)
    #expect(property(others, steps: 3) == nil)
  }
}
