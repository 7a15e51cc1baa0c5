import SchemaModel

/// How `null` is written beside other values, by the rules `optional` and `nullForm`.
extension DocumentForm {
  /// Whether a node is an optional property that is left out of `required`.
  func isOptional(_ node: SchemaGraph.Node) -> Bool {
    guard case .property(_, true) = node.role else { return false }
    return rules.optional == .omitted
  }

  /// Whether a node is an optional property that is required and may be `null`.
  func isNullable(_ node: SchemaGraph.Node) -> Bool {
    guard case .property(_, true) = node.role else { return false }
    return rules.optional == .nullable
  }

  /// Whether a node is written in an `anyOf` beside `null`.
  ///
  /// References and unions are in an `anyOf` anyway, and a value of any kind may be `null`.
  func standsBesideNull(_ node: SchemaGraph.Node) -> Bool {
    guard rules.nullForm == .union, isNullable(node) else { return false }
    switch node.kind {
    case .string, .integer, .number, .boolean, .array, .tuple, .object: return true
    case .null, .any, .never, .anyOf, .reference: return false
    }
  }

  /// Whether `null` is an alternative of a union.
  func hasNull(_ union: SchemaGraph.Node) -> Bool {
    union.childIndices.contains { graph.storage.tables.nodes[$0].kind == .null }
  }

  /// Whether a union is written as its only alternative besides `null`.
  func isFlat(_ union: SchemaGraph.Node) -> Bool {
    guard rules.nullForm == .keyword, union.kind == .anyOf, union.childIndices.count == 2,
      title(of: union) == nil
    else { return false }
    return union.choices.count { $0.kind == .null } == 1
  }

  /// Whether a node is the alternative as which its union is written.
  func isFlattened(_ node: SchemaGraph.Node) -> Bool {
    guard rules.nullForm == .keyword, case .choice = node.role, let union = node.parent
    else { return false }
    return isFlat(union) && node.kind != .null
  }

  /// Whether a node is an alternative that a keyword of its union replaces.
  func isReplacedByKeyword(_ node: SchemaGraph.Node) -> Bool {
    guard rules.nullForm == .keyword, node.kind == .null, case .choice = node.role,
      let union = node.parent
    else { return false }
    return union.choices.contains { $0.kind != .null }
  }

  /// Whether nothing, or one word, is written for a node.
  func isUnwritten(_ node: SchemaGraph.Node) -> Bool {
    if node.kind == .never || isReplacedByKeyword(node) { return true }
    guard case .additionalProperties = node.role else { return false }
    return isUnconstrained(node)
  }

  /// The description of the union that a node is written for, or of the outermost if they nest.
  func inheritedDescription(of node: SchemaGraph.Node) -> String? {
    var description: String?
    var node = node
    while isFlattened(node), let union = node.parent {
      description = union.description ?? description
      node = union
    }
    return description
  }

  /// Whether a node allows any value and has no description.
  func isUnconstrained(_ node: SchemaGraph.Node) -> Bool {
    node.kind == .any && node.isUnconstrained && node.description == nil
  }
}
