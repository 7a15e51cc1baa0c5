import SchemaConformances
import SchemaGuides
import SchemaModel
import Testing

@Suite struct GuideSetTests {
  private typealias Constraint = GuideValue.Constraint

  private func merged(_ constraints: Constraint...) -> GuideConstraints {
    GuideSet(constraints.map { GuideValue($0) }).constraints
  }

  private func pattern<Output>(_ regex: Regex<Output>) throws -> Constraint {
    .pattern(try SchemaPattern(regex))
  }

  @Test func `G1: the larger minimum and the smaller maximum hold`() {
    let bounds = merged(
      .bounds(minimum: SchemaNumber(1), maximum: SchemaNumber(10)),
      .bounds(minimum: SchemaNumber(3), maximum: nil),
      .bounds(minimum: SchemaNumber(2), maximum: SchemaNumber(8)),
      .bounds(minimum: nil, maximum: SchemaNumber(9)))
    #expect(bounds.minimum == SchemaNumber(3))
    #expect(bounds.maximum == SchemaNumber(8))
    let counts = merged(
      .count(minimum: 1, maximum: nil), .count(minimum: 4, maximum: 9),
      .count(minimum: nil, maximum: 7))
    #expect(counts.minimumCount == 4)
    #expect(counts.maximumCount == 7)
    let lengths = merged(.length(minimum: 2, maximum: 5), .length(minimum: 1, maximum: 4))
    #expect(lengths.minimumLength == 2)
    #expect(lengths.maximumLength == 4)
  }

  @Test func `G2: choices are intersected in the order of the first list, without duplicates`() {
    #expect(
      merged(.choices(["c", "a", "b", "a", "c"])).choices == ["c", "a", "b"])
    #expect(
      merged(.choices(["c", "a", "b", "d"]), .choices(["d", "b", "c", "x"])).choices
        == ["c", "b", "d"])
    let type = GuideSet([GuideValue(.choices(["small", "medium", "large"]))])
    let property = GuideSet([GuideValue(.choices(["large", "small"]))])
    #expect(type.intersection(property).constraints.choices == ["small", "large"])
  }

  @Test func `G2: choices are compared by their bytes`() {
    #expect(merged(.choices(["caf\u{e9}", "cafe\u{301}"])).choices?.count == 2)
    #expect(merged(.choices(["caf\u{e9}"]), .choices(["cafe\u{301}"])).choices == [])
  }

  @Test func `G3: choices that a pattern does not match are dropped`() throws {
    let constraints = merged(.choices(["a1", "b", "c3"]), try pattern(/^[a-z][0-9]$/))
    #expect(constraints.choices == ["a1", "c3"])
    #expect(constraints.patterns.isEmpty, "What the pattern says is in the choices.")
    let reversed = merged(try pattern(/^[a-z][0-9]$/), .choices(["a1", "b", "c3"]))
    #expect(reversed.choices == ["a1", "c3"])
  }

  @Test func `G3: a pattern need not match the whole choice unless it is anchored`() throws {
    #expect(merged(.choices(["xay", "b"]), try pattern(/a/)).choices == ["xay"])
  }

  @Test func `G3: two different patterns are both kept, equal ones once`() throws {
    let constraints = merged(try pattern(/b/), try pattern(/a/), try pattern(/b/))
    #expect(constraints.patterns.map(\.source) == ["a", "b"])
  }

  @Test func `a length drops the choices that it excludes`() {
    let constraints = merged(.choices(["a", "bb", "ccc", "👩‍👩‍👧"]), .length(minimum: 2, maximum: 3))
    #expect(constraints.choices == ["bb", "ccc"], "The family is five Unicode scalars.")
    #expect(constraints.minimumLength == nil && constraints.maximumLength == nil)
  }

  @Test func `G4: guides that do not meet are all kept`() throws {
    let constraints = merged(
      try pattern(/a/), .length(minimum: 1, maximum: 3), .format("uuid"), .format("uri"))
    #expect(constraints.patterns.map(\.source) == ["a"])
    #expect(constraints.maximumLength == 3)
    #expect(constraints.formats == ["uri", "uuid"])
  }

  @Test func `G5: guides of elements are merged at each depth`() {
    let first = GuideSet([
      GuideValue(.count(minimum: 1, maximum: nil)),
      GuideValue(.count(minimum: nil, maximum: 3), depth: 1),
      GuideValue(.bounds(minimum: SchemaNumber(0), maximum: nil), depth: 2),
    ])
    let second = GuideSet([
      GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(9)), depth: 2),
      GuideValue(.count(minimum: 2, maximum: nil), depth: 1),
      GuideValue(.bounds(minimum: SchemaNumber(4), maximum: nil), depth: 2),
    ])
    let set = first.intersection(second)
    #expect(set.constraints.minimumCount == 1)
    #expect(set.element.constraints.minimumCount == 2)
    #expect(set.element.constraints.maximumCount == 3)
    #expect(set.element.element.constraints.minimum == SchemaNumber(4))
    #expect(set.element.element.constraints.maximum == SchemaNumber(9))
    #expect(set.constrainsElements && set.element.constrainsElements)
    #expect(!set.element.element.constrainsElements)
    #expect(set.element.element.element.isEmpty)
  }

  @Test func `G5: guides of elements say nothing of the array`() {
    let set = GuideSet([GuideValue(.bounds(minimum: SchemaNumber(1), maximum: nil), depth: 1)])
    #expect(set.constraints.isEmpty)
    #expect(!set.isEmpty)
    #expect(set.intersection(GuideSet()) == set)
  }

  @Test func `a fault survives merging`() {
    let constraints = merged(
      .bounds(minimum: SchemaNumber(1), maximum: nil), .invalid(problem: "No.", remedy: "Do."),
      .bounds(minimum: SchemaNumber(2), maximum: nil))
    #expect(constraints.fault?.problem == "No.")
    #expect(constraints.fault?.remedy == "Do.")
    #expect(constraints.minimum == SchemaNumber(2))
  }
}

