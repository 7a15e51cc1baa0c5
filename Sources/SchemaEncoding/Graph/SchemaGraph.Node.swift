import IndexedTables
public import SchemaGuides
public import SchemaModel

extension SchemaGraph {
  /// One schema in a graph: a value of some kind, or a reference.
  public struct Node: Sendable, Identifiable {
    let storage: GraphStorage

    /// Its identity, unique within the graph.
    ///
    /// The graph finds the node by it: `graph[id]`.
    public let id: ID

    /// The identity of a node within its graph.
    public struct ID: Hashable, Sendable, BitwiseCopyable, Strideable {
      // 32 bits, so that a `NodeRecord` takes 64 bytes. They suffice: 2^32 records would take
      // 275 GB.
      @usableFromInline let position: UInt32

      @inlinable
      init(position: UInt32) { self.position = position }

      /// The root of each graph.
      package static var root: ID { ID(position: 0) }

      /// The number of nodes from this one to another.
      @inlinable
      public func distance(to other: ID) -> Int { Int(other.position) - Int(position) }

      /// The identity of the node some places after this one.
      @inlinable
      public func advanced(by count: Int) -> ID { ID(position: UInt32(Int(position) + count)) }
    }

    /// The nodes directly below.
    var childIDs: Range<ID> { storage.tables.nodes[id].children }

    /// The number of nodes directly below.
    package var childCount: Int { childIDs.count }

    /// The kind of value.
    public var kind: SchemaKind { storage.tables.nodes[id].kind }

    /// The role of the node in the node above it.
    public var role: SchemaRole { storage.tables.nodes[id].role }

    /// Its place among the properties, elements or alternatives of the node above it, from 0.
    public var position: Int { storage.tables.position(of: id) }

    /// Indicates whether this is the root of the graph.
    var isRoot: Bool { id == .root }

    /// The title, if the node is the root or the body of a definition and has one.
    public var title: String? {
      switch storage.tables.nodes[id].role {
      case .root: storage.tables.rootTitle
      case .definition(let definition): storage.tables.definitions[definition].entry.title
      default: nil
      }
    }

    /// The name of the definition, if the node is the body of one.
    public var definitionName: String? {
      guard case .definition(let definition) = storage.tables.nodes[id].role else { return nil }
      return storage.tables.definitions[definition].name
    }

    /// A description of the values for the model.
    public var description: String? { storage.tables.nodes[id].description }

    /// The constraints on the values: the guides of the place and those of the type, merged.
    public var constraints: GuideConstraints {
      ownConstraints?.merged ?? GuideConstraints()
    }

    /// The constraints, with their statements for dialects; `nil` if they allow everything.
    var ownConstraints: NodeConstraints? { storage.tables.nodes[id].constraints }

    /// Indicates whether ``constraints`` allow everything.
    var isUnconstrained: Bool { storage.tables.nodes[id].constraints == nil }

    /// The node that contains this one; `nil` for the root and the bodies of definitions.
    public var parent: Node? {
      storage.tables.nodes[id].parent.map { Node(storage: storage, id: $0) }
    }

    /// The nodes directly below, in the order in which visitors see them.
    public var children: [Node] {
      childIDs.map { Node(storage: storage, id: $0) }
    }

    /// The schema of the elements, of an array.
    public var items: Node? { kind == .array ? firstChild : nil }

    private var firstChild: Node? {
      childIDs.first.map { Node(storage: storage, id: $0) }
    }

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
    /// `SchemaKind.any` where they may be anything.
    public var additionalProperties: Node? {
      guard kind == .object, let first = firstChild, case .additionalProperties = first.role
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

    /// The target of a reference; `nil` for other nodes.
    public var target: Target? {
      switch storage.tables.nodes[id].link {
      case .children: nil
      case .definition(let id): .definition(Definition(storage: storage, id: id))
      case .root: .root
      }
    }

    /// The names of the properties on the path to the node.
    ///
    /// - Complexity: Linear in the depth of the node.
    public var path: SchemaPath { storage.tables.path(to: id) }
  }

  /// The target of a reference.
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

    /// Indicates whether a value may lack it.
    public let isOptional: Bool

    /// The schema of its value.
    public let node: Node
  }
}

extension SchemaGraph.Node {
  /// A name for the schema of a place: that of the nearest property around it, otherwise the title
  /// of the definition or the root, otherwise `Part`.
  package var nameOfPlace: String {
    var node = self
    // In deep nests without properties, the name of each level takes a bounded time.
    for _ in 0..<256 {
      if case .property(let name, _) = node.role, !name.isEmpty { return name }
      guard let parent = node.parent else { return node.title ?? "Part" }
      node = parent
    }
    return "Part"
  }
}

package typealias NodeID = SchemaGraph.Node.ID
