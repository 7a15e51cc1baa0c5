/// The masks that matchers of one plan have found.
///
/// Keep one per thread and plan, so that each output finds the masks of those before it. It holds
/// about 8 MB of masks, and for each schema of the plan what a ``MaskCache`` holds, and drops them
/// when they become more.
public final class PlanCache {
  let tables: PlanTables
  private var current: PlanWorkspace

  /// Creates an empty cache.
  ///
  /// - Parameter plan: The plan of the matchers that will use it.
  public init(_ plan: TokenPlan) {
    tables = plan.tables
    current = PlanWorkspace(tables)
  }

  /// The memory that masks, and places in values, take, in bytes.
  public var memoryFootprint: Int { current.byteCount }

  /// The workspace in which matchers begin and go on; see ``MaskCache``.
  func workspace() -> PlanWorkspace {
    if current.isFull { current = PlanWorkspace(tables) }
    return current
  }
}

extension TokenPlan {
  /// The identity of the plan, as long as it or a cache of it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(tables) }
}
