/// The tokens that one item can read.
struct PlanMask {
  /// All tokens as bits, where they are many; `nil` if ``tokens`` are all, or besides those of a
  /// value.
  var words: [UInt64]?
  /// Indicates whether the tokens that stay within the item's value belong to the mask, too.
  var includesValue = false
  /// Other tokens, duplicates included; in text, those that leave it, which are in ``words``, too.
  var tokens: [Int32] = []

  var byteCount: Int { (words?.byteCount ?? 0) + tokens.byteCount + 64 }
}

/// The masks that a ``PlanWorkspace`` has found.
struct FoundPlanMasks {
  /// The memory past which they are dropped.
  private static let memoryLimit = 1 << 23

  private var masks: [PlanItem.Key: PlanMask] = [:]
  /// The memory of the masks, in bytes.
  private(set) var byteCount = 0

  subscript(key: PlanItem.Key) -> PlanMask? { masks[key] }

  /// Keeps a mask.
  mutating func insert(_ mask: PlanMask, for key: PlanItem.Key) {
    if byteCount > Self.memoryLimit {
      masks.removeAll()
      byteCount = 0
    }
    masks[key] = mask
    byteCount += mask.byteCount
  }
}
