/// A cache of the masks that matchers of one grammar have computed.
///
/// Keep one cache for each thread and grammar, so that each answer can reuse the masks of earlier
/// answers. A cache holds up to about 8 MB of masks and 3 MB of places in the grammar, and removes
/// them when they exceed this size. A matcher keeps the places of its own text during its lifetime.
public final class MaskCache {
  let tables: GrammarTables
  private var current: MaskWorkspace

  /// Creates an empty cache.
  public init(_ grammar: TokenGrammar) {
    tables = grammar.tables
    current = MaskWorkspace(tables)
  }

  /// The memory of the cache, in bytes.
  public var memoryFootprint: Int { current.byteCount }

  /// Returns the current workspace for matchers.
  ///
  /// A full workspace is replaced by a new one. A matcher changes to the new workspace at its next
  /// token.
  func workspace() -> MaskWorkspace {
    if current.machine.isFull {
      current.removeMasks()
      current = MaskWorkspace(tables)
    }
    return current
  }
}

extension TokenGrammar {
  /// The identity of the grammar; it is valid as long as the grammar or a cache of it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(tables) }
}
