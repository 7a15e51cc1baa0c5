package import Foundation
import SchemaText

/// A value as a file stores it: the type code and the bytes.
///
/// Up to eight bytes are in this struct, and more bytes are in the arena.
///
/// In this form, two values are equal if their bytes are equal, values of unknown types are kept,
/// and saving copies bytes.
struct StoredValue {
  /// The type codes of the format.
  enum Code {
    static let null: UInt8 = 0
    static let no: UInt8 = 1
    static let yes: UInt8 = 2
    static let uint: UInt8 = 3
    static let int: UInt8 = 4
    static let f64: UInt8 = 5
    static let string: UInt8 = 6
    static let bytes: UInt8 = 7
    static let counter: UInt8 = 8
    static let timestamp: UInt8 = 9
  }

  /// The largest length that fits the metadata.
  static let maximumLength = 1 << 28 - 1

  static let null = StoredValue(payload: 0, metadata: 0)

  // The payload is in two parts, so that a value takes 12 bytes instead of 16.
  private let low: UInt32
  private let high: UInt32
  /// The length and the type code, as in the metadata column.
  let metadata: UInt32

  init(payload: UInt64, metadata: UInt32) {
    low = UInt32(truncatingIfNeeded: payload)
    high = UInt32(payload >> 32)
    self.metadata = metadata
  }

  /// Up to eight bytes in little-endian order, or the offset of more bytes in the arena.
  var payload: UInt64 { UInt64(high) << 32 | UInt64(low) }
  var code: UInt8 { UInt8(truncatingIfNeeded: metadata & 15) }
  var length: Int { Int(metadata >> 4) }
  var isInline: Bool { length <= 8 }
}

extension StoredValue {
  /// Creates the string of one scalar, which always fits in place.
  init(_ scalar: Unicode.Scalar) {
    var payload: UInt64 = 0
    var length: UInt32 = 0
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      payload |= UInt64(byte) << UInt64(length * 8)
      length += 1
    }
    self.init(payload: payload, metadata: length << 4 | UInt32(Code.string))
  }
}

/// The bytes of a document's values that don't fit into a row.
struct ValueArena {
  /// The units of positions in text.
  let textEncoding: TextEncoding
  private(set) var bytes: [UInt8] = []

  init(textEncoding: TextEncoding) { self.textEncoding = textEncoding }

  mutating func store(
    code: UInt8, _ source: [UInt8], _ range: Range<Int>
  ) throws(AutomergeError) -> StoredValue {
    let length = range.count
    guard length <= StoredValue.maximumLength else {
      throw AutomergeError(
        .limitExceeded,
        "A value of \(length) bytes is longer than \(StoredValue.maximumLength); split it.")
    }
    let metadata = UInt32(length) << 4 | UInt32(code)
    var payload: UInt64 = 0
    if length <= 8 {
      for index in range.reversed() { payload = payload << 8 | UInt64(source[index]) }
    } else {
      payload = UInt64(bytes.count)
      bytes.append(contentsOf: source[range])
    }
    return StoredValue(payload: payload, metadata: metadata)
  }

  mutating func store(_ value: ScalarValue) throws(AutomergeError) -> StoredValue {
    var encoded: [UInt8] = []
    let code: UInt8
    switch value {
    case .Null: code = StoredValue.Code.null
    case .Boolean(let value): code = value ? StoredValue.Code.yes : StoredValue.Code.no
    case .Uint(let value):
      encoded.appendULEB(value)
      code = StoredValue.Code.uint
    case .Int(let value):
      encoded.appendSLEB(value)
      code = StoredValue.Code.int
    case .F64(let value):
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        encoded.append(UInt8(truncatingIfNeeded: value.bitPattern >> shift))
      }
      code = StoredValue.Code.f64
    case .String(let value):
      encoded.append(contentsOf: value.utf8)
      code = StoredValue.Code.string
    case .Bytes(let data):
      encoded.append(contentsOf: data)
      code = StoredValue.Code.bytes
    case .Counter(let value):
      encoded.appendSLEB(value)
      code = StoredValue.Code.counter
    case .Timestamp(let date):
      guard let milliseconds = date.automergeMilliseconds else {
        throw AutomergeError(
          .limitExceeded,
          "The date is outside the milliseconds that a timestamp can hold; store another date.")
      }
      encoded.appendSLEB(milliseconds)
      code = StoredValue.Code.timestamp
    case .Unknown(let typeCode, let data):
      guard (10...15).contains(typeCode) else {
        throw AutomergeError(
          .limitExceeded, "The type code \(typeCode) of an unknown value is not in 10...15.")
      }
      encoded.append(contentsOf: data)
      code = typeCode
    }
    return try store(code: code, encoded, 0..<encoded.count)
  }

  func append(_ value: StoredValue, to output: inout [UInt8]) {
    if value.isInline {
      var payload = value.payload
      for _ in 0..<value.length {
        output.append(UInt8(truncatingIfNeeded: payload))
        payload >>= 8
      }
    } else {
      let start = Int(value.payload)
      output.append(contentsOf: bytes[start..<start + value.length])
    }
  }

  func bytes(of value: StoredValue) -> [UInt8] {
    var output: [UInt8] = []
    append(value, to: &output)
    return output
  }

  func areEqual(_ first: StoredValue, _ second: StoredValue) -> Bool {
    guard first.metadata == second.metadata else { return false }
    return first.isInline
      ? first.payload == second.payload : bytes(of: first) == bytes(of: second)
  }

  /// Shortens the arena to a length.
  mutating func truncate(to count: Int) { bytes.removeLast(bytes.count - count) }
}

