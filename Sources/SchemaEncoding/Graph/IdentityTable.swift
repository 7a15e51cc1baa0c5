/// Finds the number of a type by its identity.
///
/// A dictionary would do, at several times the cost: its hash guards against keys that an attacker
/// chooses, and these keys are addresses of the process's own types.
struct IdentityTable {
  private var keys: [UInt]
  private var values: [Int32]
  private var count = 0
  private var mask: Int

  init() {
    keys = [UInt](repeating: 0, count: 32)
    values = [Int32](repeating: 0, count: 32)
    mask = 31
  }

  /// The number stored for an identity, or `nil` if there is none.
  func number(of identity: ObjectIdentifier) -> Int? {
    let key = UInt(bitPattern: identity)
    var slot = Self.hash(key) & mask
    while keys[slot] != 0 {
      if keys[slot] == key { return Int(values[slot]) }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Stores a number for an identity that has none.
  mutating func insert(_ identity: ObjectIdentifier, number: Int) {
    if count &* 2 >= mask { grow() }
    place(UInt(bitPattern: identity), Int32(truncatingIfNeeded: number))
    count += 1
  }

  private mutating func place(_ key: UInt, _ value: Int32) {
    var slot = Self.hash(key) & mask
    while keys[slot] != 0 { slot = (slot &+ 1) & mask }
    keys[slot] = key
    values[slot] = value
  }

  private mutating func grow() {
    let old = (keys, values)
    let size = (mask + 1) * 4
    keys = [UInt](repeating: 0, count: size)
    values = [Int32](repeating: 0, count: size)
    mask = size - 1
    for (key, value) in zip(old.0, old.1) where key != 0 { place(key, value) }
  }

  /// Drops the low bits, which are the same in all addresses, and keeps neighbours close: types
  /// that are made one after the other are met in that order too.
  private static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 4) &+ (key >> 13))
  }
}
