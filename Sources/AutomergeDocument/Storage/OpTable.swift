/// The rows of operations, by their identities.
///
/// The counters of one actor are mostly successive. A page has the rows of sixteen successive
/// counters, and a block has the numbers of sixteen successive pages. So the dictionary has one
/// entry for 256 operations, and operations in the last used block need no look-up. A page with a
/// single operation takes about 150 bytes.
struct OpTable {
  private static let bits: UInt32 = 4
  private static let count = 1 << Int(bits)
  private static let mask: UInt32 = 1 << bits - 1

  /// The number that stands for a missing page of a block.
  private static let noPage = UInt32.max

  private var blocks: [UInt64: UInt32] = [:]
  /// The numbers of the pages of each block.
  private var pages: [UInt32] = []
  /// The rows of each page.
  private var rows: [OptionalIndex<OpRow>] = []
  private var lastKey: UInt64?
  private var lastBlock: UInt32 = 0

  private static func blockKey(_ id: OpID) -> UInt64 {
    UInt64(id.counter >> (2 * bits)) << 32 | UInt64(id.actor.value)
  }

  /// Returns the index into `pages` of an identity's page number.
  private static func place(in block: UInt32, _ id: OpID) -> Int {
    Int(block) << Int(bits) | Int(id.counter >> bits & mask)
  }

  /// Returns the index into `rows` of an identity's row.
  private static func slot(in page: UInt32, _ id: OpID) -> Int {
    Int(page) << Int(bits) | Int(id.counter & mask)
  }

  private func slot(_ id: OpID) -> Int? {
    let key = Self.blockKey(id)
    guard let block = key == lastKey ? lastBlock : blocks[key] else { return nil }
    let page = pages[Self.place(in: block, id)]
    return page == Self.noPage ? nil : Self.slot(in: page, id)
  }

  /// The number of pages in use.
  var pageCount: Int { rows.count >> Int(Self.bits) }

  subscript(id: OpID) -> RowIndex? {
    guard let slot = slot(id) else { return nil }
    return rows[slot].wrappedValue
  }

  mutating func insert(_ id: OpID, row: RowIndex) {
    let key = Self.blockKey(id)
    if key != lastKey {
      lastKey = key
      if let block = blocks[key] {
        lastBlock = block
      } else {
        lastBlock = UInt32(pages.count >> Int(Self.bits))
        blocks[key] = lastBlock
        pages.append(contentsOf: repeatElement(Self.noPage, count: Self.count))
      }
    }
    let place = Self.place(in: lastBlock, id)
    if pages[place] == Self.noPage {
      pages[place] = UInt32(rows.count >> Int(Self.bits))
      rows.append(contentsOf: repeatElement(OptionalIndex(), count: Self.count))
    }
    rows[Self.slot(in: pages[place], id)].wrappedValue = row
  }

  /// Removes the last inserted identity, and its page and block if they become empty.
  mutating func removeLast(_ id: OpID) {
    let key = Self.blockKey(id)
    guard let block = blocks[key] else { return }
    let place = Self.place(in: block, id)
    let page = pages[place]
    guard page != Self.noPage else { return }
    rows[Self.slot(in: page, id)].wrappedValue = nil
    guard Int(page) == pageCount - 1, rows.suffix(Self.count).allSatisfy({ $0.wrappedValue == nil })
    else {
      return
    }
    rows.removeLast(Self.count)
    pages[place] = Self.noPage
    guard Int(block) == blocks.count - 1, pages.suffix(Self.count).allSatisfy({ $0 == Self.noPage })
    else { return }
    pages.removeLast(Self.count)
    blocks[key] = nil
    lastKey = nil
  }

  /// The memory of the pages and blocks, in bytes.
  var memory: Int { (rows.count + pages.count) * 4 + blocks.count * 32 }
}
