/// The tokens that one item can read.
struct PlanMask {
  /// All tokens as bits, if there are many; `nil` if ``tokens`` has all tokens, except the tokens
  /// within a value.
  var words: [UInt64]?
  /// Indicates whether the mask also has the tokens that stay within the item's value.
  var includesValue = false
  /// Other tokens, including duplicates.
  ///
  /// In free text, these are the tokens that leave the text; they are also in ``words``.
  var tokens: [Int32] = []

  var byteCount: Int { (words?.byteCount ?? 0) + tokens.byteCount + 64 }
}

/// The stored masks of a ``PlanWorkspace``.
struct FoundPlanMasks {
  /// The memory limit above which the masks are removed.
  private static let memoryLimit = 1 << 23

  private var masks: [PlanItem.Key: PlanMask] = [:]
  /// The memory of the masks, in bytes.
  private(set) var byteCount = 0

  subscript(key: PlanItem.Key) -> PlanMask? { masks[key] }

  /// Stores a mask.
  mutating func insert(_ mask: PlanMask, for key: PlanItem.Key) {
    if byteCount > Self.memoryLimit {
      masks.removeAll()
      byteCount = 0
    }
    masks[key] = mask
    byteCount += mask.byteCount
  }
}
