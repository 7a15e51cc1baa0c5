import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces the unnamed properties of an object with named properties by an array of entries.
struct OpenObjectPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.mayLackUnnamedProperties }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.objectsWithUnstatedProperties(havingNamed: true)
  }

  private func fit(_ object: NodeID, in editor: inout GraphEditor) {
    narrowNamed(in: object, of: &editor)
    var names: [String] = []
    var required = 0
    for child in editor.graph.children(of: object) where editor.graph.kind(of: child) != .never {
      guard case .property(let name, let isOptional) = editor.graph.role(of: child) else {
        continue
      }
      names.append(name)
      if !isOptional { required += 1 }
    }
    let name = entriesName(unlike: names, by: editor.graph.rules)
    let counts = editor.graph.constraints(of: object)
    let entries = NewNode.array(
      of: editor.newEntry(of: object),
      description: "Further properties, each with its name as the key; often none.",
      minimum: counts?.minimumPropertyCount.map { max(0, $0 - names.count) },
      maximum: counts?.maximumPropertyCount.map { max(0, $0 - required) })
    editor.note(
      .openObject, at: object,
      "The object is open to further properties, which are written as entries of "
        + "'\(name.excerpt)'.",
      remedy: "Name the properties that you need, and close the object.")
    let limitsCount = counts?.minimumPropertyCount != nil || counts?.maximumPropertyCount != nil
    if names.count > required, limitsCount {
      editor.warn(
        .openObject, at: object,
        "The document does not constrain the total number of properties and entries.")
    }
    editor.addEntries(name, entries, to: object)
  }

  /// Adds the constraints of patterns to the named properties that match them, since the patterns
  /// of entries do not apply to named properties.
  private func narrowNamed(in object: NodeID, of editor: inout GraphEditor) {
    var patterns: [SchemaPattern] = []
    var places: [NodeID] = []
    // Children for unnamed properties come first.
    unnamed: for child in editor.graph.children(of: object) {
      switch editor.graph.role(of: child) {
      case .property: break unnamed
      case .patternProperty(let pattern) where editor.graph.kind(of: child) != .never:
        patterns.append(pattern)
        places.append(child)
      default: continue
      }
    }
    if patterns.isEmpty { return }
    var set = editor.patternSet(patterns)
    var work = WorkBudget(inProportionTo: editor.graph.children(of: object).count)
    for child in editor.graph.children(of: object) where editor.graph.kind(of: child) != .never {
      guard case .property(let name, _) = editor.graph.role(of: child) else { continue }
      let declared = editor.graph.declaredName(of: child) ?? name
      let matches = set.matches(declared)
      guard work.take(matches.count) else {
        editor.warn(
          .openObject, at: object,
          "The document does not state that named properties must also satisfy the patterns that "
            + "match their names, because \(WorkBudget.reason).")
        return
      }
      let lost = matches.filter { !$0.isCertain || !editor.narrow(child, to: places[$0.index]) }
      guard let first = lost.first else { continue }
      let others = lost.count > 1 ? " (and \(lost.count - 1) more)" : ""
      editor.warn(
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
