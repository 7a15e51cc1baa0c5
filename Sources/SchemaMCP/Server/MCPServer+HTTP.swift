public import Foundation
import SchemaModel
import SchemaProviders

/// A request of a client to a server of the Model Context Protocol, over HTTP.
public struct MCPHTTPRequest: Sendable {
  let method: String
  let headers: [String: String]
  let body: Data

  /// Creates a request with a method such as `POST`, and with names of fields in any case.
  public init(method: String, headers: [String: String], body: Data) {
    self.method = method
    self.headers = headers
    self.body = body
  }
}

/// The answer to a request of a client, over HTTP.
public struct MCPHTTPResponse: Sendable, Equatable {
  /// The status, such as 200.
  public var status: Int

  /// The names of the header's fields, in lower case, and their values.
  public var headers: [String: String]

  /// The body, which may be empty.
  public var body: Data
}

extension MCPServer {
  /// Answers a request over HTTP.
  ///
  ///     router.post("mcp") { request in
  ///       await server.response(
  ///         to: MCPHTTPRequest(method: "POST", headers: request.headers, body: request.body))
  ///     }
  ///
  /// Call this method from your HTTP server, for every HTTP method at the address of your endpoint.
  /// Each response is one JSON document. The HTTP server has to check the authorization. This
  /// method only rejects web pages that call the server without their user's knowledge.
  ///
  /// Limit the size of bodies before you read them. `allowedOrigins` are the origins of web pages
  /// that may call the server, such as `https://example.com`. Requests of other pages get the
  /// status 403.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, for example because the client has
  ///   disconnected.
  public func response(
    to request: MCPHTTPRequest, allowedOrigins: Set<String> = []
  ) async throws -> MCPHTTPResponse {
    let headers = Dictionary(
      request.headers.map { ($0.key.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    if let origin = headers["origin"], !allowedOrigins.contains(origin) {
      return MCPHTTPResponse(status: 403, headers: [:], body: Data())
    }
    guard request.method == "POST" else {
      return MCPHTTPResponse(status: 405, headers: ["allow": "POST"], body: Data())
    }
    guard request.body.count <= MessageLimit.size else {
      return MCPHTTPResponse(status: 413, headers: [:], body: Data())
    }
    let message: GeneratedContent
    do {
      message = try Self.message(of: String(decoding: request.body, as: UTF8.self))
    } catch {
      return Self.httpResponse(error.response)
    }
    guard let id = message.property(named: "id") else {
      return MCPHTTPResponse(status: 202, headers: [:], body: Data())
    }
    if let mismatch = Self.mismatch(of: headers, message) {
      return Self.httpResponse(.failure(id, mismatch))
    }
    return Self.httpResponse(try await response(to: message, id: id))
  }

  /// Returns the HTTP response for a response of JSON-RPC, with the status for its error.
  private static func httpResponse(_ content: GeneratedContent) -> MCPHTTPResponse {
    let code = content.property(named: "error")?.property(named: "code").flatMap { try? Int($0) }
    let status =
      switch code {
      case ErrorCode.parse, ErrorCode.invalidRequest, ErrorCode.invalidParameters,
        ErrorCode.headerMismatch, ErrorCode.unsupportedVersion:
        400
      case ErrorCode.unknownMethod: 404
      default: 200
      }
    return MCPHTTPResponse(
      status: status, headers: ["content-type": "application/json"],
      body: Data(content.jsonBytes()))
  }

  /// Returns the first difference between the header and the message; `nil` if they agree.
  private static func mismatch(
    of headers: [String: String], _ message: GeneratedContent
  ) -> MCPError? {
    let parameters = message.property(named: "params")
    let version = headers["mcp-protocol-version"]
    guard let own = parameters?.value("_meta")?.string(named: MetaKey.protocolVersion) else {
      // The header of a handshake has no version. Later headers have the agreed revision.
      guard let version, !ProtocolVersion.handshake.contains(version) else { return nil }
      guard ProtocolVersion.stateless.contains(version) else { return unsupported(version) }
      return MCPError(
        .rpc(ErrorCode.invalidParameters), "'_meta' needs '\(MetaKey.protocolVersion)'.")
    }
    let method = message.string(named: "method")
    let name: String? =
      switch method {
      case "tools/call", "prompts/get": parameters?.string(named: "name")
      case "resources/read": parameters?.string(named: "uri")
      default: nil
      }
    let fields: [(name: String, found: String?, expected: String?)] = [
      ("MCP-Protocol-Version", version, own), ("Mcp-Method", headers["mcp-method"], method),
      ("Mcp-Name", headers["mcp-name"]?.decodedHeaderValue, name),
    ]
    for field in fields where field.expected != nil && field.found != field.expected {
      return MCPError(
        .rpc(ErrorCode.headerMismatch), "The header \(field.name) differs from the body.")
    }
    return nil
  }
}
