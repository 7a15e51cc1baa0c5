/// The lines of a console's standard input, which are read one by one.
struct InputLines {
  private static let lineFeed: UInt8 = 0x0A

  /// The bytes that are read and not yet returned.
  private var bytes: [UInt8] = []

  /// The first of these bytes.
  private var start = 0

  /// The position where the search for the end of the next line continues.
  private var searched = 0

  /// Waits for the next line.
  ///
  /// - Parameter console: The console to read from.
  /// - Returns: The bytes of the line without its line end, which is a line feed, perhaps after a
  ///   carriage return; `nil` after the last line, which needs no line end.
  /// - Throws: ``CommandError`` if standard input cannot be read, or a line is larger than
  ///   ``InputFile/limit``.
  /// - Complexity: All calls together take time in proportion to the bytes.
  mutating func next(on console: inout some Console) throws(CommandError) -> [UInt8]? {
    do throws(ReadFailure) {
      return try next(reading: { () throws(ReadFailure) in try console.read() })
    } catch {
      throw .unreadableInput(reason: error.reason)
    }
  }

  /// Waits for the next line of any input.
  ///
  /// - Parameter read: Reads a part of the input; an empty one is the end.
  /// - Returns: The bytes of the line, as for standard input.
  /// - Throws: ``ReadFailure`` if a part cannot be read, or a line is larger than
  ///   ``InputFile/limit``.
  mutating func next(reading read: () throws(ReadFailure) -> [UInt8]) throws(ReadFailure)
    -> [UInt8]?
  {
    while true {
      if let end = bytes[searched...].firstIndex(of: Self.lineFeed) { return takeLine(to: end) }
      searched = bytes.count
      guard try readMore(read) else {
        return start < bytes.count ? takeLine(to: bytes.count) : nil
      }
    }
  }

  /// Adds the next bytes of the input, and removes those of the returned lines.
  private mutating func readMore(
    _ read: () throws(ReadFailure) -> [UInt8]
  ) throws(ReadFailure) -> Bool {
    let piece = try read()
    if bytes.count - start + piece.count > InputFile.limit { throw .lineTooLarge }
    bytes.removeFirst(start)
    (start, searched) = (0, searched - start)
    bytes += piece
    return !piece.isEmpty
  }

  private mutating func takeLine(to end: Int) -> [UInt8] {
    let line = bytes[start..<end]
    start = min(end + 1, bytes.count)
    searched = start
    return Array(line.last == 0x0D ? line.dropLast() : line)
  }
}
