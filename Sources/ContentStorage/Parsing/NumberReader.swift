/// Reads a number, by the grammar of RFC 8259 section 6, and adds it to a builder.
///
/// The reader can stop after any byte. A number that is complete in one chunk is processed in one
/// step.
struct NumberReader {
  enum Outcome {
    /// The number may continue.
    case unfinished
    /// The number has ended before the current byte.
    case ended
    /// The grammar does not allow the current byte.
    case fault(Expectation)
    /// The builder has no room.
    case tooLarge
  }

  /// A description of the bytes that the grammar expects.
  enum Expectation: String {
    case digit = "a digit"
    case end = "no digit after a zero at the beginning"
    case fraction = "a digit after the point"
    case exponent = "a digit of the exponent"
  }

  private var progress = Progress()
  /// The bytes of the number in earlier chunks.
  private var earlier: [UInt8] = []

  /// `true` if the number could end here.
  var canEnd: Bool { progress.canEnd }

  mutating func begin() {
    progress = Progress()
    if !earlier.isEmpty { earlier.removeAll(keepingCapacity: true) }
  }

  /// Reads up to the first byte that does not belong to the number, or the end of the chunk.
  mutating func read(_ chunk: inout JSONChunk, into builder: inout ContentBuilder) -> Outcome {
    let start = chunk.index
    // A local variable stays in registers. The property would be written for every byte.
    var progress = progress
    if let expectation = progress.read(&chunk) { return .fault(expectation) }
    self.progress = progress
    guard chunk.index < chunk.count else {
      earlier.append(contentsOf: chunk.bytes(from: start))
      return .unfinished
    }
    return end(&chunk, from: start, into: &builder)
  }

  /// Ends a number whose last bytes are in the chunk, from an index on.
  private mutating func end(
    _ chunk: inout JSONChunk, from start: Int, into builder: inout ContentBuilder
  ) -> Outcome {
    if let value = progress.shortInteger {
      builder.integer(value)
      return .ended
    }
    if !earlier.isEmpty {
      earlier.append(contentsOf: chunk.bytes(from: start))
      builder.number(earlier.span)
    } else if progress.hasFractionOrExponent {
      builder.number(written: chunk.copy(from: start))
      return .ended
    } else {
      builder.number(chunk.bytes(from: start).span)
    }
    return chunk.makeRoom(in: &builder) ? .ended : .tooLarge
  }

  func end(into builder: inout ContentBuilder) { builder.number(earlier.span) }

  /// Reads a number of the most common forms: digits, optionally with a point and digits.
  ///
  /// - Returns: `true` if the chunk has such a number and a byte after it; otherwise nothing was
  ///   read.
  @inline(__always)
  static func readPlain(
    _ chunk: inout JSONChunk, into builder: inout ContentBuilder
  ) -> Bool {
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
    return true
  }
}

/// The part of a number that has been read.
private struct Progress {
  private enum Stage: UInt8 {
    case begun, minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent
  }

  private var stage = Stage.begun
  private var isNegative = false
  /// The value of the digits before the point, if there are at most 18.
  private var value: UInt64 = 0
  /// The number of digits before the point.
  private var digits = 0

  /// `true` if the number could end here.
  var canEnd: Bool {
    switch stage {
    case .zero, .integer, .fraction, .exponent: true
    case .begun, .minus, .point, .exponentMark, .exponentSign: false
    }
  }

  /// `true` if the number could end here, and is not written as an integer.
  var hasFractionOrExponent: Bool { stage == .fraction || stage == .exponent }

  /// The value, if it is an integer of at most 18 digits, which always fits an `Int64`.
  ///
  /// `nil` for minus zero, which is stored as text.
  var shortInteger: Int64? {
    switch stage {
    case .integer where digits <= 18:
      isNegative ? -Int64(truncatingIfNeeded: value) : Int64(truncatingIfNeeded: value)
    case .zero where !isNegative: 0
    default: nil
    }
  }

  /// Reads up to the first byte that does not belong to the number.
  ///
  /// - Returns: The expected bytes, if the grammar does not allow that byte.
  @inline(__always)
  fileprivate mutating func read(_ chunk: inout JSONChunk) -> NumberReader.Expectation? {
    while chunk.index < chunk.count {
      let byte = chunk[chunk.index]
      let digit = byte &- UInt8(ascii: "0")
      switch stage {
      case .begun where byte == UInt8(ascii: "-"):
        isNegative = true
        stage = .minus
      case .begun, .minus:
        guard digit < 10 else { return .digit }
        stage = digit == 0 ? .zero : .integer
        value = UInt64(digit)
        digits = 1
      case .integer where digit < 10:
        value = value &* 10 &+ UInt64(digit)
        digits &+= 1
      case .zero where digit < 10:
        return .end
      case .zero, .integer:
        switch byte {
        case UInt8(ascii: "."): stage = .point
        case UInt8(ascii: "e"), UInt8(ascii: "E"): stage = .exponentMark
        default: return nil
        }
      case .point:
        guard digit < 10 else { return .fraction }
        stage = .fraction
      case .fraction:
        if byte | 0x20 == UInt8(ascii: "e") {
          stage = .exponentMark
        } else if digit >= 10 {
          return nil
        }
      case .exponentMark where byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"):
        stage = .exponentSign
      case .exponentMark, .exponentSign:
        guard digit < 10 else { return .exponent }
        stage = .exponent
      case .exponent:
        if digit >= 10 { return nil }
      }
      chunk.index &+= 1
    }
    return nil
  }
}
