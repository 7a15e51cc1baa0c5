import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

/// G1 to G5, through resolution: from the guides of a type and of a property to a node.
struct GuideResolutionTests {
  @Test func `G1: the larger minimum and the smaller maximum hold`() throws {
    let bounds = try resolved(
      Int.self, type: [.range(1...10), .minimum(3)], property: [.range(2...8), .maximum(9)]
    ).constraints
    #expect(bounds.minimum == SchemaNumber(3))
    #expect(bounds.maximum == SchemaNumber(8))
    let counts = try resolved(
      [Int].self, type: [.minimumCount(1), .count(4...9)], property: [.maximumCount(7)]
    ).constraints
    #expect(counts.minimumCount == 4)
    #expect(counts.maximumCount == 7)
    let lengths = try resolved(String.self, type: [.length(2...5)], property: [.length(1...4)])
      .constraints
    #expect(lengths.minimumLength == 2)
    #expect(lengths.maximumLength == 4)
    let properties = try resolved(
      [String: Int].self, type: [.minimumProperties(1), .maximumProperties(5)],
      property: [.minimumProperties(2), .maximumProperties(9)]
    ).constraints
    #expect(properties.minimumPropertyCount == 2)
    #expect(properties.maximumPropertyCount == 5)
  }

  @Test func `G2: choices are intersected in the order of the type's list, without duplicates`()
    throws
  {
    let list = ["c", "a", "b", "a", "c"]
    #expect(try resolved(String.self, type: [.anyOf(list)]).constraints.choices == ["c", "a", "b"])
    #expect(
      try resolved(String.self, property: [.anyOf(list)]).constraints.choices == ["c", "a", "b"])
    #expect(
      try resolved(
        String.self, type: [.anyOf(["c", "a", "b", "d"])], property: [.anyOf(["d", "b", "c", "x"])]
      ).constraints.choices == ["c", "b", "d"])
    #expect(
      try resolved(
        String.self, type: [.anyOf(["small", "medium", "large"])],
        alias: [.anyOf(["large", "small"])],
        property: [.anyOf(["large", "huge", "small"])]
      ).constraints.choices == ["small", "large"])
  }

  @Test func `G2: choices are compared by their bytes`() throws {
    let both = ["caf\u{e9}", "cafe\u{301}"]
    let choices = try #require(
      try resolved(String.self, type: [.anyOf(both)]).constraints.choices?.compactMap(\.string))
    #expect(choices.map { Array($0.utf8) } == both.map { Array($0.utf8) })
    #expect(
      try contradiction(String.self, type: [.anyOf([both[0]])], property: [.anyOf([both[1]])])
        != nil)
  }

  @Test func `guides with texts in two normal forms are different ones`() {
    let constraints: [(String) -> GuideValue.Constraint] = [
      { .choices([$0]) }, { .scalars([.string($0)]) }, { .format($0) },
      { .invalid(problem: $0, remedy: "") }, { .invalid(problem: "", remedy: $0) },
    ]
    for constraint in constraints {
      let guides = ["\u{E9}", "e\u{301}"].map { GuideValue(constraint($0)) }
      #expect(guides[0] != guides[1])
      #expect(Set(guides).count == 2)
    }
  }

  @Test func `G3: choices that a pattern does not match are dropped`() throws {
    let choices = GenerationGuide.anyOf(["a1", "b", "c3"])
    let pattern = GenerationGuide.pattern(/^[a-z][0-9]$/)
    for constraints in [
      try resolved(String.self, type: [choices], property: [pattern]).constraints,
      try resolved(String.self, type: [pattern], property: [choices]).constraints,
      try resolved(String.self, type: [pattern, choices]).constraints,
    ] {
      #expect(constraints.choices == ["a1", "c3"])
      #expect(constraints.patterns.isEmpty, "What the pattern says is in the choices.")
    }
  }

  @Test func `G3: a pattern matches a part of a choice unless the pattern is anchored`() throws {
    let node = try resolved(String.self, type: [.anyOf(["xay", "b"])], property: [.pattern(/a/)])
    #expect(node.constraints.choices == ["xay"])
  }

  @Test func `G3: two different patterns are both kept, equal ones once`() throws {
    let node = try resolved(
      String.self, type: [.pattern(/b/), .pattern(/a/)], property: [.pattern(/b/)])
    #expect(node.constraints.patterns.map(\.source) == ["a", "b"])
  }

  @Test func `a length drops the choices that it excludes`() throws {
    let constraints = try resolved(
      String.self, type: [.anyOf(["a", "bb", "ccc", "👩‍👩‍👧"])], property: [.length(2...3)]
    ).constraints
    #expect(constraints.choices == ["bb", "ccc"], "The family is five Unicode scalars.")
    #expect(constraints.minimumLength == nil && constraints.maximumLength == nil)
  }

  @Test func `G4: guides that do not meet are all kept`() throws {
    let constraints = try resolved(
      String.self, type: [.pattern(/a/), .format(.uuid)], property: [.length(1...3), .format(.uri)]
    ).constraints
    #expect(constraints.patterns.map(\.source) == ["a"])
    #expect(constraints.minimumLength == 1)
    #expect(constraints.maximumLength == 3)
    #expect(constraints.formats == ["uri", "uuid"])
  }

  @Test func `G5: guides of elements are merged at each depth`() throws {
    let node = try resolved(
      [[Int]].self,
      type: [
        .minimumCount(1), .element(.maximumCount(3)), .element(.element(.minimum(0))),
      ],
      property: [
        .element(.element(.maximum(9))), .element(.minimumCount(2)),
        .element(.element(.minimum(4))),
      ])
    let rows = try #require(node.items)
    let cells = try #require(rows.items)
    #expect(node.constraints.minimumCount == 1 && node.constraints.maximumCount == nil)
    #expect(rows.constraints.minimumCount == 2 && rows.constraints.maximumCount == 3)
    #expect(cells.constraints.minimum == SchemaNumber(4))
    #expect(cells.constraints.maximum == SchemaNumber(9))
  }

  @Test func `G5: guides of elements say nothing of the array`() throws {
    let node = try resolved([Int].self, type: [.element(.minimum(1))])
    #expect(node.constraints.isEmpty)
    #expect(node.items?.constraints.minimum == SchemaNumber(1))
  }

  @Test func `G8: integer bounds never pass through a double`() throws {
    let lower = try resolved(
      Int.self, type: [.minimum(9_007_199_254_740_993)], property: [.minimum(9_007_199_254_740_992)]
    )
    #expect(lower.constraints.minimum?.description == "9007199254740993")
    let upper = try resolved(
      UInt64.self, type: [.maximum(.max)], property: [.maximum(.max - 1)])
    #expect(upper.constraints.maximum?.description == "18446744073709551614")
  }
}
