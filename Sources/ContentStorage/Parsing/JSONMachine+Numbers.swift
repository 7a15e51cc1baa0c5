// Numbers and literals.
extension JSONMachine {
  /// Reads a number up to the first byte that does not belong to it, or the end of the chunk.
  mutating func readNumber(_ chunk: inout JSONChunk) {
    let start = chunk.index
    var progress = number
    reading: while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      let digit = byte &- UInt8(ascii: "0")
      switch progress.stage {
      case .begun where byte == UInt8(ascii: "-"):
        progress.isNegative = true
        progress.stage = .minus
      case .begun, .minus:
        guard digit < 10 else { return failNumber(chunk, "a digit") }
        progress.stage = digit == 0 ? .zero : .integer
        progress.value = UInt64(digit)
        progress.digits = 1
      case .integer where digit < 10:
        progress.value = progress.value &* 10 &+ UInt64(digit)
        progress.digits &+= 1
      case .zero where digit < 10:
        return failNumber(chunk, "no digit after a zero at the beginning")
      case .zero, .integer:
        switch byte {
        case UInt8(ascii: "."): progress.stage = .point
        case UInt8(ascii: "e"), UInt8(ascii: "E"): progress.stage = .exponentMark
        default: break reading
        }
      case .point:
        guard digit < 10 else { return failNumber(chunk, "a digit after the point") }
        progress.stage = .fraction
      case .fraction:
        if byte | 0x20 == UInt8(ascii: "e") {
          progress.stage = .exponentMark
        } else if digit >= 10 {
          break reading
        }
      case .exponentMark where byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"):
        progress.stage = .exponentSign
      case .exponentMark, .exponentSign:
        guard digit < 10 else { return failNumber(chunk, "a digit of the exponent") }
        progress.stage = .exponent
      case .exponent:
        if digit >= 10 { break reading }
      }
      chunk.index &+= 1
    }
    number = progress
    if chunk.index < chunk.count {
      endNumber(&chunk, from: start)
    } else {
      numberText.append(contentsOf: chunk.bytes(from: start))
    }
  }

  /// Ends a number whose bytes the chunk has, from an index on.
  private mutating func endNumber(_ chunk: inout JSONChunk, from start: Int) {
    if let value = number.shortInteger {
      builder.integer(value)
      if !numberText.isEmpty { numberText.removeAll(keepingCapacity: true) }
    } else {
      if !numberText.isEmpty {
        numberText.append(contentsOf: chunk.bytes(from: start))
        addNumberText()
      } else if number.stage == .fraction || number.stage == .exponent {
        builder.number(written: chunk.copy(from: start))
        return numberIsDone()
      } else {
        builder.number(chunk.bytes(from: start).span)
      }
      guard chunk.makeRoom(in: &builder) else { return failTooLarge() }
    }
    numberIsDone()
  }

  @inline(__always)
  private mutating func numberIsDone() {
    confirmUnlessCitation()
    valueIsDone()
  }

  /// Reads a number of the most common kinds: digits, optionally with a point and digits.
  ///
  /// - Returns: `true` if the chunk has such a number and a byte after it; otherwise nothing was
  ///   read.
  @inline(__always)
  mutating func readPlainNumber(_ chunk: inout JSONChunk) -> Bool {
    let count = chunk.count
    let start = chunk.index
    var index = start
    var value: UInt64 = 0
    while index < count, chunk[index] &- UInt8(ascii: "0") < 10 {
      value = value &* 10 &+ UInt64(chunk[index] &- UInt8(ascii: "0"))
      index &+= 1
    }
    let digits = index &- start
    guard index < count, digits > 0, digits <= 18, digits == 1 || chunk[start] != UInt8(ascii: "0")
    else { return false }
    let isInteger = chunk[index] != UInt8(ascii: ".")
    if !isInteger {
      let fraction = index &+ 1
      index = fraction
      while index < count, chunk[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
      guard index > fraction, index < count else { return false }
    }
    guard chunk[index] | 0x20 != UInt8(ascii: "e") else { return false }
    chunk.index = index
    if isInteger {
      builder.integer(Int64(truncatingIfNeeded: value))
    } else {
      builder.number(written: chunk.copy(from: start))
    }
    numberIsDone()
    return true
  }

  /// Ends a number that is the whole value, at the end of the text.
  mutating func endLastNumber() {
    addNumberText()
    valueIsDone()
  }

  private mutating func addNumberText() {
    let text = numberText
    builder.number(text.span)
    numberText.removeAll(keepingCapacity: true)
  }

  // MARK: Literals

  /// Begins a literal at its first letter.
  @inline(__always)
  mutating func beginLiteral(_ word: LiteralProgress.Word, _ chunk: inout JSONChunk) {
    literal = LiteralProgress(word)
    state = .literal
    readLiteral(&chunk)
  }

  /// Reads a literal up to its end or that of the chunk.
  mutating func readLiteral(_ chunk: inout JSONChunk) {
    while !literal.isWhole {
      guard !chunk.isAtEnd else { return }
      guard literal.take(chunk[chunk.index]) else {
        return failUnexpected(literal.word.text, chunk)
      }
      chunk.index += 1
    }
    switch literal.word {
    case .null: builder.null()
    case .true: builder.bool(true)
    case .false: builder.bool(false)
    }
    // By itself, the word may belong to the text around the value.
    if builder.depth > 0 { confirm() }
    valueIsDone()
  }
}
