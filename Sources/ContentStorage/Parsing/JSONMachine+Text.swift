// Strings and keys.
extension JSONMachine {
  /// Begins a string or key after its opening quote.
  @inline(__always)
  mutating func beginText(_ chunk: inout JSONChunk) {
    isTextBegun = false
    state = .text
    readText(&chunk)
  }

  /// Reads text up to its end or that of the chunk, and copies it in the same pass.
  mutating func readText(_ chunk: inout JSONChunk) {
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
        return unsafe endText(&chunk, text)
      }
      if byte == UInt8(ascii: "\\") {
        if index &+ 1 < count, let character = simpleEscape(unsafe base[index &+ 1]) {
          unsafe text.pointee = character
          unsafe text += 1
          index &+= 2
          continue
        }
        escape.begin(at: lines.chunkStart + index)
        index &+= 1
        state = .escape
        break
      }
      if byte < 0x20 {
        guard options.isLenient else {
          chunk.index = index
          unsafe addText(&chunk, text)
          return failControlCharacter(chunk)
        }
        valueDepartures.insert(.controlCharacter)
        unsafe text.pointee = byte
        unsafe text += 1
        index &+= 1
        if byte == 0x0A { lines.beginLine(at: index) }
        continue
      }
      guard unsafe copyScalar(&chunk, &index, &text) else { return }
    }
    chunk.index = index
    unsafe addText(&chunk, text)
  }

  /// Copies a scalar that is not ASCII.
  ///
  /// - Returns: `true` if it is complete; otherwise the chunk has been processed.
  @inline(__always)
  private mutating func copyScalar(
    _ chunk: inout JSONChunk, _ index: inout Int, _ text: inout UnsafeMutablePointer<UInt8>
  ) -> Bool {
    switch unsafe TextScan.scalar(chunk.base, at: index, to: chunk.count) {
    case .valid(let length):
      for distance in 0..<length { unsafe text[distance] = chunk.base[index &+ distance] }
      unsafe text += length
      index &+= length
      lines.addContinuations(length &- 1)
      return true
    case .cut(let rest, let low, let high):
      let length = chunk.count - index
      for distance in 0..<length { unsafe text[distance] = chunk.base[index &+ distance] }
      lines.addContinuations(length - 1)
      chunk.index = chunk.count
      unsafe addText(&chunk, text + length)
      scalarRest = ScalarRest(count: rest, low, high)
      state = .scalarRest
      return false
    case .invalid(let distance):
      chunk.index = index
      unsafe addText(&chunk, text)
      failInvalidUTF8(&chunk, distance: distance)
      return false
    }
  }

  /// Reads the rest of a scalar that a chunk cut off.
  mutating func readScalarRest(_ chunk: inout JSONChunk) {
    let byte = chunk[chunk.index]
    guard scalarRest.take(byte) else { return failInvalidUTF8(&chunk, distance: 0) }
    append(byte, &chunk)
    chunk.index += 1
    lines.addContinuations(1)
    if scalarRest.isEmpty { state = .text }
  }

  /// Passes the text up to a place to the builder.
  @inline(__always)
  private mutating func addText(_ chunk: inout JSONChunk, _ end: UnsafeMutablePointer<UInt8>) {
    if !isTextBegun {
      isTextBegun = true
      if isKey { builder.beginKey() } else { builder.beginString() }
    }
    builder.text(written: unsafe end - chunk.text)
    unsafe chunk.text = end
  }

  /// Passes the text up to a place to the builder, as complete text.
  @inline(__always)
  private mutating func endText(_ chunk: inout JSONChunk, _ end: UnsafeMutablePointer<UInt8>) {
    let count = unsafe end - chunk.text
    unsafe chunk.text = end
    if isTextBegun {
      builder.text(written: count)
      if isKey {
        builder.endKey()
        keyIsDone()
      } else {
        builder.endString()
        valueIsDone()
      }
    } else if isKey {
      builder.key(written: count)
      keyIsDone()
    } else {
      builder.string(written: count)
      valueIsDone()
    }
  }

  /// Adds one byte to text that the builder has begun.
  private mutating func append(_ byte: UInt8, _ chunk: inout JSONChunk) {
    unsafe chunk.text.pointee = byte
    unsafe chunk.text += 1
    builder.text(written: 1)
  }

  // MARK: Escapes

  /// Returns the byte for a letter after a backslash; `nil` for a longer or an invalid escape.
  @inline(__always)
  private mutating func simpleEscape(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return byte
    case UInt8(ascii: "n"): return 0x0A
    case UInt8(ascii: "t"): return 0x09
    case UInt8(ascii: "r"): return 0x0D
    case UInt8(ascii: "b"): return 0x08
    case UInt8(ascii: "f"): return 0x0C
    case UInt8(ascii: "'") where options.isLenient:
      valueDepartures.insert(.escape)
      return byte
    default: return nil
    }
  }

  /// Reads the text after a backslash.
  mutating func readEscape(_ chunk: inout JSONChunk) {
    let byte = chunk[chunk.index]
    if let character = simpleEscape(byte) {
      chunk.index += 1
      append(character, &chunk)
      state = .text
    } else if byte == UInt8(ascii: "u") {
      chunk.index += 1
      beginUnicodeDigits()
    } else {
      failEscape(chunk)
    }
  }

  private mutating func beginUnicodeDigits() {
    escape.beginDigits()
    state = .unicodeDigits
  }

  /// Reads the four digits of a code unit.
  mutating func readUnicodeDigits(_ chunk: inout JSONChunk) {
    while !escape.hasAllDigits {
      guard chunk.index < chunk.count else { return }
      guard escape.take(chunk[chunk.index]) else {
        return fail(
          .invalidEscape, at: lines.chunkStart + chunk.index, expected: "four hexadecimal digits",
          found: description(of: chunk))
      }
      chunk.index += 1
    }
    endUnicodeDigits(&chunk)
  }

  private mutating func endUnicodeDigits(_ chunk: inout JSONChunk) {
    let unit = escape.codeUnit
    switch (escape.highSurrogate, unit) {
    case (0, 0xD800...0xDBFF):
      escape.keepHighSurrogate()
      state = .lowSurrogate
    case (0, 0xDC00...0xDFFF):
      if loneSurrogate(&chunk) { state = .text }
    case (0, _):
      append(scalar: UInt32(unit), &chunk)
      state = .text
    case (let high, 0xDC00...0xDFFF):
      escape.dropHighSurrogate()
      append(scalar: 0x10000 + (UInt32(high) & 0x3FF) << 10 + UInt32(unit) & 0x3FF, &chunk)
      state = .text
    default:
      // The two halves do not belong together: the second is read again on its own.
      guard loneSurrogate(&chunk) else { return }
      escape.dropHighSurrogate()
      endUnicodeDigits(&chunk)
    }
  }

  /// Reads the backslash of the second half of a pair.
  mutating func readLowSurrogate(_ chunk: inout JSONChunk) {
    if chunk[chunk.index] == UInt8(ascii: "\\") {
      chunk.index += 1
      state = .lowSurrogateLetter
    } else if loneSurrogate(&chunk) {
      escape.dropHighSurrogate()
      state = .text
    }
  }

  /// Reads the letter after that backslash.
  mutating func readLowSurrogateLetter(_ chunk: inout JSONChunk) {
    if chunk[chunk.index] == UInt8(ascii: "u") {
      chunk.index += 1
      beginUnicodeDigits()
    } else if loneSurrogate(&chunk) {
      escape.dropHighSurrogate()
      escape.begin(at: lines.chunkStart + chunk.index - 1)
      state = .escape
    }
  }

  /// Processes half a pair.
  ///
  /// - Returns: `true` if it was replaced; otherwise it was an error.
  private mutating func loneSurrogate(_ chunk: inout JSONChunk) -> Bool {
    guard options.isLenient else {
      failLoneSurrogate()
      return false
    }
    valueDepartures.insert(.escape)
    append(scalar: 0xFFFD, &chunk)
    return true
  }

  @inline(__always)
  private mutating func append(scalar value: UInt32, _ chunk: inout JSONChunk) {
    func low(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) & 0x3F | 0x80 }
    func high(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    switch value {
    case 0..<0x80:
      append(high(0), &chunk)
    case 0x80..<0x800:
      append(high(6) | 0xC0, &chunk)
      append(low(0), &chunk)
    case 0x800..<0x10000:
      append(high(12) | 0xE0, &chunk)
      append(low(6), &chunk)
      append(low(0), &chunk)
    default:
      append(high(18) | 0xF0, &chunk)
      append(low(12), &chunk)
      append(low(6), &chunk)
      append(low(0), &chunk)
    }
  }
}
