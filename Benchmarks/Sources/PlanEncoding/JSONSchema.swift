/// A schema for the plan's encoder: a kind, a title and a description.
///
/// Its children are types.
package struct JSONSchema: Sendable {
  enum Kind: Sendable {
    case string(guides: StringGuides)
    case integer(guides: IntegerGuides)
    case double(guides: DoubleGuides)
    case boolean
    case array(item: any PlanGenerable.Type, guides: ArrayGuides)
    case object(properties: [Property])
    case anyOf(types: [any PlanGenerable.Type])
  }

  let type: any PlanGenerable.Type
  let kind: Kind
  let typeIdentifier: ObjectIdentifier
  let title: String?
  let description: String?

  init(
    type: any PlanGenerable.Type, kind: Kind, title: String? = nil, description: String? = nil
  ) {
    self.type = type
    self.kind = kind
    self.typeIdentifier = ObjectIdentifier(type)
    self.title = title
    self.description = description
  }

  /// Describes an object.
  package init(
    type: any PlanGenerable.Type, description: String? = nil, properties: [JSONSchema.Property]
  ) {
    self.init(
      type: type, kind: .object(properties: properties), title: String(describing: type),
      description: description)
  }

  /// Describes a string that is one of `choices`.
  package init(type: any PlanGenerable.Type, description: String? = nil, anyOf choices: [String]) {
    self.init(
      type: type, kind: .string(guides: StringGuides(anyOf: choices)), description: description)
  }

  /// Describes a union.
  package init(
    type: any PlanGenerable.Type, description: String? = nil,
    anyOf types: [any PlanGenerable.Type]
  ) {
    self.init(
      type: type, kind: .anyOf(types: types), title: String(describing: type),
      description: description)
  }
}

extension JSONSchema {
  /// One property of an object.
  package struct Property: Sendable {
    let name: String
    let description: String?
    let isOptional: Bool
    let type: any PlanGenerable.Type
    let guides: AnyGenerationGuides

    /// Creates a required property.
    package init<Value: PlanGenerable>(
      name: String, description: String? = nil, type: Value.Type,
      guides: [PlanGenerationGuide<Value>] = []
    ) {
      self.name = name
      self.description = description
      self.isOptional = false
      self.type = Value.self
      self.guides = AnyGenerationGuides.combine(guides: guides)
    }

    /// Creates an optional property.
    package init<Value: PlanGenerable>(
      name: String, description: String? = nil, type: Value?.Type,
      guides: [PlanGenerationGuide<Value>] = []
    ) {
      self.name = name
      self.description = description
      self.isOptional = true
      self.type = Value.self
      self.guides = AnyGenerationGuides.combine(guides: guides)
    }
  }

  /// An error of the plan's encoder.
  package enum SchemaError: Error {
    /// An anonymous schema contains itself.
    case circularDependency(type: String)
  }
}
