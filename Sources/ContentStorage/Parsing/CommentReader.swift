/// Reads a comment after its first slash.
struct CommentReader {
  private enum Stage: UInt8 {
    case start, line, block
    /// After an asterisk in a block comment.
    case blockEnd
  }

  enum Outcome {
    case unfinished, ended
    /// The byte after the first slash does not begin a comment.
    case fault
  }

  /// The state of the parser before the comment.
  ///
  /// The parser continues in this state after the comment.
  let outer: JSONMachine.State
  private var stage = Stage.start

  init(in outer: JSONMachine.State) { self.outer = outer }

  /// `true` if the text may end here.
  var mayEnd: Bool { stage == .line }

  /// Reads up to the end of the comment or of the chunk.
  ///
  /// The chunk must have an unread byte.
  mutating func read(_ chunk: inout JSONChunk, _ lines: inout LineCounter) -> Outcome {
    switch stage {
    case .start:
      switch chunk[chunk.index] {
      case UInt8(ascii: "/"): stage = .line
      case UInt8(ascii: "*"): stage = .block
      default: return .fault
      }
      chunk.index += 1
      return .unfinished
    case .line:
      while chunk.index < chunk.count {
        let byte = chunk[chunk.index]
        if byte == 0x0A { return .ended }
        if byte & 0xC0 == 0x80 { lines.addContinuations(1) }
        chunk.index += 1
      }
      return .unfinished
    case .block, .blockEnd: return readBlock(&chunk, &lines)
    }
  }

  private mutating func readBlock(
    _ chunk: inout JSONChunk, _ lines: inout LineCounter
  ) -> Outcome {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      chunk.index += 1
      if byte == UInt8(ascii: "/"), stage == .blockEnd { return .ended }
      stage = byte == UInt8(ascii: "*") ? .blockEnd : .block
      if byte == 0x0A {
        lines.beginLine(at: chunk.index)
      } else if byte & 0xC0 == 0x80 {
        lines.addContinuations(1)
      }
    }
    return .unfinished
  }
}
