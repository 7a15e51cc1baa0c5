import SchemaText

/// The lines and columns of the text that a ``JSONMachine`` has read.
///
/// All offsets count bytes from the beginning of the text.
struct LineCounter {
  /// The offset of the current chunk, or of the next chunk.
  private(set) var chunkStart = 0
  private var line = 1
  private var lineStart = 0
  /// The number of continuation bytes in the line, which take no column.
  private var continuations = 0

  /// A place in the text.
  ///
  /// Its position is computed on access.
  struct Place {
    fileprivate var offset = 0
    fileprivate var line = 1
    fileprivate var lineStart = 0
    fileprivate var continuations = 0

    init() {}

    /// The position for users, with lines and columns from 1.
    var position: TextPosition {
      TextPosition(
        offset: offset, line: line, column: max(1, offset - lineStart - continuations + 1))
    }
  }

  /// Returns the place of an index of the chunk.
  ///
  /// The index must be in the current line.
  @inline(__always)
  func place(at index: Int) -> Place {
    var place = Place()
    place.offset = chunkStart + index
    place.line = line
    place.lineStart = lineStart
    place.continuations = continuations
    return place
  }

  /// Begins a line at an index of the chunk.
  @inline(__always)
  mutating func beginLine(at index: Int) {
    line += 1
    lineStart = chunkStart + index
    continuations = 0
  }

  /// Counts bytes of the line that take no column.
  @inline(__always)
  mutating func addContinuations(_ count: Int) { continuations &+= count }

  /// Continues with the next chunk.
  @inline(__always)
  mutating func endChunk(of count: Int) { chunkStart += count }
}
