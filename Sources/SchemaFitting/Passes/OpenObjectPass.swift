import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces the unnamed properties of an object with named properties by an array of entries.
struct OpenObjectPass: NodePass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.mayLackUnnamedProperties }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.objectsWithUnstatedProperties(havingNamed: true)
  }

  func fit(_ object: NodeID, in graph: inout FittingGraph) {
    narrowNamed(in: object, of: &graph)
    var names: [String] = []
    var required = 0
    for child in graph.children(of: object) where graph.kind(of: child) != .never {
      guard case .property(let name, let isOptional) = graph.role(of: child) else { continue }
      names.append(name)
      if !isOptional { required += 1 }
    }
    let name = entriesName(unlike: names, by: graph.rules)
    let counts = graph.constraints(of: object)
    let entries = FittingGraph.NewNode.array(
      of: graph.newEntry(of: object),
      description: "Further properties, each with its name as the key; often none.",
      minimum: counts?.minimumPropertyCount.map { max(0, $0 - names.count) },
      maximum: counts?.maximumPropertyCount.map { max(0, $0 - required) })
    graph.note(
      .openObject, at: object,
      "The object is open to further properties, which are written as entries of "
        + "'\(name.excerpt)'.",
      remedy: "Name the properties that you need, and close the object.")
    let limitsCount = counts?.minimumPropertyCount != nil || counts?.maximumPropertyCount != nil
    if names.count > required, limitsCount {
      graph.warn(
        .openObject, at: object,
        "The document does not constrain the total number of properties and entries.")
    }
    graph.addEntries(name, entries, to: object)
  }

  /// Adds the constraints of patterns to the named properties that match them, since the patterns
  /// of entries do not apply to named properties.
  private func narrowNamed(in object: NodeID, of graph: inout FittingGraph) {
    var patterns: [SchemaPattern] = []
    var places: [NodeID] = []
    // Children for unnamed properties come first.
    unnamed: for child in graph.children(of: object) {
      switch graph.role(of: child) {
      case .property: break unnamed
      case .patternProperty(let source) where graph.kind(of: child) != .never:
        guard let pattern = try? SchemaPattern(ecma: source) else { continue }
        patterns.append(pattern)
        places.append(child)
      default: continue
      }
    }
    if patterns.isEmpty { return }
    var set = graph.patternSet(patterns)
    var work = WorkBudget(inProportionTo: graph.children(of: object).count)
    for child in graph.children(of: object) where graph.kind(of: child) != .never {
      guard case .property(let name, _) = graph.role(of: child) else { continue }
      let declared = graph.declaredName(of: child) ?? name
      let matches = set.matches(declared)
      guard work.take(matches.count) else {
        graph.warn(
          .openObject, at: object,
          "The document does not state that named properties must also satisfy the patterns that "
            + "match their names, because \(WorkBudget.reason).")
        return
      }
      let lost = matches.filter { !$0.isCertain || !graph.narrow(child, to: places[$0.index]) }
      guard let first = lost.first else { continue }
      let others = lost.count > 1 ? " (and \(lost.count - 1) more)" : ""
      graph.warn(
        .openObject, at: child,
        "The document does not state that '\(declared.excerpt)' must also satisfy the pattern "
          + "'\(patterns[first.index].source.excerpt)'\(others).")
    }
  }

  /// The name of the property with the entries.
  ///
  /// No other property has this name in answers.
  private func entriesName(unlike names: [String], by rules: DialectRules) -> String {
    let name = "additionalProperties"
    if rules.objects.propertyNames.allows(name),
      !names.contains(where: { ExactText($0) == ExactText(name) })
    {
      return name
    }
    var taken = TakenNames(names)
    return taken.add(name, by: rules.objects.propertyNames)
  }
}

extension FittingGraph {
  /// Returns a new node for an entry with an unnamed property of an object.
  ///
  /// The schemas of the unnamed properties move into this node.
  mutating func newEntry(of object: NodeID) -> NewNode {
    var values: [NodeID] = []
    var hasForbidden = false
    for child in children(of: object) {
      let role = role(of: child)
      if kind(of: child) == .never {
        hasForbidden = hasForbidden || role != .additionalProperties
      } else if case .property = role {
        continue
      } else {
        values.append(child)
      }
    }
    var key: GuideConstraints?
    let value: NewNode
    if values.count == 1 {
      value = .moved(values[0])
      if case .patternProperty(let source) = self[values[0]].role {
        key = (try? SchemaPattern(ecma: source)).map { .only(.pattern($0)) }
      }
    } else {
      warn(
        .dictionary, at: object,
        "The document does not state which value belongs to which key, so the values are written"
          + " as JSON text.")
      value = .made(
        .string, description: "The value, of the kind that goes with the key, as JSON text."
      ) { _ in .form(TextForm(kind: .json)) }
    }
    if hasForbidden {
      warn(
        .dictionary, at: object,
        "The document does not state which keys the entries must not have.")
    }
    return .object([
      (
        AnswerMapping.Entry.key,
        .made(.string, description: "The key, which no other entry has.", constraints: key)
      ),
      (AnswerMapping.Entry.value, value),
    ])
  }

  /// The objects with unnamed properties that the dialect cannot state.
  ///
  /// - Parameter hasNamed: Whether the objects also have named properties.
  /// - Returns: The objects.
  func objectsWithUnstatedProperties(havingNamed hasNamed: Bool) -> [NodeID] {
    nodes {
      $0.kind == .object && hasUnstatedProperties($0) && namesProperties($0) == hasNamed
    }
  }

  private func namesProperties(_ object: borrowing NodeRecord) -> Bool {
    object.children.contains { child in
      if case .property = role(of: child) {
        kind(of: child) != .never
      } else {
        false
      }
    }
  }

  private func hasUnstatedProperties(_ object: borrowing NodeRecord) -> Bool {
    // The children for unnamed properties come first.
    for child in object.children {
      switch role(of: child) {
      case .additionalProperties: if !states(child, of: object) { return true }
      case .patternProperty where kind(of: child) != .never:
        // A dialect that restricts names allows arbitrary names only as keys of entries.
        let support = rules.objects.additionalProperties.patterns
        if support != .written || rules.objects.propertyNames != .any { return true }
      case .property: return false
      default: continue
      }
    }
    return false
  }

  private func states(_ additional: NodeID, of object: borrowing NodeRecord) -> Bool {
    guard rules.objects.propertyNames == .any else { return false }
    // For this check, a property that the object must not have counts as a named property.
    guard leavesObjectOpen(additional, of: object) else {
      return rules.objects.additionalProperties.support == .written
    }
    return rules.objects.open.isWritten
  }

  /// Indicates whether a node leaves an object with named properties open: it is the schema of the
  /// object's unnamed properties, and allows any value.
  func leavesObjectOpen(_ additional: NodeID, of object: borrowing NodeRecord) -> Bool {
    guard case .additionalProperties = role(of: additional),
      let last = object.children.last,
      case .property = role(of: last)
    else { return false }
    let node = self[additional]
    return node.kind == .any && node.constraints == nil && node.description == nil
  }
}

extension DialectRules.ObjectRules {
  /// Indicates whether a dialect with these rules may be unable to state unnamed properties of
  /// objects.
  var mayLackUnnamedProperties: Bool {
    additionalProperties != .written(patterns: .written) || !open.isWritten
      || propertyNames != .any
  }
}
