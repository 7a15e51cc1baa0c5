import SchemaDocuments

/// A condition on an object: properties that it has, and properties that it does not have.
struct PropertyPresence: Hashable {
  private(set) var present: [ExactText] = []
  private(set) var absent: [ExactText] = []

  /// The number of properties.
  var count: Int { present.count + absent.count }

  /// Creates the condition that an object has some properties.
  init(_ names: [String]) {
    for name in names.map(ExactText.init) where !present.contains(name) { present.append(name) }
  }

  /// Creates the condition that an object does not have a property.
  init(without name: ExactText) { absent = [name] }

  /// The condition of both; `nil` if no object satisfies both.
  func intersection(_ other: PropertyPresence) -> PropertyPresence? {
    var result = self
    result.present += other.present.filter { !present.contains($0) }
    result.absent += other.absent.filter { !absent.contains($0) }
    return result.present.contains { result.absent.contains($0) } ? nil : result
  }

  /// Returns `true` if all objects that satisfy this condition satisfy another one.
  func isSubset(of other: PropertyPresence) -> Bool {
    other.present.allSatisfy { present.contains($0) }
      && other.absent.allSatisfy { absent.contains($0) }
  }
}

/// A rule for properties that occur together.
///
/// An object follows the rule if it satisfies one of the cases. A function that combines rules
/// returns `nil` if its result has too many cases, or a case with too many properties.
struct PresenceRule {
  /// The largest number of cases of a rule, since a schema repeats the object for each case.
  private static let maximumCases = 32
  /// The largest number of rules that are combined, since they are read and compared at each place.
  static let maximumRules = 64
  /// The largest number of properties in a case, since properties are compared one by one.
  private static let maximumProperties = 64

  /// The cases.
  ///
  /// No case is part of another one.
  let cases: [PropertyPresence]

  /// All objects.
  static let all = PresenceRule([PropertyPresence([])])

  /// No objects.
  static let none = PresenceRule([])

  private init(_ cases: [PropertyPresence]) { self.cases = cases }

  /// The objects with some properties; `nil` if there are too many properties.
  init?(requiring names: [String]) {
    guard names.count <= Self.maximumProperties else { return nil }
    cases = [PropertyPresence(names)]
  }

  /// The names of the properties of all cases.
  var names: Set<ExactText> { Set(cases.flatMap { $0.present + $0.absent }) }

  /// The objects of both rules.
  func intersection(_ other: PresenceRule) -> PresenceRule? {
    Self.merge(cases.flatMap { one in other.cases.compactMap { one.intersection($0) } })
  }

  /// The objects of one rule or both.
  func union(_ other: PresenceRule) -> PresenceRule? { Self.merge(cases + other.cases) }

  /// The objects that do not follow the rule.
  func complement() -> PresenceRule? {
    var result = PresenceRule.all
    for presence in cases {
      // Each case negates another property, and repeats the properties before it. No two cases
      // overlap.
      var others: [PropertyPresence] = []
      var rest = PropertyPresence([])
      for name in presence.present {
        others += [rest.intersection(PropertyPresence(without: name))].compactMap(\.self)
        rest = rest.intersection(PropertyPresence([name.text])) ?? rest
      }
      for name in presence.absent {
        others += [rest.intersection(PropertyPresence([name.text]))].compactMap(\.self)
        rest = rest.intersection(PropertyPresence(without: name)) ?? rest
      }
      guard let both = result.intersection(PresenceRule(others)) else { return nil }
      result = both
    }
    return result
  }

  /// The objects that follow exactly one of several rules.
  static func exactlyOne(of rules: [PresenceRule]) -> PresenceRule? {
    var result = PresenceRule.none
    for (index, rule) in rules.enumerated() {
      var alone = rule
      for (number, other) in rules.enumerated() where number != index {
        guard let rest = other.complement(), let less = alone.intersection(rest) else { return nil }
        alone = less
        if alone.cases.isEmpty { break }
      }
      guard let more = result.union(alone) else { return nil }
      result = more
    }
    return result
  }

  /// The rule of some cases, without cases that are part of other ones.
  private static func merge(_ cases: [PropertyPresence]) -> PresenceRule? {
    var kept: [PropertyPresence] = []
    for presence in cases where !kept.contains(where: { presence.isSubset(of: $0) }) {
      kept.removeAll { $0.isSubset(of: presence) }
      kept.append(presence)
      guard kept.count <= maximumCases, presence.count <= maximumProperties else { return nil }
    }
    return PresenceRule(kept)
  }
}
