/// Indices that are sorted by the entries to which they refer, such as rows in the order of their
/// identities.
///
/// The indices are in blocks of a limited size, so an insertion or a removal moves few other
/// indices.
struct SortedIndices<Index> {
  /// A place between two indices, or at an end.
  struct Position {
    fileprivate let block: Int
    fileprivate let offset: Int
  }

  /// The largest number of indices in a block.
  private static var blockSize: Int { 512 }

  /// The blocks; no block is empty.
  private var blocks: [[Index]] = []

  init() {}

  /// Creates a list of indices that are already in order.
  init(_ sorted: [Index]) {
    // The blocks are half full, so that they have room for insertions.
    blocks = stride(from: 0, to: sorted.count, by: Self.blockSize / 2).map { start in
      Array(sorted[start..<min(start + Self.blockSize / 2, sorted.count)])
    }
  }

  var isEmpty: Bool { blocks.isEmpty }
  var last: Index? { blocks.last?.last }

  /// All indices in order.
  var all: [Index] { Array(blocks.joined()) }

  /// Returns the position before the first index that meets a condition, or the end if no index
  /// does.
  ///
  /// If an index meets the condition, all indices after it have to meet it.
  ///
  /// Complexity: O(log *n*) calls of the condition.
  func firstPosition(where condition: (Index) -> Bool) -> Position {
    let block = blocks.firstPosition { block in block.last.map(condition) ?? true }
    guard block < blocks.count else {
      return Position(block: max(0, blocks.count - 1), offset: blocks.last?.count ?? 0)
    }
    return Position(block: block, offset: blocks[block].firstPosition(where: condition))
  }

  /// Returns the index after a position; `nil` at the end.
  subscript(position: Position) -> Index? {
    guard position.block < blocks.count, position.offset < blocks[position.block].count else {
      return nil
    }
    return blocks[position.block][position.offset]
  }

  /// Returns the index before a position; `nil` at the start.
  func index(before position: Position) -> Index? {
    if position.offset > 0 { return blocks[position.block][position.offset - 1] }
    return position.block > 0 ? blocks[position.block - 1].last : nil
  }

  /// Returns the indices of the block at a position and of some blocks on both sides of it, and the
  /// indices before and after these.
  func part(
    around position: Position, blocks width: Int
  ) -> (before: Index?, indices: [Index], after: Index?) {
    let start = max(0, position.block - width)
    let end = min(blocks.count, position.block + width + 1)
    return (
      start > 0 ? blocks[start - 1].last : nil, Array(blocks[start..<end].joined()),
      end < blocks.count ? blocks[end].first : nil
    )
  }

  mutating func insert(_ index: Index, at position: Position) {
    guard !blocks.isEmpty else { return blocks.append([index]) }
    let block = position.block
    blocks[block].insert(index, at: position.offset)
    guard blocks[block].count > Self.blockSize else { return }
    let half = blocks[block].count / 2
    blocks.insert(Array(blocks[block][half...]), at: block + 1)
    blocks[block].removeSubrange(half...)
  }

  /// Removes the index after a position, which must not be the end.
  mutating func remove(at position: Position) {
    blocks[position.block].remove(at: position.offset)
    if blocks[position.block].isEmpty { blocks.remove(at: position.block) }
  }

  /// Adds an index after all others.
  mutating func append(_ index: Index) {
    insert(index, at: Position(block: max(0, blocks.count - 1), offset: blocks.last?.count ?? 0))
  }

  mutating func popLast() -> Index? {
    guard let last else { return nil }
    blocks[blocks.count - 1].removeLast()
    if blocks.last?.isEmpty == true { blocks.removeLast() }
    return last
  }
}
