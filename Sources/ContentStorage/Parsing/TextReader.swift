/// Reads the text of a string or key after its opening quote, and copies it to a builder.
///
/// The reader can stop after any byte. A text that is complete in one chunk is processed in one
/// step.
struct TextReader {
  /// The bytes that come next.
  private enum Stage: UInt8 {
    /// Text, or the closing quote.
    case text
    /// The rest of a scalar that a chunk cut off.
    case scalarRest
    /// The letter after a backslash, and the digits of a code unit.
    case escape, unicodeDigits
    /// The backslash and the letter that begin the second half of a surrogate pair.
    case lowSurrogate, lowSurrogateLetter
  }

  enum Outcome {
    /// The text continues.
    case unfinished
    /// The closing quote of a key, or of a string, has been read.
    case keyEnded, stringEnded
    case fault(Fault)
  }

  /// A fault of the text at the current byte.
  enum Fault {
    /// A control character that is not escaped.
    case controlCharacter
    /// A byte, at a distance from the current byte, that well-formed UTF-8 does not allow.
    case invalidUTF8(distance: Int)
    /// The letter after a backslash does not begin an escape.
    case invalidEscape
    /// A digit of a code unit is not hexadecimal.
    case invalidDigit
    /// An unpaired surrogate. Its escape begins at an offset of the text.
    case loneSurrogate(offset: Int, isSecond: Bool)
  }

  private(set) var isKey = false
  /// The place at which the current or last key begins.
  private(set) var keyPlace = LineCounter.Place()
  /// The departures of the texts from RFC 8259.
  private(set) var departures: JSONMachine.Departures = []
  private var stage = Stage.text
  /// `true` if the builder has begun the text.
  private var isBegun = false
  private var scalarRest = ScalarRest()
  private var escape = EscapeProgress()

  @inline(__always)
  mutating func beginKey(at place: LineCounter.Place) {
    keyPlace = place
    isKey = true
    isBegun = false
  }

  @inline(__always)
  mutating func beginString() {
    isKey = false
    isBegun = false
  }

  /// Reads at least one byte.
  ///
  /// - Parameters:
  ///   - chunk: The chunk, which has a byte.
  ///   - builder: The builder that receives the text.
  ///   - lines: The counter of lines.
  ///   - isLenient: `true` if departures from RFC 8259 are accepted.
  /// - Returns: `unfinished` until the text has ended.
  @inline(__always)
  mutating func read(
    _ chunk: inout JSONChunk, into builder: inout ContentBuilder, _ lines: inout LineCounter,
    isLenient: Bool
  ) -> Outcome {
    stage == .text
      ? readText(&chunk, &builder, &lines, isLenient)
      : readCutElement(&chunk, &builder, &lines, isLenient)
  }

  /// Reads the rest of a scalar or an escape.
  @inline(never)
  private mutating func readCutElement(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ lines: inout LineCounter,
    _ isLenient: Bool
  ) -> Outcome {
    switch stage {
    case .text: return .unfinished
    case .scalarRest: return readScalarRest(&chunk, &builder, &lines)
    case .escape: return readEscape(&chunk, &builder, isLenient)
    case .unicodeDigits: return readUnicodeDigits(&chunk, &builder, isLenient)
    case .lowSurrogate: return readLowSurrogate(&chunk, &builder, isLenient)
    case .lowSurrogateLetter: return readLowSurrogateLetter(&chunk, &builder, lines, isLenient)
    }
  }

