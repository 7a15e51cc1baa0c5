import Foundation

/// An event of a `text/event-stream`.
package struct ServerSentEvent: Sendable, Equatable {
  static let defaultType = "message"

  /// The type of the event; `message` if the stream does not name one.
  package var type = defaultType

  /// The lines of data, joined by line feeds.
  package var data = ""
}

/// Splits the bytes of a stream into events.
///
/// The stream arrives in pieces, which may end anywhere.
///
/// The rules are those of "Server-sent events" in the HTML standard (WHATWG): lines end with LF, CR
/// or CRLF, one byte order mark is skipped, comments begin with a colon, and an event without data,
/// or without a blank line after it, is ignored.
///
/// The number of bytes in memory is bounded: reading stops at a ``StreamLimit``.
package struct ServerSentEvents {
  private var lines = LineSplitter()
  /// The type of the current event; empty if it has none so far.
  private var type = ""
  /// The lines of data, joined by line feeds; `nil` before the first one.
  private var data: String?

  /// The identifier of the last event that has one: the position at which a stream can go on.
  package private(set) var lastID: String?
  /// The identifier that the end of the current event makes the last one.
  private var nextID: String?
  /// The time in milliseconds that the server names for a client that comes back.
  package private(set) var retryTime: Int?

  /// The lines without a known field.
  ///
  /// Some providers send errors in such lines.
  private var strayText = ""
  /// The limit at which reading has stopped, except for the limit of a line, which `lines` has.
  private var exceededLimit: StreamLimit?

  package init() {}

  /// Reads a piece of the stream.
  ///
  /// - Returns: The events that the piece completes, up to a failure.
  package mutating func append(_ piece: some Sequence<UInt8>) -> [ServerSentEvent] {
    var events: [ServerSentEvent] = []
    for line in lines.append(piece) where exceededLimit == nil {
      if let event = take(line) { events.append(event) }
    }
    return events
  }

  /// Checks that the stream has not exceeded a limit.
  ///
  /// - Throws: The limit.
  package func check() throws(StreamLimit) {
    if let failure = exceededLimit ?? lines.failure { throw failure }
  }

  /// Ends the stream.
  ///
  /// - Returns: The lines without a known field, and the last line if it has no end. One such line
  ///   can be an error, or the response of a server that does not stream.
  mutating func finish() -> String {
    if let line = lines.finish() {
      // The only line may be a large reply.
      if strayText.isEmpty { return line }
      keepStray(line)
    }
    return String(strayText.unicodeScalars.dropLast())
  }

  /// Reads a line, and returns the event that it completes.
  private mutating func take(_ line: String) -> ServerSentEvent? {
    guard !line.isEmpty else {
      defer {
        type = ""
        data = nil
        lastID = nextID
      }
      return data.map { data in
        ServerSentEvent(
          type: type.isEmpty ? ServerSentEvent.defaultType : type, data: data)
      }
    }
    // Scalars are compared, since a colon and an accent after it are one character.
    let scalars = line.unicodeScalars
    guard let colon = scalars.firstIndex(of: ":") else {
      // A line without a colon is a field with an empty value.
      switch line {
      case "data": keep("")
      case "event": type = ""
      case "id", "retry": break
      default: keepStray(line)
      }
      return nil
    }
    var value = scalars[scalars.index(after: colon)...]
    if value.first == " " { value.removeFirst() }
    switch line[..<colon] {
    case "": break  // a comment, such as a ping
    case "event": type = String(value)
    case "data": keep(Substring(value))
    case "id": if !value.contains("\0") { nextID = String(value) }
    case "retry":
      if value.allSatisfy({ ("0"..."9").contains($0) }) {
        retryTime = Int(String(value)) ?? retryTime
      }
    // Some servers send an error in a field of its own, which is an event.
    case "error": return ServerSentEvent(type: "error", data: String(value))
    default: keepStray(line)
    }
    return nil
  }

  private mutating func keep(_ line: Substring) {
    // The size includes the line feed of each earlier line.
    let earlier = data.map { $0.utf8.count + 1 } ?? 0
    guard earlier + line.utf8.count <= StreamLimit.eventSize else {
      data = nil
      exceededLimit = .event
      return
    }
    guard data != nil else {
      data = String(line)
      return
    }
    data?.append("\n")
    data?.append(contentsOf: line)
  }

  private mutating func keepStray(_ line: String) {
    // The object may be the reply of a server that does not stream.
    let isReply = (strayText.isEmpty ? line : strayText).utf8.first == UInt8(ascii: "{")
    let limit = isReply ? StreamLimit.eventSize : StreamLimit.strayTextSize
    guard strayText.utf8.count + line.utf8.count <= limit else {
      exceededLimit = .strayText
      return
    }
    strayText += line
    strayText += "\n"
  }
}
