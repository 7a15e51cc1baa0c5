/// A message of the sync protocol.
struct SyncMessage {
  /// A summary of the changes that a replica has: the changes up to some heads, and a filter of
  /// later ones.
  struct Have: Equatable {
    let lastSync: [ChangeHash]
    let filter: BloomFilter
  }

  private static let version1: UInt8 = 0x42
  private static let version2: UInt8 = 0x43
  /// The largest accepted number of `have` entries; known implementations write one.
  private static let maximumHaveCount: UInt64 = 16

  let heads: [ChangeHash]
  let need: [ChangeHash]
  /// The changes that the sender has; empty if it requests only the changes in ``need``.
  let have: [Have]
  /// The chunks of changes or of a document.
  let chunks: [[UInt8]]

  init(
    heads: [ChangeHash], need: [ChangeHash] = [], have: [Have] = [], chunks: [[UInt8]] = []
  ) {
    self.heads = heads
    self.need = need
    self.have = have
    self.chunks = chunks
  }

  /// Reads a message of version 1 or 2.
  init(_ bytes: [UInt8]) throws(AutomergeError) {
    var reader = ByteReader(bytes)
    let version = try reader.byte()
    guard version == Self.version1 || version == Self.version2 else {
      throw AutomergeError(
        .unsupportedFormat,
        "The message begins with \(version), which is not a known version of the sync protocol.")
    }
    heads = try reader.hashes()
    need = try reader.hashes()
    let haveCount = try reader.uleb()
    guard haveCount <= Self.maximumHaveCount else {
      throw AutomergeError(
        .limitExceeded,
        "The message contains \(haveCount) filters of changes, of which at most "
          + "\(Self.maximumHaveCount) are read.", offset: reader.offset)
    }
    var have: [Have] = []
    for _ in 0..<haveCount {
      let lastSync = try reader.hashes()
      have.append(
        Have(lastSync: lastSync, filter: try BloomFilter(reading: try reader.prefixedArray())))
    }
    self.have = have
    if version == Self.version2, Self.isBlob(reader) {
      chunks = [try reader.prefixedArray()]
    } else {
      let count = try reader.uleb()
      guard count <= UInt64(reader.remaining) else {
        throw reader.corrupt("more changes than bytes")
      }
      var chunks: [[UInt8]] = []
      for _ in 0..<count { chunks.append(try reader.prefixedArray()) }
      self.chunks = chunks
    }
    // Later versions may add flags here. The message can be read without them.
  }

  /// Returns `true` if all chunks follow as one byte string, which version 2 allows.
  private static func isBlob(_ reader: ByteReader) -> Bool {
    var reader = reader
    guard (try? reader.uleb()) != nil else { return false }
    return (try? reader.array(4)) == Chunk.magic
  }

  var bytes: [UInt8] {
    var bytes = [Self.version1]
    bytes.appendHashes(heads)
    bytes.appendHashes(need)
    bytes.appendULEB(UInt64(have.count))
    for part in have {
      bytes.appendHashes(part.lastSync)
      bytes.appendPrefixed(part.filter.bytes)
    }
    bytes.appendULEB(UInt64(chunks.count))
    for chunk in chunks { bytes.appendPrefixed(chunk) }
    return bytes
  }
}
