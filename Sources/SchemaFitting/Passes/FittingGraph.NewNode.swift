import SchemaEncoding
import SchemaGuides
import SchemaModel

extension GuideConstraints {
  static func only(_ constraint: GuideValue.Constraint) -> GuideConstraints {
    var constraints = GuideConstraints()
    constraints.formIntersection(constraint)
    return constraints
  }

  /// Creates a constraint on the number of elements; `nil` if there is no minimum and no maximum.
  static func count(minimum: Int?, maximum: Int?) -> GuideConstraints? {
    guard minimum ?? 0 > 0 || maximum != nil else { return nil }
    return only(.count(minimum: minimum, maximum: maximum))
  }
}

/// Creates the mapping of a changed node.
///
/// The builder has the mappings of its parts.
typealias Inverse = @Sendable (inout MappingBuilder) -> AnswerMapping.Node

extension FittingGraph {
  /// A node that replaces another node.
  enum NewNode {
    /// A new node of some kind, with its parts.
    indirect case new(
      SchemaKind, description: String?, constraints: NodeConstraints?,
      children: [NewPart], inverse: Inverse?)

    /// The content of another node, which moves to the place of the new node.
    case moved(NodeID)

    /// A new node.
    ///
    /// Without an inverse, only the parts of its values may have another form.
    static func made(
      _ kind: SchemaKind, description: String? = nil, constraints: GuideConstraints? = nil,
      children: [NewPart] = [], inverse: Inverse? = nil
    ) -> NewNode {
      .new(
        kind, description: description,
        constraints: constraints.flatMap { $0.isEmpty ? nil : NodeConstraints($0) },
        children: children, inverse: inverse)
    }

    /// An object of properties that are all required.
    static func object(
      _ properties: [(name: String, node: NewNode)], description: String? = nil,
      inverse: Inverse? = nil
    ) -> NewNode {
      .made(
        .object, description: description,
        children: properties.map { NewPart(.property(name: $0.name, isOptional: false), $0.node) },
        inverse: inverse)
    }

    static func array(
      of element: NewNode, description: String? = nil, minimum: Int? = nil, maximum: Int? = nil,
      inverse: Inverse? = nil
    ) -> NewNode {
      .made(
        .array, description: description, constraints: .count(minimum: minimum, maximum: maximum),
        children: [NewPart(.items, element)], inverse: inverse)
    }
  }

  /// A part of a new node.
  struct NewPart {
    let role: SchemaRole
    let node: NewNode

    init(_ role: SchemaRole, _ node: NewNode) { (self.role, self.node) = (role, node) }
  }
}
