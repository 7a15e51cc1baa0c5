import IndexedTables
import SchemaAlternatives
import SchemaGuides

/// Compares two schemas, place by place.
///
/// Each pair of places is compared once. The comparison records the differences of the pair itself,
/// and the other pairs that it depends on. All pairs are first assumed to hold. Failures are then
/// propagated to the pairs that depend on them, until nothing changes. This greatest fixed point is
/// correct for recursive schemas, since every value is finite.
struct ComparisonEngine {
  /// The result for a pair, as far as it is known.
  enum Truth: UInt8, Comparable {
    case fails, open, holds

    static func < (first: Truth, second: Truth) -> Bool { first.rawValue < second.rawValue }
  }

  /// A difference that one pair has by itself.
  struct Issue {
    var rule: ComparisonRule
    var isCertain: Bool
    var problem: String
    var remedy: String
    /// The name of the property with the difference; `nil` if the place itself has the difference.
    var property: String?
    /// The smallest number of elements or properties of a lost value; `nil` if no count is the
    /// problem.
    var lostCount: Int?
  }

  /// A pair, by its index in the list of pairs.
  struct PairID: Hashable {
    let index: Int
  }

  /// The step from a pair to a pair that it depends on.
  enum Step {
    /// A step with a name in the path: to a property, a position or an alternative.
    case named(String)
    /// A step from an array to its elements, which have the path of the array.
    case element
    /// A step from an object to properties that it does not list, which have the object's path.
    case property
  }

  /// Two places, an old one and a new one.
  struct Pair {
    let old: SchemaGraph.Node
    let new: SchemaGraph.Node
    /// The pair whose comparison added this pair; `nil` for the roots.
    let parent: PairID?
    /// The step from the parent to this pair; `nil` if both are about the same values.
    let step: Step?
    var issues: [Issue] = []
    /// The pairs that all have to hold.
    var needed: [PairID] = []
    var doubts: [Doubt] = []
    var truth = Truth.holds
  }

  /// Pairs whose failure does not prove that a value gets lost.
  struct Doubt {
    /// The groups of pairs.
    ///
    /// At least one pair of each group has to hold.
    var groups: [[PairID]]
    /// The difference if a group has no pair that holds.
    let issue: Issue
  }

  private struct Key: Hashable {
    let old: NodeID
    let new: NodeID
  }

  let old: SchemaGraph
  let new: SchemaGraph
  let options: SchemaCompatibility.Options
  let inhabited: Inhabitation
  private var pairs: [Pair] = []
  private var known: [Key: PairID] = [:]

  /// The pair that is compared.
  private var current = PairID(index: 0)

  private let shapes: (old: ShapeFingerprints, new: ShapeFingerprints)
  private var unions: [NodeID: UnionIndex?] = [:]
  /// The facts of nodes of both schemas, which unions may share.
  private var facts: (old: [NodeID: ValueFacts], new: [NodeID: ValueFacts]) = ([:], [:])
  private var acceptances: [NodeID: ScalarAcceptance] = [:]
  private var objects = (old: PropertyTables(), new: PropertyTables())
  private var patterns = PatternComparison()

  /// The work that the comparison may still do.
  private(set) var budget: ComparisonBudget

  init(from old: SchemaGraph, to new: SchemaGraph, options: SchemaCompatibility.Options) {
    self.old = old
    self.new = new
    self.options = options
    inhabited = Inhabitation(of: old)
    budget = ComparisonBudget(
      oldSize: old.nodeIDs.count, newSize: new.nodeIDs.count, maximumPairs: options.maximumPairs)
    shapes = (ShapeFingerprints(of: old), ShapeFingerprints(of: new))
  }

  // MARK: Work

  /// Counts alternatives of a union, and parts of them, that are about to be compared; `true` if
  /// the work is still in proportion.
  mutating func allowsAlternatives(_ count: Int) -> Bool { budget.allowsAlternatives(count) }

  /// Counts a text that is to be tried against some patterns; `true` if it may be tried.
  mutating func allowsTry(againstPatterns count: Int) -> Bool {
    budget.allowsTry(againstPatterns: count)
  }

  /// Counts a pair of patterns for which a name is searched that both match; `true` if it may be
  /// searched.
  mutating func allowsPatternPair() -> Bool { budget.allowsPatternPair() }

  // MARK: Tables of the schemas

  mutating func oldProperties(of object: SchemaGraph.Node) -> ListedProperties {
    objects.old.properties(of: object)
  }

  mutating func newProperties(of object: SchemaGraph.Node) -> ListedProperties {
    objects.new.properties(of: object)
  }

