/// A probabilistic set of hashes, with ten bits for each hash.
///
/// It may report a hash that it doesn't contain.
struct BloomFilter: Equatable {
  private static let bitsPerEntry = 10
  private static let probeCount = 7
  /// The largest number of probes for a hash in the filter of another replica.
  private static let maximumProbes: UInt64 = 64

  private let entryCount: UInt64
  private let probes: UInt64
  private let bitsEach: UInt64
  private var bits: [UInt8]

  private init(entryCount: UInt64, probes: UInt64, bitsEach: UInt64, bits: [UInt8]) {
    self.entryCount = entryCount
    self.probes = probes
    self.bitsEach = bitsEach
    self.bits = bits
  }

  /// Creates a filter that contains some hashes.
  init(of hashes: [ChangeHash]) {
    entryCount = UInt64(hashes.count)
    probes = UInt64(Self.probeCount)
    bitsEach = UInt64(Self.bitsPerEntry)
    bits = Array(repeating: 0, count: (hashes.count * Self.bitsPerEntry + 7) / 8)
    for hash in hashes {
      for place in places(of: hash) { bits[Int(place >> 3)] |= 1 << UInt8(place & 7) }
    }
  }

  /// Reads a filter; without bytes, the filter is empty.
  init(reading bytes: [UInt8]) throws(AutomergeError) {
    var reader = ByteReader(bytes)
    if reader.isAtEnd {
      self.init(of: [])
      return
    }
    let entryCount = try reader.uleb()
    let bitsEach = try reader.uleb()
    let probes = try reader.uleb()
    let (product, overflows) = entryCount.multipliedReportingOverflow(by: bitsEach)
    guard !overflows, product <= UInt64(reader.remaining) * 8 else {
      throw reader.corrupt("a Bloom filter that is shorter than it states")
    }
    guard probes <= Self.maximumProbes else {
      throw reader.corrupt("a Bloom filter with \(probes) probes")
    }
    self.init(
      entryCount: entryCount, probes: probes, bitsEach: bitsEach,
      bits: try reader.array((product + 7) / 8))
  }

  /// `true` if the filter contains nothing.
  var isEmpty: Bool { entryCount == 0 || bits.isEmpty }

  var bytes: [UInt8] {
    guard entryCount > 0 else { return [] }
    var bytes: [UInt8] = []
    bytes.appendULEB(entryCount)
    bytes.appendULEB(bitsEach)
    bytes.appendULEB(probes)
    return bytes + bits
  }

  func contains(_ hash: ChangeHash) -> Bool {
    guard !isEmpty else { return false }
    return places(of: hash).allSatisfy { bits[Int($0 >> 3)] & (1 << UInt8($0 & 7)) != 0 }
  }

  /// Returns the positions of a hash's bits, which are the same in every replica.
  private func places(of hash: ChangeHash) -> [UInt64] {
    let modulus = UInt64(bits.count) * 8
    guard modulus > 0 else { return [] }
    let bytes = hash.bytes
    func word(_ start: Int) -> UInt64 {
      bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt64($1) } % modulus
    }
    var (x, y, z) = (word(0), word(4), word(8))
    var places = [x]
    for _ in 1..<max(1, probes) {
      x = (x + y) % modulus
      y = (y + z) % modulus
      places.append(x)
    }
    return places
  }
}
