extension Span<UInt8> {
  /// The number of bytes at the end of UTF-8 that begin a scalar and do not complete it.
  ///
  /// The length of a scalar depends on its first byte alone, so that an invalid scalar can also
  /// count as unfinished, until its last byte has arrived. A byte that begins no scalar and the
  /// bytes after it are not unfinished.
  package var unfinishedScalarLength: Int {
    // A scalar has at most four bytes, so an unfinished one has at most three.
    for length in 1...3 where length <= count {
      switch self[count - length] {
      case 0x80...0xBF: continue
      case 0xC2...0xDF: return length < 2 ? length : 0
      case 0xE0...0xEF: return length < 3 ? length : 0
      case 0xF0...0xF4: return length
      default: return 0
      }
    }
    return 0
  }
}
