public import SchemaModel
import SchemaProviders

/// A message that a client sends: a request, or a notification.
///
/// ``MCPClient`` makes messages; your own transport sends them.
public struct MCPMessage: Sendable {
  /// The identifier of a request; `nil` for a notification.
  public let id: Int?

  /// The method.
  public let method: String

  /// The parameters, an object.
  public let parameters: GeneratedContent

  /// The version of the protocol; `nil` before the two sides have agreed on one.
  public let protocolVersion: String?

  /// Fields of an HTTP header that repeat parts of the message, so that gateways need not read its
  /// body.
  public let headers: [String: String]

  /// The method of a request that lasts until the client stops listening.
  static let listenMethod = "subscriptions/listen"

  /// The notification that cancels a request; `nil` for a notification, and for a request that
  /// begins a connection.
  ///
  /// The protocol forbids the cancellation of `initialize`. A server of an older revision would
  /// receive the cancellation of `server/discover` before the handshake.
  var cancellation: MCPMessage? {
    guard let id, method != "initialize", method != "server/discover" else { return nil }
    return MCPMessage(
      id: nil, method: "notifications/cancelled", parameters: .object(["requestId": id]),
      protocolVersion: protocolVersion, headers: [:])
  }

  /// The message with the envelope of JSON-RPC.
  public var content: GeneratedContent {
    .object(["jsonrpc": "2.0", "id": id, "method": method, "params": parameters])
  }
}

/// The versions of the protocol that this module supports.
enum ProtocolVersion {
  /// The versions without a handshake, in which each request is self-contained; newest first.
  static let stateless = ["2026-07-28"]

  /// The versions that begin with `initialize`; newest first.
  static let handshake = ["2025-11-25", "2025-06-18", "2025-03-26"]

  static let all = stateless + handshake
}

/// The names of fields in `_meta`.
enum MetaKey {
  private static let prefix = "io.modelcontextprotocol/"

  static let protocolVersion = prefix + "protocolVersion"
  static let clientInfo = prefix + "clientInfo"
  static let clientCapabilities = prefix + "clientCapabilities"
  static let serverInfo = prefix + "serverInfo"
  static let logLevel = prefix + "logLevel"
}

/// The codes of errors.
enum ErrorCode {
  static let parse = -32700
  static let invalidRequest = -32600
  static let unknownMethod = -32601
  static let invalidParameters = -32602
  static let internalError = -32603
  static let unknownResource = -32002
  static let headerMismatch = -32020
  static let missingCapability = -32021
  static let unsupportedVersion = -32022
}

/// The size limits, in bytes.
enum MessageLimit {
  /// The limit of a message.
  static let size = 1 << 24
  /// The limit of a list with all its pages.
  static let listSize = 1 << 26
}

extension GeneratedContent {
  static var emptyObject: GeneratedContent { .object([:]) }

  /// A response to a request of the other side.
  static func response(_ id: GeneratedContent, result: GeneratedContent) -> GeneratedContent {
    .object(["jsonrpc": "2.0", "id": id, "result": result])
  }

  /// An error response; `id` is null if the request could not be read.
  static func failure(
    _ id: GeneratedContent?, _ code: Int, _ message: String, data: GeneratedContent? = nil
  ) -> GeneratedContent {
    let error = GeneratedContent.object(["code": code, "message": message, "data": data])
    return GeneratedContent(properties: ["jsonrpc": "2.0", "id": id, "error": error])
  }

  /// The error response for an error of a request.
  static func failure(_ id: GeneratedContent, _ error: MCPError) -> GeneratedContent {
    guard case .rpc(let code) = error.code else {
      return .failure(id, ErrorCode.internalError, error.message)
    }
    return .failure(id, code, error.message, data: error.data)
  }

  /// The response to a server's request to this client, which offers nothing to servers.
  var answerToServer: GeneratedContent? {
    guard let method = string(named: "method"), let id = property(named: "id"), id.shape != .null
    else {
      return nil
    }
    return method == "ping"
      ? .response(id, result: .emptyObject)
      : .failure(id, ErrorCode.unknownMethod, "The client has no method '\(method.excerpt)'.")
  }

  /// The number of a request in an identifier or a token, which some servers send back as `1.0` or
  /// as text.
  var requestNumber: Int? {
    let number =
      shape == .string ? (try? String(self)).flatMap { try? GeneratedContent(json: $0) } : self
    return number.flatMap { $0.shape == .number && $0.isComplete ? try? Int($0) : nil }
  }

  /// The error of a response: an object, or only its words.
  var rpcError: GeneratedContent? {
    guard let error = property(named: "error") else { return nil }
    return switch error.shape {
    case .object: error
    case .string: .object(["message": error])
    default: nil
    }
  }

  /// The result of a response.
  ///
  /// - Throws: ``MCPError`` for an error response, or for a message that is not a response.
  var rpcResult: GeneratedContent {
    get throws {
      if let error = rpcError {
        let code = error.number("code") ?? 0
        // A model may read the message as the output of a tool, so its length is limited.
        let message = error.string(named: "message")?.shortened(to: 4_000)
        throw MCPError(
          .rpc(code), message ?? "no message", data: error.property(named: "data"))
      }
      guard let result = property(named: "result"), result.shape == .object else {
        throw MCPError(.malformed, "An MCP response has neither a result nor an error.")
      }
      return result
    }
  }
}