  /// Reads text up to its end or the end of the chunk, and copies it in the same pass.
  @inline(__always)
  private mutating func readText(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ lines: inout LineCounter,
    _ isLenient: Bool
  ) -> Outcome {
    let base = unsafe chunk.base
    let count = chunk.count
    var index = chunk.index
    var text = unsafe chunk.text
    while true {
      index = unsafe TextScan.copyASCII(base, from: index, to: count, into: &text)
      guard index < count else { break }
      let byte = unsafe base[index]
      if byte == UInt8(ascii: "\"") {
        chunk.index = index &+ 1
        return unsafe endText(&chunk, text, &builder)
      }
      if byte == UInt8(ascii: "\\") {
        if index &+ 1 < count, let character = simpleEscape(unsafe base[index &+ 1], isLenient) {
          unsafe text.pointee = character
          unsafe text += 1
          index &+= 2
          continue
        }
        escape.begin(at: lines.chunkStart + index)
        index &+= 1
        stage = .escape
        break
      }
      if byte < 0x20 {
        guard isLenient else {
          chunk.index = index
          unsafe addText(&chunk, text, &builder)
          return .fault(.controlCharacter)
        }
        departures.insert(.controlCharacter)
        unsafe text.pointee = byte
        unsafe text += 1
        index &+= 1
        if byte == 0x0A { lines.beginLine(at: index) }
        continue
      }
      switch unsafe TextScan.scalar(base, at: index, to: count) {
      case .valid(let length):
        for distance in 0..<length { unsafe text[distance] = base[index &+ distance] }
        unsafe text += length
        index &+= length
        lines.addContinuations(length &- 1)
      case .cut(let rest, let low, let high):
        let length = count - index
        for distance in 0..<length { unsafe text[distance] = base[index &+ distance] }
        lines.addContinuations(length - 1)
        chunk.index = count
        unsafe addText(&chunk, text + length, &builder)
        scalarRest = ScalarRest(count: rest, low, high)
        stage = .scalarRest
        return .unfinished
      case .invalid(let distance):
        chunk.index = index
        unsafe addText(&chunk, text, &builder)
        return .fault(.invalidUTF8(distance: distance))
      }
    }
    chunk.index = index
    unsafe addText(&chunk, text, &builder)
    return .unfinished
  }

  /// Reads the rest of a scalar that a chunk cut off.
  private mutating func readScalarRest(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ lines: inout LineCounter
  ) -> Outcome {
    let byte = chunk[chunk.index]
    guard scalarRest.take(byte) else { return .fault(.invalidUTF8(distance: 0)) }
    append(byte, &chunk, &builder)
    chunk.index += 1
    lines.addContinuations(1)
    if scalarRest.isEmpty { stage = .text }
    return .unfinished
  }

  /// Passes the text up to a place to the builder.
  @inline(__always)
  private mutating func addText(
    _ chunk: inout JSONChunk, _ end: UnsafeMutablePointer<UInt8>, _ builder: inout ContentBuilder
  ) {
    if !isBegun {
      isBegun = true
      if isKey { builder.beginKey() } else { builder.beginString() }
    }
    builder.text(written: unsafe end - chunk.text)
    unsafe chunk.text = end
  }

  /// Passes the text up to a place to the builder, as complete text.
  @inline(__always)
  private func endText(
    _ chunk: inout JSONChunk, _ end: UnsafeMutablePointer<UInt8>, _ builder: inout ContentBuilder
  ) -> Outcome {
    let count = unsafe end - chunk.text
    unsafe chunk.text = end
    if isBegun {
      builder.text(written: count)
      if isKey {
        builder.endKey()
        return .keyEnded
      }
      builder.endString()
      return .stringEnded
    }
    if isKey {
      builder.key(written: count)
      return .keyEnded
    }
    builder.string(written: count)
    return .stringEnded
  }

  /// Adds one byte to text that the builder has begun.
  private func append(
    _ byte: UInt8, _ chunk: inout JSONChunk, _ builder: inout ContentBuilder
  ) {
    unsafe chunk.text.pointee = byte
    unsafe chunk.text += 1
    builder.text(written: 1)
  }

  // MARK: Escapes

