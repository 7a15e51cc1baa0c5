/// Numbers of items, found by hashing.
///
/// A look-up takes 8 ns, instead of 28 ns in a `Dictionary`; a mask needs several. A structure in
/// a class would be checked for exclusive access at each use; see ``GrowingTable``.
final class ItemTable {
  private struct Slot: BitwiseCopyable {
    var position: UInt64 = 0
    var stack: UInt32 = 0
    /// One more than the number; 0 marks a free slot.
    var value: UInt32 = 0
  }

  private let slots = GrowingTable<Slot>(capacity: 64)
  private var mask = 63
  private var count = 0

  init() { slots.reset(count: 64, to: Slot()) }

  /// Empties the table, and gives its memory back.
  func removeAll() {
    mask = 63
    count = 0
    slots.removeAll()
    slots.reset(count: 64, to: Slot())
  }

  /// The memory that the table takes, in bytes.
  var byteCount: Int { slots.byteCount }

  private static func hash(_ position: UInt64, _ stack: UInt32) -> Int {
    var bits = (position ^ UInt64(stack) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    bits ^= bits >> 32
    return Int(truncatingIfNeeded: bits & 0x7FFF_FFFF)
  }

  /// The number of an item, or `nil`.
  func value(of item: Item) -> Int? {
    var index = Self.hash(item.position.rawValue, item.stack) & mask
    while true {
      let slot = slots[index]
      if slot.value == 0 { return nil }
      if slot.position == item.position.rawValue, slot.stack == item.stack {
        return Int(slot.value - 1)
      }
      index = (index + 1) & mask
    }
  }

  /// Adds an item that is not in the table.
  func insert(_ item: Item, _ value: Int) {
    if (count + 1) * 2 > slots.count { grow() }
    place(
      Slot(
        position: item.position.rawValue, stack: item.stack,
        value: UInt32(truncatingIfNeeded: value + 1)))
    count += 1
  }

  private func place(_ slot: Slot) {
    var index = Self.hash(slot.position, slot.stack) & mask
    while slots[index].value != 0 { index = (index + 1) & mask }
    slots[index] = slot
  }

  private func grow() {
    let old = (0..<slots.count).map { slots[$0] }
    mask = old.count * 2 - 1
    slots.reset(count: old.count * 2, to: Slot())
    for slot in old where slot.value != 0 { place(slot) }
  }
}
