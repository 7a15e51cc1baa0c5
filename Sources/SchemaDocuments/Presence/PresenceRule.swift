/// A rule for properties that occur together.
///
/// An object follows the rule if it satisfies one of the cases. A function that combines rules
/// returns `nil` if its result has too many cases, or a case with too many properties.
package struct PresenceRule: Sendable, Equatable {
  /// The largest number of cases of a rule.
  private static let maximumCases = 64
  /// The largest number of parts into which others divide a case, of which some may be empty.
  private static let maximumParts = 16 * maximumCases
  /// The largest number of rules that are combined, since they are read and compared at each place.
  static let maximumRules = 64
  /// The largest number of properties in a case, since properties are compared one by one.
  private static let maximumProperties = 64

  /// The cases.
  ///
  /// No case is part of another one.
  package let cases: [PropertyPresence]

  /// All objects.
  package static let all = PresenceRule([PropertyPresence([])])

  /// No objects.
  package static let none = PresenceRule([])

  init(_ cases: [PropertyPresence]) { self.cases = cases }

  /// Creates the rule for objects with some properties; `nil` if there are too many properties.
  package init?(requiring names: [String]) {
    guard names.count <= Self.maximumProperties else { return nil }
    cases = [PropertyPresence(names)]
  }

  /// Creates the rule for objects without a property.
  init(without name: String) { cases = [PropertyPresence(without: ExactText(name))] }

  /// The names of the properties of all cases, in order.
  package var names: [ExactText] {
    var known: Set<ExactText> = []
    return cases.flatMap { $0.present + $0.absent }.filter { known.insert($0).inserted }
  }

  /// The number of cases and of their properties, to which the work of combining the rule is in
  /// proportion, for each case or property of the other one.
  package var size: Int { cases.reduce(0) { $0 + 1 + $1.count } }

  /// `true` if the rule only requires properties, or constrains nothing.
  package var isRequirement: Bool {
    cases.allSatisfy { $0.absent.isEmpty } && cases.count <= 1
  }

  /// Returns `true` if an object with these properties, of those that the rule names, follows the
  /// rule.
  func allows(_ names: Set<ExactText>) -> Bool { cases.contains { $0.allows(names) } }

  // MARK: Combining

  /// The objects of both rules.
  package func intersection(_ other: PresenceRule) -> PresenceRule? {
    Self.merge(cases.flatMap { one in other.cases.compactMap { one.intersection($0) } })
  }

  /// The objects of one rule or both.
  package func union(_ other: PresenceRule) -> PresenceRule? { Self.merge(cases + other.cases) }

  /// The objects that do not follow the rule.
  package func complement() -> PresenceRule? {
    var result = PresenceRule.all
    for presence in cases {
      guard let both = result.intersection(PresenceRule(Self.others(than: presence))) else {
        return nil
      }
      result = both
    }
    return result
  }

  /// The same rule, with cases of which an object satisfies at most one.
  package func disjoint() -> PresenceRule? {
    var result: [PropertyPresence] = []
    for (index, presence) in cases.enumerated() {
      var parts = [presence]
      for earlier in cases[..<index] {
        let others = Self.others(than: earlier)
        parts = parts.flatMap { part in others.compactMap { part.intersection($0) } }
        guard parts.count <= Self.maximumParts else { return nil }
      }
      result += parts
      guard result.count <= Self.maximumCases else { return nil }
    }
    return PresenceRule(result)
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

  /// The objects that do not satisfy a condition, as cases of which no two overlap.
  ///
  /// Each case negates another property, and repeats the properties before it.
  private static func others(than presence: PropertyPresence) -> [PropertyPresence] {
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
    return others
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
