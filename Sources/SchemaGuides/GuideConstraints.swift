public import SchemaModel

/// The constraints on one value, merged from all its guides by intersection.
///
/// The order of merging does not change the result, except for the order of ``choices``.
public struct GuideConstraints: Sendable, Hashable {
  /// The allowed values, in the order of the first merged list; `nil` if any value is allowed.
  public private(set) var choices: [SchemaScalar]?

  /// The patterns that a string has to match, each once, without those applied to the choices.
  public private(set) var patterns: [SchemaPattern] = []

  /// The patterns that have been applied to ``choices``, each once.
  package private(set) var appliedPatterns: [SchemaPattern] = []

  /// The formats that a string has to have, each once.
  public private(set) var formats: [String] = []

  /// The smallest allowed number; `nil` for no bound, or if ``exclusiveMinimum`` is stricter.
  public private(set) var minimum: SchemaNumber?

  /// The largest allowed number; `nil` for no bound, or if ``exclusiveMaximum`` is stricter.
  public private(set) var maximum: SchemaNumber?

  /// The number that a value has to be above; `nil` for no bound, or if ``minimum`` is stricter.
  public private(set) var exclusiveMinimum: SchemaNumber?

  /// The number that a value has to be below; `nil` for no bound, or if ``maximum`` is stricter.
  public private(set) var exclusiveMaximum: SchemaNumber?

  /// The numbers that a value has to be a multiple of.
  ///
  /// A resolved schema has several such numbers only if their least common multiple does not fit 64
  /// bits, or beside choices. Without choices, no number is then a multiple of another one, if the
  /// list has at most 64 numbers.
  public private(set) var multiples: [SchemaNumber] = []

  /// The smallest allowed number of elements.
  public private(set) var minimumCount: Int?

  /// The largest allowed number of elements.
  public private(set) var maximumCount: Int?

  /// The smallest allowed number of characters, in Unicode scalars.
  public private(set) var minimumLength: Int?

  /// The largest allowed number of characters, in Unicode scalars.
  public private(set) var maximumLength: Int?

  /// The smallest allowed number of properties.
  public private(set) var minimumPropertyCount: Int?

  /// The largest allowed number of properties.
  public private(set) var maximumPropertyCount: Int?

  /// A guide that has no meaning, or that no value satisfies by itself.
  private(set) var fault: Fault?

  /// The constraint that excluded the last choice, for the error.
  private(set) var emptiedBy: Provenance?

  /// Creates constraints that allow everything.
  package init() {}

  /// The problem of a guide that has no meaning or that no value satisfies, and the remedy.
  struct Fault: Sendable, Hashable {
    let problem: String
    let remedy: String

    /// `true` if no value satisfies the guide; `false` if the guide has no meaning.
    var isContradiction = false
  }

  /// A list of choices that became empty, and the constraint that excluded the last choice.
  ///
  /// A provenance explains constraints and is not part of their value, so all provenances are
  /// equal.
  struct Provenance: Sendable, Hashable {
    let choices: [SchemaScalar]
    let excludedBy: String

    static func == (first: Provenance, second: Provenance) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// `true` if these constraints allow everything.
  package var isEmpty: Bool { self == GuideConstraints() }

  /// The smallest and the largest choice, if all of them are numbers.
  package var rangeOfChoices: ClosedRange<SchemaNumber>? {
    guard let choices else { return nil }
    let numbers = choices.compactMap(\.number)
    guard numbers.count == choices.count, let smallest = numbers.min(), let largest = numbers.max()
    else { return nil }
    return smallest...largest
  }

  /// The constraints without the list of choices, and with the constraints that the list implies.
  package var withoutChoices: GuideConstraints {
    var others = self
    others.choices = nil
    others.appliedPatterns = []
    for pattern in appliedPatterns { Self.insert(pattern, into: &others.patterns, by: \.source) }
    if let range = rangeOfChoices {
      others.minimum = range.lowerBound
      others.maximum = range.upperBound
    }
    return others
  }

  /// `true` if bounds or multiples constrain numbers.
  var constrainsNumbers: Bool {
    minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
      || !multiples.isEmpty
  }
}

// MARK: - Intersection

extension GuideConstraints {
  /// Adds a constraint.
  package mutating func formIntersection(_ constraint: GuideValue.Constraint) {
    narrow(by: constraint)
    applyToChoices()
  }