@Suite struct ContradictionTests {
  private func contradiction(
    _ kind: GuideConstraints.ValueKind, _ constraints: GuideValue.Constraint...
  ) -> String? {
    GuideSet(constraints.map { GuideValue($0) }).constraints.contradiction(for: kind)
  }

  @Test(
    arguments: [
      (.bounds(minimum: SchemaNumber(2), maximum: SchemaNumber(1)), ["minimum 2", "maximum 1"]),
      (.bounds(minimum: SchemaNumber(0.2), maximum: SchemaNumber(0.8)), ["integer", "0.2", "0.8"]),
      (
        .bounds(minimum: SchemaNumber(Int.max), maximum: SchemaNumber(Int.max - 1)), ["807", "806"]
      ),
    ] as [(GuideValue.Constraint, [String])])
  func `G6: a range without an integer is a contradiction`(
    bounds: GuideValue.Constraint, words: [String]
  ) throws {
    let text = try #require(contradiction(.integer, bounds))
    for word in words { #expect(text.contains(word)) }
  }

  @Test func `G6: a range that has a number is none`() {
    #expect(
      contradiction(.number, .bounds(minimum: SchemaNumber(0.2), maximum: SchemaNumber(0.8))) == nil
    )
    #expect(
      contradiction(.integer, .bounds(minimum: SchemaNumber(0.2), maximum: SchemaNumber(1))) == nil)
    #expect(
      contradiction(.integer, .bounds(minimum: SchemaNumber(-0.8), maximum: SchemaNumber(-0.2)))
        != nil)
    #expect(
      contradiction(.integer, .bounds(minimum: SchemaNumber(-0.8), maximum: SchemaNumber(0.2)))
        == nil)
    #expect(
      contradiction(.integer, .bounds(minimum: SchemaNumber(5), maximum: SchemaNumber(5))) == nil)
    #expect(
      contradiction(.number, .bounds(minimum: SchemaNumber(5), maximum: SchemaNumber(5))) == nil)
  }

  @Test(
    arguments: [
      .count(minimum: 3, maximum: 2), .count(minimum: -1, maximum: nil),
      .count(minimum: nil, maximum: -1), .count(minimum: Int.min, maximum: Int.max),
      .length(minimum: 3, maximum: 2), .length(minimum: -1, maximum: nil),
      .length(minimum: nil, maximum: -1), .choices([]),
    ] as [GuideValue.Constraint])
  func `G6: crossed and negative counts and an empty list are contradictions`(
    constraint: GuideValue.Constraint
  ) {
    #expect(contradiction(.array, constraint) != nil)
  }

  @Test func `G6: both sides that leave no choice are named`() throws {
    let lists = try #require(contradiction(.string, .choices(["a"]), .choices(["b"])))
    #expect(lists.contains("\"a\"") && lists.contains("\"b\""))
    let pattern = GuideValue.Constraint.pattern(try SchemaPattern(/^[0-9]$/))
    let unmatched = try #require(contradiction(.string, .choices(["a"]), pattern))
    #expect(unmatched.contains("\"a\"") && unmatched.contains("[0-9]"))
    let reversed = try #require(contradiction(.string, pattern, .choices(["a"])))
    #expect(reversed.contains("\"a\"") && reversed.contains("[0-9]"))
    let length = try #require(
      contradiction(.string, .length(minimum: 2, maximum: nil), .choices(["a"])))
    #expect(length.contains("\"a\"") && length.contains("length"))
  }

  @Test func `G6: a long list is named in part`() throws {
    let text = try #require(
      contradiction(.string, .choices((0..<100).map(String.init)), .choices(["x"])))
    #expect(text.contains("\"7\"") && !text.contains("\"8\"") && text.contains("92 more"))
  }

  @Test func `zero elements are no contradiction`() {
    #expect(contradiction(.array, .count(minimum: 0, maximum: 0)) == nil)
    #expect(contradiction(.string, .length(minimum: 0, maximum: 0)) == nil)
  }

  @Test(
    arguments: [
      (.choices(["a"]), [.string, .any]), (.format("uuid"), [.string]),
      (.length(minimum: 1, maximum: nil), [.string]),
      (.bounds(minimum: SchemaNumber(1), maximum: nil), [.integer, .number]),
      (.count(minimum: 1, maximum: nil), [.array]),
      (.propertyCount(minimum: 1, maximum: nil), [.object]),
      (.exclusiveBounds(minimum: SchemaNumber(1), maximum: nil), [.integer, .number]),
      (.multiple(of: SchemaNumber(2)), [.integer, .number]),
      (.scalars([1, "a"]), [.string, .integer, .number, .any]),
      (.scalars([true]), [.boolean, .any]), (.scalars([.null]), [.null, .any]),
    ] as [(GuideValue.Constraint, Set<GuideConstraints.ValueKind>)])
  func `what a kind of value does not have is named`(
    constraint: GuideValue.Constraint, fitting: Set<GuideConstraints.ValueKind>
  ) {
    let constraints = GuideSet([GuideValue(constraint)]).constraints
    let kinds: [GuideConstraints.ValueKind] = [
      .string, .integer, .number, .boolean, .null, .any, .array, .object, .other,
    ]
    for kind in kinds {
      #expect((constraints.misfit(for: kind) == nil) == fitting.contains(kind))
    }
  }

  @Test func `G8: integer bounds never pass through a double`() {
    let constraints = GuideSet([
      GuideValue(.bounds(minimum: SchemaNumber(9_007_199_254_740_993), maximum: nil)),
      GuideValue(.bounds(minimum: SchemaNumber(9_007_199_254_740_992), maximum: nil)),
      GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(UInt64.max))),
      GuideValue(.bounds(minimum: nil, maximum: SchemaNumber(UInt64.max - 1))),
    ]).constraints
    #expect(constraints.minimum?.description == "9007199254740993")
    #expect(constraints.maximum?.description == "18446744073709551614")
  }
}
