/// The rows of operations, by their identities.
///
/// The counters of one actor are mostly successive. A page has the rows of sixteen successive
/// counters, and a block has the indices of sixteen successive pages. So the dictionary has one
/// entry for 256 operations, and operations in the last used block need no look-up. A page with a
/// single operation takes about 150 bytes.
struct OpTable {
  private enum Block {}
  private enum Page {}

  private static let bits: UInt32 = 4
  private static let count = 1 << Int(bits)
  private static let mask: UInt32 = 1 << bits - 1

  private var blocks: [UInt64: TableIndex<Block>] = [:]
  /// The pages of each block; `nil` for the pages without an operation.
  private var pages: [OptionalIndex<Page>] = []
  /// The rows of each page.
  private var rows: [OptionalIndex<OpRow>] = []
  /// The block of the last inserted identity.
  private var last: (key: UInt64, block: TableIndex<Block>)?

  /// Returns the key of the block that contains an identity.
  private static func blockKey(_ id: OpID) -> UInt64 {
    UInt64(id.counter >> (2 * bits)) << 32 | UInt64(id.actor.value)
  }

  /// Returns the index into `pages` of an identity's page.
  private static func place(in block: TableIndex<Block>, _ id: OpID) -> Int {
    block.value << Int(bits) | Int(id.counter >> bits & mask)
  }

  /// Returns the index into `rows` of an identity's row.
  private static func slot(in page: TableIndex<Page>, _ id: OpID) -> Int {
    page.value << Int(bits) | Int(id.counter & mask)
  }

  private func block(of key: UInt64) -> TableIndex<Block>? {
    if let last, last.key == key { return last.block }
    return blocks[key]
  }

  private func slot(_ id: OpID) -> Int? {
    let key = Self.blockKey(id)
    guard let block = block(of: key), let page = pages[Self.place(in: block, id)].wrappedValue
    else { return nil }
    return Self.slot(in: page, id)
  }

  var pageCount: Int { rows.count >> Int(Self.bits) }

  subscript(id: OpID) -> RowIndex? {
    guard let slot = slot(id) else { return nil }
    return rows[slot].wrappedValue
  }

  mutating func insert(_ id: OpID, row: RowIndex) {
    let key = Self.blockKey(id)
    let block = block(of: key) ?? addBlock(key)
    if last?.key != key { last = (key, block) }
    let place = Self.place(in: block, id)
    let page = pages[place].wrappedValue ?? addPage(at: place)
    rows[Self.slot(in: page, id)].wrappedValue = row
  }

  private mutating func addBlock(_ key: UInt64) -> TableIndex<Block> {
    let block = TableIndex<Block>(blocks.count)
    blocks[key] = block
    pages.append(contentsOf: repeatElement(OptionalIndex(), count: Self.count))
    return block
  }

  private mutating func addPage(at place: Int) -> TableIndex<Page> {
    let page = TableIndex<Page>(pageCount)
    pages[place].wrappedValue = page
    rows.append(contentsOf: repeatElement(OptionalIndex(), count: Self.count))
    return page
  }

  /// Removes the last inserted identity, and its page and block if they become empty.
  mutating func removeLast(_ id: OpID) {
    let key = Self.blockKey(id)
    guard let block = blocks[key] else { return }
    let place = Self.place(in: block, id)
    guard let page = pages[place].wrappedValue else { return }
    rows[Self.slot(in: page, id)].wrappedValue = nil
    guard page.value == pageCount - 1,
      rows.suffix(Self.count).allSatisfy({ $0.wrappedValue == nil })
    else { return }
    rows.removeLast(Self.count)
    pages[place].wrappedValue = nil
    guard block.value == blocks.count - 1,
      pages.suffix(Self.count).allSatisfy({ $0.wrappedValue == nil })
    else { return }
    pages.removeLast(Self.count)
    blocks[key] = nil
    last = nil
  }

  /// The memory of the pages and blocks, in bytes.
  var memory: Int { (rows.count + pages.count) * 4 + blocks.count * 32 }
}