  /// Adds other constraints.
  ///
  /// If both have lists of choices, the common choices remain, in the order of this list.
  package mutating func formIntersection(_ other: GuideConstraints) {
    if let choices = other.choices { narrow(to: choices) }
    for pattern in other.patterns + other.appliedPatterns { narrow(by: .pattern(pattern)) }
    for format in other.formats { narrow(by: .format(format)) }
    narrow(by: .bounds(minimum: other.minimum, maximum: other.maximum))
    narrow(
      by: .exclusiveBounds(minimum: other.exclusiveMinimum, maximum: other.exclusiveMaximum))
    for multiple in other.multiples { narrow(by: .multiple(of: multiple)) }
    narrow(by: .count(minimum: other.minimumCount, maximum: other.maximumCount))
    narrow(by: .length(minimum: other.minimumLength, maximum: other.maximumLength))
    narrow(
      by: .propertyCount(
        minimum: other.minimumPropertyCount, maximum: other.maximumPropertyCount))
    if let other = other.fault { keep(other) }
    if emptiedBy == nil { emptiedBy = other.emptiedBy }
    applyToChoices()
  }

  private mutating func narrow(by constraint: GuideValue.Constraint) {
    switch constraint {
    case .choices(let allowed): narrow(to: allowed.map { .string($0) })
    case .scalars(let allowed): narrow(to: allowed)
    case .pattern(let pattern):
      Self.insert(pattern, into: &patterns, by: \.source)
    case .format(let format):
      Self.insert(format, into: &formats, by: \.self)
    case .bounds(let low, let high):
      minimum = Self.larger(minimum, low)
      maximum = Self.smaller(maximum, high)
      keepTighterBounds()
    case .exclusiveBounds(let low, let high):
      exclusiveMinimum = Self.larger(exclusiveMinimum, low)
      exclusiveMaximum = Self.smaller(exclusiveMaximum, high)
      keepTighterBounds()
    case .multiple(let multiple): narrow(toMultiplesOf: multiple)
    case .count(let low, let high):
      checkSign(of: "count", low, high)
      minimumCount = Self.larger(minimumCount, low)
      maximumCount = Self.smaller(maximumCount, high)
    case .length(let low, let high):
      checkSign(of: "length", low, high)
      minimumLength = Self.larger(minimumLength, low)
      maximumLength = Self.smaller(maximumLength, high)
    case .propertyCount(let low, let high):
      checkSign(of: "number of properties", low, high)
      minimumPropertyCount = Self.larger(minimumPropertyCount, low)
      maximumPropertyCount = Self.smaller(maximumPropertyCount, high)
    case .invalid(let problem, let remedy):
      keep(Fault(problem: problem, remedy: remedy))
    }
  }

  private mutating func narrow(to allowed: [SchemaScalar]) {
    guard let current = choices else {
      choices = Self.distinct(allowed)
      return
    }
    let set = Set(allowed)
    let remaining = current.filter { set.contains($0) }
    if allowed.isEmpty {
      // An empty list excludes all values by itself, so no earlier constraint is to blame.
      emptiedBy = nil
    } else if remaining.isEmpty, !current.isEmpty {
      emptiedBy = Provenance(
        choices: current, excludedBy: "the choices \(Self.summary(of: allowed))")
    }
    choices = remaining
  }

  /// Keeps the tighter of an inclusive and an exclusive bound.
  ///
  /// If both are equal, the exclusive bound is tighter.
  private mutating func keepTighterBounds() {
    if let inclusive = minimum, let exclusive = exclusiveMinimum {
      if inclusive > exclusive { exclusiveMinimum = nil } else { minimum = nil }
    }
    if let inclusive = maximum, let exclusive = exclusiveMaximum {
      if inclusive < exclusive { exclusiveMaximum = nil } else { maximum = nil }
    }
  }

  /// Adds a divisor to the divisors, which are in ascending order.
  ///
  /// `resolve(for:)` simplifies the divisors when all of them are known. If merging did so and a
  /// multiple did not fit 64 bits, the result would depend on the order of merging.
  private mutating func narrow(toMultiplesOf multiple: SchemaNumber) {
    guard multiple > SchemaNumber(0) else {
      keep(
        Fault(
          problem: "A guide asks for multiples of \(multiple), which is not above zero.",
          remedy: "Ask for multiples of a number above zero."))
      return
    }
    Self.insert(multiple, into: &multiples) { $0 < $1 }
  }

