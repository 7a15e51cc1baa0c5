public import SchemaModel

/// The constraints on one value, merged from all its guides by intersection.
///
/// The order of merging does not change the result, except for the order of ``choices`` and of
/// ``words``.
public struct GuideConstraints: Sendable, Hashable {
  /// The allowed values, in the order of the first merged list; `nil` if any value is allowed.
  public private(set) var choices: [SchemaScalar]?

  /// The patterns that a string has to match, each once, without those applied to the choices.
  public private(set) var patterns: [SchemaPattern] = []

  /// The patterns that have been applied to ``choices``, each once.
  package private(set) var appliedPatterns: [SchemaPattern] = []

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

  /// The constraints that are only told in words, each once, in the order of merging.
  package var words: [WordedConstraint] { wordList.elements }

  private var wordList = DistinctList<WordedConstraint>()

  /// The terms, each once, in the order of their keys.
  package private(set) var terms: [GuideTerm] = []

  private var elements = CountRange.all
  private var characters = CountRange.all
  private var properties = CountRange.all

  /// A guide that has no meaning, or that no value satisfies by itself.
  private var fault: Fault?

  /// The constraint that excluded the last choice, for the error.
  private var emptiedBy: Provenance?

  /// Creates constraints that allow everything.
  package init() {}

  /// The problem of a guide that has no meaning or that no value satisfies, and the remedy.
  private struct Fault: Sendable, Hashable {
    let problem: String
    let remedy: String

    /// `true` if no value satisfies the guide; `false` if the guide has no meaning.
    var isContradiction = false
  }

  /// A list of choices that became empty, and the constraint that excluded the last choice.
  ///
  /// A provenance explains constraints and is not part of their value, so all provenances are
  /// equal.
  private struct Provenance: Sendable, Hashable {
    let choices: [SchemaScalar]
    let excludedBy: String

    static func == (first: Provenance, second: Provenance) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
  }

  /// The allowed numbers of some parts.
  package private(set) subscript(part: CountedPart) -> CountRange {
    get {
      switch part {
      case .elements: elements
      case .characters: characters
      case .properties: properties
      }
    }
    set {
      switch part {
      case .elements: elements = newValue
      case .characters: characters = newValue
      case .properties: properties = newValue
      }
    }
  }

  /// The formats that a string has to have, each once.
  public var formats: [String] { terms.compactMap(\.format) }

  /// The terms other than formats, which comparisons and masks do not know.
  package var otherTerms: [GuideTerm] { terms.filter { $0.format == nil } }

  /// `true` if these constraints allow everything.
  package var isEmpty: Bool {
    let isEmpty =
      choices == nil && patterns.isEmpty && appliedPatterns.isEmpty && !constrainsNumbers
      && words.isEmpty && terms.isEmpty && elements == .all && characters == .all
      && properties == .all && fault == nil && emptiedBy == nil
    assert(isEmpty == (self == GuideConstraints()), "A constraint is not asked for")
    return isEmpty
  }

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

  /// The constraints that are only told in words, without the others.
  package var onlyWords: GuideConstraints {
    var result = GuideConstraints()
    result.wordList = wordList
    return result
  }

  /// `true` if bounds or multiples constrain numbers.
  var constrainsNumbers: Bool {
    minimum != nil || maximum != nil || exclusiveMinimum != nil || exclusiveMaximum != nil
      || !multiples.isEmpty
  }
}

// MARK: - Counts

extension GuideConstraints {
  /// The smallest allowed number of elements.
  public var minimumCount: Int? { elements.minimum }

  /// The largest allowed number of elements.
  public var maximumCount: Int? { elements.maximum }

  /// The smallest allowed number of characters, in Unicode scalars.
  public var minimumLength: Int? { characters.minimum }

  /// The largest allowed number of characters, in Unicode scalars.
  public var maximumLength: Int? { characters.maximum }

  /// The smallest allowed number of properties.
  public var minimumPropertyCount: Int? { properties.minimum }

