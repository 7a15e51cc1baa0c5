import SchemaModel
public import SchemaSessions

/// A server of the Model Context Protocol, which offers Swift tools to the models of its clients.
///
///     let server = try MCPServer(name: "recipes", version: "1.0", tools: [FindRecipes()])
///     try await server.runOnStandardIO()
///
/// The server supports the revision 2026-07-28, and the revisions with a handshake from 2025-03-26
/// on. It keeps no state between requests in any revision. The lists of its tools, resources and
/// prompts do not change while the server runs.
///
/// A batch, an array of messages, is refused: only the revision 2025-03-26 has batches.
public struct MCPServer: Sendable {
  /// The time for which a client may cache a list, in milliseconds: the lists of a server do not
  /// change while it runs.
  static let listLifetime = 3_600_000

  private let info: GeneratedContent
  private let instructions: String?
  private let tools: ModelContextProtocol.ToolSet
  private let toolList: [ModelContextProtocol.ToolDescription]
  let resources: [Resource]
  let prompts: [PreparedPrompt]

  /// Creates a server.
  ///
  /// `instructions` are instructions for the server's tools, which the models of its clients read.
  ///
  /// - Throws: ``MCPError`` if the arguments of a tool are not an object; `SchemaError` if a
  ///   schema has a fault; `LanguageModelSession.Error.duplicateTool`.
  public init(
    name: String, version: String, instructions: String? = nil, tools: [any Tool],
    resources: [Resource] = [], prompts: [PreparedPrompt] = []
  ) throws {
    self.resources = resources
    self.prompts = prompts
    info = .object(["name": name, "version": version])
    self.instructions = instructions
    self.tools = ModelContextProtocol.ToolSet(tools)
    toolList = try ModelContextProtocol.ToolList(tools).tools
  }

  /// Answers a message of a client, for any transport.
  ///
  /// If the task is cancelled, the request ends as soon as its tool does.
  ///
  /// - Returns: The text of the response; `nil` for a notification, which needs none.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func response(to message: String) async throws -> String? {
    let content: GeneratedContent
    do { content = try Self.message(of: message) } catch {
      return error.response.jsonString(.compact)
    }
    guard let id = content.property(named: "id") else { return nil }
    return try await response(to: content, id: id).jsonString(.compact)
  }

  /// A response that rejects a message before the server runs a method.
  struct Rejection: Error {
    let response: GeneratedContent
  }

  /// Reads a message, which is an object with a method.
  ///
  /// A rejection has the identifier of the request, or null if the identifier cannot be read. The
  /// identifier of a response belongs to the other side, so its rejection has null, too.
  static func message(of text: String) throws(Rejection) -> GeneratedContent {
    guard let message = try? GeneratedContent(json: text), message.isComplete else {
      throw Rejection(response: .failure(nil, ErrorCode.parse, "The message is not JSON."))
    }
    func rejection(_ id: GeneratedContent?, _ problem: String) -> Rejection {
      Rejection(response: .failure(id, ErrorCode.invalidRequest, problem))
    }
    guard message.shape == .object else {
      throw rejection(nil, "A message is one object with a method.")
    }
    let id = message.property(named: "id")
    guard id.map({ $0.shape == .string || (try? Int($0)) != nil }) ?? true else {
      throw rejection(nil, "The 'id' of a message is a text or an integer.")
    }
    guard message.string(named: "method") != nil else {
      let isResponse = ["result", "error"].contains { message.property(named: $0) != nil }
      throw rejection(isResponse ? nil : id, "A message is one object with a method.")
    }
    return message
  }

  /// Answers a request.
  func response(to message: GeneratedContent, id: GeneratedContent) async throws
    -> GeneratedContent
  {
    let parameters = message.property(named: "params") ?? .emptyObject
    let method = message.string(named: "method") ?? ""
    do {
      guard parameters.shape == .object else {
        throw MCPError(.rpc(ErrorCode.invalidParameters), "The parameters are not an object.")
      }
      let isStateless = try Self.isStateless(parameters)
      var result = try await result(of: method, parameters, isStateless: isStateless)
      if isStateless {
        result = GeneratedContent(
          properties: [("resultType", "complete" as any ConvertibleToGeneratedContent)]
            + result.properties.map { ($0.name, $0.content) }
            + [("_meta", GeneratedContent.object([MetaKey.serverInfo: info]))],
          uniquingKeysWith: { first, _ in first })
      }
      return .response(id, result: result)
    } catch let error as MCPError {
      return .failure(id, error)
    } catch let error as CancellationError where Task.isCancelled {
      throw error
    } catch {
      // The error may have details that a client should not see.
      return .failure(id, ErrorCode.internalError, "The server failed.")
    }
  }

  /// Returns `true` if a request belongs to a revision without a handshake.
  ///
  /// - Throws: ``MCPError`` for a revision that this server does not support.
  private static func isStateless(_ parameters: GeneratedContent) throws -> Bool {
    let meta = parameters.property(named: "_meta")
    guard let version = meta?.property(named: MetaKey.protocolVersion) else { return false }
    guard let version = try? String(version),
      meta?.property(named: MetaKey.clientCapabilities)?.shape == .object
    else {
      throw MCPError(
        .rpc(ErrorCode.invalidParameters),
        "'_meta' needs '\(MetaKey.protocolVersion)' and '\(MetaKey.clientCapabilities)'.")
    }
    guard ProtocolVersion.stateless.contains(version) else {
      throw unsupported(version)
    }
    return true
  }

  static func unsupported(_ version: String) -> MCPError {
    MCPError(
      .rpc(ErrorCode.unsupportedVersion), "Unsupported protocol version",
      data: .object(["supported": ProtocolVersion.stateless, "requested": version]))
  }

  private func result(
    of method: String, _ parameters: GeneratedContent, isStateless: Bool
  ) async throws -> GeneratedContent {
    switch method {
    case "server/discover" where isStateless:
      return .object([
        "supportedVersions": ProtocolVersion.stateless, "capabilities": capabilities,
        "instructions": instructions, "ttlMs": Self.listLifetime, "cacheScope": "public",
      ])
    case "initialize" where !isStateless:
      let wanted = parameters.string(named: "protocolVersion") ?? ""
      let isKnown = ProtocolVersion.handshake.contains(wanted)
      return .object([
        "protocolVersion": isKnown ? wanted : ProtocolVersion.handshake[0],
        "capabilities": capabilities, "serverInfo": info, "instructions": instructions,
      ])
    case "ping" where !isStateless: return .emptyObject
    case "tools/list":
      let tools = toolList.map { isStateless ? $0.statelessContent : $0.content }
      return try list("tools", tools, parameters, isStateless: isStateless)
    case "tools/call":
      let call: ModelContextProtocol.ToolCall
      do {
        call = try ModelContextProtocol.ToolCall(parameters)
      } catch {
        throw MCPError(.rpc(ErrorCode.invalidParameters), "The call does not name a tool.")
      }
      do {
        return try await tools.run(call, isStateless: isStateless).content
      } catch let error as MCPError where error.code == .malformed {
        throw MCPError(.rpc(ErrorCode.invalidParameters), error.description)
      }
    default:
      if let result = try await featureResult(of: method, parameters, isStateless: isStateless) {
        return result
      }
      throw MCPError(
        .rpc(ErrorCode.unknownMethod), "The server has no method '\(method.excerpt)'.")
    }
  }
}
