/// A cache of the masks that matchers of one plan have computed.
///
/// Keep one cache for each thread and plan, so that each output can reuse the masks of earlier
/// outputs. A cache holds up to about 8 MB of masks and, for each schema of the plan, the content
/// of a ``MaskCache``. It removes masks when they exceed this size.
public final class PlanCache {
  let tables: PlanTables
  private var current: PlanWorkspace

  /// Creates an empty cache.
  public init(_ plan: TokenPlan) {
    tables = plan.tables
    current = PlanWorkspace(tables)
  }

  /// The memory of the cache, in bytes.
  public var memoryFootprint: Int { current.byteCount }

  /// Returns the current workspace for matchers; see ``MaskCache/workspace()``.
  func workspace() -> PlanWorkspace {
    if current.isFull { current = PlanWorkspace(tables) }
    return current
  }
}

extension TokenPlan {
  /// The identity of the plan; it is valid as long as the plan or a cache of it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(tables) }
}
