import IndexedTables
import SchemaAlternatives
import SchemaModel
import SchemaText
import Testing

struct AlternativeIndexTests {
  private func index(_ alternatives: [ValueFacts]) -> AlternativeIndex {
    var budget = WorkBudget(inProportionTo: alternatives.count)
    return AlternativeIndex(alternatives, within: &budget)
  }

  @Test func `alternatives that list a value and those that list none are found in order`() {
    let index = index([.list(["a", "b"]), .of(.string), .list(["b", "b"]), .list([1])])
    #expect(index.candidates(for: .list(["b"])) == [0, 1, 2])
    #expect(index.candidates(for: .list(["a", "b"])) == [0, 1, 2])
    #expect(index.candidates(for: .list(["c"])) == [1])
    #expect(index.candidates(for: .list([1])) == [3])
    #expect(index.candidates(for: .of(.number)) == [3])
    #expect(index.candidates(for: ValueFacts()) == nil)
  }

  @Test func `alternatives are found by the property that tells them apart`() {
    let index = index([
      .object(["kind": .list(["a"])]), .object(["kind": .list(["b"])]), .object([:]), .of(.string),
    ])
    #expect(index.candidates(for: .object(["kind": .list(["b"])])) == [1, 2])
    #expect(index.candidates(for: .object(["kind": .list(["c"])])) == [2])
    #expect(index.candidates(for: .object(["kind": .of(.string)])) == [0, 1, 2])
  }

  @Test func `an alternative is not found by a property that both may lack`() {
    var first = ValueFacts.object(["kind": .list(["a"])])
    first.required = []
    let index = index([first, .object(["kind": .list(["b"])])])
    var value = ValueFacts.object(["kind": .list(["b"])])
    #expect(index.candidates(for: value) == [1])
    value.required = []
    #expect(index.candidates(for: value) == [0, 1])
  }

  @Test func `many closed objects are found by a name that a value requires`() {
    var alternatives = (0..<40).map { ValueFacts.closed(["n\($0)": .of(.string)]) }
    alternatives.append(.object([:]))
    let index = index(alternatives)
    #expect(index.candidates(for: .object(["n7": .of(.number)])) == [7, 40])
    #expect(index.candidates(for: .object(["other": .of(.number)])) == [40])
  }
}
