import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Shrinks the parts of a document that exceed a limit.
///
/// A part that nests too deep becomes a definition. An optional property becomes an array of at
/// most one element. A list of choices moves into the description. Any other part becomes JSON
/// text. A union also becomes JSON text if its alternatives are no longer distinguishable.
struct SizePass: FittingPass {
  /// The largest number of choices that a description lists.
  private static let describedChoices = 100

  func isNeeded(for rules: DialectRules) -> Bool { rules.limits != DocumentLimits() }

  func run(on graph: inout FittingGraph) {
    graph.beginPass()
    graph.removeUnreachable()
    let excesses = graph.measure()
    if excesses.isEmpty { return }
    var references = graph.alternativeReferences()
    for excess in excesses where graph.isWritten(graph.current(excess.node.id)) {
      fit(excess, in: &graph, &references)
    }
    Self.replaceUnclearUnions(in: &graph)
  }

  private func fit(
    _ excess: LimitMeter.Excess, in graph: inout FittingGraph, _ references: inout References
  ) {
    func replaceByText(_ node: NodeID) {
      Self.replaceByText(
        node, "makes the document larger than the dialect '\(graph.dialect)' allows", in: &graph,
        references)
    }
    let node = graph.current(excess.node.id)
    switch excess.part {
    case .container where graph.rules.definitions != nil:
      if node == .root { return }
      graph.note(
        .size, at: node,
        "The part nests deeper than the dialect '\(graph.dialect)' allows, so it is written as a"
          + " definition.",
        remedy: "Give the type a title.")
      graph.makeDefinition(of: node)
      guard graph.role(of: node) == .choice else { return }
      references[graph.resolving(node), default: []].append(node)
    case .container: if node != .root { replaceByText(node) }
    case .names: replaceByText(node)
    case .optionalProperty, .nullableProperty:
      // If the root is copied to a definition, its properties are reported for the copy as well.
      if case .property = graph.role(of: node) { _ = replaceByList(node, in: &graph) }
    case .union(let isNullable):
      // JSON text or `null` would be a union again.
      replaceByText(isNullable ? replaceByList(node, in: &graph) : node)
    case .describedReference:
      graph.describe(node, nil)
      graph.note(
        .size, at: node,
        "The description of the reference is left out: the dialect '\(graph.dialect)' counts it "
          + "as a union.",
        remedy: "Describe the type instead.")
    case .choices:
      // Without its choices, this value of several types would allow any value.
      if graph.kind(of: node) == .any, graph.rules[.anyValue] != .written {
        replaceByText(node)
      } else {
        describeChoices(of: node, in: &graph)
      }
    case .name: return
    }
  }

  // MARK: JSON text

  /// The references among the alternatives of unions, by their targets.
  ///
  /// The references are collected once for all replaced nodes. Nodes that are no longer references
  /// are ignored.
  fileprivate typealias References = [NodeID: [NodeID]]

  /// Replaces the values of declared nodes by JSON text, so that the document no longer contains a
  /// node.
  ///
  /// An alternative of a union does not become text without the union, since an answer could then
  /// match several alternatives.
  private static func replaceByText(
    _ node: NodeID, _ reason: String, in graph: inout FittingGraph, _ references: References
  ) {
    var pending = [node]
    var visited: Set<NodeID> = []
    while var node = pending.popLast() {
      while !graph.isDeclared(node) || graph.role(of: node) == .choice,
        let parent = graph.parent(of: node)
      {
        node = parent
      }
      guard visited.insert(node).inserted, !graph.isText(node) else { continue }
      if graph.parent(of: node) == nil {
        pending += references[node, default: []].filter {
          graph.kind(of: $0) == .reference && graph.resolving($0) == node
        }
      }
      let phrase = graph.resolvedOrigin(of: node).phrase.capitalizedFirst
      graph.warn(.size, at: node, "\(phrase) \(reason), so it is written as JSON text.")
      graph.replaceByText(node)
      // The warning already states that the root has another form.
      if node == .root, RootPass().isNeeded(for: graph.rules) { graph.wrapRoot() }
    }
  }

  /// Replaces unions by JSON text if their alternatives are no longer distinguishable, because
  /// parts of them have new forms.
  private static func replaceUnclearUnions(in graph: inout FittingGraph) {
    graph.removeUnreachable()
    graph.beginPass()
    let unions = AlternativesPass().changes(in: graph)
    if unions.isEmpty { return }
    let references = graph.alternativeReferences()
    for union in unions where graph.isWritten(graph.current(union)) {
      replaceByText(
        graph.current(union), "has alternatives that could be taken for each other", in: &graph,
        references)
    }
  }

  // MARK: Proportion

