public import Foundation
import SchemaConcurrency
public import SchemaModel
public import SchemaProviders
import SchemaSessions

/// A connection to a server over HTTP, the "streamable HTTP" of the protocol.
///
///     let transport = MCPHTTPTransport(
///       endpoint: endpoint, headers: ["authorization": "Bearer \(token)"])
///
/// Each message is its own POST request, which a server answers with JSON or a stream of events.
/// Cancelling a task cancels its request. A server with a handshake also gets a notification of the
/// cancellation. The transport opens no stream for notifications outside of requests, and does not
/// end sessions with servers of older revisions. Of redirects, it follows 307 and 308 to the same
/// origin.
///
/// A server of the revisions with a handshake may end the stream of a request after an event with
/// an identifier. The transport then asks for the rest, after the time that the server names, but
/// after a minute at most. It gives up after 100 times in a row without an event.
public struct MCPHTTPTransport: MCPClientTransport {
  /// The time that the report of a cancellation may take.
  private static let reportTime: Duration = .seconds(10)

  /// Practically no limit, since the stream of changes is silent as long as nothing changes.
  private static let noTimeout: Duration = .seconds(365 * 24 * 3_600)

  private static let maximumRedirects = 5
  /// The number of times in a row that a request asks for the rest of its stream without an event.
  private static let maximumResumptions = 100

  private let endpoint: URL
  private let headers: [String: String]
  private let signer: (any RequestSigner)?
  private let transport: any ModelTransport
  private let idleTimeout: Duration
  private let requestTimeout: Duration
  /// The longest wait before the transport asks for the rest of a stream.
  var longestWait: Duration = .seconds(60)
  /// The identifier of the session with a server of an older revision.
  private let session = Locked<String?>(nil)
  private let listener = Locked<(@Sendable (GeneratedContent) -> Void)?>(nil)

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - endpoint: The address of the server, such as `https://host/mcp`.
  ///   - headers: Fields that each request has, such as a token.
  ///   - signer: A signer, which adds to the header of each request.
  ///   - transport: The transport that sends the requests.
  ///   - idleTimeout: The longest silence of a response, including the time before its beginning.
  ///   - requestTimeout: The longest time for a request with its whole response, which signs of
  ///     life and reports of progress do not extend. The subscription of
  ///     ``MCPClient/listenForChanges(resources:)`` has no such limit.
  public init(
    endpoint: URL, headers: [String: String] = [:], signer: (any RequestSigner)? = nil,
    transport: any ModelTransport = ModelProvider.URLSessionTransport(),
    idleTimeout: Duration = .seconds(120), requestTimeout: Duration = .seconds(1_800)
  ) {
    self.endpoint = endpoint
    self.headers = headers
    self.signer = signer
    self.transport = transport
    self.idleTimeout = idleTimeout
    self.requestTimeout = requestTimeout
  }

  /// `true`.
  public var usesHTTP: Bool { true }

  /// Sets the receiver of notifications that arrive before a response.
  public func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {
    self.listener.exchange(listener)
  }

