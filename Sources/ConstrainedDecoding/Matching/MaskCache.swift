/// A cache of the masks that matchers of one grammar or plan have computed.
///
/// Keep one cache for each thread and grammar or plan, so that each answer can reuse the masks of
/// earlier answers. For each schema, a cache holds up to about 8 MB of masks and 3 MB of places in
/// the grammar, and a plan of several parts has up to 8 MB of masks of its own. It removes masks
/// and places when they exceed this size. A matcher keeps the places of its own text during its
/// lifetime.
public final class MaskCache {
  let tables: PlanTables
  private var current: PlanWorkspace

  /// Creates an empty cache for a grammar.
  public convenience init(_ grammar: TokenGrammar) { self.init(grammar.plan) }

  /// Creates an empty cache for a plan.
  public init(_ plan: TokenPlan) {
    tables = plan.tables
    current = PlanWorkspace(tables)
  }

  /// The memory of the cache, in bytes.
  public var memoryFootprint: Int { current.byteCount }

  /// Returns the current workspace for matchers.
  ///
  /// A full workspace is replaced by a new one. A matcher changes to the new workspace at its next
  /// token.
  func workspace() -> PlanWorkspace {
    if current.isFull {
      current.removeMasks()
      current = PlanWorkspace(tables)
    }
    return current
  }
}

/// A cache for a plan.
public typealias PlanCache = MaskCache

extension TokenPlan {
  /// The identity of the plan; it is valid as long as the plan or a cache of it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(tables) }
}
