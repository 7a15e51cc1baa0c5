import SchemaModel

/// Bytes being written: raw memory, so that a short piece costs a bounds check and a copy.
///
/// It owns its memory until ``take()`` hands it on or ``deallocate()`` frees it.
struct OutputBuffer {
  private var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int) {
    (base, self.capacity) = RawMemory.allocate(max(capacity, 64), of: UInt8.self)
  }

  /// What has been written so far; valid until something is appended.
  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// The last byte written.
  var last: UInt8? { count > 0 ? base[count &- 1] : nil }

  /// Hands the bytes on; the buffer must not be used any more.
  mutating func take() -> EncodedBytes {
    RawMemory.trim(base, of: &capacity, to: count)
    return EncodedBytes(base: base, count: count, capacity: capacity)
  }

  func deallocate() { RawMemory.deallocate(base, of: capacity) }

  @inline(__always)
  private mutating func reserve(_ length: Int) {
    if count &+ length > capacity { grow(length) }
  }

  @inline(never)
  private mutating func grow(_ length: Int) {
    base = RawMemory.grow(base, of: &capacity, to: max(capacity * 2, count + length))
  }
}

// MARK: - Appending

extension OutputBuffer {
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    let length = text.utf8CodeUnitCount
    reserve(length)
    (base + count).update(from: text.utf8Start, count: length)
    count &+= length
  }

  @inline(__always)
  mutating func append(_ source: UnsafePointer<UInt8>, count length: Int) {
    reserve(length)
    (base + count).update(from: source, count: length)
    count &+= length
  }

  mutating func append(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      guard let source = buffer.baseAddress else { return }
      append(source, count: buffer.count)
    }
  }

  /// Adds a number, an integer digit by digit.
  mutating func append(_ number: SchemaNumber) {
    if let integer = number.int64 {
      append(integer: integer)
    } else {
      var text: [UInt8] = []
      text.appendJSON(number)
      append(text)
    }
  }

  /// Adds an integer in decimal digits.
  mutating func append(integer: Int64) {
    reserve(20)
    var rest = integer.magnitude
    var length = 1
    var power: UInt64 = 10
    while length < 20, rest >= power {
      length += 1
      if length == 20 { break }
      power &*= 10
    }
    if integer < 0 { append(UInt8(ascii: "-")) }
    reserve(length)
    var index = count &+ length
    count = index
    repeat {
      index &-= 1
      base[index] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
      rest /= 10
    } while rest != 0
  }

  /// Adds a string as a JSON string.
  mutating func append(quoting string: String) {
    var string = string
    string.withUTF8 { utf8 in
      reserve(utf8.count &+ 2)
      base[count] = UInt8(ascii: "\"")
      count &+= 1
      if let source = utf8.baseAddress {
        if JSONEscaping.isClean(utf8) {
          (base + count).update(from: source, count: utf8.count)
          count &+= utf8.count
        } else {
          JSONEscaping.append(utf8, to: &self)
        }
      }
      append(UInt8(ascii: "\""))
    }
  }
}

extension OutputBuffer {
  /// A string as a JSON string.
  static func quoted(_ string: String) -> [UInt8] {
    var output = OutputBuffer(capacity: string.utf8.count + 2)
    defer { output.deallocate() }
    output.append(quoting: string)
    return Array(output.buffer)
  }
}

/// The bytes of a document, in memory of their own that nobody changes any more: that is why this
/// class may say that it is `Sendable`.
final class EncodedBytes: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt8>
  let count: Int
  private let capacity: Int

  /// Takes memory over that `RawMemory` gave for a number of bytes.
  init(base: UnsafeMutablePointer<UInt8>, count: Int, capacity: Int) {
    self.base = base
    self.count = count
    self.capacity = capacity
  }

  deinit { RawMemory.deallocate(base, of: capacity) }

  var buffer: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }
}