  /// Removes the property rules of an old and a new object from the tables, so that they change in
  /// place.
  ///
  /// The caller puts the rules back after their use.
  mutating func takeRules(
    of old: SchemaGraph.Node, _ new: SchemaGraph.Node
  ) -> (old: PropertyRules, new: PropertyRules) {
    (
      objects.old.takeRules(of: old, within: &budget.namePatterns),
      objects.new.takeRules(of: new, within: &budget.namePatterns)
    )
  }

  mutating func putBack(
    _ oldRules: PropertyRules, of old: SchemaGraph.Node, _ newRules: PropertyRules,
    of new: SchemaGraph.Node
  ) {
    objects.old.putBack(oldRules, of: old)
    objects.new.putBack(newRules, of: new)
  }

  /// The alternatives of a union of the new schema; `nil` if the work is out of proportion.
  mutating func index(of union: SchemaGraph.Node) -> UnionIndex? {
    if let known = unions[union.id] { return known }
    guard let alternatives = alternatives(ofNew: union), allowsAlternatives(alternatives.count)
    else {
      unions[union.id] = .some(nil)
      return nil
    }
    let known = alternatives.map { facts(ofNew: $0) }
    let index = UnionIndex(alternatives, known, shapes.new, within: &budget)
    unions[union.id] = index
    return index
  }

  /// The alternatives of a union of the new schema, and of the unions in it; `nil` if the work is
  /// out of proportion.
  private mutating func alternatives(ofNew union: SchemaGraph.Node) -> [SchemaGraph.Node]? {
    guard new.resolving(union).kind == .anyOf else { return new.alternatives(of: union) }
    guard budget.allowsUnion() else { return nil }
    let alternatives = new.alternatives(of: union)
    budget.keep(alternatives: alternatives.count)
    return alternatives
  }

  mutating func facts(ofOld node: SchemaGraph.Node) -> ValueFacts {
    if let known = facts.old[node.id] { return known }
    let found = ValueFacts(of: node, in: old)
    facts.old[node.id] = found
    return found
  }

  private mutating func facts(ofNew node: SchemaGraph.Node) -> ValueFacts {
    if let known = facts.new[node.id] { return known }
    let found = ValueFacts(of: node, in: new)
    facts.new[node.id] = found
    return found
  }

  /// The alternative of a union that equals an old place, up to the next references.
  func twin(of old: SchemaGraph.Node, in union: UnionIndex) -> SchemaGraph.Node? {
    union.twin(ofShape: shapes.old[old])
  }

  /// The alternative of a union that equals an old place, apart from constraints.
  func relative(of old: SchemaGraph.Node, in union: UnionIndex) -> SchemaGraph.Node? {
    union.relative(ofOutline: shapes.old.outline(of: old))
  }

  /// Returns `true` if a place of the new schema allows a scalar; `nil` if the answer is unknown.
  mutating func takes(_ scalar: SchemaScalar, at node: SchemaGraph.Node) -> Bool? {
    let target = new.resolving(node).id
    var acceptance: ScalarAcceptance
    if let known = acceptances.removeValue(forKey: target) {
      acceptance = known
    } else {
      guard let alternatives = alternatives(ofNew: node) else { return nil }
      acceptance = ScalarAcceptance(alternatives, within: &budget.valuePatterns)
    }
    defer { acceptances[target] = acceptance }
    return acceptance.takes(scalar, within: &budget)
  }

  /// A matcher for each pattern; `nil` for a pattern that cannot be run.
  func matchers(of constraints: GuideConstraints) -> [SchemaPattern.Matcher?] {
    constraints.patterns.map { $0.matcher() }
  }

  /// Texts that contain a match of a pattern; `nil` if the pattern cannot be searched.
  mutating func examples(of pattern: SchemaPattern) -> [String]? { patterns.examples(of: pattern) }

  /// Texts that some patterns match and others do not; `nil` if a pattern cannot be searched.
  mutating func texts(of query: PatternComparison.Query) -> PatternComparison.Result? {
    patterns.result(of: query)
  }

  /// The result of the roots.
  var verdict: Truth {
    guard let root = pairs.first?.truth else { return .open }
    return budget.cut != nil && root == .holds ? .open : root
  }

  /// Compares all pairs that the roots lead to.
  mutating func run() {
    _ = pair(of: old.root, new.root, from: nil, by: nil)
    while current.index < pairs.count {
      compare(pairs[current.index].old, pairs[current.index].new)
      current = PairID(index: current.index + 1)
    }
    settle()
  }

