import Foundation

/// A message of an `application/vnd.amazon.eventstream`.
struct EventStreamMessage: Sendable, Equatable {
  /// The fields of the header that are text, by their names.
  var headers: [String: String] = [:]

  var payload = Data()
}

/// Splits the bytes of a stream into messages.
///
/// The stream arrives in pieces, which may end anywhere.
///
/// A message consists of its length and the length of its header in 32 bits each, a checksum of
/// both, the header, the payload, and a checksum of all before it. Numbers are big endian, and
/// checksums are CRC-32.
struct EventStream {
  /// The stream is invalid.
  enum Fault: Error, Equatable {
    /// A checksum is wrong.
    case checksum
    /// The lengths of a message contradict each other, or are above the limits.
    case length
    /// A header has a field without an end, or of an unknown type.
    case header
  }

  private static let preludeSize = 12
  private static let trailerSize = 4
  private static let largestHeader = 128 << 10
  private static let largestPayload = 24 << 20

  private var bytes: [UInt8] = []
  private var position = 0

  init() {}

  /// The reason why reading has stopped; `nil` if it continues.
  private(set) var failure: Fault?

  /// Reads a piece of the stream.
  ///
  /// - Returns: The messages that the piece completes, up to a failure.
  mutating func append(_ piece: Data) -> [EventStreamMessage] {
    guard failure == nil else { return [] }
    bytes += piece
    var messages: [EventStreamMessage] = []
    do throws(Fault) {
      while let message = try next() { messages.append(message) }
    } catch {
      failure = error
      bytes = []
      position = 0
    }
    // The bytes that have been read are removed once they are more than half of the buffer, so that
    // removal takes linear time.
    if position > bytes.count / 2 {
      bytes.removeFirst(position)
      position = 0
    }
    return messages
  }

  /// Returns the next message; `nil` if it is incomplete.
  private mutating func next() throws(Fault) -> EventStreamMessage? {
    guard bytes.count - position >= Self.preludeSize else { return nil }
    let total = Int(clamping: number(at: position))
    let headerSize = Int(clamping: number(at: position + 4))
    guard headerSize <= Self.largestHeader else { throw .length }
    let payloadSize = total - headerSize - Self.preludeSize - Self.trailerSize
    guard (0...Self.largestPayload).contains(payloadSize) else { throw .length }
    guard number(at: position + 8) == CRC32.checksum(of: bytes[position..<(position + 8)])
    else { throw .checksum }
    guard bytes.count - position >= total else { return nil }
    let end = position + total - Self.trailerSize
    guard number(at: end) == CRC32.checksum(of: bytes[position..<end]) else { throw .checksum }
    let start = position + Self.preludeSize
    let headers = try Self.headers(in: bytes[start..<(start + headerSize)])
    position += total
    return EventStreamMessage(
      headers: headers, payload: Data(bytes[(start + headerSize)..<end]))
  }

  private func number(at index: Int) -> UInt32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func headers(in bytes: ArraySlice<UInt8>) throws(Fault) -> [String: String] {
    var rest = bytes
    func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
      guard rest.count >= count else { throw .header }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func length(of size: Int) throws(Fault) -> Int {
      try take(size).reduce(0) { $0 << 8 | Int($1) }
    }
    var headers: [String: String] = [:]
    while !rest.isEmpty {
      let name = String(decoding: try take(try length(of: 1)), as: UTF8.self)
      switch try length(of: 1) {
      case 0, 1: break  // true and false, which have no value
      case 2: _ = try take(1)
      case 3: _ = try take(2)
      case 4: _ = try take(4)
      case 5, 8: _ = try take(8)
      case 6: _ = try take(try length(of: 2))
      case 7: headers[name] = String(decoding: try take(try length(of: 2)), as: UTF8.self)
      case 9: _ = try take(16)
      default: throw .header
      }
    }
    return headers
  }
}

/// The checksum of zlib, PNG and Ethernet.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
    }
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { value, byte in
      table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] ^ value >> 8
    }
  }
}