  /// Replaces parts by JSON text, to make the document smaller by a number of bytes.
  ///
  /// The function replaces the smallest part that saves enough, or the largest part and then
  /// others. If all parts together do not save enough, the root becomes JSON text.
  static func shrink(_ graph: inout FittingGraph, by bytes: Int) throws {
    let sizes = try graph.encoder.sizes(of: graph.graph())
    var parts = graph.nodes { $0.kind.isContainer || $0.kind == .anyOf }.filter {
      $0 != .root && graph.isDeclared($0) && graph.role(of: $0) != .choice
    }.map { (node: $0, saving: sizes[$0] - graph[$0].estimatedSize) }
    parts.removeAll { $0.saving <= 0 }
    parts.sort { ($0.saving, $0.node) < ($1.saving, $1.node) }
    graph.endSchemaTexts()
    graph.beginPass()
    let references = graph.alternativeReferences()
    var missing = bytes
    var chosen: [NodeID] = []
    var covered: Set<NodeID> = []
    while missing > 0 {
      while let last = parts.last, covered.contains(last.node) { parts.removeLast() }
      guard let last = parts.last else {
        chosen = [.root]
        break
      }
      let part = firstPart(in: parts, saving: missing, notIn: covered) ?? last
      missing -= part.saving
      chosen.append(part.node)
      covered.formUnion(graph.descendants(of: part.node))
    }
    for node in chosen {
      replaceByText(
        node, "makes the document more than four times as large as the declared one", in: &graph,
        references)
    }
    replaceUnclearUnions(in: &graph)
    graph.removeUnreachable()
  }

  /// The first part, in an ordered list, that saves enough and has not been replaced.
  private static func firstPart(
    in parts: [(node: NodeID, saving: Int)], saving missing: Int, notIn replaced: Set<NodeID>
  ) -> (node: NodeID, saving: Int)? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].saving < missing { low = middle + 1 } else { high = middle }
    }
    return parts[low...].first { !replaced.contains($0.node) }
  }

  // MARK: Other forms

  /// Replaces the value of a property by an array of at most one element.
  private func replaceByList(_ property: NodeID, in graph: inout FittingGraph) -> NodeID {
    graph.note(
      .optional, at: property,
      "The dialect '\(graph.dialect)' allows no further optional property, so this one is written"
        + " as an array: with one element, or empty if the property is absent. An answer with more"
        + " elements is an error.",
      remedy: "Make it required.")
    var description: String? = "One value, or none if it is absent."
    if graph.kind(of: property) == .reference {
      // A description next to a reference might make the reference a union.
      description = [graph[property].description, description].joinedSentences()
      graph.describe(property, nil)
    }
    // A dialect that cannot state the count would move it into the description, with a warning
    // about a constraint that nobody has declared.
    let maximum = graph.rules[.maximumCount] == .written ? 1 : nil
    graph.replace(
      property, by: .array(of: .moved(property), description: description, maximum: maximum))
    graph.set(.emptyArray, of: property, isOptional: false)
    return graph.children(of: property).first ?? property
  }

  private func describeChoices(of node: NodeID, in graph: inout FittingGraph) {
    let choices = (graph.constraints(of: node)?.choices ?? []).map(\.description)
    let shown = choices.prefix(Self.describedChoices).joined(separator: ", ")
    let isComplete = choices.count <= Self.describedChoices
    let phrase = "One of: \(shown)\(isComplete ? "." : ", …")"
    graph.warn(
      .size, at: node,
      "The \(choices.count) choices make the document larger than the dialect '\(graph.dialect)'"
        + " allows, so they are not enforced. The description has "
        + (isComplete ? "all of them." : "the first \(Self.describedChoices) of them."))
    graph.describe(node, [graph[node].description, phrase].joinedSentences())
    graph.removeChoices(of: node)
  }
}

extension FittingGraph {
  /// Indicates whether the root or the body of a definition contains a node.
  fileprivate func isWritten(_ node: NodeID) -> Bool {
    var node = node
    while let parent = parent(of: node) {
      guard children(of: parent).contains(node) else { return false }
      node = parent
    }
    return true
  }

  /// The references among the alternatives of unions, by their targets.
  fileprivate func alternativeReferences() -> SizePass.References {
    Dictionary(
      grouping: nodes { $0.kind == .reference && $0.role == .choice }, by: resolving)
  }
}

extension FittingGraph {
  /// A node and all nodes in it, in the order of the document.
  func descendants(of node: NodeID) -> [NodeID] {
    var found: [NodeID] = []
    var pending = [node]
    while let node = pending.popLast() {
      found.append(node)
      pending += children(of: node).reversed()
    }
    return found
  }
}

extension FittingGraph {
  /// The size in bytes that is allowed for every document.
  static let smallSize = 16 << 10

  /// The largest size of the document in bytes: four times the size of the declared document, plus
  /// ``smallSize``.
  func maximumSize() throws -> Int { 4 * (try PartText.size(of: declared)) + Self.smallSize }

  /// The number of bytes above ``maximumSize()`` of a document of some size; `nil` for none.
  func excess(of size: Int) throws -> Int? {
    // The declared document contains all names and descriptions. If these alone give enough room,
    // the declared document need not be written.
    guard size > Self.smallSize, size > Self.smallSize + 4 * declaredTextSize else { return nil }
    let excess = size - (try maximumSize())
    return excess > 0 ? excess : nil
  }

  /// The number of bytes of the names and descriptions of the declared nodes.
  private var declaredTextSize: Int {
    declared.storage.tables.nodes.reduce(0) { size, node in
      guard node.kind != .never else { return size }
      return size + (node.role.propertyName?.utf8.count ?? 0) + (node.description?.utf8.count ?? 0)
    }
  }
}
