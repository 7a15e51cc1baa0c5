public import SchemaModel

/// How messages of a client reach a server of the Model Context Protocol.
///
/// ``MCPHTTPTransport`` and ``MCPProcessTransport`` are the two of the protocol.
public protocol MCPClientTransport: Sendable {
  /// Whether messages travel over HTTP, where parts of a call are repeated in its header.
  var usesHTTP: Bool { get }

  /// Sends a message.
  ///
  /// - Parameter message: The message.
  /// - Returns: The response with its envelope; `nil` for a notification.
  /// - Throws: ``MCPError`` if no response arrives; `CancellationError`.
  func send(_ message: MCPMessage) async throws -> GeneratedContent?

  /// Says who hears the notifications of the server, also those that come before a response.
  ///
  /// The default hears none.
  ///
  /// - Parameter listener: A function for each notification, with its envelope.
  func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void)

  /// Ends the connection.
  func close() async
}

extension MCPClientTransport {
  /// Hears nothing.
  ///
  /// - Parameter listener: A function for each notification.
  public func onNotification(_ listener: @escaping @Sendable (GeneratedContent) -> Void) {}
}
