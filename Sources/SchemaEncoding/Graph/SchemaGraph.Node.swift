public import SchemaGuides
public import SchemaModel

extension SchemaGraph {
  /// One schema in a graph: a value of some kind, or a reference.
  public struct Node: Sendable {
    let storage: GraphStorage

    /// Its number in the graph, unique within it.
    public let index: Int

    var record: NodeRecord { storage.tables.nodes[index] }

    /// The kind of value.
    public var kind: SchemaKind { record.kind }

    /// What the node is to the node above it.
    public var role: SchemaRole { record.role }

    /// Its place among the properties, elements or alternatives of the node above it, from 0.
    public var position: Int { storage.tables.position(of: index) }

    /// The title, if the node is the root or the body of a definition and has one.
    public var title: String? {
      switch record.role {
      case .root: storage.tables.rootTitle
      case .definition(let index): storage.tables.definitions[index].entry.title
      default: nil
      }
    }

    /// The name of the definition, if the node is the body of one.
    public var definitionName: String? {
      guard case .definition(let index) = record.role else { return nil }
      return storage.tables.definitions[index].name
    }

    /// What the values are for, in words for the model.
    public var description: String? { record.description }

    /// The constraints on the values: the guides of the place and those of the type, merged.
    public var constraints: GuideConstraints {
      let index = Int(record.constraints)
      return index < 0 ? GuideConstraints() : storage.tables.constraints[index]
    }

    /// Whether ``constraints`` allow everything.
    var isUnconstrained: Bool { record.constraints < 0 }

    /// The node that contains this one; `nil` for the root and the bodies of definitions.
    public var parent: Node? {
      record.parent < 0 ? nil : Node(storage: storage, index: Int(record.parent))
    }

    /// The nodes directly below, in the order in which visitors see them.
    public var children: [Node] {
      record.children.map { Node(storage: storage, index: $0) }
    }

    /// The schema of the elements, of an array.
    public var items: Node? { kind == .array ? children.first : nil }

    /// The schemas of the elements in order, of a tuple; none otherwise.
    public var prefixItems: [Node] { kind == .tuple ? children : [] }

    /// The alternatives, of a union; none otherwise.
    public var choices: [Node] { kind == .anyOf ? children : [] }

    /// The properties in the order in which they are generated, of an object; none otherwise.
    public var properties: [Property] {
      children.compactMap { node in
        guard case .property(let name, let isOptional) = node.role else { return nil }
        return Property(name: name, isOptional: isOptional, node: node)
      }
    }

    /// The schema of properties that are not named, of an object that may have some; a node of kind
    /// ``SchemaKind/any`` where they may be anything.
    public var additionalProperties: Node? {
      guard kind == .object, let first = children.first, first.role == .additionalProperties
      else { return nil }
      return first
    }

    /// The properties whose names match patterns, of an object; none otherwise.
    ///
    /// The name of each is its pattern, an ECMA-262 regular expression. Such a property may occur
    /// any number of times, also where it has a name of its own; see ``additionalProperties`` for
    /// those that match no pattern.
    public var patternProperties: [Property] {
      children.compactMap { node in
        guard case .patternProperty(let pattern) = node.role else { return nil }
        return Property(name: pattern, isOptional: true, node: node)
      }
    }

    /// What a reference leads to; `nil` for other nodes.
    public var target: Target? {
      guard kind == .reference else { return nil }
      guard record.first >= 0 else { return .root }
      return .definition(Definition(storage: storage, index: Int(record.first)))
    }

    /// The names of the properties that lead to the node.
    ///
    /// - Complexity: Linear in the depth of the node.
    public var path: SchemaPath { storage.tables.path(to: index) }
  }

  /// What a reference leads to.
  public enum Target: Sendable {
    /// The root.
    case root

    /// A definition.
    case definition(Definition)
  }

  /// A property of an object.
  public struct Property: Sendable {
    /// The name.
    public let name: String

    /// Whether a value may lack it.
    public let isOptional: Bool

    /// The schema of its value.
    public let node: Node
  }
}
