/// Reads the records of a run-length encoded column: what each value is, the caller knows.
struct RunRecords {
  enum Record {
    case run(UInt64)
    case literal(UInt64)
    case nulls(UInt64)
  }

  static func next(_ reader: inout ByteReader) throws(AutomergeError) -> Record? {
    guard !reader.isAtEnd else { return nil }
    let length = try reader.sleb()
    if length > 0 { return .run(UInt64(length)) }
    if length < 0 { return .literal(length.magnitude) }
    let count = try reader.uleb()
    guard count > 0 else { throw reader.corrupt("a run of no nulls") }
    return .nulls(count)
  }
}
