package import Foundation

/// The plan's encoder: a recursive function builds a tree of `Codable` class nodes, and
/// Foundation's `JSONEncoder` encodes this tree.
///
/// Every benchmark of encoding compares with this encoder. It is a good first implementation: no
/// part of it is slow on purpose, and no part of it comes from SchemaKit.
package struct PlanSchemaEncoder {
  /// The provider for which the order of properties is written.
  package enum Target: Sendable {
    /// Writes `propertyOrdering`.
    case gemini
    /// Writes `x-order`.
    case apple
  }

  let target: Target
  private var definitions: [String: JSONSchema.Internal] = [:]
  private var visitedTypes: Set<ObjectIdentifier> = []
  private var codingPath: Set<ObjectIdentifier> = []
  private var rootIdentifier: ObjectIdentifier?

  /// Creates an encoder for `target`.
  package init(target: Target) {
    self.target = target
  }

  /// Encodes `type` to JSON text.
  package static func encode(
    _ type: any PlanGenerable.Type, target: Target = .gemini
  ) throws -> Data {
    var encoder = PlanSchemaEncoder(target: target)
    return try JSONEncoder().encode(encoder.encode(type.jsonSchema))
  }

  /// Builds the class tree of `schema`.
  package mutating func encode(_ schema: JSONSchema) throws -> JSONSchema.Internal {
    definitions = [:]
    visitedTypes = [schema.typeIdentifier]
    codingPath = []
    rootIdentifier = schema.typeIdentifier
    let root = try process(schema, isRoot: true)
    root.title = schema.title
    if !definitions.isEmpty {
      root.defs = definitions
    }
    return root
  }

  private mutating func process(
    _ schema: JSONSchema, isRoot: Bool = false
  ) throws -> JSONSchema.Internal {
    if !isRoot, schema.typeIdentifier == rootIdentifier {
      return JSONSchema.Internal(ref: "#")
    }
    if !isRoot, let title = schema.title {
      if visitedTypes.insert(schema.typeIdentifier).inserted {
        definitions[title] = try encodeBody(schema)
      }
      return JSONSchema.Internal(ref: "#/$defs/\(title)")
    }
    guard codingPath.insert(schema.typeIdentifier).inserted else {
      throw JSONSchema.SchemaError.circularDependency(type: String(describing: schema.type))
    }
    let body = try encodeBody(schema)
    codingPath.remove(schema.typeIdentifier)
    return body
  }

  private mutating func encodeBody(_ schema: JSONSchema) throws -> JSONSchema.Internal {
    let node: JSONSchema.Internal
    switch schema.kind {
    case .string(let guides):
      node = JSONSchema.Internal(type: .string)
      apply(guides, to: node)
    case .integer(let guides):
      node = JSONSchema.Internal(type: .integer)
      apply(guides, to: node)
    case .double(let guides):
      node = JSONSchema.Internal(type: .number)
      apply(guides, to: node)
    case .boolean:
      node = JSONSchema.Internal(type: .boolean)
    case .array(let item, let guides):
      node = JSONSchema.Internal(type: .array)
      node.items = try process(item.jsonSchema)
      apply(guides, to: node)
    case .object(let properties):
      node = try encodeObject(properties)
    case .anyOf(let types):
      node = JSONSchema.Internal(anyOf: try types.map { try process($0.jsonSchema) })
    }
    node.description = schema.description
    return node
  }

  private mutating func encodeObject(
    _ properties: [JSONSchema.Property]
  ) throws -> JSONSchema.Internal {
    let node = JSONSchema.Internal(type: .object)
    node.additionalProperties = false
    let orderedNames = properties.map(\.name)
    switch target {
    case .gemini: node.propertyOrdering = orderedNames
    case .apple: node.xOrder = orderedNames
    }
    var encoded: [String: JSONSchema.Internal] = [:]
    var required: [String] = []
    for property in properties {
      let child = try process(property.type.jsonSchema)
      child.description = property.description ?? child.description
      apply(property.guides, to: child)
      encoded[property.name] = child
      if !property.isOptional {
        required.append(property.name)
      }
    }
    node.properties = encoded
    node.required = required
    return node
  }
}

// MARK: - Guides, intersected with what the node already states

extension PlanSchemaEncoder {
  private func apply(_ guides: AnyGenerationGuides, to node: JSONSchema.Internal) {
    if let string = guides.string { apply(string, to: node) }
    if let integer = guides.integer { apply(integer, to: node) }
    if let double = guides.double { apply(double, to: node) }
    if let array = guides.array { apply(array, to: node) }
  }

  private func apply(_ guides: StringGuides, to node: JSONSchema.Internal) {
    guard let anyOf = guides.anyOf else { return }
    let choices = anyOf.map { JSONValue.string($0) }
    if let present = node.enumValues {
      node.enumValues = present.filter { choices.contains($0) }
    } else {
      node.enumValues = choices
    }
  }

  private func apply(_ guides: IntegerGuides, to node: JSONSchema.Internal) {
    narrow(node, minimum: guides.minimum.map(Double.init), maximum: guides.maximum.map(Double.init))
  }

  private func apply(_ guides: DoubleGuides, to node: JSONSchema.Internal) {
    narrow(node, minimum: guides.minimum, maximum: guides.maximum)
  }

  private func apply(_ guides: ArrayGuides, to node: JSONSchema.Internal) {
    if let count = guides.minimumCount { node.minItems = max(node.minItems ?? count, count) }
    if let count = guides.maximumCount { node.maxItems = min(node.maxItems ?? count, count) }
    if let element = guides.element, let items = node.items { apply(element, to: items) }
  }

  private func narrow(_ node: JSONSchema.Internal, minimum: Double?, maximum: Double?) {
    if let minimum { node.minimum = max(node.minimum ?? minimum, minimum) }
    if let maximum { node.maximum = min(node.maximum ?? maximum, maximum) }
  }
}
