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
/// byte order mark is skipped, comments begin with a colon, and an event without data, or without a
/// blank line after it, is ignored.
package struct ServerSentEvents {
  private var lines = LineSplitter()
  private var type = ""
  private var data: [String] = []

  /// Lines that belong to no field, kept because some providers send errors that way.
  private var strayLines: [String] = []

  package init() {}

  /// Takes a piece of the stream.
  ///
  /// - Returns: The events that it completes.
  package mutating func append(_ piece: some Sequence<UInt8>) -> [ServerSentEvent] {
    lines.append(piece).compactMap { take($0) }
  }

  /// The text that belongs to no field, when the stream has ended.
  package mutating func finish() -> String {
    if let line = lines.finish() { strayLines.append(line) }
    return strayLines.joined(separator: "\n")
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
    // Scalars, since a colon and an accent after it are one character.
    let scalars = line.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else {
      if line == "data" { data.append("") } else { strayLines.append(line) }
      return nil
    }
    var value = scalars[scalars.index(after: colon)...]
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
