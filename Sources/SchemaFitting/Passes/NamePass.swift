import SchemaEncoding
import SchemaModel

/// Renames a property whose name the dialect does not allow.
struct NamePass: FittingPass {
  func isNeeded(for rules: DialectRules) -> Bool { rules.objects.propertyNames != .any }

  func run(on editor: inout GraphEditor) { editor.change(changes(in: editor.graph), by: fit) }

  private func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .object }.filter { object in
      graph.children(of: object).contains { child in
        graph.role(of: child).propertyName.map { !graph.rules.objects.propertyNames.allows($0) }
          ?? false
      }
    }
  }

  private func fit(_ object: NodeID, in editor: inout GraphEditor) {
    let rule = editor.graph.rules.objects.propertyNames
    let properties = editor.graph.children(of: object).compactMap { child in
      editor.graph.role(of: child).propertyName.map { (node: child, name: $0) }
    }
    var taken = TakenNames(properties.map(\.name).filter(rule.allows))
    for (property, declared) in properties where !rule.allows(declared) {
      let name = taken.add(declared, by: rule)
      editor.rename(property, to: name)
      guard editor.graph.kind(of: property) != .never else { continue }
      editor.note(
        .name, at: property, "The property '\(declared.excerpt)' is named '\(name.excerpt)'.",
        remedy: "Give it a name that the dialect '\(editor.dialect)' allows.")
      // A description would put the reference into a union, and the dialect may limit unions.
      let description = editor.graph[property].description
      let union = editor.graph.form(of: property).union
      if description == nil, union == .aroundReferenceBesideKeywords { continue }
      editor.describe(property, ["Named '\(declared)'.", description].joinedSentences())
    }
  }
}
