/// Finds the number of a type by its identity.
///
/// A dictionary would do, at several times the cost: its hash guards against keys that an attacker
/// chooses, and these keys are addresses of the process's own types.
///
/// What is searched is small, a place in a list for each slot: of a million types most slots are not
/// in the processor's cache when they are looked at.
struct IdentityTable {
  private var keys: [UInt] = []
  private var numbers: [Int32] = []

  /// For each slot the place of a key, counted from 1; 0 if there is none.
  private var slots = [Int32](repeating: 0, count: 32)
  private var mask = 31

  init() {
    keys.reserveCapacity(16)
    numbers.reserveCapacity(16)
  }

  /// The number stored for an identity, or `nil` if there is none.
  func number(of identity: ObjectIdentifier) -> Int? {
    let key = UInt(bitPattern: identity)
    var slot = Self.hash(key) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if keys[place] == key { return Int(numbers[place]) }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Stores a number for an identity that has none.
  mutating func insert(_ identity: ObjectIdentifier, number: Int) {
    if keys.count &* 2 >= mask { grow() }
    keys.append(UInt(bitPattern: identity))
    numbers.append(Int32(truncatingIfNeeded: number))
    enter(keys.count - 1)
  }

  private mutating func enter(_ place: Int) {
    var slot = Self.hash(keys[place]) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: place + 1)
  }

  private mutating func grow() {
    let size = (mask + 1) * 4
    slots = [Int32](repeating: 0, count: size)
    mask = size - 1
    for place in keys.indices { enter(place) }
  }

  /// Drops the low bits, which are the same in all addresses, and keeps neighbours close: types
  /// that are made one after the other are met in that order too.
  private static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 5) &+ (key >> 13))
  }
}
