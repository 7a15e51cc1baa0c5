import SchemaConcurrency
public import SchemaModel

/// A transport of a client's messages to a server of the Model Context Protocol.
///
/// ``MCPHTTPTransport`` and ``MCPProcessTransport`` implement the protocol's two transports.
public protocol MCPClientTransport: Sendable {
  /// `true` if messages travel over HTTP, where the header repeats parts of a call.
  var usesHTTP: Bool { get }

  /// Sends a message.
  ///
  /// - Returns: The response with its envelope; `nil` for a notification.
  /// - Throws: ``MCPError`` if no response arrives; `CancellationError`.
  func send(_ message: MCPMessage) async throws -> GeneratedContent?

  /// Sets the receiver of the server's notifications, including those that arrive before a
  /// response.
  ///
  /// The default ignores notifications.
  func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void)

  /// Ends the connection.
  func close() async
}

extension MCPClientTransport {
  /// Ignores notifications.
  public func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {}

  /// Calls a function, which is cancelled at the end of a time.
  ///
  /// - Throws: ``MCPError`` at the end of the time; the errors of the function.
  func within<Result: Sendable>(
    _ time: Duration?, of method: String, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let time else { return try await body() }
    let result = try await race(body) { try await Task.sleep(for: time) }
    guard let result else {
      throw MCPError(.timeout, "The MCP server did not answer '\(method)' in time.")
    }
    return result
  }
}
