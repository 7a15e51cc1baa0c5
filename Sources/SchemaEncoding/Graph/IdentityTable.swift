/// Finds the number of a type, or of the arrays of a type, by its identity.
///
/// A dictionary would do, at several times the cost: its hash guards against keys that an attacker
/// chooses, and these keys are addresses of the process's own types.
///
/// What is searched is small, a place in a list for each slot: of a million types most slots are not
/// in the processor's cache when they are looked at.
final class IdentityTable {
  @exclusivity(unchecked) private var keys = FlatList<UInt>(capacity: 16)
  @exclusivity(unchecked) private var numbers = FlatList<Int32>(capacity: 16)

  /// For each slot the place of a key, counted from 1; 0 if there is none.
  @exclusivity(unchecked) private var slots = FlatList<Int32>(repeating: 0, count: 32)
  @exclusivity(unchecked) private var mask = 31

  /// The number stored for a type, or `nil` if there is none.
  func number(of type: any Any.Type) -> Int? { number(of: Self.key(type)) }

  /// The number stored for the arrays of a type, or `nil` if there is none.
  func number(ofArraysOf element: any Any.Type) -> Int? { number(of: Self.key(arraysOf: element)) }

  /// Stores a number for a type that has none.
  func insert(_ type: any Any.Type, number: Int) {
    insert(Self.key(type), number: number)
  }

  /// Stores a number for the arrays of a type, which have none.
  func insert(arraysOf element: any Any.Type, number: Int) {
    insert(Self.key(arraysOf: element), number: number)
  }

  private static func key(_ type: any Any.Type) -> UInt { UInt(bitPattern: ObjectIdentifier(type)) }

  /// Metadata is aligned, so that the lowest bit is free to tell arrays of a type from the type.
  private static func key(arraysOf element: any Any.Type) -> UInt { key(element) | 1 }

  private func number(of key: UInt) -> Int? {
    var slot = Self.hash(key) & mask
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if keys[place] == key { return Int(numbers[place]) }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  private func insert(_ key: UInt, number: Int) {
    if keys.count &* 2 >= mask { grow() }
    keys.append(key)
    numbers.append(Int32(truncatingIfNeeded: number))
    enter(keys.count - 1)
  }

  private func enter(_ place: Int) {
    var slot = Self.hash(keys[place]) & mask
    while slots[slot] != 0 { slot = (slot &+ 1) & mask }
    slots[slot] = Int32(truncatingIfNeeded: place + 1)
  }

  private func grow() {
    let size = (mask + 1) * 4
    slots = FlatList(repeating: 0, count: size)
    mask = size - 1
    for place in 0..<keys.count { enter(place) }
  }

  /// Drops the low bits, which are the same in all addresses, and keeps neighbours close: types
  /// that are made one after the other are met in that order too.
  private static func hash(_ key: UInt) -> Int {
    Int(truncatingIfNeeded: (key >> 5) &+ (key >> 13) &+ (key & 1))
  }
}
