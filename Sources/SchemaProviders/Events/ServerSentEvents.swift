#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An event of a `text/event-stream`.
package struct ServerSentEvent: Sendable, Equatable {
  /// The type of the event; `message` where the stream does not name one.
  package var type = "message"

  /// The lines of data, joined by line feeds.
  package var data = ""
}

/// Splits the bytes of a stream into lines and events, wherever the pieces of the stream end.
///
/// It follows "Server-sent events" of the HTML standard (WHATWG): lines end with LF, CR or CRLF, one
/// byte order mark is skipped, comments begin with a colon, an event without data is none, and text
/// without a blank line after it is no event.
package struct ServerSentEvents {
  private var lines = LineSplitter()
  private var type = ""
  private var data: [String] = []

  /// A line that belongs to no field, kept because some providers send errors that way.
  package private(set) var strayLines: [String] = []

  package init() {}

  /// Takes a piece of the stream.
  ///
  /// - Returns: The events that it completes.
  package mutating func append(_ piece: some Sequence<UInt8>) -> [ServerSentEvent] {
    lines.append(piece).compactMap { take($0) }
  }

  private mutating func take(_ line: String) -> ServerSentEvent? {
    guard !line.isEmpty else {
      defer {
        type = ""
        data = []
      }
      guard !data.isEmpty else { return nil }
      return ServerSentEvent(
        type: type.isEmpty ? "message" : type, data: data.joined(separator: "\n"))
    }
    guard let colon = line.firstIndex(of: ":") else {
      if line == "data" { data.append("") } else { strayLines.append(line) }
      return nil
    }
    var value = line[line.index(after: colon)...]
    if value.first == " " { value.removeFirst() }
    switch line[..<colon] {
    case "": break  // a comment, such as a ping
    case "event": type = String(value)
    case "data": data.append(String(value))
    case "id", "retry": break
    default: strayLines.append(line)
    }
    return nil
  }
}

/// Splits the bytes of a stream into lines, wherever the pieces of the stream end.
package struct LineSplitter {
  private var line: [UInt8] = []
  private var isAfterCarriageReturn = false
  private var isFirstLine = true

  package init() {}

  /// Takes a piece of the stream.
  ///
  /// - Returns: The lines that it completes, without their ends.
  package mutating func append(_ piece: some Sequence<UInt8>) -> [String] {
    var complete: [String] = []
    for byte in piece {
      defer { isAfterCarriageReturn = byte == UInt8(ascii: "\r") }
      switch byte {
      case UInt8(ascii: "\n") where isAfterCarriageReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): complete.append(take())
      default: line.append(byte)
      }
    }
    return complete
  }

  /// The text after the last end of a line, when the stream has ended.
  package mutating func finish() -> String? {
    line.isEmpty ? nil : take()
  }

  private mutating func take() -> String {
    var bytes = line[...]
    if isFirstLine, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    isFirstLine = false
    defer { line.removeAll(keepingCapacity: true) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
