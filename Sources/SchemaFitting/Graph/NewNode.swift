import SchemaEncoding
import SchemaGuides
import SchemaModel

/// A node that replaces another node.
enum NewNode {
  /// A new node of some kind, with its parts.
  indirect case new(
    SchemaKind, description: String?, constraints: NodeConstraints?,
    children: [(role: SchemaRole, node: NewNode)], inverse: Inverse?)

  /// The content of another node, which moves to the place of the new node.
  case moved(NodeID)

  /// A new node.
  ///
  /// Without an inverse, only the parts of its values may have another form.
  static func made(
    _ kind: SchemaKind, description: String? = nil, constraints: GuideConstraints? = nil,
    children: [(role: SchemaRole, node: NewNode)] = [], inverse: Inverse? = nil
  ) -> NewNode {
    .new(
      kind, description: description,
      constraints: constraints.flatMap { $0.isEmpty ? nil : NodeConstraints($0) },
      children: children, inverse: inverse)
  }

  /// A property of a new object.
  struct Property {
    let name: String
    var isOptional = false
    let node: NewNode
  }

  static func object(
    _ properties: [Property], description: String? = nil, inverse: Inverse? = nil
  ) -> NewNode {
    .made(
      .object, description: description,
      children: properties.map {
        (.property(name: $0.name, isOptional: $0.isOptional), $0.node)
      },
      inverse: inverse)
  }

  static func array(
    of element: NewNode, description: String? = nil, minimum: Int? = nil, maximum: Int? = nil,
    inverse: Inverse? = nil
  ) -> NewNode {
    let hasCount = minimum ?? 0 > 0 || maximum != nil
    return .made(
      .array, description: description,
      constraints: hasCount ? .only(.count(minimum: minimum, maximum: maximum)) : nil,
      children: [(.items, element)], inverse: inverse)
  }
}

/// The form of the values of a new node in answers.
struct Inverse: Sendable {
  let form: any AnswerForm

  /// The place of each part of the form, by the number of the part: the position of a child in the
  /// new node, and perhaps of a child in this child.
  let parts: [[Int]]

  init(_ form: any AnswerForm, parts: [[Int]] = []) { (self.form, self.parts) = (form, parts) }
}

extension GuideConstraints {
  static func only(_ constraint: GuideValue.Constraint) -> GuideConstraints {
    var constraints = GuideConstraints()
    constraints.formIntersection(constraint)
    return constraints
  }
}
