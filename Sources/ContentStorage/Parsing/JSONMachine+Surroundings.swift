/// The state of the machine in the text around a value.
struct Surroundings {
  /// The text before a position.
  enum Place: UInt8 {
    /// Nothing but white space.
    case nothing
    /// The line that begins a Markdown fence, and white space.
    case fence
    case prose
  }

  /// The text before the current position, or before the value that has begun.
  var place = Place.nothing
  /// The number of consecutive backticks before the current position.
  var backticks = 0
  /// `true` if the line has the mark of a fence.
  var isFenceLine = false
  /// `true` if the current value may still belong to the text around the value; snapshots do not
  /// show it then.
  var isTentative = false
  /// The value, unless another object or array follows: an array of numbers, which could be a
  /// citation, or an empty array or object.
  var setAside: StoredContent?
}

// Skipping of a byte order mark, comments, and text around the value.
extension JSONMachine {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  mutating func readSurroundings(_ chunk: inout JSONChunk) {
    switch state {
    case .byteOrderMark: readByteOrderMark(&chunk)
    case .preamble: readPreamble(&chunk)
    default: skipEpilogue(&chunk)
    }
  }

  private mutating func readByteOrderMark(_ chunk: inout JSONChunk) {
    let byte = chunk[chunk.index]
    if byte == JSONMachine.byteOrderMark[byteOrderMarkCount] {
      chunk.index += 1
      byteOrderMarkCount += 1
      // A mark takes no column.
      lines.addContinuations(1)
      if byteOrderMarkCount == 3 { state = firstState }
    } else if byteOrderMarkCount == 0 || options.skipsSurroundingText {
      if byteOrderMarkCount > 0 { surroundings.place = .prose }
      state = firstState
    } else {
      failInvalidUTF8(&chunk, distance: 0)
    }
  }

  // MARK: Text before the value

  private mutating func readPreamble(_ chunk: inout JSONChunk) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        return tryValue(&chunk)
      case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
        if surroundings.place != .prose { return tryValue(&chunk) }
      case UInt8(ascii: "`"):
        surroundings.backticks += 1
        if surroundings.backticks == 3 { surroundings.isFenceLine = true }
        surroundings.place = .prose
        chunk.index += 1
        continue
      case 0x0A:
        chunk.index += 1
        lines.beginLine(at: chunk.index)
        if surroundings.isFenceLine {
          surroundings.isFenceLine = false
          surroundings.place = .fence
        }
        surroundings.backticks = 0
        continue
      case 0x20, 0x09, 0x0D:
        chunk.index += 1
        surroundings.backticks = 0
        continue
      default: break
      }
      if byte & 0xC0 == 0x80 { lines.addContinuations(1) }
      surroundings.place = .prose
      surroundings.backticks = 0
      chunk.index += 1
    }
  }

  /// Begins a value that may turn out to belong to the text around the value.
  private mutating func tryValue(_ chunk: inout JSONChunk) {
    // The builder may have been replaced since the chunk began.
    guard chunk.makeRoom(in: &builder) else { return failTooLarge() }
    surroundings.isTentative = true
    surroundings.backticks = 0
    state = .value
  }

  /// Accepts the current text as the value.
  mutating func confirm() {
    surroundings.isTentative = false
  }

  /// Accepts the current text as the value once it has more than a citation such as `[1]`.
  mutating func confirmUnlessCitation() {
    guard surroundings.isTentative else { return }
    switch surroundings.place {
    case .fence: confirm()
    case .nothing: if builder.depth > 1 || builder.countInContainer > 1 { confirm() }
    case .prose: break
    }
  }

  /// Considers the current text a part of the text around the value, and continues the search.
  mutating func abandonValue() {
    setValueAside()
    beginAgain()
    surroundings.isTentative = false
    surroundings.place = .prose
    state = .preamble
  }

  /// Keeps the array or object that has ended, if none with as many parts was kept before.
  private mutating func setValueAside() {
    let content = builder.storedSnapshot
    guard builder.isFinished, content.shape == .array || content.shape == .object else { return }
    if let other = surroundings.setAside, other.childCount >= content.childCount { return }
    surroundings.setAside = content
  }

  /// Chooses the value when the text has ended.
  mutating func chooseValue() {
    if surroundings.isTentative, state == .end { setValueAside() }
    if let content = surroundings.setAside, surroundings.isTentative || state == .preamble {
      beginAgain()
      builder.append(content)
      confirm()
      state = .end
    } else if state == .end || (builder.depth > 0 && builder.countInContainer > 0) {
      // A scalar that is the complete text, or an array that the text cuts off after an element.
      confirm()
    }
  }

  /// Forgets the current value and all state that belongs to it.
  private mutating func beginAgain() {
    builder = ContentBuilder(stream: id)
    builder.hasDistinctKeys = true
    firstKeyIndex = -1
    keys = KeyLog()
    numberText.removeAll(keepingCapacity: true)
    escape = EscapeProgress()
    hasDuplicates = false
    valueDepartures = []
  }

  // MARK: Text after the value

  /// Processes the first byte after the value that is not white space.
  mutating func leaveValue(_ byte: UInt8) {
    if surroundings.isTentative {
      // A string, number or literal is the value only if it fills the fence.
      guard surroundings.place == .fence, byte == UInt8(ascii: "`") else { return abandonValue() }
      confirm()
    }
    state = .epilogue
  }

  /// Counts the lines of the text after the value, which is not read.
  private mutating func skipEpilogue(_ chunk: inout JSONChunk) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      chunk.index += 1
      if byte == 0x0A {
        lines.beginLine(at: chunk.index)
      } else if byte & 0xC0 == 0x80 {
        lines.addContinuations(1)
      }
    }
  }

  // MARK: Comments

  /// Begins a comment at its first slash.
  mutating func beginComment(_ chunk: inout JSONChunk) {
    valueDepartures.insert(.comment)
    afterComment = state
    state = .commentStart
    chunk.index += 1
  }

  mutating func readComment(_ chunk: inout JSONChunk) {
    switch state {
    case .commentStart:
      switch chunk[chunk.index] {
      case UInt8(ascii: "/"): state = .lineComment
      case UInt8(ascii: "*"): state = .blockComment
      default: return failUnexpected("\"/\" or \"*\"", chunk)
      }
      chunk.index += 1
    case .lineComment:
      while chunk.index < chunk.count {
        let byte = chunk[chunk.index]
        if byte == 0x0A {
          state = afterComment
          return
        }
        if byte & 0xC0 == 0x80 { lines.addContinuations(1) }
        chunk.index += 1
      }
    default: readBlockComment(&chunk)
    }
  }

  private mutating func readBlockComment(_ chunk: inout JSONChunk) {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      chunk.index += 1
      if byte == UInt8(ascii: "/"), state == .blockCommentEnd {
        state = afterComment
        return
      }
      state = byte == UInt8(ascii: "*") ? .blockCommentEnd : .blockComment
      if byte == 0x0A {
        lines.beginLine(at: chunk.index)
      } else if byte & 0xC0 == 0x80 {
        lines.addContinuations(1)
      }
    }
  }
}