  /// Sends a message.
  ///
  /// - Returns: The response; `nil` for a notification.
  /// - Throws: ``MCPError``; `LanguageModelError` for a header with invalid characters; an error of
  ///   the signer; `CancellationError`.
  public func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    try Task.checkCancellation()
    let sessionID = session.withLock { $0 }
    let time = message.method == MCPMessage.listenMethod ? nil : requestTimeout
    do {
      return try await within(time, of: message.method) { try await exchange(message) }
    } catch {
      if Task.isCancelled || (error as? MCPError)?.code == .timeout {
        reportCancellation(of: message, in: sessionID)
      }
      throw error
    }
  }

  /// Notifies the server of a cancelled request, without waiting for the server.
  ///
  /// In the revisions with a handshake, a request continues after its connection ends.
  private func reportCancellation(of message: MCPMessage, in sessionID: String?) {
    guard let notification = message.cancellation, let version = message.protocolVersion,
      ProtocolVersion.handshake.contains(version)
    else { return }
    // The client may have begun another session meanwhile.
    var fields = fields(of: notification)
    fields["mcp-session-id"] = sessionID
    let report = fields
    Task {
      try await within(Self.reportTime, of: notification.method) {
        _ = try await request(notification.content, report, idleTimeout: Self.reportTime)
      }
    }
  }

  /// Sends a message, and reads the response to a request.
  private func exchange(_ message: MCPMessage) async throws -> GeneratedContent? {
    if message.method == "initialize" { session.withLock { $0 = nil } }
    let silence = message.method == MCPMessage.listenMethod ? Self.noTimeout : idleTimeout
    let fields = fields(of: message)
    let (response, mask) = try await request(message.content, fields, idleTimeout: silence)
    if message.method == "initialize" {
      session.withLock { $0 = response.headers["mcp-session-id"] }
    }
    guard (200..<300).contains(response.status) else {
      let body = mask(try await body(of: response, without: mask))
      var failure = Self.failure(response.status, body)
      guard message.id != nil else { throw failure }
      failure.endsSession =
        fields["mcp-session-id"] != nil && Self.isUnknownSession(response.status, body)
        && ProtocolVersion.handshake.contains(message.protocolVersion ?? "")
      // In the newest revisions, such a response has an error of JSON-RPC.
      if !failure.endsSession, let content = try? GeneratedContent(json: body), content.isComplete,
        content.property(named: "error")?.shape == .object
      {
        return content
      }
      throw failure
    }
    guard let id = message.id else { return nil }
    guard response.mediaType == "text/event-stream" else {
      return try Self.masking(
        Self.response(to: id, in: await body(of: response, without: mask)), mask)
    }
    return try await Self.masking(
      readEvents(of: response, until: id, fields, without: mask), mask)
  }

  /// Returns `true` if a response says that the server does not know the session of its request.
  ///
  /// Some servers send 400 in place of 404. A fault of the request's own parameters does not count,
  /// even if its words mention a session.
  private static func isUnknownSession(_ status: Int, _ body: String) -> Bool {
    guard status == 400 else { return status == 404 }
    let code = (try? message(body))?.rpcError?.number("code")
    let text = body.lowercased()
    return code != ErrorCode.invalidParameters && code != ErrorCode.unknownMethod
      && (text.contains("session") || text.contains("not initialized"))
  }

  /// Does nothing: each request has its own connection, which ends with the request's task.
  public func close() async {}

  private func fields(of message: MCPMessage) -> [String: String] {
    var fields = message.headers
    fields["mcp-protocol-version"] = message.protocolVersion
    fields["mcp-session-id"] = session.withLock { $0 }
    return fields
  }

  /// Sends a message, or asks for the rest of a stream, and follows redirects that keep the method
  /// and the origin.
  private func request(
    _ content: GeneratedContent?, _ fields: [String: String], idleTimeout: Duration
  ) async throws -> (response: TransportResponse, mask: SecretMask) {
    var url = endpoint
    var redirects = 0
    while true {
      var request = TransportRequest(
        url: url, headers: [:], body: Data(content?.jsonBytes() ?? []), idleTimeout: idleTimeout)
      try request.add(headers, provider: "MCP")
      try request.add(fields, provider: "MCP")
      try request.add(
        ["accept": "application/json, text/event-stream", "accept-encoding": "identity"],
        provider: "MCP")
      if content == nil {
        request.method = "GET"
        request.headers["accept"] = "text/event-stream"
      } else {
        request.headers["content-type"] = "application/json"
      }
      if let signer { try request.add(try await signer.headers(for: request), provider: "MCP") }
      let mask = request.secretMask
      let response: TransportResponse
      do {
        response = try await transport.send(request)
      } catch let error as TransportError {
        throw Self.failure(error, without: mask)
      }
      guard (300..<400).contains(response.status) else { return (response, mask) }
      let target = response.headers["location"].flatMap { URL(string: $0, relativeTo: url) }
      redirects += 1
      guard [307, 308].contains(response.status), let target, target.origin == endpoint.origin,
        redirects <= Self.maximumRedirects
      else {
        let name = target?.absoluteString.shortened(to: 1_000) ?? "no address"
        throw Self.failure(response.status, mask("The server redirects to \(name)."))
      }
      url = target.absoluteURL
    }
  }

  /// Returns the response with the keys in its error masked, since a model may read the error.
  private static func masking(
    _ response: GeneratedContent, _ mask: SecretMask
  ) throws -> GeneratedContent {
    guard response.rpcError != nil else { return response }
    return try message(mask(response.jsonString))
  }

  /// Reads a stream until the response, and goes on in another stream after a position that the
  /// server has given.
  private func readEvents(
    of response: TransportResponse, until id: Int, _ fields: [String: String],
    without mask: SecretMask
  ) async throws -> GeneratedContent {
    let canResume = ProtocolVersion.handshake.contains(fields["mcp-protocol-version"] ?? "")
    var (response, position, wait) = (response, "", 1_000)
    var failure = MCPError(.closed, "The MCP server ended its stream before the response.")
    var resumptionCount = 0
    while true {
      var events = ServerSentEvents()
      do {
        for try await piece in response.body {
          for event in events.append(piece) {
            resumptionCount = 0
            if let answer = try await self.response(to: id, in: event, fields) { return answer }
          }
          try events.check()
        }
      } catch let error as TransportError {
        failure = Self.failure(error, without: mask)
      } catch is StreamLimit {
        throw MCPError(.malformed, "A message of the MCP server is too long.")
      }
      try Task.checkCancellation()
      wait = events.retryTime ?? wait
      position = events.lastID ?? position
      guard canResume, failure.code == .closed, !position.isEmpty, position == position.headerValue,
        resumptionCount < Self.maximumResumptions
      else { throw failure }
      try await Task.sleep(for: min(.milliseconds(wait), longestWait))
      resumptionCount += 1
      let resumed = fields.merging(["last-event-id": position]) { $1 }
      response = try await request(nil, resumed, idleTimeout: idleTimeout).response
      guard response.status == 200, response.mediaType == "text/event-stream" else {
        throw failure
      }
    }
  }

  /// Returns the response to a request, if an event has it.
  ///
  /// Events of other types, and events without data, only keep a connection open or give the stream
  /// a position.
  private func response(
    to id: Int, in event: ServerSentEvent, _ fields: [String: String]
  ) async throws -> GeneratedContent? {
    guard !event.data.isBlank else { return nil }
    if event.type == "error" {
      let content = try? Self.message(event.data)
      return if let content, content.isResponse(to: id) { content } else {
        .failure(
          nil, ErrorCode.internalError, content?.string(named: "message") ?? event.data)
      }
    }
    guard event.type == "message" else { return nil }
    let content = try Self.message(event.data)
    if let answer = content.answerToServer {
      _ = try await request(answer, fields, idleTimeout: idleTimeout)
    } else if content.isResponse(to: id) {
      return content
    } else if content.string(named: "method") != nil {
      listener.withLock { $0 }?(content)
    }
    return nil
  }

  private func body(
    of response: TransportResponse, without mask: SecretMask
  ) async throws -> String {
    var body = Data()
    do {
      for try await piece in response.body {
        guard body.count + piece.count <= MessageLimit.size else {
          throw MCPError(.malformed, "A message of the MCP server is too long.")
        }
        body += piece
      }
    } catch let error as TransportError {
      // A whole message is one, however its connection ends.
      guard (try? Self.message(String(decoding: body, as: UTF8.self))) != nil else {
        throw Self.failure(error, without: mask)
      }
    }
    try Task.checkCancellation()
    return String(decoding: body, as: UTF8.self)
  }

  private static func message(_ text: String) throws -> GeneratedContent {
    guard let content = try? GeneratedContent(json: text), content.isComplete,
      content.shape == .object
    else { throw MCPError(.malformed, "The MCP server sent something other than a message.") }
    return content
  }

  private static func response(to id: Int, in body: String) throws -> GeneratedContent {
    let content = try message(body)
    guard content.isResponse(to: id) else {
      throw MCPError(.malformed, "The MCP server answered another request.")
    }
    return content
  }

  /// Returns an error with the beginning of a body, on one line.
  private static func failure(_ status: Int, _ body: String) -> MCPError {
    let line = body.shortened(to: 200).split(whereSeparator: \.isNewline).joined(separator: " ")
    return MCPError(.http(status), line.isEmpty ? "no reason" : line)
  }

  private static func failure(_ error: TransportError, without mask: SecretMask) -> MCPError {
    MCPError(error.code == .timeout ? .timeout : .closed, mask("\(error)"))
  }
}

extension GeneratedContent {
  /// Returns `true` if the message is the response to a request of this client.
  ///
  /// An error has no identifier if the server could not read the identifier of the request. Some
  /// servers answer everything with 0, which no request of this client has; over HTTP, the
  /// connection says to which request a response belongs.
  func isResponse(to id: Int) -> Bool {
    guard string(named: "method") == nil else { return false }
    guard let own = property(named: "id"), own.shape != .null else {
      return rpcError != nil
    }
    let number = own.requestNumber
    return number == id || number == 0
  }
}

extension URL {
  /// The scheme, the host and the port.
  fileprivate var origin: String {
    let scheme = scheme?.lowercased() ?? ""
    return "\(scheme)://\(host()?.lowercased() ?? ""):\(port ?? (scheme == "https" ? 443 : 80))"
  }
}