  /// Keeps a negative count as a fault, because merging with a larger minimum would lose the count.
  private mutating func checkSign(of noun: String, _ minimum: Int?, _ maximum: Int?) {
    if let minimum, minimum < 0 { keepNegative("minimum \(noun)", minimum) }
    if let maximum, maximum < 0 { keepNegative("maximum \(noun)", maximum) }
  }

  private mutating func keepNegative(_ noun: String, _ count: Int) {
    keep(
      Fault(
        problem: "The \(noun) \(count) is negative.", remedy: "Ask for zero or more.",
        isContradiction: true))
  }

  /// Keeps one of several faults.
  ///
  /// The choice does not depend on the order in which they occur.
  private mutating func keep(_ other: Fault) {
    guard let current = fault else {
      fault = other
      return
    }
    if (other.problem, other.remedy) < (current.problem, current.remedy) { fault = other }
  }

  /// Drops the choices that other constraints exclude, and the lengths that the remaining choices
  /// satisfy.
  private mutating func applyToChoices() {
    guard let current = choices else { return }
    var remaining = current
    var excludedBy: [String] = []
    // `removeAll` allocates a new array even if the array is empty.
    if !patterns.isEmpty {
      patterns.removeAll { pattern in
        guard !remaining.isEmpty else { return true }
        guard let kept = Self.matches(of: pattern, in: remaining) else { return false }
        if kept.count < remaining.count {
          excludedBy.append("the pattern \(pattern.source.excerpt)")
        }
        remaining = kept
        Self.insert(pattern, into: &appliedPatterns, by: \.source)
        return true
      }
    }
    if minimumLength != nil || maximumLength != nil {
      let kept = remaining.filter { choice in
        guard let length = choice.string?.unicodeScalars.count else { return true }
        return length >= minimumLength ?? 0 && length <= maximumLength ?? .max
      }
      if kept.count < remaining.count { excludedBy.append("the length") }
      minimumLength = nil
      maximumLength = nil
      remaining = kept
    }
    if constrainsNumbers {
      let kept = remaining.filter { choice in choice.number.map(allows) ?? true }
      if kept.count < remaining.count { excludedBy.append("the bounds and multiples") }
      remaining = kept
    }
    if remaining.isEmpty {
      patterns = []
      appliedPatterns = []
    }
    if remaining.isEmpty, !current.isEmpty {
      emptiedBy = Provenance(
        choices: current, excludedBy: excludedBy.joined(separator: " and "))
    }
    choices = remaining
  }

  /// Returns `true` if a number is within the bounds and is not known to violate a multiple.
  private func allows(_ number: SchemaNumber) -> Bool {
    isInRange(number) && multiples.allSatisfy { number.isMultiple(of: $0) != false }
  }

  /// Returns `true` if a number is within the bounds.
  package func isInRange(_ number: SchemaNumber) -> Bool {
    if let minimum, number < minimum { return false }
    if let maximum, number > maximum { return false }
    if let exclusiveMinimum, number <= exclusiveMinimum { return false }
    if let exclusiveMaximum, number >= exclusiveMaximum { return false }
    return true
  }

  /// Returns the choices that a pattern matches, or `nil` if the pattern cannot be run here.
  private static func matches(
    of pattern: SchemaPattern, in choices: [SchemaScalar]
  ) -> [SchemaScalar]? {
    guard var matcher = pattern.matcher() else { return nil }
    var kept: [SchemaScalar] = []
    for choice in choices {
      // A pattern only constrains strings.
      guard let string = choice.string else {
        kept.append(choice)
        continue
      }
      guard let isMatch = matcher.matches(string) else { return nil }
      if isMatch { kept.append(choice) }
    }
    return kept
  }

  private static func distinct(_ choices: [SchemaScalar]) -> [SchemaScalar] {
    // Comparing few choices takes less time than hashing them.
    let isRepeated = { choices[..<$0].contains(choices[$0]) }
    if choices.count <= 8, !choices.indices.contains(where: isRepeated) { return choices }
    var seen = Set<SchemaScalar>(minimumCapacity: choices.count)
    return choices.filter { seen.insert($0).inserted }
  }

