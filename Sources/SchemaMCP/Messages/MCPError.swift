public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The other side of a connection of the Model Context Protocol answered with an error, or not at
/// all.
public struct MCPError: Error, LocalizedError, CustomStringConvertible, Sendable {
  /// What went wrong.
  public enum Code: Sendable, Hashable {
    /// An error of JSON-RPC, such as -32601 for an unknown method.
    case rpc(Int)

    /// A status of HTTP without an error of JSON-RPC in the body.
    case http(Int)

    /// No answer came in time.
    case timeout

    /// The connection is closed, or was never opened.
    case closed

    /// The other side sent something other than the protocol says.
    case malformed

    /// The two sides have no version of the protocol in common.
    case version
  }

  /// What went wrong.
  public let code: Code

  /// What went wrong as a sentence.
  public let message: String

  /// What else the other side says, if it says something.
  public let data: GeneratedContent?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: What went wrong.
  ///   - message: What went wrong as a sentence.
  ///   - data: What else the other side says.
  public init(_ code: Code, _ message: String, data: GeneratedContent? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// What went wrong as a sentence.
  public var errorDescription: String? {
    switch code {
    case .rpc(let code): "The other side of MCP answered with error \(code): \(message)"
    case .http(let status): "The server of MCP answered with HTTP \(status): \(message)"
    case .timeout, .closed, .malformed, .version: message
    }
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    switch code {
    case .rpc: "See the message."
    case .http(401), .http(403): "Give the transport a header with a valid token."
    case .http: "Check the address of the server."
    case .timeout: "Give the transport more time, or look at what the server does."
    case .closed: "Connect the client, or look at what the server wrote to its standard error."
    case .malformed: "Report it to the server's author."
    case .version: "Update the side with the older version."
    }
  }

  /// What went wrong, and what to do about it.
  public var description: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}