  /// Returns the byte for a letter after a backslash; `nil` for a longer or an invalid escape.
  @inline(__always)
  private mutating func simpleEscape(_ byte: UInt8, _ isLenient: Bool) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "'") where isLenient:
      departures.insert(.escape)
      return byte
    default: return nil
    }
  }

  /// Reads the text after a backslash.
  private mutating func readEscape(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ isLenient: Bool
  ) -> Outcome {
    let byte = chunk[chunk.index]
    if let character = simpleEscape(byte, isLenient) {
      chunk.index += 1
      append(character, &chunk, &builder)
      stage = .text
    } else if byte == UInt8(ascii: "u") {
      chunk.index += 1
      beginUnicodeDigits()
    } else {
      return .fault(.invalidEscape)
    }
    return .unfinished
  }

  private mutating func beginUnicodeDigits() {
    escape.beginDigits()
    stage = .unicodeDigits
  }

  /// Reads the four digits of a code unit.
  private mutating func readUnicodeDigits(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ isLenient: Bool
  ) -> Outcome {
    while !escape.hasAllDigits {
      guard chunk.index < chunk.count else { return .unfinished }
      guard escape.take(chunk[chunk.index]) else { return .fault(.invalidDigit) }
      chunk.index += 1
    }
    return endUnicodeDigits(&chunk, &builder, isLenient)
  }

  private mutating func endUnicodeDigits(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ isLenient: Bool
  ) -> Outcome {
    let unit = escape.codeUnit
    switch (escape.highSurrogate, unit) {
    case (nil, 0xD800...0xDBFF):
      escape.keepHighSurrogate()
      stage = .lowSurrogate
    case (nil, 0xDC00...0xDFFF):
      if let fault = replaceSurrogate(&chunk, &builder, isLenient) { return .fault(fault) }
      stage = .text
    case (nil, _):
      append(scalar: UInt32(unit), &chunk, &builder)
      stage = .text
    case (let high?, 0xDC00...0xDFFF):
      escape.dropHighSurrogate()
      append(
        scalar: 0x10000 + (UInt32(high) & 0x3FF) << 10 + UInt32(unit) & 0x3FF, &chunk, &builder)
      stage = .text
    default:
      // The two halves are not a pair, so the second half is read again by itself.
      if let fault = replaceSurrogate(&chunk, &builder, isLenient) { return .fault(fault) }
      return endUnicodeDigits(&chunk, &builder, isLenient)
    }
    return .unfinished
  }

  /// Reads the backslash of the second half of a pair.
  private mutating func readLowSurrogate(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ isLenient: Bool
  ) -> Outcome {
    if chunk[chunk.index] == UInt8(ascii: "\\") {
      chunk.index += 1
      stage = .lowSurrogateLetter
      return .unfinished
    }
    if let fault = replaceSurrogate(&chunk, &builder, isLenient) { return .fault(fault) }
    stage = .text
    return .unfinished
  }

  /// Reads the letter after the backslash of the second half of a pair.
  private mutating func readLowSurrogateLetter(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ lines: LineCounter,
    _ isLenient: Bool
  ) -> Outcome {
    if chunk[chunk.index] == UInt8(ascii: "u") {
      chunk.index += 1
      beginUnicodeDigits()
      return .unfinished
    }
    if let fault = replaceSurrogate(&chunk, &builder, isLenient) { return .fault(fault) }
    escape.begin(at: lines.chunkStart + chunk.index - 1)
    stage = .escape
    return .unfinished
  }

  /// Replaces an unpaired surrogate, if departures from RFC 8259 are accepted.
  private mutating func replaceSurrogate(
    _ chunk: inout JSONChunk, _ builder: inout ContentBuilder, _ isLenient: Bool
  ) -> Fault? {
    guard isLenient else {
      return .loneSurrogate(offset: escape.start, isSecond: escape.highSurrogate == nil)
    }
    departures.insert(.escape)
    escape.dropHighSurrogate()
    append(scalar: 0xFFFD, &chunk, &builder)
    return nil
  }

  @inline(__always)
  private func append(
    scalar value: UInt32, _ chunk: inout JSONChunk, _ builder: inout ContentBuilder
  ) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) & 0x3F | 0x80 }
    func high(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    switch value {
    case 0..<0x80:
      append(high(0), &chunk, &builder)
    case 0x80..<0x800:
      append(high(6) | 0xC0, &chunk, &builder)
      append(low(0), &chunk, &builder)
    case 0x800..<0x10000:
      append(high(12) | 0xE0, &chunk, &builder)
      append(low(6), &chunk, &builder)
      append(low(0), &chunk, &builder)
    default:
      append(high(18) | 0xF0, &chunk, &builder)
      append(low(12), &chunk, &builder)
      append(low(6), &chunk, &builder)
      append(low(0), &chunk, &builder)
    }
  }
}
