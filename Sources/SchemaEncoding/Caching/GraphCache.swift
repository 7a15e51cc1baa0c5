import SchemaModel

/// The graphs that an encoder resolved before.
///
/// A graph is used again only if every type in it still says what it said then: each is read, once,
/// as for a new graph, and compared. What is saved is the resolution, never the question.
final class GraphCache: @unchecked Sendable {
  /// A type that was read, and what it said.
  struct Source {
    let type: any Generable.Type
    let declaration: GenerationSchema.Declaration
  }

  /// What was found for a type.
  enum Finding {
    /// The type is new here, and nothing of it needs to be kept yet.
    case new

    /// A graph that holds.
    case graph(SchemaGraph)

    /// What has been read of the types just now, which need not be asked again.
    case read([Source])
  }

  private final class Entry {
    let root: ObjectIdentifier
    let limits: SchemaGraph.Limits
    let nameClash: SchemaGraph.NameClash
    let sources: [Source]

    /// The graph; `nil` for a type that has been met once.
    let graph: SchemaGraph?

    /// The entry that was newest before this one.
    var next: Entry?

    init(
      root: ObjectIdentifier, limits: SchemaGraph.Limits, nameClash: SchemaGraph.NameClash,
      sources: [Source], graph: SchemaGraph?
    ) {
      self.root = root
      self.limits = limits
      self.nameClash = nameClash
      self.sources = sources
      self.graph = graph
    }
  }

  /// The largest number of types in a graph that is kept, and of graphs.
  private static let typeLimit = 4096
  private static let graphLimit = 64

  // The lock guards the entries: that is why this class may say that it is `Sendable`.
  private let lock = Lock()
  private var newest: Entry?

  /// Looks for the graph of a type, and reads the types in it.
  func find(
    _ type: any Generable.Type, _ limits: SchemaGraph.Limits, _ nameClash: SchemaGraph.NameClash
  ) -> Finding {
    let root = ObjectIdentifier(type)
    let known = lock.withLockIfAvailable { () -> Entry? in
      var entry = newest
      while let known = entry {
        if known.root == root, known.limits == limits, known.nameClash == nameClash {
          return known
        }
        entry = known.next
      }
      insert(Entry(root: root, limits: limits, nameClash: nameClash, sources: [], graph: nil))
      return nil
    }
    guard let known else { return .new }
    guard let graph = known.graph else { return .read([]) }
    for (index, source) in known.sources.enumerated() {
      let declaration = source.type.generationSchema.declaration
      guard declaration.isSame(as: source.declaration) else {
        return .read(
          known.sources[..<index] + [Source(type: source.type, declaration: declaration)])
      }
    }
    return .graph(graph)
  }

  /// Keeps a graph, unless it is too large or not the whole of it can be compared.
  func keep(
    _ graph: SchemaGraph, of type: any Generable.Type, _ sources: [Source],
    _ limits: SchemaGraph.Limits, _ nameClash: SchemaGraph.NameClash
  ) {
    guard sources.count <= Self.typeLimit else { return }
    for source in sources where source.declaration.table != nil { return }
    let entry = Entry(
      root: ObjectIdentifier(type), limits: limits, nameClash: nameClash, sources: sources,
      graph: graph)
    _ = lock.withLockIfAvailable { () -> Void? in insert(entry) }
  }

  /// Puts an entry before all others, and takes out that of the same type, or the oldest where there
  /// are many.
  private func insert(_ entry: Entry) {
    entry.next = newest
    newest = entry
    var count = 1
    var last = entry
    while let next = last.next {
      if next.root == entry.root || count == Self.graphLimit {
        last.next = next.next
        return
      }
      count += 1
      last = next
    }
  }
}