  /// The largest allowed number of properties.
  public var maximumPropertyCount: Int? { properties.maximum }
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
    for term in other.terms { narrow(by: .term(term)) }
    narrow(by: .bounds(minimum: other.minimum, maximum: other.maximum))
    narrow(
      by: .exclusiveBounds(minimum: other.exclusiveMinimum, maximum: other.exclusiveMaximum))
    for multiple in other.multiples { narrow(by: .multiple(of: multiple)) }
    for words in other.words { narrow(by: .words(words)) }
    for part in CountedPart.allCases {
      narrow(by: .count(part, minimum: other[part].minimum, maximum: other[part].maximum))
    }
    if let other = other.fault { keep(other) }
    if emptiedBy == nil { emptiedBy = other.emptiedBy }
    applyToChoices()
  }

  private mutating func narrow(by constraint: GuideValue.Constraint) {
    switch constraint {
    // A rule for snapshots allows all values.
    case .appearance: break
    case .choices(let allowed): narrow(to: allowed.map { .string($0) })
    case .scalars(let allowed): narrow(to: allowed)
    case .pattern(let pattern):
      Self.insert(pattern, into: &patterns, by: \.source)
    case .term(let term): insert(term)
    case .bounds(let low, let high):
      minimum = Self.larger(minimum, low)
      maximum = Self.smaller(maximum, high)
      keepTighterBounds()
    case .exclusiveBounds(let low, let high):
      exclusiveMinimum = Self.larger(exclusiveMinimum, low)
      exclusiveMaximum = Self.smaller(exclusiveMaximum, high)
      keepTighterBounds()
    case .multiple(let multiple): narrow(toMultiplesOf: multiple)
    case .count(let part, let low, let high):
      if let low, low < 0 { keepNegative("minimum \(part.number)", low) }
      if let high, high < 0 { keepNegative("maximum \(part.number)", high) }
      self[part] = self[part].intersection(CountRange(from: low, to: high))
    case .words(let other): wordList.append(other)
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
    if characters != .all {
      let kept = remaining.filter { choice in
        choice.string.map { characters.contains($0.unicodeScalars.count) } ?? true
      }
      if kept.count < remaining.count { excludedBy.append("the length") }
      characters = .all
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
    // Different elements may have the same place in the order. A slice that outlives the search
    // would make the insertion copy the list.
    let isKnown = list[low...].prefix { !precedes(element, $0) }.contains(element)
    if !isKnown { list.insert(element, at: low) }
  }

  /// Adds a term to the terms, or merges it with the one that has its key.
  private mutating func insert(_ term: GuideTerm) {
    let key = ExactText(term.facts.key)
    var (low, high) = (0, terms.count)
    while low < high {
      let middle = (low + high) / 2
      if ExactText(terms[middle].facts.key) < key { low = middle + 1 } else { high = middle }
    }
    if low < terms.count, ExactText(terms[low].facts.key) == key {
      terms[low] = terms[low].merged(with: term)
    } else {
      terms.insert(term, at: low)
    }
  }

  private static func larger(_ first: SchemaNumber?, _ second: SchemaNumber?) -> SchemaNumber? {
    guard let first, let second else { return first ?? second }
    return max(first, second)
  }

  private static func smaller(_ first: SchemaNumber?, _ second: SchemaNumber?) -> SchemaNumber? {
    guard let first, let second else { return first ?? second }
    return min(first, second)
  }

  /// Returns the first eight choices and the number of further choices, for an error.
  private static func summary(of choices: [SchemaScalar]) -> String {
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
  private mutating func resolve(for kind: SchemaKind) {
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

// MARK: - Conflicts

/// The reason why the guides of a place are rejected.
package enum GuideConflict: Error {
  /// A guide has no meaning.
  case invalid(problem: String, remedy: String)

  /// A guide does not fit the kind of value.
  ///
  /// The phrase names the constraint, such as `a pattern`.
  case misfit(String)

  /// A guide constrains elements of a value without elements.
  case noElements

  /// A declared list of choices is empty.
  case emptyChoices

  /// No value satisfies all guides.
  ///
  /// If two guides contradict each other, the sentence names both and `remedy` is `nil`. The remedy
  /// is then to relax one of them.
  case contradiction(String, remedy: String?)
}

extension GuideConstraints {
  /// Merges the guides of a place.
  ///
  /// The result has the form of the constraints in a resolved schema; `nil` if there are no
  /// constraints.
  ///
  /// - Parameters:
  ///   - guides: The guides of the type, then the guides of the place. Only guides on the value
  ///     itself are merged (``GuideValue/depth`` 0).
  ///   - kind: The kind of value.
  /// - Throws: ``GuideConflict`` if a guide does not fit the kind, or no value satisfies all
  ///   guides.
  package init?(merging guides: [GuideValue], for kind: SchemaKind) throws(GuideConflict) {
    self.init()
    var isGuided = false
    for guide in Self.sortingMultiples(of: guides) {
      if guide.depth > 0, kind != .array { throw .noElements }
      guard guide.depth == 0 else { continue }
      formIntersection(guide.constraint)
      isGuided = true
    }
    guard isGuided else { return nil }
    if let fault {
      throw fault.isContradiction
        ? .contradiction(fault.problem, remedy: fault.remedy)
        : .invalid(problem: fault.problem, remedy: fault.remedy)
    }
    if let misfit = misfit(of: guides, for: kind) { throw .misfit(misfit) }
    try checkChoices()
    if let problem = contradiction(for: kind) { throw .contradiction(problem, remedy: nil) }
    resolve(for: kind)
    try checkChoices()
    if isEmpty { return nil }
  }

  /// Returns guides in an order in which each divisor is added after the smaller ones.
  ///
  /// Otherwise each of many divisors would move all those that are larger. Beside choices, the
  /// order decides which guide an error names, and stays.
  private static func sortingMultiples(of guides: [GuideValue]) -> [GuideValue] {
    if guides.count < 2 { return guides }
    var multiples: [(SchemaNumber, GuideValue)] = []
    var others: [GuideValue] = []
    for guide in guides {
      switch guide.constraint {
      case .multiple(let multiple): multiples.append((multiple, guide))
      case .choices, .scalars: return guides
      default: others.append(guide)
      }
    }
    if multiples.count < 2 { return guides }
    return others + multiples.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Throws if there is an empty list of choices.
  private func checkChoices() throws(GuideConflict) {
    guard let choices, choices.isEmpty else { return }
    guard let emptiedBy else { throw .emptyChoices }
    throw .contradiction(
      "None of the choices \(Self.summary(of: emptiedBy.choices)) is allowed by "
        + "\(emptiedBy.excludedBy).",
      remedy: nil)
  }

  /// Returns the constraints on a value that has to satisfy both these and other constraints, in
  /// the form of a resolved schema; `nil` if it is known that no value satisfies both.
  package func intersection(
    with other: GuideConstraints, for kind: SchemaKind
  ) -> GuideConstraints? {
    var merged = self
    merged.formIntersection(other)
    guard merged.contradiction(for: kind) == nil else { return nil }
    merged.resolve(for: kind)
    return merged.choices?.isEmpty == true ? nil : merged
  }

  /// Returns the reason why no value of a kind is within the bounds and counts; `nil` if some value
  /// may be.
  ///
  /// Some contradictions are not detected, such as between a pattern and a length.
  private func contradiction(for kind: SchemaKind) -> String? {
    if let problem = rangeContradiction(isInteger: kind == .integer) { return problem }
    for part in CountedPart.allCases {
      guard let minimum = self[part].minimum, let maximum = self[part].maximum, minimum > maximum
      else { continue }
      return "The minimum \(part.number) \(minimum) is above the maximum \(part.number) \(maximum)."
    }
    return terms.lazy.compactMap(\.facts.contradiction).first
  }

  /// Returns a constraint that does not apply to a kind of value, such as `a pattern`; `nil` if all
  /// apply.
  ///
  /// Patterns and lengths are looked up in the guides from which these constraints are merged,
  /// because merging applies them to the choices and then drops them.
  private func misfit(of guides: [GuideValue], for kind: SchemaKind) -> String? {
    if let choices,
      !kind.hasScalars || (!choices.isEmpty && !choices.contains(where: kind.takes))
    {
      return "choices"
    }
    let countedKind = kind == .tuple ? .array : kind
    if kind != .string {
      let constraints = guides.lazy.filter { $0.depth == 0 }.map(\.constraint)
      if constraints.contains(where: \.isPattern) { return "a pattern" }
      if constraints.contains(where: \.isLength) { return "a length" }
    }
    if kind != .integer && kind != .number {
      if !multiples.isEmpty { return "a multiple" }
      if constrainsNumbers { return "a minimum or maximum" }
    }
    let part = CountedPart.allCases.first { $0.kind != countedKind && self[$0] != .all }
    return part.map { "a \($0.number)" } ?? terms.map(\.facts).first { $0.kind != kind }?.noun
  }
}

extension GuideValue.Constraint {
  fileprivate var isPattern: Bool { if case .pattern = self { true } else { false } }

  fileprivate var isLength: Bool {
    if case .count(.characters, let minimum, let maximum) = self {
      minimum != nil || maximum != nil
    } else {
      false
    }
  }
}

extension SchemaKind {
  /// Returns `true` if a choice is a value of this kind.
  fileprivate func takes(_ choice: SchemaScalar) -> Bool {
    switch (self, choice) {
    case (.any, _), (.string, .string), (.number, .number), (.boolean, .boolean), (.null, .null):
      true
    case (.integer, .number(let number)): number.isInteger
    default: false
    }
  }

  /// `true` if a list of choices may constrain values of this kind.
  fileprivate var hasScalars: Bool {
    switch self {
    case .string, .integer, .number, .boolean, .null, .any: true
    case .array, .tuple, .object, .anyOf, .never, .reference: false
    }
  }
}