  // MARK: Reports

  /// The last step to the values of the current pair; `nil` at the root.
  private var lastStep: Step? {
    var next: PairID? = current
    while let id = next {
      let pair = pairs[id.index]
      if let step = pair.step { return step }
      next = pair.parent
    }
    return nil
  }

  /// Returns the subject of a sentence about a value of the current pair.
  ///
  /// - Parameter noun: The noun for a value that the path leads to, such as "string".
  /// - Returns: A subject such as "The string"; "An element" if the path is that of the array.
  func subject(_ noun: String) -> String {
    switch lastStep {
    case .element: "An element"
    case .property: "The value of a property"
    case .named, nil: "The \(noun)"
    }
  }

  /// The beginning of a sentence about the parts of a value of the current pair, such as "There".
  var there: String {
    switch lastStep {
    case .element: "In an element, there"
    case .property: "In the value of a property, there"
    case .named, nil: "There"
    }
  }

  /// Records that a value may get lost at the current pair.
  mutating func report(
    _ rule: ComparisonRule, _ problem: String, remedy: String, property: String? = nil,
    isCertain: Bool = true, lostCount: Int? = nil
  ) {
    pairs[current.index].issues.append(
      Issue(
        rule: rule, isCertain: isCertain, problem: problem, remedy: remedy, property: property,
        lostCount: lostCount))
  }

  /// Records that the current pair holds only if another pair holds.
  mutating func need(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node, by step: Step? = nil) {
    guard let pair = pair(of: old, new, from: current, by: step) else { return }
    pairs[current.index].needed.append(pair)
  }

  /// Records that the current pair holds if one alternative allows all values of its old place.
  ///
  /// - Parameters:
  ///   - choices: The alternatives that are compared.
  ///   - count: The number of alternatives that may apply, if not all of these are compared.
  mutating func needOne(of choices: [SchemaGraph.Node], amongMany count: Int? = nil) {
    let old = pairs[current.index].old
    let issue = count.map { Self.noAlternative(among: choices.count, of: $0) }
    doubt([choices.map { (old, $0) }], issue ?? Self.noAlternative)
  }

  /// Records that the current pair holds if one pair of each group holds, and that the result is
  /// unknown otherwise.
  mutating func doubt(
    _ groups: [[(old: SchemaGraph.Node, new: SchemaGraph.Node)]], _ issue: Issue
  ) {
    var doubt = Doubt(groups: [], issue: issue)
    for group in groups {
      var pairs: [PairID] = []
      for (old, new) in group {
        guard let pair = pair(of: old, new, from: current, by: nil) else { break }
        pairs.append(pair)
      }
      if !pairs.isEmpty { doubt.groups.append(pairs) }
    }
    if !doubt.groups.isEmpty { pairs[current.index].doubts.append(doubt) }
  }

  /// Removes repeated entries from the needs of the current pair.
  mutating func removeRepeatedNeeds() {
    var isMet: Set<PairID> = []
    pairs[current.index].needed.removeAll { !isMet.insert($0).inserted }
  }

  /// Returns the pair of two places, and adds the pair if it is new.
  ///
  /// - Returns: The pair; `nil` if there are too many pairs.
  private mutating func pair(
    of old: SchemaGraph.Node, _ new: SchemaGraph.Node, from parent: PairID?, by step: Step?
  ) -> PairID? {
    let old = self.old.resolving(old)
    let new = self.new.resolving(new)
    let key = Key(old: old.id, new: new.id)
    if let pair = known[key] { return pair }
    // The parts of a pair are compared, too.
    guard budget.allowsPair(withParts: old.childCount + new.childCount) else { return nil }
    let pair = PairID(index: pairs.count)
    known[key] = pair
    pairs.append(Pair(old: old, new: new, parent: parent, step: step))
    return pair
  }

  // MARK: Settling

  /// The result of a pair, from the known results of the pairs that it depends on.
  private func truth(of pair: Pair) -> Truth {
    var truth = Truth.holds
    for issue in pair.issues { truth = min(truth, issue.isCertain ? .fails : .open) }
    for other in pair.needed { truth = min(truth, pairs[other.index].truth) }
    // Alternatives that each allow a part of the values may together allow all of them.
    if truth == .holds, !pair.doubts.lazy.flatMap(\.groups).allSatisfy(hasOneThatHolds) {
      truth = .open
    }
    // A value that may get lost need not satisfy the constraints that are not compared.
    if truth == .fails, !pair.old.constraints.otherTerms.isEmpty { truth = .open }
    return truth
  }

