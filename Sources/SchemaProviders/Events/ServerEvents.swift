import Foundation

/// An event of a response.
struct ServerEvent {
  /// The type in the framing of the event; `message` if the framing has none.
  var type = ServerSentEvent.defaultType
  var data: String
  /// The name of an exception, outside of its data.
  var exception: String?
  /// `true` if the framing marks the event as an error.
  var isError = false
}

/// The way in which a response frames its events.
enum EventFraming {
  /// `text/event-stream`.
  case serverSent
  /// A JSON object in each line.
  case lines
  /// `application/vnd.amazon.eventstream`.
  case amazon
}

/// Splits the bytes of a response into events.
struct ServerEvents {
  private let framing: EventFraming
  // One of these reads the bytes.
  private var events = ServerSentEvents()
  private var lines = LineSplitter()
  private var messages = EventStream()
  /// The lines of a JSON object that takes several lines, which is a complete reply or an error.
  private var object = ""

  init(_ framing: EventFraming) { self.framing = framing }

  /// Reads a piece of the response, and returns the events that it completes.
  mutating func append(_ piece: Data) -> [ServerEvent] {
    switch framing {
    case .serverSent:
      events.append(piece).map { event in
        // Types such as `response.error` are errors as well.
        ServerEvent(
          type: event.type, data: event.data,
          isError: event.type == "error" || event.type.hasSuffix(".error"))
      }
    case .lines: lines.append(piece).compactMap { event(line: $0) }
    case .amazon: messages.append(piece).map(ServerEvent.init)
    }
  }

  private mutating func event(line: String) -> ServerEvent? {
    if object.isEmpty, !["{", "["].contains(line.trimmedOfSpace) { return ServerEvent(data: line) }
    if object.utf8.count + line.utf8.count < StreamLimit.eventSize { object += line + "\n" }
    return nil
  }

  /// Checks that the response has the framing, and has not exceeded a limit.
  ///
  /// - Throws: ``StreamLimit``; `EventStream.Fault`.
  func check() throws {
    try events.check()
    if let failure = lines.failure { throw failure }
    if let fault = messages.failure { throw fault }
  }

  /// Ends the response.
  ///
  /// - Returns: The last event if its end is missing and optional, and the text outside of events.
  mutating func finish() -> (last: ServerEvent?, strayText: String) {
    switch framing {
    case .serverSent: (nil, events.finish())
    case .lines: (lines.finish().flatMap { event(line: $0) }, object)
    case .amazon: (nil, "")
    }
  }
}

extension ServerEvent {
  fileprivate init(_ message: EventStreamMessage) {
    let headers = message.headers
    data = String(decoding: message.payload, as: UTF8.self)
    type = headers[":event-type"] ?? ""
    guard ["exception", "error"].contains(headers[":message-type"]) else { return }
    isError = true
    exception = headers[":exception-type"] ?? headers[":error-code"]
    if data.isBlank { data = headers[":error-message"] ?? "" }
  }
}
