import SchemaConformances
import SchemaEncoding
import SchemaGuides
import SchemaTestSupport
import Testing

/// G7: the laws of intersection, on random guides, through resolution.
///
/// Guides stand on a type, on a type that stands for it, and on a property; resolution merges them.
/// What a value has to satisfy is judged by the test's own reading of each guide.
struct GuideLawTests {
  @Test(arguments: [1, 2] as [UInt64])
  func `G7: intersection is associative`(seed: UInt64) throws {
    try forRandomGuides(seed, Associativity())
  }

  @Test(arguments: [3, 4] as [UInt64])
  func `G7: intersection is commutative up to the order of choices`(seed: UInt64) throws {
    try forRandomGuides(seed, Commutativity())
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `G7: intersection is idempotent`(seed: UInt64) throws {
    try forRandomGuides(seed, Idempotence())
  }

  @Test(arguments: [7] as [UInt64])
  func `G7: the empty guide is the identity`(seed: UInt64) throws {
    try forRandomGuides(seed, Identity())
  }

  @Test(arguments: [8, 9, 10] as [UInt64])
  func `G7: a value satisfies an intersection exactly if it satisfies every guide`(
    seed: UInt64
  ) throws {
    try forRandomGuides(seed, Meaning())
  }

  /// Shows a law on random guides of numbers, integers, strings and nested arrays.
  private func forRandomGuides(_ seed: UInt64, _ law: some GuideLaw) throws {
    var random = RandomGuides(seed: seed)
    for round in 0..<150 {
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      try law.check(random.numbers(), random.numbers(), random.numbers(), comment)
      try law.check(random.integers(), random.integers(), random.integers(), comment)
      try law.check(random.strings(), random.strings(), random.strings(), comment)
      try law.check(random.grids(), random.grids(), random.grids(), comment)
    }
  }
}

/// What holds of any three lists of guides.
private protocol GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _ b: [Fact<Value>], _ c: [Fact<Value>], _ comment: Comment) throws
}

private struct Associativity: GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _ b: [Fact<Value>], _ c: [Fact<Value>], _ comment: Comment
  ) throws {
    let whole = try Merged(a, b, c)
    #expect(try Merged(a + b, [], c) == whole, comment)
    #expect(try Merged([], a, b + c) == whole, comment)
    #expect(try Merged([], [], a + b + c) == whole, comment)
    #expect(try Merged(a + b + c, [], []) == whole, comment)
  }
}

private struct Commutativity: GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _ b: [Fact<Value>], _ c: [Fact<Value>], _ comment: Comment
  ) throws {
    let forward = try Merged(a, b, c)
    #expect(try Merged(b, a, c).unordered == forward.unordered, comment)
    #expect(try Merged(c, b, a).unordered == forward.unordered, comment)
    #expect(try Merged([], [], (a + b + c).reversed()).unordered == forward.unordered, comment)
  }
}

private struct Idempotence: GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _ b: [Fact<Value>], _: [Fact<Value>], _ comment: Comment
  ) throws {
    #expect(try Merged(a, [], a) == Merged(a, [], []), comment)
    let both = try Merged(a, [], b)
    #expect(try Merged(a, b, b) == both, comment)
    #expect(try Merged(a, b, a) == both, comment)
  }
}

private struct Identity: GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _: [Fact<Value>], _: [Fact<Value>], _ comment: Comment
  ) throws {
    let alone = try Merged(a, [], [])
    #expect(try Merged([], a, []) == alone, comment)
    #expect(try Merged([], [], a) == alone, comment)
    #expect(try Merged<Value>([], [], []).levels?.allSatisfy(\.isEmpty) == true, comment)
  }
}

private struct Meaning: GuideLaw {
  func check<Value: Judged>(
    _ a: [Fact<Value>], _ b: [Fact<Value>], _ c: [Fact<Value>], _ comment: Comment
  ) throws {
    let facts = a + b + c
    let merged = try Merged(a, b, c)
    // Elements that nothing satisfies are an error although an array without any satisfies all.
    if merged.levels == nil, Value.self == [[Int]].self { return }
    for value in Value.samples {
      let isAllowed = facts.allSatisfy { $0.allows(value) }
      // A contradiction is one only if no sample satisfies every guide.
      #expect(
        merged.levels.map { value.satisfies($0[...]) } ?? false == isAllowed,
        "\(comment): \(value) under \(facts.map(\.text))")
    }
  }
}

/// What guides in three places come to: the constraints at each depth, or a contradiction.
private struct Merged<Value: Judged>: Equatable {
  /// The constraints on the value, on its elements, and so on; `nil` for a contradiction.
  let levels: [GuideConstraints]?

  init(_ type: [Fact<Value>], _ alias: [Fact<Value>], _ property: [Fact<Value>]) throws {
    do {
      var node: SchemaGraph.Node? = try resolved(
        Value.self, type: type.map(\.guide), alias: alias.map(\.guide),
        property: property.map(\.guide))
      var levels: [GuideConstraints] = []
      while let current = node {
        levels.append(current.constraints)
        node = current.items
      }
      self.levels = levels
    } catch SchemaError.contradictoryGuides {
      levels = nil
    } catch SchemaError.emptyTypeChoices {
      levels = nil
    }
  }

  /// The same, in words, whatever the order of choices.
  var unordered: [String]? {
    levels?.map { level in
      let choices = level.choices.map { $0.map(\.description).sorted() }
      let bounds = [
        level.minimum, level.maximum, level.exclusiveMinimum, level.exclusiveMaximum,
      ]
      let counts = [
        level.minimumCount, level.maximumCount, level.minimumLength, level.maximumLength,
      ]
      return
        "\(choices ?? []) \(choices == nil) \(level.patterns.map(\.source)) \(bounds) \(counts)"
        + " \(level.multiples)"
    }
  }
}
