public import SchemaModel

/// A schema with everything resolved: every reference leads to a definition, every guide is merged,
/// and nothing yet is said of any dialect.
///
/// Whoever needs a schema for anything but writing it takes this: to validate, to constrain a
/// decoder, to draw. A graph is made once and can then be encoded in any number of dialects.
///
///     let graph = try SchemaGraph(Recipe.self)
///     for definition in graph.definitions {
///       print(definition.name)
///     }
///
/// Its parts lie in flat arrays. Making, walking and freeing one takes no call stack in proportion
/// to its depth.
public struct SchemaGraph: Sendable {
  let storage: GraphStorage

  init(_ storage: GraphStorage) {
    self.storage = storage
  }

  /// Resolves the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - limits: How large the graph may become.
  ///   - nameClash: What to do where two types have one title.
  /// - Throws: `SchemaError`, which says where the schema is at fault.
  /// - Complexity: Linear in the number of types and their properties. Each type's schema is read
  ///   once.
  public init(
    _ type: any Generable.Type, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    let builder = GraphBuilder(limits: limits, nameClash: nameClash)
    storage = try builder.build(type)
  }

  /// Resolves a schema.
  ///
  /// - Parameters:
  ///   - schema: The schema.
  ///   - limits: How large the graph may become.
  ///   - nameClash: What to do where two types have one title.
  /// - Throws: `SchemaError`, which says where the schema is at fault.
  /// - Complexity: Linear in the number of types and their properties. Each type's schema is read
  ///   once.
  public init(
    _ schema: GenerationSchema, limits: Limits = Limits(), nameClash: NameClash = .qualify
  ) throws {
    let builder = GraphBuilder(limits: limits, nameClash: nameClash)
    storage = try builder.build(schema)
  }

  /// How large a graph may become.
  public struct Limits: Sendable, Hashable {
    /// How many nodes may be spent on writing out again what has no title and was written before.
    ///
    /// What is written for the first time does not count: it is as large as the declarations are.
    public var nodes: Int

    /// Creates limits.
    ///
    /// - Parameter nodes: How many nodes may be spent on repeating schemas without a title.
    public init(nodes: Int = 1_000_000) {
      self.nodes = nodes
    }
  }

  /// What to do where two types have one title.
  public enum NameClash: Sendable, Hashable {
    /// Name both definitions after what encloses the types, just far enough to differ.
    case qualify

    /// Throw `SchemaError.duplicateType(schema:type:context:)`.
    case error
  }

  /// The root.
  public var root: Node { Node(storage: storage, index: 0) }

  /// What is written once and referred to, in the order in which it was first met.
  public var definitions: [Definition] {
    (0..<storage.definitions.count).map { Definition(storage: storage, index: $0) }
  }

  /// How many nodes there are, references included.
  public var nodeCount: Int { storage.nodes.count }

  /// A schema that is written once and referred to.
  public struct Definition: Sendable {
    let storage: GraphStorage

    /// Its place among the definitions.
    public let index: Int

    /// The name, distinct from all others.
    public var name: String { storage.string(storage.definitions[index].name) }

    /// The title, which several may share.
    public var title: String { storage.string(storage.definitions[index].title) }

    /// The schema itself.
    public var body: Node {
      Node(storage: storage, index: Int(storage.definitions[index].node))
    }
  }
}
