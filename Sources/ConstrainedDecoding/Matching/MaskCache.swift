/// The masks that matchers of one grammar have found.
///
/// Keep one per thread and grammar, so that each answer finds the masks of those before it. It
/// holds about 8 MB of masks and 3 MB of places in the grammar, and drops them when they become
/// more. Matchers keep the places that their own texts have passed, as long as they live.
public final class MaskCache {
  let tables: GrammarTables
  private var current: MaskWorkspace

  /// Creates an empty cache.
  ///
  /// - Parameter grammar: The grammar of the matchers that will use it.
  public init(_ grammar: TokenGrammar) {
    tables = grammar.tables
    current = MaskWorkspace(tables)
  }

  /// The memory that masks, places and the reading of texts take, in bytes.
  public var memoryFootprint: Int { current.byteCount }

  /// The workspace in which matchers begin and go on.
  ///
  /// When it is full, another takes its place. A matcher leaves the full one at its next token, and
  /// until then finds the masks there anew.
  func workspace() -> MaskWorkspace {
    if current.machine.isFull {
      current.removeMasks()
      current = MaskWorkspace(tables)
    }
    return current
  }
}

extension TokenGrammar {
  /// The identity of the grammar, as long as it or a cache of it exists.
  package var identity: ObjectIdentifier { ObjectIdentifier(tables) }
}
