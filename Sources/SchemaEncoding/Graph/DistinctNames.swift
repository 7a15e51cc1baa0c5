/// Something that has a name, in the form in which it is written.
protocol NamedRecord {
  /// Where the name stands, as a JSON string.
  var distinctName: TextSpan { get }
}

extension PropertyRecord: NamedRecord {
  var distinctName: TextSpan { name }
}

extension DefinitionRecord: NamedRecord {
  var distinctName: TextSpan { title }
}

/// Finds names that occur twice, byte for byte.
///
/// A name is written in one way only, so what is written is compared.
enum DistinctNames {
  private static let hashMask: UInt64 = 0xFFFF_FFFF_0000_0000

  /// The first record of a list that has the name of one before it, or `nil` if all differ.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - first: Where those that are compared begin.
  ///   - count: How many are compared.
  ///   - text: What the names stand in.
  /// - Returns: The index of the record.
  /// - Complexity: O(n) on average.
  static func firstDuplicate(
    in records: borrowing FlatList<some NamedRecord>, from first: Int, count: Int,
    text: UnsafeBufferPointer<UInt8>
  ) -> Int? {
    if count <= 8 {
      for index in first..<(first + count) {
        for other in first..<index
        where areEqual(records[index].distinctName, records[other].distinctName, text) {
          return index
        }
      }
      return nil
    }
    // First all hashes, then all slots: so the processor waits for many slots at the same time.
    var hashes = FlatList<UInt64>(capacity: count)
    for index in 0..<count {
      // The upper half holds the hash, the lower the index from 1 up.
      let hash = hash(records[first + index].distinctName, text)
      hashes.append(hash & hashMask | UInt64(index + 1))
    }
    var size = 32
    while size < count * 2 { size *= 2 }
    var slots = FlatList<UInt64>(repeating: 0, count: size)
    for index in 0..<count {
      let hash = hashes[index]
      var slot = Int(hash >> 32) & (size - 1)
      while slots[slot] != 0 {
        let other = Int(slots[slot] & ~hashMask) - 1
        if (slots[slot] ^ hash) & hashMask == 0,
          areEqual(
            records[first + other].distinctName, records[first + index].distinctName, text)
        {
          return first + index
        }
        slot = (slot &+ 1) & (size - 1)
      }
      slots[slot] = hash
    }
    return nil
  }

  private static func areEqual(
    _ first: TextSpan, _ second: TextSpan, _ text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard first.length == second.length else { return false }
    // From behind: names that are alike are so at the front.
    var index = Int(first.length)
    while index > 0 {
      index &-= 1
      if text[Int(first.offset) &+ index] != text[Int(second.offset) &+ index] { return false }
    }
    return true
  }

  /// The hash of a name, seeded so that names cannot be chosen to collide.
  ///
  /// The seed is where the text lies, which nobody outside knows. A random number would do, at the cost
  /// of the system's generator and a static variable on first use.
  private static func hash(_ name: TextSpan, _ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var hash = UInt64(UInt(bitPattern: text.baseAddress)) ^ UInt64(name.length)
    var offset = Int(name.offset)
    let end = offset + Int(name.length)
    let bytes = UnsafeRawBufferPointer(text)
    while offset < end {
      var word: UInt64 = 0
      if offset &+ 8 <= end {
        word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      } else {
        for index in offset..<end { word = word << 8 | UInt64(bytes[index]) }
      }
      let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
      hash = product.high ^ product.low
      offset &+= 8
    }
    return hash
  }
}
