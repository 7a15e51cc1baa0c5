import SchemaEncoding
import SchemaGuides

/// Replaces the value `null` in unions.
///
/// In a union that is the schema of a property, `null` becomes an absent property. In other unions,
/// `null` becomes the string "null".
///
/// An optional property can be absent, and its value can be `null`. The string "null" distinguishes
/// the two cases, if no other alternative allows this string.
struct NullPass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules[.null] != .written }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    let unions = graph.nodes(with: .union).filter { losesNull($0, in: graph) }
    let omitted = Set(unions)
    return unions
      + graph.nodes(with: .null).filter { node in
        graph.parent(of: node).map { !omitted.contains($0) } ?? true
      }
  }

  private func losesNull(_ union: NodeID, in graph: FittingGraph) -> Bool {
    // If the number of optional properties is limited, the properties above the limit become
    // arrays. Such an array can contain the string "null".
    guard graph.form(of: union).null != .keyword, graph.rules.limits.optionalProperties == nil,
      case .property(_, let isOptional) = graph.role(of: union),
      let object = graph.parent(of: union), graph.keepsProperties(object)
    else { return false }
    let others = alternativesWithoutNull(of: union, in: graph)
    guard !others.isEmpty, others.count < graph[union].children.count else { return false }
    guard isOptional else { return true }
    // Choices that include `null` already have a string for it.
    let isChoice = others.contains {
      graph.resolvedOrigin(of: $0).constraints.choices?.contains(.null) ?? false
    }
    return !isChoice && !others.allSatisfy { excludesNullText($0, in: graph) }
  }

  private func alternativesWithoutNull(of union: NodeID, in graph: FittingGraph) -> [NodeID] {
    graph.children(of: union).filter { graph.kind(of: $0) != .null }
  }

  /// Indicates whether a node excludes the string "null", in all fitted forms of the node.
  private func excludesNullText(_ node: NodeID, in graph: FittingGraph) -> Bool {
    let node = graph.resolving(node)
    let choices = graph.constraints(of: node)?.choices
    switch graph.kind(of: node) {
    case .integer, .number, .boolean, .array, .tuple, .object: return choices == nil
    case .string:
      guard graph.rules[.choices] == .written, let choices else { return false }
      return !choices.contains { $0.string == "null" }
    case .null, .any, .never, .anyOf, .reference: return false
    }
  }

  private func fit(_ node: NodeID, in editor: inout GraphEditor) {
    guard editor.graph.kind(of: node) == .anyOf else {
      editor.note(
        .null, at: node, "The value null is written as the string \"null\".",
        remedy: "Make the property optional instead.")
      return editor.replaceByStrings(node, [("null", .null)])
    }
    let others = alternativesWithoutNull(of: node, in: editor.graph)
    let description = editor.graph[node].description
    let isOmitted = editor.graph.rules.optional == .omitted
    let isOptional = editor.graph.role(of: node).isOptional
    if isOmitted {
      editor.note(
        .null, at: node, "The value may be null: then the property is absent.",
        remedy: "Make the property optional instead.")
    } else if isOptional {
      editor.noteOptional(node)
    }
    if others.count == 1 {
      editor.replace(node, by: .moved(others[0]))
      editor.describe(node, [description, editor.graph[node].description].joinedSentences())
    } else {
      editor.replace(
        node,
        by: .made(
          .anyOf, description: description, children: others.map { (.choice, .moved($0)) }))
    }
    let absence =
      !isOmitted
      ? AnswerMapping.Absence.keptNull : isOptional ? .omittedOrNull : .omittedForNull
    editor.set(absence, of: node, isOptional: true)
  }
}
