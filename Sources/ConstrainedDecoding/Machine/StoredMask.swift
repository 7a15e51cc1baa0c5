/// The mask of one item, in little space: a mask that many share, and what differs from it.
struct StoredMask: BitwiseCopyable {
  /// Where the bits come from that most tokens have.
  enum Base: BitwiseCopyable {
    case none
    /// A mask of ``StringTables/masks``, by its number.
    case string(Int32)
    /// A mask of ``MaskWorkspace/denseWords``, by its first word.
    case dense(Int32)
  }

  var base = Base.none
  /// Where the tokens begin in ``MaskWorkspace/tokens``: those added, then those removed.
  var firstToken: Int32 = 0
  var addedCount: Int32 = 0
  var removedCount: Int32 = 0
  /// Indicates whether the text may end.
  var allowsEnd = false
}

/// The tokens that a state of a leaf takes, whatever follows the leaf.
struct LeafMask: BitwiseCopyable {
  /// The tokens that stay within the leaf.
  var interior: StoredMask
  /// Where the tokens that close it begin in ``MaskWorkspace/leafExits``.
  var firstExit: Int32
  var exitCount: Int32
}

/// A node of a trie on the way of a walk, with the items that read the bytes up to there.
struct WalkFrame: BitwiseCopyable {
  var node: Int32
  /// The child that comes next.
  var child: Int32
  var firstItem: Int32
  var itemCount: Int32
  /// The bytes that the items may read and that are still to be tried.
  var bytes: ByteSet
}

/// A node of a trie, with the state that the bytes up to there led to.
struct Visit: BitwiseCopyable {
  var node: Int32
  var state: Int32
  /// The characters up to there, one that has only begun included.
  var characters: UInt16 = 0
  /// Indicates whether all bytes up to there belong to the groups of a mask of ``GroupMasks``, and
  /// are no more characters than the mask has.
  var isGrouped = false
}
