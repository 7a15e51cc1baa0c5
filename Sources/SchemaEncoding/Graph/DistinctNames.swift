import SchemaModel

/// Finds names that occur twice, keeping its table from one object to the next.
struct DistinctNames {
  private var slots: [UInt64] = []
  private static let seed = UInt64.random(in: .min ... .max)

  /// The first name that stands a second time among properties, or `nil` if all differ.
  ///
  /// - Complexity: O(n) on average. The seed keeps names from being chosen to collide.
  mutating func firstDuplicate(in properties: [GenerationSchema.Property]) -> String? {
    let count = properties.count
    if count < 2 { return nil }
    if count <= 8 {
      for index in 1..<count {
        for other in 0..<index
        where Self.areEqual(properties[index].name, properties[other].name) {
          return properties[index].name
        }
      }
      return nil
    }
    var size = 32
    while size < count * 2 { size *= 2 }
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(0, count: size))
    for index in 0..<count {
      // The upper half of a slot holds the hash, the lower the index from 1 up.
      let hash = hash(properties[index].name) & 0xFFFF_FFFF_0000_0000
      var slot = Int(hash >> 32) & (size - 1)
      while slots[slot] != 0 {
        let other = Int(slots[slot] & 0xFFFF_FFFF) - 1
        if slots[slot] & 0xFFFF_FFFF_0000_0000 == hash,
          Self.areEqual(properties[other].name, properties[index].name)
        {
          return properties[index].name
        }
        slot = (slot &+ 1) & (size - 1)
      }
      slots[slot] = hash | UInt64(index + 1)
    }
    return nil
  }

  private static func areEqual(_ first: String, _ second: String) -> Bool {
    first.utf8.count == second.utf8.count && first.utf8.elementsEqual(second.utf8)
  }

  private func hash(_ name: String) -> UInt64 {
    var name = name
    return name.withUTF8 { utf8 in
      var hash = Self.seed ^ UInt64(utf8.count)
      var offset = 0
      let bytes = UnsafeRawBufferPointer(utf8)
      while offset < bytes.count {
        var word: UInt64 = 0
        if offset &+ 8 <= bytes.count {
          word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        } else {
          for index in offset..<bytes.count { word = word << 8 | UInt64(bytes[index]) }
        }
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = product.high ^ product.low
        offset &+= 8
      }
      return hash
    }
  }
}
