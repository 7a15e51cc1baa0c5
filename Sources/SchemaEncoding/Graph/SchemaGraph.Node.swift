import IndexedTables
public import SchemaGuides
public import SchemaModel

extension SchemaGraph {
  /// One schema in a graph: a value of some kind, or a reference.
  public struct Node: Sendable, Identifiable {
    let storage: GraphStorage

    /// The identity of the node, unique within the graph.
    ///
    /// `graph[id]` is the node.
    public let id: ID

    /// The identity of a node within its graph.
    public struct ID: Hashable, Sendable, BitwiseCopyable, Strideable {
      // The position has 32 bits, so that a `NodeRecord` takes 64 bytes. 2^32 records would take
      // 275 GB.
      @usableFromInline let position: UInt32

      @inlinable
      init(position: UInt32) { self.position = position }

      /// The root of each graph.
      package static var root: ID { ID(position: 0) }

      /// The number of nodes from this node to another.
      @inlinable
      public func distance(to other: ID) -> Int { Int(other.position) - Int(position) }

      /// The identity of the node at a distance from this node.
      @inlinable
      public func advanced(by count: Int) -> ID { ID(position: UInt32(Int(position) + count)) }
    }

    var childIDs: Range<ID> { storage.tables.nodes[id].children }

    /// The number of children.
    package var childCount: Int { childIDs.count }

    /// The kind of value.
    public var kind: SchemaKind { storage.tables.nodes[id].kind }

    /// The role of the node in its parent.
    public var role: SchemaRole { storage.tables.nodes[id].role }

    /// The position of the node among the children of its parent with the same role, from 0.
    package var position: Int { storage.tables.position(of: id) }

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

    /// The name of the definition, if the node is the body of a definition.
    package var definitionName: String? {
      guard case .definition(let definition) = storage.tables.nodes[id].role else { return nil }
      return storage.tables.names[definition]
    }

    /// A description of the values for the model.
    public var description: String? { storage.tables.nodes[id].description }

    /// The constraints on the values: the merged guides of the place and of the type.
    public var constraints: GuideConstraints { ownConstraints?.merged ?? GuideConstraints() }

    /// The constraints, with their statements for dialects; `nil` if they allow everything.
    var ownConstraints: NodeConstraints? { storage.tables.nodes[id].constraints }

    /// The node that contains this one; `nil` for the root and the bodies of definitions.
    package var parent: Node? {
      storage.tables.nodes[id].parent.map { Node(storage: storage, id: $0) }
    }

    /// The children, in the order in which visitors see them.
    public var children: [Node] { childIDs.map { Node(storage: storage, id: $0) } }

    /// The schema of the elements of an array, or of the elements after those of a tuple; `nil` if
    /// there are none.
    public var items: Node? {
      let last = childIDs.last.map { Node(storage: storage, id: $0) }
      return last?.role == .items ? last : nil
    }

    private var firstChild: Node? { childIDs.first.map { Node(storage: storage, id: $0) } }

    /// The schemas of the elements of a tuple, in order; empty for other nodes.
    public var prefixItems: [Node] {
      kind == .tuple ? children.filter { $0.role != .items } : []
    }

    /// The numbers of elements that an array or a tuple may have; `most` is `nil` for any number.
    package var elementCounts: (least: Int, most: Int?) {
      storage.tables.nodes.elementCounts(of: id)
    }

    /// The alternatives of a union; empty for other nodes.
    public var choices: [Node] { kind == .anyOf ? children : [] }

    /// The properties of an object, in the order in which they are generated; empty for other
    /// nodes.
    public var properties: [Property] {
      children.compactMap { node in
        guard case .property(let name, let isOptional) = node.role else { return nil }
        return Property(name: name, isOptional: isOptional, node: node)
      }
    }

    /// The names of the properties of an object, in order.
    ///
    /// - Complexity: O(log *n*); no list is made of them.
    package var propertyNames: some RandomAccessCollection<String> {
      let nodes = storage.tables.nodes
      // The named properties are the last children.
      var (low, high) = (childIDs.lowerBound, childIDs.upperBound)
      while low < high {
        let middle = low.advanced(by: low.distance(to: high) / 2)
        if nodes[middle].role.propertyName != nil {
          high = middle
        } else {
          low = middle.advanced(by: 1)
        }
      }
      return (low..<childIDs.upperBound).lazy.map { nodes[$0].role.propertyName ?? "" }
    }

    /// The schema of the additional properties of an object; `nil` if it has none.
    ///
    /// A node of the kind `SchemaKind.any` allows any values.
    public var additionalProperties: Node? {
      guard kind == .object, let first = firstChild, case .additionalProperties = first.role
      else { return nil }
      return first
    }

    /// Indicates whether the node stands for the additional properties of an object, or the further
    /// elements of a tuple, that the document does not mention, so that JSON Schema allows any.
    package var isUnmentioned: Bool { storage.tables.nodes[id].isUnmentioned }

    /// The properties of an object whose names match patterns; empty for other nodes.
    ///
    /// A pattern may match any number of properties, including named properties.
    /// ``additionalProperties`` describes properties that match no pattern.
    public var patternProperties: [PatternProperty] {
      children.compactMap { node in
        guard case .patternProperty(let pattern) = node.role else { return nil }
        return PatternProperty(pattern: pattern, node: node)
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

    /// The path to the node: names of properties, titles or numbers of alternatives, and numbers of
    /// elements of a tuple.
    ///
    /// - Complexity: Linear in the depth of the node.
    public var path: SchemaPath { storage.path(to: id) }

    /// `true` if the node states the elements of an array, so that its path is that of the array.
    var isElement: Bool { storage.tables.isElement(id) }
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

    /// Indicates whether a value may lack the property.
    public let isOptional: Bool

    /// The schema of the property's value.
    public let node: Node
  }

  /// The properties of an object whose names match a pattern.
  public struct PatternProperty: Sendable {
    /// The pattern of the names.
    public let pattern: SchemaPattern

    /// The schema of the properties' values.
    public let node: Node
  }
}

extension SchemaGraph.Node {
  /// A name for the schema of a place: the name of the nearest enclosing property, otherwise the
  /// title of the definition or the root, otherwise `Part`.
  package var nameOfPlace: String {
    var node = self
    // The loop is limited, so that the names of many levels without properties take linear time.
    for _ in 0..<256 {
      if case .property(let name, _) = node.role, !name.isEmpty { return name }
      guard let parent = node.parent else { return node.title ?? "Part" }
      node = parent
    }
    return "Part"
  }
}

package typealias NodeID = SchemaGraph.Node.ID

extension SchemaGraph.Node {
  /// Returns `true` if a count of elements, multiplied by the largest counts of the arrays around
  /// the node, is at most a limit.
  ///
  /// An array around the node whose own count exceeds the limit is left out.
  package func allowsCount(_ count: SchemaNumber, upTo limit: Int) -> Bool {
    var product = count.integer(Int.self) ?? .max
    var next = parent
    while let array = next, product <= limit {
      if array.kind == .array, let most = array.constraints.maximumCount, most <= limit {
        product *= max(1, most)
      }
      next = array.parent
    }
    return product <= limit
  }
}
