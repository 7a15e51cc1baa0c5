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

  init(storage: GraphStorage) {
    self.storage = storage
  }

  /// Resolves the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with one title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  /// - Complexity: Linear in the number of types and their properties. Each type's schema is read
  ///   once.
  public init(
    _ type: any Generable.Type, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    var builder = GraphBuilder(limits: limits, nameClash: nameClash)
    self.init(try builder.build(type))
  }

  /// Resolves a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - limits: The limits on the graph.
  ///   - nameClash: The treatment of two types with one title.
  /// - Throws: `SchemaError`, with the place of the fault in the schema.
  /// - Complexity: Linear in the number of types and their properties. Each type's schema is read
  ///   once.
  public init(
    _ schema: GenerationSchema, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    var builder = GraphBuilder(limits: limits, nameClash: nameClash)
    self.init(try builder.build(schema))
  }

  /// Limits on the size of a graph.
  public struct Limits: Sendable, Hashable {
    /// The greatest number of nodes that repeat schemas without a title.
    ///
    /// The first occurrence of a schema does not count: it is as large as its declaration.
    public var nodes: Int

    /// The greatest number of schemas that are read: those of types, and the parts of dynamic ones.
    ///
    /// A generic type can lead to ever new types, such as `Box<T>` to `Box<Box<T>>`.
    public var schemas: Int

    /// The greatest length of a type's title in bytes of UTF-8.
    ///
    /// The name of a type that leads to ever new ones grows, until the runtime needs more stack to
    /// spell it out than there is.
    public var titleLength: Int

    /// Creates limits.
    ///
    /// - Parameters:
    ///   - nodes: The greatest number of nodes that repeat schemas without a title.
    ///   - schemas: The greatest number of schemas that are read.
    ///   - titleLength: The greatest length of a type's title in bytes of UTF-8.
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
  public var root: Node { Node(storage: storage, index: 0) }

  /// The schemas that are written once and referenced, in the order of their first occurrence.
  public var definitions: [Definition] {
    storage.tables.definitions.indices.map { Definition(storage: storage, index: $0) }
  }

  /// The number of nodes, references included.
  package var nodeCount: Int { storage.tables.nodes.count }

  /// Indicates whether there are references.
  var hasReferences: Bool {
    !storage.tables.definitions.isEmpty || storage.tables.refersToRoot
  }

  /// A schema that is written once and referenced.
  public struct Definition: Sendable {
    let storage: GraphStorage

    /// Its place among the definitions.
    public let index: Int

    /// The name, distinct from all others.
    public var name: String { storage.tables.definitions[index].name }

    /// The title, which several may share.
    public var title: String { storage.tables.definitions[index].entry.title }

    /// The schema itself.
    public var body: Node {
      Node(storage: storage, index: storage.tables.definitions[index].node)
    }
  }
}

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
    switch node.target {
    case nil: node
    case .root: root
    case .definition(let definition): definition.body
    }
  }

  /// The alternatives of a union, and of unions in it; the node itself if it is not a union.
  ///
  /// - Returns: Nodes that are neither unions nor references, each once.
  package func alternatives(of node: Node) -> [Node] {
    var leaves: [Node] = []
    var visited: Set<Int> = []
    var pending = [resolving(node)]
    while let node = pending.popLast() {
      guard visited.insert(node.index).inserted else { continue }
      if node.kind == .anyOf {
        pending += node.choices.reversed().map(resolving)
      } else {
        leaves.append(node)
      }
    }
    return leaves
  }
}
