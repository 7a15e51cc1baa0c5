public import Foundation
import SchemaContent
public import SchemaModel

/// The other side of a connection of the Model Context Protocol sent an error or no answer, or a
/// value does not follow the protocol.
public struct MCPError: Error, LocalizedError, CustomStringConvertible, Sendable {
  /// The kind of failure.
  ///
  /// A minor release may add cases.
  public enum Code: Sendable, Hashable {
    /// An error of JSON-RPC, such as -32601 for an unknown method.
    case rpc(Int)

    /// A status of HTTP without an error of JSON-RPC in the body.
    case http(Int)

    /// No answer arrived in time.
    case timeout

    /// The connection is closed, or was never opened.
    case closed

    /// A message, or a tool of the program, does not follow the protocol.
    case malformed

    /// The two sides have no version of the protocol in common.
    case version
  }

  /// The kind of failure.
  public let code: Code

  /// The problem as a sentence.
  public let message: String

  /// Other details from the other side, if any.
  public let data: GeneratedContent?

  /// The tool whose description or call does not follow the protocol.
  private var tool: String?

  /// The remedy, if it differs from that of other errors of the kind.
  private var remedy: String?

  /// `true` if the server has ended the session of the request.
  ///
  /// The client then begins a new session.
  var endsSession = false

  /// Creates an error.
  public init(_ code: Code, _ message: String, data: GeneratedContent? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// Creates the error of a value that does not follow the protocol.
  init(malformed message: String, tool: String? = nil, remedy: String? = nil) {
    self.init(.malformed, message)
    self.tool = tool
    self.remedy = remedy
  }

  /// The problem as a sentence, with the name of the tool if there is one.
  public var errorDescription: String? {
    switch code {
    case .rpc(let code): "The MCP peer answered with error \(code): \(message)"
    case .http(let status): "The MCP server answered with HTTP \(status): \(message)"
    case .timeout, .closed, .malformed, .version:
      (tool.map { "The tool \"\($0)\": " } ?? "") + message
    }
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    if let remedy { return remedy }
    return switch code {
    case .rpc: "Correct the request as the message says."
    case .http(401), .http(403): "Give the transport a header with a valid token."
    case .http(300..<400): "Give the transport that address, if you trust it."
    case .http: "Check the address of the server."
    case .timeout: "Raise the timeout of the transport, or check the server."
    case .closed: "Connect the client, or read the server's standard error."
    case .malformed: "Report it to the server's author."
    case .version: "Update the side with the older version."
    }
  }

  /// The problem and its remedy.
  public var description: String {
    [errorDescription, recoverySuggestion].compactMap(\.self).joined(separator: " ")
  }
}
