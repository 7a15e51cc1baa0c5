/// A set of characters in a pattern: `[a-z]`, `[^\w.]`, `\d`, `\p{Lu}`.
struct PatternClass {
  enum Shorthand: Character {
    case digit = "d"
    case word = "w"
    case space = "s"
  }

  enum Item {
    /// A range of scalars, a single scalar included.
    case range(ClosedRange<UInt32>)
    case shorthand(Shorthand, isNegated: Bool)
    /// The text between the braces of `\p{…}`.
    case property(String, isNegated: Bool)
  }

  enum Operation: String {
    case intersection = "&&"
    case subtraction = "--"
    case symmetricDifference = "~~"
  }

  var isNegated = false
  var items: [Item]

  init(isNegated: Bool = false, _ items: [Item]) {
    self.isNegated = isNegated
    self.items = items
  }

  /// Creates a class with the members of a set.
  ///
  /// The class is negated if that is shorter.
  init(_ set: ScalarSet) {
    if set.ranges.last?.upperBound == 0x10FFFF, set != .all {
      self.init(isNegated: true, Self.items(set.inverted))
    } else {
      self.init(Self.items(set))
    }
  }

  /// Returns the members of a set as items.
  ///
  /// A range of two neighbours becomes two items.
  private static func items(_ set: ScalarSet) -> [Item] {
    set.ranges.flatMap { range -> [Item] in
      guard range.count == 2 else { return [.range(range)] }
      return range.map { .range($0...$0) }
    }
  }

  /// Any character.
  static let any = PatternClass([
    .shorthand(.space, isNegated: false), .shorthand(.space, isNegated: true),
  ])

  var inverted: PatternClass { PatternClass(isNegated: !isNegated, items) }

  /// The members, or `nil` if they depend on Unicode properties.
  ///
  /// `\d`, `\w` and `\s` have their meaning in ECMA-262.
  var scalars: ScalarSet? { scalars { _ in nil } }

  /// Returns the members, or `nil` if a property is unknown.
  ///
  /// `property`: Returns the scalars that have the property with a name.
  func scalars(property: (String) -> ScalarSet?) -> ScalarSet? {
    var ranges: [ClosedRange<UInt32>] = []
    for item in items {
      switch item {
      case .range(let range):
        // A range may include surrogates, which are not scalars.
        if range.overlaps(0xD800...0xDFFF) {
          ranges += ScalarSet([range]).intersection(.all).ranges
        } else {
          ranges.append(range)
        }
      case .shorthand(let shorthand, let isNegated):
        let set = shorthand.scalars
        ranges += (isNegated ? set.inverted : set).ranges
      case .property(let name, let isNegated):
        guard let set = property(name) else { return nil }
        ranges += (isNegated ? set.inverted : set).ranges
      }
    }
    let set = ScalarSet(ranges)
    return isNegated ? set.inverted : set
  }

  /// The class without repeated ranges.
  ///
  /// Ignoring case can add a range twice.
  var withoutRepetitions: PatternClass {
    var seen: Set<ClosedRange<UInt32>> = []
    return PatternClass(
      isNegated: isNegated,
      items.filter { item in
        guard case .range(let range) = item else { return true }
        return seen.insert(range).inserted
      })
  }

  /// The items that add this class's members to a positive class.
  ///
  /// `nil` if the class is the complement of several items that cannot be computed.
  private var itemsForUnion: [Item]? {
    guard isNegated else { return items }
    if items.count == 1, let item = items.first {
      switch item {
      case .shorthand(let shorthand, let isNegated):
        return [.shorthand(shorthand, isNegated: !isNegated)]
      case .property(let name, let isNegated):
        return [.property(name, isNegated: !isNegated)]
      case .range:
        break
      }
    }
    return scalars.map(Self.items)
  }

  private var isComplementOfRanges: Bool {
    isNegated
      && items.contains {
        if case .range = $0 { true } else { false }
      }
  }

  /// Returns the members of all parts, or `nil` if they cannot be written as one class.
  static func union(_ parts: [PatternClass]) -> PatternClass? {
    if parts.count == 1 { return parts.first }
    if parts.contains(where: \.isComplementOfRanges) {
      let sets = parts.compactMap(\.scalars)
      if sets.count == parts.count { return PatternClass(ScalarSet(sets.flatMap(\.ranges))) }
    }
    var items: [Item] = []
    for part in parts {
      guard let more = part.itemsForUnion else { return nil }
      items += more
    }
    return PatternClass(items)
  }

  /// Combines two classes, or returns `nil` if either depends on Unicode properties.
  static func combine(
    _ left: PatternClass, _ operation: Operation, _ right: PatternClass
  ) -> PatternClass? {
    guard let left = left.scalars, let right = right.scalars else { return nil }
    return switch operation {
    case .intersection: PatternClass(left.intersection(right))
    case .subtraction: PatternClass(left.subtracting(right))
    case .symmetricDifference:
      PatternClass(left.subtracting(right).union(right.subtracting(left)))
    }
  }

  /// Returns the class of a POSIX name such as `alpha`, with the scalars that the class contains in
  /// Swift.
  static func posix(_ name: String) -> PatternClass? {
    let properties: [String]
    switch name {
    case "alpha": properties = ["Alphabetic"]
    case "alnum": properties = ["Alphabetic", "N"]
    case "ascii": properties = ["ASCII"]
    case "blank": return PatternClass(.horizontalSpace)
    case "cntrl": properties = ["Cc"]
    case "digit": properties = ["Nd"]
    case "graph":
      let outside = ["White_Space", "Cc", "Cn", "Cs"]
      return PatternClass(isNegated: true, outside.map { .property($0, isNegated: false) })
    case "lower": properties = ["Lowercase"]
    case "print": return PatternClass([.property("Cc", isNegated: true)])
    case "punct": properties = ["P"]
    case "space": properties = ["White_Space"]
    case "upper": properties = ["Uppercase"]
    case "xdigit": properties = ["Hex_Digit"]
    default: return nil
    }
    return PatternClass(properties.map { .property($0, isNegated: false) })
  }
}

extension PatternClass.Shorthand {
  var scalars: ScalarSet {
    switch self {
    case .digit: .digits
    case .word: .wordCharacters
    case .space: .space
    }
  }
}
