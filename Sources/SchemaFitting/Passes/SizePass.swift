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

  func run(on editor: inout GraphEditor) {
    editor.beginPass()
    editor.removeUnreachable()
    let excesses = editor.measure()
    if excesses.isEmpty { return }
    var references = Self.alternativeReferences(in: editor.graph)
    for excess in excesses where editor.graph.isWritten(editor.graph.current(excess.node.id)) {
      fit(excess, in: &editor, &references)
    }
    Self.replaceUnclearUnions(in: &editor)
  }

  private func fit(
    _ excess: LimitMeter.Excess, in editor: inout GraphEditor, _ references: inout References
  ) {
    func replaceByText(_ node: NodeID) {
      Self.replaceByText(
        node, "makes the document larger than the dialect '\(editor.dialect)' allows", in: &editor,
        references)
    }
    let node = editor.graph.current(excess.node.id)
    switch excess.part {
    case .container where editor.graph.rules.definitions != nil:
      if node == .root { return }
      editor.note(
        .size, at: node,
        "The part nests deeper than the dialect '\(editor.dialect)' allows, so it is written as a"
          + " definition.",
        remedy: "Give the type a title.")
      editor.makeDefinition(of: node)
      guard editor.graph.role(of: node) == .choice else { return }
      references[editor.graph.resolving(node), default: []].append(node)
    case .container: if node != .root { replaceByText(node) }
    case .names: replaceByText(node)
    case .optionalProperty, .nullableProperty:
      // If the root is copied to a definition, its properties are reported for the copy as well.
      if case .property = editor.graph.role(of: node) { _ = replaceByList(node, in: &editor) }
    case .union(let isNullable):
      // JSON text or `null` would be a union again.
      replaceByText(isNullable ? replaceByList(node, in: &editor) : node)
    case .describedReference:
      editor.describe(node, nil)
      editor.note(
        .size, at: node,
        "The description of the reference is left out: the dialect '\(editor.dialect)' counts it "
          + "as a union.",
        remedy: "Describe the type instead.")
    case .choices:
      // Without its choices, this value of several types would allow any value.
      if editor.graph.kind(of: node) == .any, editor.graph.rules[.anyValue] != .written {
        replaceByText(node)
      } else {
        describeChoices(of: node, in: &editor)
      }
    case .name: return
    }
  }

  // MARK: JSON text

  /// The references among the alternatives of unions, by their targets.
  ///
  /// The references are collected once for all replaced nodes. Nodes that are no longer references
  /// are ignored.
  private typealias References = [NodeID: [NodeID]]

  private static func alternativeReferences(in graph: FittingGraph) -> References {
    Dictionary(
      grouping: graph.nodes { $0.kind == .reference && $0.role == .choice }, by: graph.resolving)
  }

  /// Replaces the values of declared nodes by JSON text, so that the document no longer contains a
  /// node.
  ///
  /// An alternative of a union does not become text without the union, since an answer could then
  /// match several alternatives.
  private static func replaceByText(
    _ node: NodeID, _ reason: String, in editor: inout GraphEditor, _ references: References
  ) {
    var pending = [node]
    var visited: Set<NodeID> = []
    while var node = pending.popLast() {
      while !editor.graph.isDeclared(node) || editor.graph.role(of: node) == .choice,
        let parent = editor.graph.parent(of: node)
      {
        node = parent
      }
      guard visited.insert(node).inserted, !editor.graph.isText(node) else { continue }
      if editor.graph.parent(of: node) == nil {
        pending += references[node, default: []].filter {
          editor.graph.kind(of: $0) == .reference && editor.graph.resolving($0) == node
        }
      }
      let phrase = editor.graph.resolvedOrigin(of: node).phrase.capitalizedFirst
      editor.warn(.size, at: node, "\(phrase) \(reason), so it is written as JSON text.")
      editor.replaceByText(node)
      // The warning already states that the root has another form.
      if node == .root, RootPass().isNeeded(for: editor.graph.rules) {
        editor.wrap(node, inProperty: GraphEditor.rootProperty)
      }
    }
  }

  /// Replaces unions by JSON text if their alternatives are no longer distinguishable, because
  /// parts of them have new forms.
  private static func replaceUnclearUnions(in editor: inout GraphEditor) {
    editor.removeUnreachable()
    editor.beginPass()
    let unclear = UnclearUnions(in: editor.graph)
    let unions = unclear.names.keys.sorted()
    if unions.isEmpty { return }
    let references = Self.alternativeReferences(in: editor.graph)
    for union in unions where editor.graph.isWritten(editor.graph.current(union)) {
      let reason =
        unclear.notCompared.contains(union)
        ? "has alternatives that were not all compared, because \(WorkBudget.reason)"
        : "has alternatives that could be taken for each other"
      replaceByText(editor.graph.current(union), reason, in: &editor, references)
    }
  }

  // MARK: Proportion

  /// Replaces parts by JSON text, to make the document smaller by a number of bytes.
  ///
  /// The function replaces the smallest part that saves enough, or the largest part and then
  /// others. If all parts together do not save enough, the root becomes JSON text.
  static func shrink(_ editor: inout GraphEditor, by bytes: Int) throws {
    let sizes = try editor.graph.encoder.sizes(of: editor.graph.graph())
    var parts = editor.graph.nodes { $0.kind.isContainer || $0.kind == .anyOf }.filter {
      $0 != .root && editor.graph.isDeclared($0) && editor.graph.role(of: $0) != .choice
    }.map { (node: $0, saving: sizes[$0] - editor.graph[$0].estimatedSize) }
    parts.removeAll { $0.saving <= 0 }
    parts.sort { ($0.saving, $0.node) < ($1.saving, $1.node) }
    editor.room.endSchemas()
    editor.beginPass()
    let references = Self.alternativeReferences(in: editor.graph)
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
      covered.formUnion(editor.graph.descendants(of: part.node))
    }
    for node in chosen {
      replaceByText(
        node,
        "makes the document larger than four times the declared one and 16 KB", in: &editor,
        references)
    }
    replaceUnclearUnions(in: &editor)
    editor.removeUnreachable()
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
  private func replaceByList(_ property: NodeID, in editor: inout GraphEditor) -> NodeID {
    editor.note(
      .optional, at: property,
      "The dialect '\(editor.dialect)' allows no further optional property, so this one is written"
        + " as an array: with one element, or empty if the property is absent. An answer with more"
        + " elements is an error.",
      remedy: "Make it required.")
    return editor.replaceByList(property)
  }

  private func describeChoices(of node: NodeID, in editor: inout GraphEditor) {
    let choices = (editor.graph.constraints(of: node)?.choices ?? []).map(\.description)
    let shown = choices.prefix(Self.describedChoices).joined(separator: ", ")
    let isComplete = choices.count <= Self.describedChoices
    let phrase = "One of: \(shown)\(isComplete ? "." : ", …")"
    editor.warn(
      .size, at: node,
      "The \(choices.count) choices make the document larger than the dialect '\(editor.dialect)'"
        + " allows, so they are not enforced. The description has "
        + (isComplete ? "all of them." : "the first \(Self.describedChoices) of them."))
    editor.describe(node, [editor.graph[node].description, phrase].joinedSentences())
    editor.removeChoices(of: node)
  }
}
