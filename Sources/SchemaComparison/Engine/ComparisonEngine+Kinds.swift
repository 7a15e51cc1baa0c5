import SchemaAlternatives
import SchemaGuides

extension ComparisonEngine {
  /// Compares two places, neither of which is a reference.
  mutating func compare(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    guard inhabited.contains(old) else { return }
    if new.kind == .any, new.constraints.choices == nil { return }
    if let values = old.finiteValues() { return compare(values, of: old, with: new) }
    if old.kind == .anyOf {
      for (position, choice) in old.choices.enumerated() {
        need(choice, new, by: .named(choice.title(in: self.old) ?? "\(position)"))
      }
      return
    }
    if new.kind == .anyOf { return compare(old, withUnion: new) }
    compareTerms(old.constraints, new.constraints)
    switch (old.kind, new.kind) {
    case (.string, .string): compareStrings(old.constraints, new)
    case (.integer, .integer), (.integer, .number), (.number, .number), (.number, .integer):
      compareNumbers(old, new)
    case (.array, .array), (.tuple, .tuple), (.array, .tuple), (.tuple, .array):
      compareElements(old, new)
    case (.object, .object): compareObjects(old, new)
    default: reportKind(old, new)
    }
  }

  /// Reports the new terms that are compared by nothing but equality.
  private mutating func compareTerms(_ old: GuideConstraints, _ new: GuideConstraints) {
    let known = Set(old.otherTerms)
    for term in new.otherTerms where !known.contains(term) {
      report(
        .constraint, "\(subject("value")) has to have \(term.facts.words) now.",
        remedy: "Check whether all values that were allowed do.", isCertain: false)
    }
  }

  private mutating func reportKind(_ old: SchemaGraph.Node, _ new: SchemaGraph.Node) {
    report(
      .type,
      "\(subject("value")) was \(old.kind.valuePhrase), and has to be \(new.kind.valuePhrase) now.",
      remedy: "Keep the old type, or make it one of several.")
  }

  private mutating func compare(
    _ values: [SchemaScalar], of old: SchemaGraph.Node, with new: SchemaGraph.Node
  ) {
    var lost: [SchemaScalar] = []
    var doubtful: [SchemaScalar] = []
    for value in values {
      switch takes(value, at: new) {
      case true?: break
      case false?: lost.append(value)
      case nil: doubtful.append(value)
      }
    }
    // The result is not certain with a pattern or a format, which may exclude some of the listed
    // choices.
    let isCertain = old.constraints.patterns.isEmpty && old.constraints.formats.isEmpty
    if lost.count == values.count, !lost.isEmpty, new.kind != .anyOf, old.kind != new.kind,
      !(old.kind == .integer && new.kind == .number)
    {
      return reportKind(old, new)
    }
    if !lost.isEmpty {
      report(
        .values,
        "\(lost.map(\.description).listed()) \(lost.count == 1 ? "was" : "were") allowed and "
          + "\(lost.count == 1 ? "is" : "are") not allowed any more.",
        remedy: "Keep allowing the values that old answers may have.", isCertain: isCertain)
    }
    if !doubtful.isEmpty {
      report(
        .values,
        "It is not known whether the new format or pattern allows "
          + "\(doubtful.map(\.description).listed()).",
        remedy: "Check whether it allows the values that old answers may have.", isCertain: false)
    }
  }

  // MARK: Unions

  /// Compares a schema that is not a union with a union, of which one alternative has to allow its
  /// values.
  private mutating func compare(_ old: SchemaGraph.Node, withUnion new: SchemaGraph.Node) {
    guard let union = index(of: new) else { return }
    // If one alternative is equal to the old schema, the others are not needed.
    let twin = twin(of: old, in: union)
    if let twin, union.alternatives.count > AlternativeIndex.few { return needOne(of: [twin]) }
    let facts = self.facts(ofOld: old)
    let candidates = union.candidates(for: facts)
    var choices: [SchemaGraph.Node] = []
    for candidate in candidates {
      let others = union.facts[candidate]
      guard allowsAlternatives(1 + facts.required.count + others.required.count) else { return }
      let node = union.alternatives[candidate]
      if !facts.excludes(others), !differInRequiredProperty(old, node) { choices.append(node) }
    }
    if let twin, choices.count > 1 { return needOne(of: [twin]) }
    // A comparison with every candidate would take too long. Only two candidates are compared: the
    // candidate of the same shape, and the candidate with the fewest parts.
    if choices.count > AlternativeIndex.few, let relative = relative(of: old, in: union) {
      var compared = [relative]
      let plainest = choices.min { $0.childCount < $1.childCount }
      if let plainest, plainest.id != relative.id { compared.append(plainest) }
      return needOne(of: compared, amongMany: choices.count)
    }
    if choices.isEmpty {
      // No alternative fits. If exactly one candidate corresponds to the old schema, its difference
      // is the reason.
      let meant = candidates.map { union.alternatives[$0] }.filter {
        old.kind == $0.kind && !differInRequiredProperty(old, $0)
      }
      if meant.count == 1 { choices = meant }
    }
    switch choices.count {
    case 0:
      report(
        .alternatives,
        "\(subject("value")) was \(old.kind.valuePhrase), which no alternative of the new union "
          + "allows.",
        remedy: "Add an alternative that allows it.")
    case 1: need(old, choices[0])
    default: needOne(of: choices)
    }
  }

  /// Returns `true` if the old object always has a property, and the new object allows none of the
  /// property's old values, also by its patterns.
  private mutating func differInRequiredProperty(
    _ old: SchemaGraph.Node, _ new: SchemaGraph.Node
  ) -> Bool {
    guard old.kind == .object, new.kind == .object else { return false }
    let others = newProperties(of: new)
    return oldProperties(of: old).required.contains { property in
      guard let other = others[property.name] else { return false }
      let first = self.old.resolving(property.node)
      let second = self.new.resolving(other.node)
      if let values = first.finiteValues() {
        guard allowsAlternatives(values.count) else { return false }
        return values.allSatisfy { takes($0, at: second) == false }
      }
      let types = ValueFacts(first.kind, first.constraints).types
      return types.isDisjoint(with: ValueFacts(second.kind, second.constraints).types)
    }
  }
}

extension SchemaGraph.Node {
  /// The title of the definition that a node refers to; for other nodes, the node's own title.
  fileprivate func title(in graph: SchemaGraph) -> String? {
    if case .definition(let definition) = target { definition.title } else { title }
  }
}

extension SchemaKind {
  /// A phrase for a value of this kind.
  fileprivate var valuePhrase: String {
    switch self {
    case .never: "no value"
    case .any: "any value"
    case .anyOf: "one of several"
    case .reference: "a value of another schema"
    default: phrase
    }
  }
}