  private func hasOneThatHolds(_ group: [PairID]) -> Bool {
    group.contains { pairs[$0.index].truth == .holds }
  }

  private mutating func settle() {
    let ids = pairs.indices.map { PairID(index: $0) }
    var dependents = [[PairID]](repeating: [], count: pairs.count)
    for (id, pair) in zip(ids, pairs) {
      for other in pair.needed { dependents[other.index].append(id) }
      for other in pair.doubts.lazy.flatMap(\.groups).joined() {
        dependents[other.index].append(id)
      }
    }
    // Most pairs are added before the pairs that they depend on, so the last pairs are settled
    // first. A pair is pending only once, even if several pairs that it depends on change.
    var pending = Array(ids.reversed())
    var isPending = [Bool](repeating: true, count: pairs.count)
    var next = 0
    while next < pending.count {
      let index = pending[next].index
      next += 1
      isPending[index] = false
      let truth = truth(of: pairs[index])
      guard truth < pairs[index].truth else { continue }
      pairs[index].truth = truth
      for dependent in dependents[index] where !isPending[dependent.index] {
        isPending[dependent.index] = true
        pending.append(dependent)
      }
    }
  }

  // MARK: Reasons

  /// The reasons why the roots do not hold, with the reasons nearest to the roots first, and the
  /// number of omitted reasons.
  var reasons: ([SchemaCompatibility.Reason], omitted: Int) {
    guard verdict != .holds, !pairs.isEmpty else { return ([], 0) }
    var reasons: [SchemaCompatibility.Reason] = []
    var omitted = 0
    var isMet = [Bool](repeating: false, count: pairs.count)
    var queue = [PairID(index: 0)]
    isMet[0] = true
    var next = 0
    while next < queue.count {
      let pair = pairs[queue[next].index]
      let issues = pair.issues + unresolvedIssues(of: pair)
      for issue in issues {
        if reasons.count < options.maximumReasons {
          let path = path(to: queue[next]) + (issue.property.map { [$0] } ?? [])
          reasons.append(
            SchemaCompatibility.Reason(
              rule: issue.rule, isCertain: issue.isCertain, path: SchemaPath(path),
              problem: issue.problem, remedy: issue.remedy, lostCount: issue.lostCount))
        } else {
          omitted += 1
        }
      }
      for other in pair.needed where !isMet[other.index] && pairs[other.index].truth != .holds {
        isMet[other.index] = true
        queue.append(other)
      }
      next += 1
    }
    if let problem = cutProblem {
      reasons.append(
        SchemaCompatibility.Reason(
          rule: .limit, isCertain: false, path: SchemaPath(), problem: problem,
          remedy: "Compare parts of them.", lostCount: nil))
    }
    return (reasons, omitted)
  }

  /// The reason why some pairs were not compared; `nil` if all pairs were compared.
  private var cutProblem: String? {
    switch budget.cut {
    case .pairs:
      "Not all pairs of places were compared, because \(WorkBudget.reason)."
    case .alternatives:
      "Not all alternatives of the unions were compared, because \(WorkBudget.reason)."
    case nil: nil
    }
  }

  /// The differences of a pair that are not known to matter.
  private func unresolvedIssues(of pair: Pair) -> [Issue] {
    guard !pair.doubts.isEmpty else { return [] }
    let needed = Set(pair.needed)
    return pair.doubts.filter { doubt in
      // A pair that is also needed gives a reason itself.
      doubt.groups.contains { !hasOneThatHolds($0) && needed.isDisjoint(with: $0) }
    }.map(\.issue)
  }

  private static let noAlternative = Issue(
    rule: .alternatives, isCertain: false,
    problem: "No single alternative of the new union allows all old values, and it is not known "
      + "whether several alternatives do together.",
    remedy: "Keep an alternative that allows all of them.")

  /// The difference if no compared alternative allows all old values, and other alternatives may.
  private static func noAlternative(among compared: Int, of count: Int) -> Issue {
    let result =
      compared == 1
      ? "was compared, and it does not allow" : "were compared, and none of them allows"
    return Issue(
      rule: .alternatives, isCertain: false,
      problem:
        "Only \(compared) of the \(count) alternatives that may apply \(result) all old values.",
      remedy: "Keep an alternative that allows all of them.")
  }

  private func path(to id: PairID) -> [String] {
    var names: [String] = []
    var next: PairID? = id
    while let id = next {
      let pair = pairs[id.index]
      if case .named(let name) = pair.step { names.append(name) }
      next = pair.parent
    }
    return names.reversed()
  }
}
