import CZlib

/// Raw DEFLATE streams, by zlib; in this module, only this code passes memory to C.
enum Deflate {
  /// Returns the compressed bytes; `nil` if zlib fails, or if the result would be longer than the
  /// input.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var stream = unsafe z_stream()
    let status = unsafe deflateInit2_(
      &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { return nil }
    defer { unsafe _ = deflateEnd(&stream) }
    var isFinished = false
    let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count) { output, written in
      var input = bytes
      unsafe input.withUnsafeMutableBufferPointer { input in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = count
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = count
        unsafe isFinished = deflate(&stream, Z_FINISH) == Z_STREAM_END
        unsafe written = output.count - Int(stream.avail_out)
      }
    }
    return isFinished ? compressed : nil
  }

  /// Returns the inflated bytes of a range.
  ///
  /// `limit`: The largest number of bytes of the result.
  ///
  /// - Throws: `corruptData`, or `limitExceeded` for a result with more bytes.
  static func inflate(
    _ bytes: [UInt8], _ range: Range<Int>, limit: Int
  ) throws(AutomergeError) -> [UInt8] {
    let corrupt = AutomergeError(
      .corruptData, "The data contain a damaged DEFLATE stream.", offset: range.lowerBound)
    guard let count = UInt32(exactly: range.count) else { throw corrupt }
    var stream = unsafe z_stream()
    let status = unsafe inflateInit2_(
      &stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else { throw corrupt }
    defer { unsafe _ = inflateEnd(&stream) }
    var input = Array(bytes[range])
    var output: [UInt8] = []
    let result: Int32? = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe stream.next_in = input.baseAddress
      unsafe stream.avail_in = count
      while true {
        var status: Int32 = Z_OK
        // The result is usually four times as long as the input. More memory is allocated only when
        // needed.
        let room = min(max(range.count * 4, 1 << 10), 1 << 20)
        let part = unsafe [UInt8](unsafeUninitializedCapacity: room) { output, written in
          unsafe stream.next_out = output.baseAddress
          unsafe stream.avail_out = UInt32(room)
          unsafe status = CZlib.inflate(&stream, Z_NO_FLUSH)
          unsafe written = room - Int(stream.avail_out)
        }
        output.append(contentsOf: part)
        if output.count > limit { return nil }
        if status != Z_OK || part.isEmpty { return status }
      }
    }
    guard let result else {
      throw AutomergeError(
        .limitExceeded,
        "The data inflate to more than \(limit) bytes; raise the limits to read them.",
        offset: range.lowerBound)
    }
    guard result == Z_STREAM_END, unsafe stream.avail_in == 0 else { throw corrupt }
    return output
  }
}
