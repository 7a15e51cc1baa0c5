import IndexedTables
import SchemaConcurrency
public import SchemaModel

/// A resolved schema: every reference has a target and all guides are merged, independent
/// of any dialect.
///
/// Validators, constrained decoders and drawings use this form. A graph is made once and can then
/// be encoded in any number of dialects.
///
///     let graph = try SchemaGraph(Recipe.self)
///     for definition in graph.definitions {
///       print(definition.name)
///     }
///
/// Making, walking and freeing a graph does not recurse, so a graph may have any depth.
public struct SchemaGraph: Sendable {
  package let storage: GraphStorage

  package init(_ tables: GraphTables) { storage = GraphStorage(tables) }

  /// Resolves the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with the same title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  /// - Complexity: Linear in the number of nodes. A schema with a title has one node, and a schema
  ///   without a title has a node at every place where it occurs. Each type's schema is read once.
  public init(
    _ type: any Generable.Type, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    // A builder in a variable would be copied, and its tables with it.
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
  ///   - nameClash: The treatment of two types with the same title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  public init(
    _ schema: some SchemaConvertible, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    self = try schema.resolved(limits: limits, nameClash: nameClash)
  }

  /// Limits on the size of a graph.
  public struct Limits: Sendable, Hashable {
    /// The largest number of nodes that repeat schemas without a title.
    ///
    /// The first occurrence of a schema is not counted, because it is as large as its declaration.
    /// In a dialect without references, the limit also applies to the nodes that repeat
    /// definitions, and to their listed values; there it is at most 65 536, and 16 more for each
    /// node of the schema.
    public var nodes: Int

    /// The largest number of schemas that are read: the schemas of types, and the parts of dynamic
    /// schemas.
    ///
    /// A generic type can refer to an unlimited number of types, such as `Box<T>` to `Box<Box<T>>`.
    public var schemas: Int

    /// The largest length of a type's title in bytes of UTF-8.
    ///
    /// A generic type that refers to larger forms of itself has ever longer names, and the runtime
    /// overflows the stack when it computes one.
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

  /// The treatment of two types with the same title.
  public enum NameClash: Sendable, Hashable {
    /// Qualify the names of both definitions by their enclosing types, only as far as is needed to
    /// differ.
    case qualify

    /// Throw `SchemaError.duplicateType(schema:type:context:)`.
    case error
  }

  /// The root.
  public var root: Node { self[.root] }

  /// The schemas that are written once and referenced, in the order of their first occurrence.
  public var definitions: [Definition] { storage.tables.definitions.indices.map { self[$0] } }

  /// Returns the node with an identity.
  ///
  /// - Parameter id: The identity of a node of this graph.
  public subscript(id: Node.ID) -> Node { Node(storage: storage, id: id) }

  /// Returns the definition with an identity.
  ///
  /// - Parameter id: The identity of a definition of this graph.
  public subscript(id: Definition.ID) -> Definition { Definition(storage: storage, id: id) }

  /// The identities of the nodes, references included.
  package var nodeIDs: Range<Node.ID> { storage.tables.nodes.indices }

  /// A schema that is written once and referenced.
  public struct Definition: Sendable, Identifiable {
    let storage: GraphStorage

    /// The identity of the definition, unique within the graph.
    ///
    /// `graph[id]` is the definition.
    public let id: ID

    /// The identity of a definition within its graph.
    public struct ID: Hashable, Sendable, BitwiseCopyable, Strideable {
      @usableFromInline let position: UInt32

      @inlinable
      init(position: UInt32) { self.position = position }

      package static var first: ID { ID(position: 0) }

      /// The number of definitions from this definition to another.
      @inlinable
      public func distance(to other: ID) -> Int { Int(other.position) - Int(position) }

      /// The identity of the definition at a distance from this definition.
      @inlinable
      public func advanced(by count: Int) -> ID { ID(position: UInt32(Int(position) + count)) }
    }

    /// The name, which no other definition has.
    public var name: String { storage.tables.names[id] }

    /// The title, which several definitions may share.
    package var title: String { storage.tables.definitions[id].entry.title }

    /// The schema itself.
    public var body: Node { Node(storage: storage, id: storage.tables.definitions[id].body) }
  }
}

package typealias DefinitionID = SchemaGraph.Definition.ID

/// The tables of a graph, shared by the graph and its nodes.
package final class GraphStorage: Sendable {
  package let tables: GraphTables

  /// The paths of nodes that were asked for; reports ask for those of many nodes.
  private let paths = Locked(PathTable<NodeID>())

  init(_ tables: GraphTables) { self.tables = tables }

  /// Returns the path to a node.
  ///
  /// - Complexity: Linear in the depth of the node, for all nodes together in their number.
  func path(to node: NodeID) -> SchemaPath {
    paths.withLock { tables.path(to: node, in: &$0) }
  }
}

extension SchemaGraph {
  /// Returns the target of a reference, or the node itself if it is not a reference.
  package func resolving(_ node: Node) -> Node { self[storage.tables.resolving(node.id)] }

  /// Returns the alternatives of a union and of the unions in it; the node itself if it is not a
  /// union.
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
