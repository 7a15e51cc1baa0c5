import ContentStorage

/// The mask of one item, in little space: a mask that many share, and what differs from it.
struct StoredMask: BitwiseCopyable {
  /// Where the bits come from that most tokens have.
  enum Base: BitwiseCopyable {
    case none
    /// A mask of ``StringTables/masks``, by its number.
    case string(Int32)
    /// A mask of ``FoundMasks/denseWords``, by its first word.
    case dense(EntryIndex<UInt64>)
  }

  var base = Base.none
  /// Where the tokens begin in ``FoundMasks/tokens``: those added, then those removed.
  var firstToken = EntryIndex<Int32>(0)
  var addedCount: Int32 = 0
  var removedCount: Int32 = 0
  /// Indicates whether the text may end.
  var allowsEnd = false

  /// The places of the tokens added.
  var added: Range<Int> { firstToken.value..<(firstToken.value + Int(addedCount)) }
}

/// The tokens that a state of a leaf takes, whatever follows the leaf.
struct LeafMask: BitwiseCopyable {
  /// The tokens that stay within the leaf.
  var interior: StoredMask
  /// The tokens that close it, in ``FoundMasks/leafExits``.
  var exits: EntryRange<StringTables.Exit>
}

/// A node of a trie on the way of a walk, with the items that read the bytes up to there.
struct WalkFrame: BitwiseCopyable {
  var node: ByteTrie.NodeIndex
  /// The children that are still to be looked at, where the node has no directory.
  var children: EntryRange<ByteTrie.Node>
  var firstItem: Int
  var endItem: Int
  /// The bytes that the items may read; where the node has a directory, those still to be tried.
  var bytes: ByteSet

  /// The places of its items among those of the workspace.
  var items: Range<Int> { firstItem..<endItem }
}

/// A node of a trie, with the state that the bytes up to there led to.
struct Visit: BitwiseCopyable {
  var node: ByteTrie.NodeIndex
  var state: Int32
  /// The characters up to there, one that has only begun included.
  var characters: UInt16 = 0
  /// Indicates whether all bytes up to there belong to the groups of a mask of ``GroupMasks``, and
  /// are no more characters than the mask has.
  var isGrouped = false
}
