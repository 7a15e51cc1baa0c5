/// Collects columns and writes them as a list of columns followed by their data.
struct ColumnWriter {
  /// The smallest size at which a column is compressed.
  private static let deflateMinimum = 256

  private var columns: [(specification: UInt64, bytes: [UInt8])] = []

  /// Adds a column, unless it is empty.
  mutating func add(_ specification: UInt64, _ bytes: [UInt8]) {
    if !bytes.isEmpty { columns.append((specification, bytes)) }
  }

  /// Returns the list of columns and the data.
  ///
  /// `deflating`: `true` to compress long columns, which only documents allow.
  func finish(deflating: Bool) -> (metadata: [UInt8], data: [UInt8]) {
    var metadata: [UInt8] = []
    var data: [UInt8] = []
    metadata.appendULEB(UInt64(columns.count))
    for column in columns.sorted(by: { $0.specification < $1.specification }) {
      if deflating, column.bytes.count >= Self.deflateMinimum,
        let compressed = Deflate.compress(column.bytes)
      {
        metadata.appendULEB(column.specification | ColumnSpecification.deflateBit)
        metadata.appendULEB(UInt64(compressed.count))
        data.append(contentsOf: compressed)
      } else {
        metadata.appendULEB(column.specification)
        metadata.appendULEB(UInt64(column.bytes.count))
        data.append(contentsOf: column.bytes)
      }
    }
    return (metadata, data)
  }
}

/// The primitives of the format, appended to bytes.
extension [UInt8] {
  mutating func appendULEB(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  mutating func appendSLEB(_ value: Int64) {
    var rest = value
    while rest < -0x40 || rest > 0x3F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest) & 0x7F)
  }

  mutating func appendPrefixed(_ bytes: some Collection<UInt8>) {
    appendULEB(UInt64(bytes.count))
    append(contentsOf: bytes)
  }

  mutating func appendHashes(_ hashes: [ChangeHash]) {
    appendULEB(UInt64(hashes.count))
    for hash in hashes { append(contentsOf: hash.bytes) }
  }
}
