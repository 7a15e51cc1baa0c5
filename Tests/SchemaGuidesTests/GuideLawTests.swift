import SchemaConformances
import SchemaGuides
import SchemaModel
import SchemaTestSupport
import Testing

/// G7: the laws of intersection, on random guides.
@Suite struct GuideLawTests {
  private static let rounds = 2_000

  /// Calls a function with random sets of guides; the seed is part of what fails.
  private func forRandomSets(
    _ seed: UInt64, _ body: (GuideSet, GuideSet, GuideSet, Comment) throws -> Void
  ) throws {
    var random = try RandomGuides(seed: seed)
    for round in 0..<Self.rounds {
      try body(
        random.set(), random.set(), random.set(), "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [1, 2, 3])
  func `G7: intersection is associative`(seed: UInt64) throws {
    try forRandomSets(seed) { a, b, c, comment in
      let left = a.intersection(b).intersection(c)
      let right = a.intersection(b.intersection(c))
      #expect(left == right, comment)
    }
  }

  @Test(arguments: [4, 5, 6])
  func `G7: intersection is commutative up to the order of choices`(seed: UInt64) throws {
    try forRandomSets(seed) { a, b, _, comment in
      #expect(Unordered(a.intersection(b)) == Unordered(b.intersection(a)), comment)
    }
  }

  @Test(arguments: [7, 8])
  func `G7: intersection is idempotent`(seed: UInt64) throws {
    try forRandomSets(seed) { a, b, _, comment in
      #expect(a.intersection(a) == a, comment)
      let both = a.intersection(b)
      #expect(both.intersection(b) == both, comment)
      #expect(both.intersection(a) == both, comment)
    }
  }

  @Test(arguments: [9])
  func `G7: the empty guide is the identity`(seed: UInt64) throws {
    try forRandomSets(seed) { a, _, _, comment in
      #expect(a.intersection(GuideSet()) == a, comment)
      #expect(GuideSet().intersection(a) == a, comment)
      #expect(a.intersection(GuideSet([])) == a, comment)
    }
  }

  @Test(arguments: [10])
  func `G7: guides of one list are intersected one after the other`(seed: UInt64) throws {
    var random = try RandomGuides(seed: seed)
    for round in 0..<Self.rounds {
      let values = random.values()
      let folded = values.reduce(GuideSet()) { $0.intersection(GuideSet([$1])) }
      #expect(GuideSet(values) == folded, "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [11])
  func `G7: a value satisfies an intersection exactly if it satisfies both`(seed: UInt64) throws {
    let numbers = (-12...12).compactMap { SchemaNumber(Double($0) / 2) }
    let others: [SchemaScalar] = [true, false, .null]
    let strings = RandomGuides.strings
    try forRandomSets(seed) { a, b, _, comment in
      let both = a.intersection(b).constraints
      for number in numbers {
        let isIn = a.constraints.allows(number) && b.constraints.allows(number)
        #expect(both.allows(number) == isIn, comment)
      }
      for other in others {
        let isIn = a.constraints.lists(other) && b.constraints.lists(other)
        #expect(both.lists(other) == isIn, comment)
      }
      for string in strings {
        let isIn = a.constraints.allows(string) && b.constraints.allows(string)
        #expect(both.allows(string) == isIn, comment)
      }
    }
  }
}

/// A set of guides without the order of its choices, three levels deep.
private struct Unordered: Equatable {
  private let levels: [Level]

  private struct Level: Equatable {
    var choices: Set<SchemaScalar>?
    var rest: [String]
  }

  init(_ set: GuideSet) {
    var levels: [Level] = []
    var set = set
    for _ in 0..<4 {
      let constraints = set.constraints
      levels.append(
        Level(
          choices: constraints.choices.map(Set.init),
          rest: [
            "\(constraints.patterns.map(\.source))", "\(constraints.formats)",
            "\(String(describing: constraints.minimum)) \(String(describing: constraints.maximum))",
            "\(String(describing: constraints.exclusiveMinimum))",
            "\(String(describing: constraints.exclusiveMaximum))", "\(constraints.multiples)",
            "\(String(describing: constraints.minimumPropertyCount))",
            "\(String(describing: constraints.maximumPropertyCount))",
            "\(String(describing: constraints.minimumCount))",
            "\(String(describing: constraints.maximumCount))",
            "\(String(describing: constraints.minimumLength))",
            "\(String(describing: constraints.maximumLength))",
            "\(String(describing: constraints.fault))",
          ]))
      set = set.element
    }
    self.levels = levels
  }
}

extension GuideConstraints {
  fileprivate func allows(_ number: SchemaNumber) -> Bool {
    guard lists(.number(number)) else { return false }
    if let minimum, number < minimum { return false }
    if let maximum, number > maximum { return false }
    if let exclusiveMinimum, number <= exclusiveMinimum { return false }
    if let exclusiveMaximum, number >= exclusiveMaximum { return false }
    return multiples.allSatisfy { multiple in
      guard let number = number.doubleValue, let multiple = multiple.doubleValue else {
        return false
      }
      return number.truncatingRemainder(dividingBy: multiple) == 0
    }
  }

  fileprivate func lists(_ scalar: SchemaScalar) -> Bool { choices?.contains(scalar) ?? true }

  fileprivate func allows(_ string: String) -> Bool {
    if let choices, !choices.contains(.string(string)) { return false }
    let length = string.unicodeScalars.count
    guard length >= minimumLength ?? 0, length <= maximumLength ?? .max else { return false }
    return patterns.allSatisfy { $0.matches(string) != false }
  }
}

/// Makes random guides, of which many contradict each other.
private struct RandomGuides {
  static let strings = ["a", "b", "ab", "abc", "é", "1", "a1", ""]

  private var random: SplitMix64
  private let patterns: [SchemaPattern]

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    patterns = [
      try SchemaPattern(/a/), try SchemaPattern(/^[a-z]+$/), try SchemaPattern(/[0-9]/),
      try SchemaPattern(/^.$/),
    ]
  }

  mutating func set() -> GuideSet { GuideSet(values()) }

  mutating func values() -> [GuideValue] {
    (0..<random.below(5)).map { _ in value() }
  }

  private mutating func value() -> GuideValue {
    GuideValue(constraint(), depth: random.oneIn(2) ? 0 : random.below(4))
  }

  private mutating func constraint() -> GuideValue.Constraint {
    switch random.below(12) {
    case 8: return .scalars((0..<random.below(6)).map { _ in scalar() })
    case 9:
      return .exclusiveBounds(
        minimum: ends().map { SchemaNumber($0) }, maximum: ends().map { SchemaNumber($0) })
    case 10: return .multiple(of: SchemaNumber(Double(1 + random.below(6)) / 2) ?? SchemaNumber(1))
    case 11: return .propertyCount(minimum: ends(), maximum: ends())
    case 0, 1:
      return .choices((0..<random.below(5)).map { _ in random.pick(Self.strings) })
    case 2: return .pattern(random.pick(patterns))
    case 3: return .format(random.pick(["uuid", "date", "uri"]))
    case 4: return .length(minimum: ends(), maximum: ends())
    case 5:
      return .bounds(
        minimum: ends().map { SchemaNumber($0) }, maximum: ends().map { SchemaNumber($0) })
    case 6: return .count(minimum: ends(), maximum: ends())
    default:
      let isFaulty = random.oneIn(4)
      return isFaulty
        ? .invalid(problem: random.pick(["One.", "Two."]), remedy: "None.")
        : .bounds(minimum: nil, maximum: SchemaNumber(random.below(9) - 4))
    }
  }

  private mutating func scalar() -> SchemaScalar {
    switch random.below(4) {
    case 0: .string(random.pick(Self.strings))
    case 1: random.pick([true, false, .null])
    default: .number(SchemaNumber(Double(random.below(13) - 6) / 2) ?? SchemaNumber(0))
    }
  }

  private mutating func ends() -> Int? { random.oneIn(3) ? nil : random.below(8) - 3 }
}