  /// Inserts an element into a list that is sorted by text, so that merging is commutative.
  private static func insert<Element: Equatable>(
    _ element: Element, into list: inout [Element], by text: KeyPath<Element, String>
  ) {
    insert(element, into: &list) {
      $0[keyPath: text].utf8.lexicographicallyPrecedes($1[keyPath: text].utf8)
    }
  }

  /// Inserts an element into a sorted list, unless the list contains it.
  private static func insert<Element: Equatable>(
    _ element: Element, into list: inout [Element], by precedes: (Element, Element) -> Bool
  ) {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(list[middle], element) { low = middle + 1 } else { high = middle }
    }
    // Different elements may have the same place in the order.
    let equals = list[low...].prefix { !precedes(element, $0) }
    if !equals.contains(element) { list.insert(element, at: low) }
  }

  private static func larger<Number: Comparable>(_ first: Number?, _ second: Number?) -> Number? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }

  private static func smaller<Number: Comparable>(_ first: Number?, _ second: Number?) -> Number? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Returns the first eight choices and the number of further choices, for an error.
  static func summary(of choices: [SchemaScalar]) -> String {
    choices.lazy.map(\.description).listed()
  }
}

// MARK: - Resolution

extension GuideConstraints {
  /// Converts the constraints to the form of a resolved schema.
  ///
  /// Choices of other kinds are dropped. If there are choices, bounds and multiples are also
  /// dropped, because they have been applied to the choices. A multiple stays if it has too many
  /// digits for this. For the kind null, the choice null is dropped. Several multiples become their
  /// least common multiple if it fits 64 bits, and bounds on integers become inclusive integers.
  mutating func resolve(for kind: SchemaKind) {
    guard let choices else {
      simplifyMultiples()
      if kind == .integer { includeBounds() }
      return
    }
    let fitting = choices.allSatisfy(kind.takes) ? choices : choices.filter(kind.takes)
    if fitting.isEmpty, !choices.isEmpty {
      emptiedBy = Provenance(choices: choices, excludedBy: "the type of the value")
    }
    self.choices = kind == .null && !fitting.isEmpty ? nil : fitting
    minimum = nil
    maximum = nil
    exclusiveMinimum = nil
    exclusiveMaximum = nil
    multiples.removeAll { multiple in
      fitting.allSatisfy { $0.number.map { $0.isMultiple(of: multiple) != nil } ?? true }
    }
  }

  /// Replaces the divisors by their least common multiple.
  ///
  /// If the multiple does not fit 64 bits, the divisors that another divisor implies are dropped.
  private mutating func simplifyMultiples() {
    if let common = Self.common(multiples) {
      multiples = [common]
    } else if multiples.count <= Self.comparedMultiples {
      // A multiple of a number is not smaller than the number.
      for index in multiples.indices.reversed() {
        let isImplied = multiples[(index + 1)...].contains {
          $0.isMultiple(of: multiples[index]) == true
        }
        if isImplied { multiples.remove(at: index) }
      }
    }
  }

  /// The largest number of divisors that are compared with each other, in quadratic time.
  private static let comparedMultiples = 64

  /// Returns the least common multiple; `nil` for fewer than two numbers, or if it does not fit 64
  /// bits.
  static func common(_ multiples: [SchemaNumber]) -> SchemaNumber? {
    guard multiples.count > 1, var common = multiples.first else { return nil }
    for multiple in multiples.dropFirst() {
      guard let next = common.leastCommonMultiple(with: multiple) else { return nil }
      common = next
    }
    return common
  }

  /// Converts the bounds on integers to integers, and exclusive bounds to inclusive bounds.
  private mutating func includeBounds() {
    minimum = minimum?.roundedUp
    maximum = maximum?.roundedDown
    if let bound = exclusiveMinimum, let below = bound.roundedDown.int64, below < .max {
      exclusiveMinimum = nil
      minimum = SchemaNumber(below + 1)
    }
    if let bound = exclusiveMaximum, let above = bound.roundedUp.int64, above > .min {
      exclusiveMaximum = nil
      maximum = SchemaNumber(above - 1)
    }
  }
}

extension SchemaKind {
  /// Returns `true` if a choice is a value of this kind.
  func takes(_ choice: SchemaScalar) -> Bool {
    switch (self, choice) {
    case (.any, _), (.string, .string), (.number, .number), (.boolean, .boolean), (.null, .null):
      true
    case (.integer, .number(let number)): number.isInteger
    default: false
    }
  }
}
