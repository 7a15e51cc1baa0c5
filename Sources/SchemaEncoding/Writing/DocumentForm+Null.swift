import IndexedTables
import SchemaModel

/// The form of `null` next to other values, by the rules `optional` and `nullForm`.
extension DocumentForm {
  /// The form in which a node is written at its place.
  enum Extent {
    /// No schema: nothing, or one word.
    case none

    /// The keywords of the node, in the schema of the union. The only other alternative of the
    /// union is `null`.
    case flattened

    case schema

    /// A schema in an `anyOf` next to `null`.
    case besideNull
  }

  func extent(ofProperty node: SchemaGraph.Node, isOptional: Bool) -> Extent {
    guard dialect.rules.nullForm == .union, isNullable(isOptional) else { return .schema }
    switch node.kind {
    case .string, .integer, .number, .boolean, .array, .tuple, .object: return .besideNull
    // References and unions have an `anyOf` in any case, and a value of any kind may be `null`.
    case .null, .any, .never, .anyOf, .reference: return .schema
    }
  }

  /// Returns the extent of an alternative of a union.
  ///
  /// `isFlat` is `true` if the union is written as its only alternative besides `null`.
  func extent(ofChoice node: SchemaGraph.Node, isFlat: Bool) -> Extent {
    guard dialect.rules.nullForm == .keyword, let union = node.parent else { return .schema }
    // A keyword of the union replaces `null`, unless the union has no other alternative.
    if node.kind == .null, union.choices.contains(where: { $0.kind != .null }) { return .none }
    return isFlat ? .flattened : .schema
  }

  /// Indicates whether a property is required and may be `null` because it is optional.
  func isNullable(_ isOptional: Bool) -> Bool { isOptional && dialect.rules.optional == .nullable }

  /// Indicates whether a union that has no title is written as its only alternative besides `null`.
  func isFlat(_ union: SchemaGraph.Node) -> Bool {
    dialect.rules.nullForm == .keyword && union.childIDs.count == 2
      && union.choices.count { $0.kind == .null } == 1
  }

  /// Indicates whether a node allows any value and has no description.
  func isUnconstrained(_ node: SchemaGraph.Node) -> Bool {
    node.kind == .any && node.isUnconstrained && node.description == nil
  }
}

extension SchemaGraph.Node {
  /// Indicates whether `null` is an alternative of a union.
  var hasNullChoice: Bool {
    kind == .anyOf && childIDs.contains { storage.tables.nodes[$0].kind == .null }
  }
}
