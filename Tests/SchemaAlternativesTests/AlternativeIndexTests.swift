import SchemaAlternatives
import SchemaModel
import SchemaText
import Testing

struct AlternativeIndexTests {
  @Test func `alternatives that list a value and those that list none are found in order`() {
    var index = AlternativeIndex()
    index.add(0, [.string("a"), .string("b")])
    index.add(1, nil)
    index.add(2, [.string("b"), .string("b")])
    index.add(3, [])
    #expect(index.alternatives(of: [.string("b")]) == [0, 1, 2])
    #expect(index.alternatives(of: [.string("a"), .string("b")]) == [0, 1, 2])
    #expect(index.alternatives(of: [.string("c")]) == [1])
    #expect(index.alternatives(of: []) == [1])
  }

  @Test func `the property that most alternatives list comes first, then the first by its name`() {
    let kind = ExactText("kind")
    let type = ExactText("type")
    let value = [SchemaScalar.string("a")]
    #expect(AlternativeIndex.property(of: [[type: value], [type: value, kind: value]]) == type)
    #expect(AlternativeIndex.property(of: [[type: value], [kind: value]]) == kind)
    #expect(AlternativeIndex.property(of: [[:], [:]]) == nil)
  }
}
