import SchemaGuides
import SchemaModel

extension GraphBuilder {
  /// Gives a node the constraints that guides demand together.
  mutating func constrain(
    _ node: Int, _ guides: [GuideValue], _ kind: SchemaKind
  ) throws(SchemaError) {
    do {
      guard let merged = try GuideConstraints(merging: guides, for: kind) else { return }
      tables.nodes[node].constraints = Int32(truncatingIfNeeded: tables.constraints.count)
      tables.constraints.append(NodeConstraints(merged))
    } catch {
      throw schemaError(error, kind, at: node)
    }
  }

  /// Checks that the properties of an object have distinct names, and are as many as its guides
  /// ask.
  func check(
    _ properties: [GenerationSchema.Property], of schema: GenerationSchema.Declaration,
    isOpen: Bool, at node: Int
  ) throws(SchemaError) {
    if properties.count > 1, let name = properties.firstDuplicateName {
      throw duplicateProperty(name, of: schema.name, at: node)
    }
    let index = Int(tables.nodes[node].constraints)
    guard index >= 0 else { return }
    let constraints = tables.constraints[index].merged
    let named = properties.filter { !$0.isPattern }
    let required = named.count { !$0.isOptional }
    if let maximum = constraints.maximumPropertyCount, maximum < required {
      throw contradictoryGuides(
        "'\(schema.name)' requires \(required) properties, and its guides allow \(maximum).",
        at: node)
    }
    if let minimum = constraints.minimumPropertyCount, minimum > named.count, !isOpen,
      named.count == properties.count
    {
      throw contradictoryGuides(
        "'\(schema.name)' has \(named.count) properties, and its guides require \(minimum).",
        at: node)
    }
  }
}
