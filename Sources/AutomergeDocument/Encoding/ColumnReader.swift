/// The columns of a chunk, by specification.
struct ColumnReader {
  private struct Entry {
    let specification: UInt64
    let length: UInt64
  }

  private struct Column {
    /// The specification without the bit for compression.
    let specification: UInt64
    let data: ByteReader
  }

  private var entries: [Entry] = []
  /// The columns in the order of their specifications.
  private var columns: [Column] = []

  /// Reads the list of columns, but not yet their data.
  init(metadata reader: inout ByteReader) throws(AutomergeError) {
    let count = try reader.uleb()
    guard count <= UInt64(reader.remaining) else { throw reader.corrupt("more columns than bytes") }
    var last: UInt64?
    for _ in 0..<count {
      let specification = try reader.uleb()
      guard specification <= UInt64(UInt32.max) else {
        throw reader.corrupt("an unknown kind of column")
      }
      let normalized = specification & ~ColumnSpecification.deflateBit
      if let last, normalized <= last { throw reader.corrupt("columns out of order") }
      last = normalized
      entries.append(Entry(specification: specification, length: try reader.uleb()))
    }
  }

  /// Reads the data of the columns, and inflates the compressed columns.
  mutating func readData(
    _ reader: inout ByteReader, inflating budget: inout LoadBudget
  ) throws(AutomergeError) {
    for entry in entries {
      let range = try reader.range(entry.length)
      if entry.specification & ColumnSpecification.deflateBit != 0 {
        add(entry, ByteReader(try budget.inflate(reader.bytes, range)))
      } else {
        add(entry, ByteReader(reader.bytes, range))
      }
    }
    entries = []
  }

  private mutating func add(_ entry: Entry, _ data: ByteReader) {
    let specification = entry.specification & ~ColumnSpecification.deflateBit
    columns.append(Column(specification: specification, data: data))
  }

  /// Reads the data of columns that must not be compressed.
  mutating func readPlainData(_ reader: inout ByteReader) throws(AutomergeError) {
    for entry in entries {
      guard entry.specification & ColumnSpecification.deflateBit == 0 else {
        throw reader.corrupt("a compressed column in a change")
      }
      add(entry, ByteReader(reader.bytes, try reader.range(entry.length)))
    }
    entries = []
  }

  /// Throws if a column is unknown in this version.
  ///
  /// A loaded document doesn't keep the bytes of its changes, so the column would be lost.
  func check(known: Set<UInt64>) throws(AutomergeError) {
    for specification in specifications where !known.contains(specification) {
      throw AutomergeError(
        .unsupportedFormat,
        "The document has a column of the unknown kind \(specification); "
          + "load its changes instead of the document, or use a later version.")
    }
  }

  /// The data of a column; empty if the column is absent.
  subscript(specification: UInt64) -> ByteReader {
    columns.first { $0.specification == specification }?.data ?? ByteReader([])
  }

  var specifications: [UInt64] { columns.map(\.specification) }
}