extension ValueArena {
  /// Returns the integer of a counter, an increment or another integer value; 0 for other types.
  ///
  /// Values are checked when they are stored, so reading a value never fails.
  func integer(_ value: StoredValue) -> Int64 {
    guard (StoredValue.Code.uint...StoredValue.Code.timestamp).contains(value.code) else {
      return 0
    }
    var bits: UInt64 = 0
    var shift: UInt64 = 0
    var last: UInt8 = 0
    for place in 0..<min(value.length, 10) {
      last =
        value.isInline
        ? UInt8(truncatingIfNeeded: value.payload >> UInt64(place * 8))
        : bytes[Int(value.payload) + place]
      bits |= UInt64(last & 0x7F) << shift
      shift += 7
    }
    let isSigned = value.code != StoredValue.Code.uint
    if isSigned, last & 0x40 != 0, shift < 64 { bits |= UInt64.max << shift }
    return Int64(bitPattern: bits)
  }

  func scalar(_ value: StoredValue) -> ScalarValue {
    switch value.code {
    case StoredValue.Code.null: return .Null
    case StoredValue.Code.no: return .Boolean(false)
    case StoredValue.Code.yes: return .Boolean(true)
    case StoredValue.Code.uint: return .Uint(UInt64(bitPattern: integer(value)))
    case StoredValue.Code.int: return .Int(integer(value))
    case StoredValue.Code.f64: return .F64(Double(bitPattern: value.payload))
    case StoredValue.Code.string: return .String(string(value))
    case StoredValue.Code.bytes: return .Bytes(Data(bytes(of: value)))
    case StoredValue.Code.counter: return .Counter(integer(value))
    case StoredValue.Code.timestamp:
      return .Timestamp(Date(automergeMilliseconds: integer(value)))
    default: return .Unknown(typeCode: value.code, data: Data(bytes(of: value)))
    }
  }

  func string(_ value: StoredValue) -> String { String(decoding: bytes(of: value), as: UTF8.self) }

  /// Returns the number of text units of a string value.
  func width(_ value: StoredValue) -> UInt32 {
    if value.length == 1 { return 1 }
    switch textEncoding {
    case .utf8: return UInt32(value.length)
    case .unicodeScalar, .utf16, .graphemeCluster:
      return UInt32(clamping: textEncoding.width(of: string(value)))
    }
  }
}

/// Dates in the stored form: whole milliseconds or seconds since 1970.
extension Date {
  /// The milliseconds since 1970, or `nil` if they don't fit 64 bits.
  package var automergeMilliseconds: Int64? {
    Self.integer((timeIntervalSince1970 * 1000).rounded())
  }

  /// The whole seconds since 1970, or `nil` if they don't fit 64 bits.
  var automergeSeconds: Int64? { Self.integer(timeIntervalSince1970.rounded(.down)) }

  init(automergeMilliseconds milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private static func integer(_ value: Double) -> Int64? {
    // The largest 64-bit integers are rounded to this number, so it is read as the largest integer.
    value == 0x1p63 ? .max : Int64(exactly: value)
  }

  /// The date in ISO 8601 with milliseconds, in UTC and the proleptic Gregorian calendar.
  ///
  /// Years outside 0...9999 have a sign and at least six digits, as in JavaScript. The formatters
  /// of Foundation are not used, because they use the Julian calendar before 1582 and end in the
  /// year 506713.
  package var automergeText: String {
    automergeMilliseconds.map { Timestamp.write(millisecondsSince1970: $0) }
      ?? "\(timeIntervalSince1970)"
  }
}
