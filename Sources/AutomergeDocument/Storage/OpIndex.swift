#if Automerge
/// Finds the row of an operation by its identity.
///
/// An actor's counters come in runs, so rows are kept in pages of sixteen successive counters: one
/// dictionary entry for sixteen operations, and none for a look-up in the page of the last one.
struct OpIndex {
  private static let pageBits: UInt32 = 4
  private static let pageSize = 1 << Int(pageBits)

  private var pages: [UInt64: UInt32] = [:]
  private var slots: [UInt32] = []

  private static func pageKey(_ id: OpID) -> UInt64 {
    UInt64(id.counter >> pageBits) << 32 | UInt64(id.actor)
  }

  subscript(id: OpID) -> UInt32? {
    let key = Self.pageKey(id)
    let page: UInt32
    if key == lastKey, !slots.isEmpty {
      page = lastPage
    } else {
      guard let found = pages[key] else { return nil }
      page = found
    }
    let row = slots[slot(page, id)]
    return row == OpRow.none ? nil : row
  }

  mutating func insert(_ id: OpID, row: UInt32) {
    let key = Self.pageKey(id)
    if key != lastKey || slots.isEmpty {
      lastKey = key
      if let page = pages[key] {
        lastPage = page
      } else {
        lastPage = UInt32(slots.count >> Int(Self.pageBits))
        pages[key] = lastPage
        slots.append(contentsOf: repeatElement(OpRow.none, count: Self.pageSize))
      }
    }
    slots[slot(lastPage, id)] = row
  }

  mutating func remove(_ id: OpID) {
    guard let page = pages[Self.pageKey(id)] else { return }
    slots[slot(page, id)] = OpRow.none
  }

  private var lastKey: UInt64 = 0
  private var lastPage: UInt32 = 0

  private func slot(_ page: UInt32, _ id: OpID) -> Int {
    Int(page) << Int(Self.pageBits) | Int(id.counter & (1 << Self.pageBits - 1))
  }
}
#endif
