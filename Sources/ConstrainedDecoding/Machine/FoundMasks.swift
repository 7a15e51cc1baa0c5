import ContentStorage

/// The masks of a grammar that a ``MaskWorkspace`` has found, and the parts of which it makes them.
///
/// All tables are dropped together, since they refer to each other.
///
/// Its tables are classes, for speed (see ``GrowingTable``), so a copy is the same table: each has
/// one owner.
struct FoundMasks {
  let maskIndices = ItemTable<StoredMask>()
  let masks = GrowingTable<StoredMask>()
  /// The tokens in which masks differ from those that many share.
  let tokens = GrowingTable<Int32>(capacity: 1024)
  /// The words of masks of many tokens.
  let denseWords = GrowingTable<UInt64>(capacity: 1)

  // Masks within leaves, whatever follows these.
  let leafMaskIndices = ItemTable<LeafMask>()
  let leafMasks = GrowingTable<LeafMask>()
  let leafExits = GrowingTable<StringTables.Exit>()

  // The suffixes that an item reads behind a closing quote, as bits.
  let suffixIndices = ItemTable<UInt64>()
  let suffixBits = GrowingTable<UInt64>()

  // The groups of bytes that the states of leaves take.
  let groupIndices = ItemTable<LeafGroups>()
  let leafGroups = GrowingTable<LeafGroups>()
  let acceptedGroups = GrowingTable<UInt64>()

  /// The memory of all tables, in bytes.
  var byteCount: Int {
    maskIndices.byteCount + masks.byteCount + tokens.byteCount + denseWords.byteCount
      + leafMaskIndices.byteCount + leafMasks.byteCount + leafExits.byteCount
      + suffixIndices.byteCount + suffixBits.byteCount + groupIndices.byteCount
      + leafGroups.byteCount + acceptedGroups.byteCount
  }

  /// Drops all masks, and gives their memory back.
  func removeAll() {
    maskIndices.removeAll()
    masks.removeAll()
    tokens.removeAll()
    denseWords.removeAll()
    leafMaskIndices.removeAll()
    leafMasks.removeAll()
    leafExits.removeAll()
    suffixIndices.removeAll()
    suffixBits.removeAll()
    groupIndices.removeAll()
    leafGroups.removeAll()
    acceptedGroups.removeAll()
  }
}
