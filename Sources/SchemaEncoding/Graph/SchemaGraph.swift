import IndexedTables
public import SchemaModel

/// A resolved schema: every reference has a target and all guides are merged, independent
/// of any dialect.
///
/// This is the form to validate against, to constrain a decoder with, or to draw. A graph is made
/// once and can then be encoded in any number of dialects.
///
///     let graph = try SchemaGraph(Recipe.self)
///     for definition in graph.definitions {
///       print(definition.name)
///     }
///
/// Making, walking and freeing a graph takes no call stack in proportion to its depth.
public struct SchemaGraph: Sendable {
  package let storage: GraphStorage

  package init(_ tables: GraphTables) {
    storage = GraphStorage(tables)
  }

  /// Resolves the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with one title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  /// - Complexity: Linear in the number of nodes: a schema with a title counts once, and one
  ///   without a title at every place where it occurs. Each type's schema is read once.
  public init(
    _ type: any Generable.Type, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    // A builder with a name would be copied, and its tables with it.
    self.init(
      try GraphBuilder(limits, nameClash) { (records) throws(SchemaRecords.Fault) in
        try records.target(of: .type(type), in: nil)
      }.build())
  }

  /// Resolves a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with one title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  /// - Complexity: Linear in the number of nodes: a schema with a title counts once, and one
  ///   without a title at every place where it occurs. Each type's schema is read once.
  public init(
    _ schema: GenerationSchema, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    // A builder with a name would be copied, and its tables with it.
    self.init(
      try GraphBuilder(limits, nameClash) { (records) throws(SchemaRecords.Fault) in
        try records.target(ofGiven: schema)
      }.build())
  }

  /// Limits on the size of a graph.
  public struct Limits: Sendable, Hashable {
    /// The largest number of nodes that repeat schemas without a title.
    ///
    /// The first occurrence of a schema does not count: it is as large as its declaration.
    public var nodes: Int

    /// The largest number of schemas that are read: those of types, and the parts of dynamic ones.
    ///
    /// A generic type can lead to ever new types, such as `Box<T>` to `Box<Box<T>>`.
    public var schemas: Int

    /// The largest length of a type's title in bytes of UTF-8.
    ///
    /// The name of a type that leads to ever new ones grows, until the runtime needs more stack to
    /// spell it out than there is.
    public var titleLength: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - nodes: The largest number of nodes that repeat schemas without a title.
    ///   - schemas: The largest number of schemas that are read.
    ///   - titleLength: The largest length of a type's title in bytes of UTF-8.
    public init(nodes: Int = 1_000_000, schemas: Int = 2_000_000, titleLength: Int = 500) {
      self.nodes = nodes
      self.schemas = schemas
      self.titleLength = titleLength
    }
  }

  /// The treatment of two types with one title.
  public enum NameClash: Sendable, Hashable {
    /// Name both definitions after the types around them, just far enough to differ.
    case qualify

    /// Throw `SchemaError.duplicateType(schema:type:context:)`.
    case error
  }

  /// The root.
  public var root: Node { self[.root] }

  /// The schemas that are written once and referenced, in the order of their first occurrence.
  public var definitions: [Definition] {
    storage.tables.definitions.indices.map { self[$0] }
  }

  /// A node of the graph, by its identity.
  ///
  /// - Parameter id: The identity, which must be that of a node of this graph.
  public subscript(id: Node.ID) -> Node { Node(storage: storage, id: id) }

  /// A definition of the graph, by its identity.
  ///
  /// - Parameter id: The identity, which must be that of a definition of this graph.
  public subscript(id: Definition.ID) -> Definition { Definition(storage: storage, id: id) }

  /// The identities of the nodes, references included.
  package var nodeIDs: Range<Node.ID> { storage.tables.nodes.indices }

  /// A schema that is written once and referenced.
  public struct Definition: Sendable, Identifiable {
    let storage: GraphStorage

    /// Its identity, unique within the graph.
    ///
    /// The graph finds the definition by it: `graph[id]`.
    public let id: ID

    /// The identity of a definition within its graph.
    public struct ID: Hashable, Sendable, BitwiseCopyable, Strideable {
      @usableFromInline let position: UInt32

      @inlinable
      init(position: UInt32) { self.position = position }

      package static var first: ID { ID(position: 0) }

      /// The number of definitions from this one to another.
      @inlinable
      public func distance(to other: ID) -> Int { Int(other.position) - Int(position) }

      /// The identity of the definition some places after this one.
      @inlinable
      public func advanced(by count: Int) -> ID { ID(position: UInt32(Int(position) + count)) }
    }

    /// The name, distinct from all others.
    public var name: String { storage.tables.definitions[id].name }

    /// The title, which several may share.
    public var title: String { storage.tables.definitions[id].entry.title }

    /// The schema itself.
    public var body: Node { Node(storage: storage, id: storage.tables.definitions[id].body) }
  }
}

package typealias DefinitionID = SchemaGraph.Definition.ID

/// The tables of a graph, shared by the graph and its nodes.
package final class GraphStorage: Sendable {
  package let tables: GraphTables

  init(_ tables: GraphTables) {
    self.tables = tables
  }
}

extension SchemaGraph {
  /// The target of a reference, or the node itself if it is not a reference.
  package func resolving(_ node: Node) -> Node {
    self[storage.tables.resolving(node.id)]
  }

  /// The alternatives of a union, and of unions in it; the node itself if it is not a union.
  ///
  /// - Returns: Nodes that are neither unions nor references, each once.
  package func alternatives(of node: Node) -> [Node] {
    var leaves: [Node] = []
    var visited: Set<NodeID> = []
    var pending = [resolving(node)]
    while let node = pending.popLast() {
      guard visited.insert(node.id).inserted else { continue }
      if node.kind == .anyOf {
        pending += node.choices.reversed().map(resolving)
      } else {
        leaves.append(node)
      }
    }
    return leaves
  }
}
