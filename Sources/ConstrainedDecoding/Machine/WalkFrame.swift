import ContentStorage

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
