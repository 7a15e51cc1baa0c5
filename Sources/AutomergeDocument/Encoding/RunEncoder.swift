/// A value of a run-length encoded column.
protocol RunValue: Equatable, Sendable {
  func append(to bytes: inout [UInt8])
}

extension UInt64: RunValue {
  func append(to bytes: inout [UInt8]) { bytes.appendULEB(self) }
}

extension Int64: RunValue {
  func append(to bytes: inout [UInt8]) { bytes.appendSLEB(self) }
}

/// The bytes of a string in a column.
///
/// `String` would consider canonically equivalent strings equal.
struct RunString: RunValue {
  let bytes: [UInt8]

  func append(to bytes: inout [UInt8]) { bytes.appendPrefixed(self.bytes) }
}

/// Writes a run-length encoded column in the one form that gives equal hashes: two or more equal
/// values are a run, and all values between two runs are one literal.
struct RunEncoder<Value: RunValue> {
  private enum State {
    case empty
    case nulls(Int64)
    case run(Value, Int64)
    case literal
  }

  private var bytes: [UInt8] = []
  private var state = State.empty
  /// The collected values of the current literal; the last value may still begin a run.
  private var literal: [Value] = []
  private var hasValue = false

  init() {}

  mutating func append(_ value: Value?) {
    guard let value else {
      if case .nulls(let count) = state {
        state = .nulls(count + 1)
      } else {
        flush()
        state = .nulls(1)
      }
      return
    }
    hasValue = true
    switch state {
    case .empty:
      beginLiteral(with: value)
    case .nulls:
      flush()
      beginLiteral(with: value)
    case .run(let repeated, let count):
      if repeated == value {
        state = .run(value, count + 1)
      } else {
        flush()
        beginLiteral(with: value)
      }
    case .literal:
      if literal.last == value {
        literal.removeLast()
        flush()
        state = .run(value, 2)
      } else {
        literal.append(value)
      }
    }
  }

  /// Begins a literal, after the previous record has been written.
  private mutating func beginLiteral(with value: Value) {
    literal.append(value)
    state = .literal
  }

  private mutating func flush() {
    switch state {
    case .empty: break
    case .nulls(let count):
      bytes.append(0)
      bytes.appendULEB(UInt64(count))
    case .run(let value, let count):
      bytes.appendSLEB(count)
      value.append(to: &bytes)
    case .literal:
      if !literal.isEmpty {
        bytes.appendSLEB(-Int64(literal.count))
        for value in literal { value.append(to: &bytes) }
        literal.removeAll(keepingCapacity: true)
      }
    }
    state = .empty
  }

  /// Returns the bytes of the column; empty if all values are null.
  mutating func finish() -> [UInt8] {
    guard hasValue else { return [] }
    flush()
    return bytes
  }
}

/// Writes a column of differences between successive values.
struct DeltaEncoder {
  private var runs = RunEncoder<Int64>()
  private var last: Int64 = 0

  init() {}

  mutating func append(_ value: Int64?) {
    guard let value else { return runs.append(nil) }
    runs.append(value &- last)
    last = value
  }

  mutating func finish() -> [UInt8] { runs.finish() }
}

/// Writes a column of truth values as the lengths of alternating runs, false first.
struct BooleanEncoder {
  private var bytes: [UInt8] = []
  private var current = false
  private var count: UInt64 = 0
  private(set) var containsTrue = false

  init() {}

  mutating func append(_ value: Bool) {
    if value == current {
      count += 1
    } else {
      bytes.appendULEB(count)
      current = value
      count = 1
    }
    if value { containsTrue = true }
  }

  mutating func finish() -> [UInt8] {
    if count > 0 { bytes.appendULEB(count) }
    count = 0
    return bytes
  }
}
