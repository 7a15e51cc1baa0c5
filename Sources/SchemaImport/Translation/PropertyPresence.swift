import SchemaDocuments

/// Properties that an object has, and others that it does not have.
struct PropertyPresence: Hashable {
  private(set) var present: [ExactText] = []
  private(set) var absent: [ExactText] = []

  /// The number of properties.
  var count: Int { present.count + absent.count }

  /// An object with some properties.
  init(_ names: [String]) {
    for name in names.map(ExactText.init) where !present.contains(name) { present.append(name) }
  }

  /// An object without a property.
  init(without name: ExactText) { absent = [name] }

  /// The objects of both; `nil` if there are none.
  func intersection(_ other: PropertyPresence) -> PropertyPresence? {
    var result = self
    result.present += other.present.filter { !present.contains($0) }
    result.absent += other.absent.filter { !absent.contains($0) }
    return result.present.contains { result.absent.contains($0) } ? nil : result
  }

  /// Indicates whether all objects of this one are among those of another.
  func isSubset(of other: PropertyPresence) -> Bool {
    other.present.allSatisfy { present.contains($0) }
      && other.absent.allSatisfy { absent.contains($0) }
  }
}

/// A rule on which properties occur together: an object follows it if it is in one of some cases.
///
/// Rules with too many cases or properties are `nil`.
struct PresenceRule {
  /// The most cases of a rule, since a schema repeats the object for each.
  private static let maximumCases = 32
  /// The most rules that are combined at once, since they are read and compared at each place.
  static let maximumRules = 64
  /// The most properties of a case, since properties are compared one by one.
  private static let maximumProperties = 64

  /// The cases, none of which is part of another.
  let cases: [PropertyPresence]

  /// All objects.
  static let all = PresenceRule([PropertyPresence([])])

  /// No objects.
  static let none = PresenceRule([])

  private init(_ cases: [PropertyPresence]) { self.cases = cases }

  /// The objects with some properties; `nil` if these are too many.
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
      // The first property that differs tells these cases apart.
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

  /// The rule of some cases, of which those that are part of others are left out.
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
