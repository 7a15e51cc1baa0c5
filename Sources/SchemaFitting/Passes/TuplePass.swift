import SchemaEncoding
import SchemaModel
import SchemaText

/// Replaces an array whose first elements have schemas of their own by an object with a property
/// for each of them.
///
/// The property of an optional element is optional. Further elements are an array in the last
/// property. If the dialect generates required properties first, optional elements before it are
/// arrays of at most one element, which keep their order.
struct TuplePass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool {
    rules.tuples == .rejected || rules[.furtherElements] == .rejected
  }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes(with: .tuple).filter {
      graph.rules.tuples == .rejected || graph.furtherElements(of: $0) != nil
    }
  }

  private func fit(_ tuple: NodeID, in editor: inout GraphEditor) {
    let counts = editor.graph.elementCounts(of: tuple)
    let rest = editor.graph.furtherElements(of: tuple)
    let items = editor.graph.children(of: tuple).filter { $0 != rest }
    let number =
      counts.least == counts.most
      ? CountedNoun.element.amount(counts.least)
      : CountedNoun.element.range(counts.least, counts.most)
    let scope = rest == nil ? "each with its own schema" : "the first with schemas of their own"
    editor.note(
      .tuple, at: tuple, "An array of \(number), \(scope), is written as an object.",
      remedy: "\(SwiftAdvice.Declaration.ownObject.text).")
    let mayHaveGaps = counts.least < items.count - (rest == nil ? 1 : 0)
    if mayHaveGaps {
      editor.warn(
        .tuple, at: tuple,
        "Only the description says that no element follows an absent one: such an answer is an "
          + "error.")
    }
    let names = items.indices.map { "item\($0 + 1)" }
    var properties: [NewNode.Property] = items.enumerated().map { index, item in
      NewNode.Property(name: names[index], isOptional: index >= counts.least, node: .moved(item))
    }
    var parts = items.indices.map { [$0] }
    if let rest {
      let least = max(0, counts.least - items.count)
      let further = NewNode.array(
        of: .moved(rest), minimum: least, maximum: counts.most.map { $0 - items.count })
      properties.append(NewNode.Property(name: Self.furtherElements, node: further))
      parts.append([items.count, 0])
    }
    let order =
      mayHaveGaps
      ? "The items of a list, in order: if one is absent, so are those after it." : nil
    editor.replace(
      tuple,
      by: .object(
        properties, description: [editor.graph[tuple].description, order].joinedSentences(),
        inverse: Inverse(
          ElementsForm(properties: names, rest: rest == nil ? nil : Self.furtherElements),
          parts: parts)))
    let object = editor.graph.form(of: tuple).object
    guard rest != nil, object?.putsRequiredFirst == true else { return }
    // The further elements are required, and would come before the optional elements.
    let optional = editor.graph.children(of: tuple).filter { editor.graph.role(of: $0).isOptional }
    for property in optional { _ = editor.replaceByList(property) }
  }

  /// The name of the property with the further elements.
  private static let furtherElements = "more"
}
