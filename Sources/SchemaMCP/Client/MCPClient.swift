import SchemaConcurrency
import SchemaModel
import SchemaProviders
public import SchemaSessions

/// A client of the Model Context Protocol, which gives sessions the tools of a server.
///
///     let client = MCPClient(name: "Kitchen", version: "1.0")
///     try await client.connect(transport: MCPProcessTransport("/usr/bin/recipes", ["--stdio"]))
///     let session = LanguageModelSession(model: model, tools: try await client.tools())
///     print(try await session.respond(to: "What can I cook with leeks?").content)
///     await client.disconnect()
///
/// The client uses the revision 2026-07-28, which has no handshake, and falls back to the handshake
/// of 2025-11-25 and of the two revisions before. The client refuses a server's requests for roots,
/// samples or input of the user. If a server ends its session with the client, the next request
/// begins another session, which has no subscriptions to resources.
public actor MCPClient {
  /// A server's description of itself.
  public struct ServerInfo: Sendable, Equatable {
    /// The name of the server; empty if the server sends none.
    public var name: String

    /// The version of the server; empty if the server sends none.
    public var version: String

    /// Instructions for the server's tools, which a model reads.
    public var instructions: String?

    /// The version of the protocol on which both sides agree.
    public var protocolVersion: String

    /// Reads the server's names for itself, which are a part of a result.
    fileprivate init(
      _ info: GeneratedContent?, in result: GeneratedContent, protocolVersion: String
    ) {
      name = info?.string(named: "name") ?? ""
      version = info?.string(named: "version") ?? ""
      instructions = result.string(named: "instructions")
      self.protocolVersion = protocolVersion
    }
  }

  /// The largest number of pages of a list of tools.
  private static let maximumPages = 1_000

  private let info: GeneratedContent
  private let logLevel: String?
  /// Receives the server's unsolicited messages.
  private let listeners: MCPListeners
  private var transport: (any MCPClientTransport)?
  /// The number of the connection, which changes when a connection ends.
  ///
  /// A message of an earlier connection has another number.
  private var connectionNumber = 0
  private var lastID = 0
  /// The messages that wait for their responses.
  private var sendings: Set<Task<GeneratedContent?, any Error>> = []
  /// The number of sessions that replaced a session which the server had ended.
  private var sessionNumber = 0
  /// `true` if the server has ended the session, and no other session has begun.
  private var sessionHasEnded = false
  /// The handshake that begins another session, for which all requests wait.
  private var renewal: Task<Void, any Error>?
  private var version: String?
  private var listedTools = MCPListedTools()

  /// The server's description of itself; `nil` without a connection.
  public private(set) var serverInfo: ServerInfo?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - name: The name of your program, for the server.
  ///   - version: The version of your program.
  ///   - logLevel: The lowest level of the server's log that you want to receive, such as
  ///     `warning`; `nil` for the server's default.
  ///   - onNotification: A function that receives the server's unsolicited messages. It is called
  ///     on the reading thread, so it should be quick.
  public init(
    name: String, version: String, logLevel: String? = nil,
    onNotification: (@Sendable (MCPNotification) -> Void)? = nil
  ) {
    self.logLevel = logLevel
    listeners = MCPListeners(onNotification)
    info = .object(["name": name, "version": version])
  }

  /// Connects to a server, and agrees with the server on a version of the protocol.
  ///
  /// The first request, the probe, asks for the newest revision. A server that rejects the probe,
  /// ends, or answers with HTTP 5xx gets a handshake. ``MCPProcessTransport`` starts a server again
  /// that ended at the probe.
  ///
  /// - Parameters:
  ///   - transport: The connection.
  ///   - probesNewestRevision: `false` to begin with the handshake of the older revisions, for a
  ///     server that takes harm from other requests before it.
  /// - Returns: The server's description of itself.
  /// - Throws: ``MCPError``; `CancellationError`.
  @discardableResult
  public func connect(
    transport: some MCPClientTransport, probesNewestRevision: Bool = true
  ) async throws -> ServerInfo {
    await disconnect()
    connectionNumber += 1
    let number = connectionNumber
    self.transport = transport
    transport.onNotification { [listeners] in listeners.take($0) }
    do {
      let discovered = probesNewestRevision ? try await discover() : nil
      try checkConnection(number)
      let serverInfo = if let discovered { discovered } else { try await shakeHands() }
      try checkConnection(number)
      self.serverInfo = serverInfo
      return serverInfo
    } catch {
      if number == connectionNumber { await disconnect() } else { await transport.close() }
      throw error
    }
  }

  /// Ends the connection.
  ///
  /// Requests that wait for their responses throw ``MCPError`` with the code
  /// ``MCPError/Code/closed``.
  public func disconnect() async {
    let transport = transport
    self.transport = nil
    connectionNumber += 1
    (version, serverInfo, listedTools) = (nil, nil, MCPListedTools())
    (sessionHasEnded, renewal) = (false, nil)
    for sending in sendings { sending.cancel() }
    await transport?.close()
  }

  // MARK: Versions

  /// Begins a connection with a server that seems to be of an older revision.
  private func shakeHands() async throws -> ServerInfo {
    do {
      return try await initialize()
    } catch let error as MCPError where error.code == .rpc(ErrorCode.unsupportedVersion) {
      // A server of the newest revisions that starts slowly may answer the first request after the
      // timeout, and then accepts no handshake.
      guard let discovered = try await discover() else { throw error }
      return discovered
    }
  }

  /// Asks a server of the newest revisions for its description; `nil` for a server of an older
  /// revision.
  private func discover() async throws -> ServerInfo? {
    var candidate = ProtocolVersion.stateless[0]
    for attempt in 0..<2 {
      version = candidate
      do {
        let result = try await exchange("server/discover", .emptyObject)
        let versions = result.property(named: "supportedVersions").map(Self.texts) ?? []
        guard let common = ProtocolVersion.stateless.first(where: versions.contains) else {
          return nil
        }
        version = common
        return ServerInfo(
          result.value("_meta", MetaKey.serverInfo), in: result, protocolVersion: common)
      } catch let error as MCPError {
        switch error.code {
        case .rpc(ErrorCode.unsupportedVersion):
          let versions = error.data?.property(named: "supported").map(Self.texts) ?? []
          if attempt == 0, let common = ProtocolVersion.stateless.first(where: versions.contains) {
            candidate = common
            continue
          }
          guard versions.isEmpty || versions.contains(where: ProtocolVersion.handshake.contains)
          else {
            throw MCPError(
              .version,
              "The server supports the versions \(versions.listed()) of MCP, and this client "
                + "supports \(ProtocolVersion.all.joined(separator: ", ")).")
          }
          return nil
        // No older revision has these codes.
        case .rpc(ErrorCode.headerMismatch), .rpc(ErrorCode.missingCapability): throw error
        // A server of an older revision rejects the method or the request, does not answer before a
        // handshake, fails, or ends.
        case .rpc, .timeout, .malformed, .closed: return nil
        case .http(let status) where status >= 400 && status != 401 && status != 403: return nil
        case .http, .version: throw error
        }
      }
    }
    return nil
  }

  /// Begins a connection of the revisions with a handshake.
  private func initialize() async throws -> ServerInfo {
    version = nil
    let result = try await exchange(
      "initialize",
      .object([
        "protocolVersion": ProtocolVersion.handshake[0],
        "capabilities": GeneratedContent.emptyObject, "clientInfo": info,
      ]))
    let agreed = result.string(named: "protocolVersion") ?? ""
    guard ProtocolVersion.handshake.contains(agreed) else {
      throw MCPError(
        .version,
        "The server supports the version '\(agreed.excerpt)' of MCP, and this client "
          + "supports \(ProtocolVersion.all.joined(separator: ", ")).")
    }
    version = agreed
    _ = try await send(
      MCPMessage(
        id: nil, method: "notifications/initialized", parameters: .emptyObject,
        protocolVersion: agreed, headers: [:]))
    if let logLevel, result.value("capabilities", "logging") != nil {
      _ = try await exchange("logging/setLevel", .object(["level": logLevel]))
    }
    return ServerInfo(result.value("serverInfo"), in: result, protocolVersion: agreed)
  }

  /// Begins a session to replace a session that the server has ended.
  ///
  /// The requests that need the session wait for the same handshake.
  private func renewSession() async throws {
    while sessionHasEnded {
      let renewal = renewal ?? beginRenewal()
      do {
        try await withTaskCancellationHandler {
          try await renewal.value
        } onCancel: {
          renewal.cancel()
        }
      } catch {
        try Task.checkCancellation()
        // If another waiting request cancelled the handshake, this request begins the next
        // handshake.
        guard renewal.isCancelled else { throw error }
      }
    }
  }

  private func beginRenewal() -> Task<Void, any Error> {
    let number = connectionNumber
    let task = Task {
      defer { if number == connectionNumber { renewal = nil } }
      try checkConnection(number)
      let serverInfo = try await initialize()
      try checkConnection(number)
      self.serverInfo = serverInfo
      sessionNumber += 1
      sessionHasEnded = false
    }
    renewal = task
    return task
  }

  // MARK: Tools

  /// Lists all tools of the server.
  ///
  /// If the list does not end as it should, one of its problems says so, and later tools may be
  /// missing.
  ///
  /// - Throws: ``MCPError``; `CancellationError`.
  public func listTools() async throws -> ModelContextProtocol.ToolList {
    let usesHTTP = try connected().usesHTTP
    let (pages, fault) = try await readPages(of: "tools/list")
    let elements = try pages.flatMap { try ModelContextProtocol.ToolList.elements(of: $0) }
    return ModelContextProtocol.ToolList(elements, fault: fault) { tool in
      try listedTools.add(tool, usesHTTP: usesHTTP)
    }
  }

  /// Returns the pages of a list whose callers cannot report a fault beside them.
  ///
  /// - Throws: ``MCPError``, also for a list that does not end as it should.
  func pages(of method: String) async throws -> [GeneratedContent] {
    let (pages, fault) = try await readPages(of: method)
    if let fault { throw fault }
    return pages
  }

  /// Returns the pages of a list, and the fault of one that does not end as it should.
  ///
  /// - Throws: ``MCPError``, with the code `closed` if the connection ends before the last page;
  ///   `CancellationError`.
  private func readPages(
    of method: String
  ) async throws -> (pages: [GeneratedContent], fault: MCPError?) {
    var pages: [GeneratedContent] = []
    var cursor: String?
    var seen: Set<String> = []
    var size = 0
    while true {
      let page = try await request(method, .object(["cursor": cursor]))
      size += page.jsonBytes().count
      guard size <= MessageLimit.listSize else {
        throw MCPError(.malformed, "The server's list '\(method)' is too long.")
      }
      pages.append(page)
      guard let next = page.property(named: "nextCursor"), next.shape != .null else {
        return (pages, nil)
      }
      cursor = try? String(next)
      guard let cursor, !cursor.isEmpty, seen.insert(cursor).inserted,
        seen.count < Self.maximumPages
      else {
        let problem =
          if seen.count >= Self.maximumPages { "has too many pages" } else {
            "ends with a cursor that \(cursor?.isEmpty == false ? "it had before" : "is no text")"
          }
        return (
          pages,
          MCPError(
            malformed: "The server's list '\(method)' \(problem), so it may have more.",
            remedy: "Report it to the server's author. What came before is used.")
        )
      }
    }
  }

  /// Returns the tools of the server for a session, without the tools that cannot be used.
  ///
  /// - Parameters:
  ///   - prefix: A prefix of each name, if two servers have tools with the same name.
  ///   - media: The kinds of media in results that the model receives.
  /// - Returns: The tools, which need the connection while they are used.
  /// - Throws: The errors of ``listTools()``.
  public func tools(
    prefix: String = "", media: Set<MCPMedia> = [.images]
  ) async throws -> [any Tool] {
    try await listTools().tools.map { tool in
      tool.tool(named: prefix + tool.name, media: media) { [self] call in try await callTool(call) }
    }
  }

  /// Calls a tool.
  ///
  /// List the tools before you call them: over HTTP, a server may require some of the arguments in
  /// the header, and structured results are checked by the output schemas of the list. If an output
  /// schema cannot be used for this, the `diagnostics` of the tool report it.
  ///
  /// `onProgress` is a function that receives reports of the tool's progress, if the server sends
  /// them.
  ///
  /// - Returns: The result. A failure that the tool reports is a result, too.
  /// - Throws: ``MCPError``, also if a structured result does not fit the tool's output schema;
  ///   `CancellationError`.
  public func callTool(
    _ call: ModelContextProtocol.ToolCall, onProgress: (@Sendable (MCPProgress) -> Void)? = nil
  ) async throws -> ModelContextProtocol.ToolResult {
    let (arguments, headers) = listedTools.written(call)
    let result = try await request(
      "tools/call", ModelContextProtocol.ToolCall(name: call.name, arguments: arguments).content,
      headers: headers, onProgress: onProgress)
    if let inputs = result.inputRequests {
      return ModelContextProtocol.ToolResult(
        text: "The tool needs further input, which this client cannot provide: \(inputs).",
        isError: true)
    }
    let output = try ModelContextProtocol.ToolResult(result)
    try listedTools.check(output, of: call.name)
    return output
  }

  // MARK: Messages

  private func connected() throws -> any MCPClientTransport {
    guard let transport else { throw MCPError(.closed, "The MCP client is not connected.") }
    return transport
  }

  /// Throws if a connection has ended, even if another connection has begun.
  private func checkConnection(_ number: Int) throws {
    guard number == connectionNumber else {
      throw MCPError(.closed, "The connection to the MCP server has ended.")
    }
  }

  /// Sends a request, and waits for its result.
  ///
  /// If the server has ended the session, the request is sent again in a new session.
  func request(
    _ method: String, _ parameters: GeneratedContent, headers: [String: String] = [:],
    onProgress: (@Sendable (MCPProgress) -> Void)? = nil
  ) async throws -> GeneratedContent {
    try await renewSession()
    let number = sessionNumber
    do {
      return try await exchange(method, parameters, headers: headers, onProgress: onProgress)
    } catch let error as MCPError where error.endsSession {
      // Another session may have begun meanwhile.
      if number == sessionNumber { sessionHasEnded = true }
      try await renewSession()
      return try await exchange(method, parameters, headers: headers, onProgress: onProgress)
    }
  }

  /// Sends a request once, and waits for its result.
  private func exchange(
    _ method: String, _ parameters: GeneratedContent, headers: [String: String] = [:],
    onProgress: (@Sendable (MCPProgress) -> Void)? = nil
  ) async throws -> GeneratedContent {
    lastID += 1
    let id = lastID
    let isStateless = isStateless
    let meta = GeneratedContent.object([
      MetaKey.protocolVersion: isStateless ? version : nil,
      MetaKey.clientInfo: isStateless ? info : nil,
      MetaKey.clientCapabilities: isStateless ? GeneratedContent.emptyObject : nil,
      MetaKey.logLevel: isStateless ? logLevel : nil,
      "progressToken": onProgress.map { _ in id },
    ])
    let parameters = meta.childCount == 0 ? parameters : parameters.setting("_meta", to: meta)
    var headers = headers
    if isStateless {
      headers["mcp-method"] = method
      headers["mcp-name"] =
        (method == "resources/read"
        ? parameters.string(named: "uri") : parameters.string(named: "name"))?
        .headerValue
    }
    listeners.setProgress(onProgress, of: id)
    defer { listeners.setProgress(nil, of: id) }
    let message = MCPMessage(
      id: id, method: method, parameters: parameters, protocolVersion: version, headers: headers)
    guard let response = try await send(message) else {
      throw MCPError(.malformed, "The MCP server did not answer '\(method)'.")
    }
    let result = try response.rpcResult
    if method != "tools/call", let inputs = result.inputRequests {
      throw MCPError(
        .malformed,
        "The server needs further input for '\(method)', which this client cannot provide: "
          + "\(inputs).")
    }
    return result
  }

  /// Sends a message, and waits for the response to a request, or for the end of the connection.
  private func send(_ message: MCPMessage) async throws -> GeneratedContent? {
    let transport = try connected()
    let number = connectionNumber
    let sending = Task { try await transport.send(message) }
    sendings.insert(sending)
    defer { sendings.remove(sending) }
    do {
      let response = try await withTaskCancellationHandler {
        try await sending.value
      } onCancel: {
        sending.cancel()
      }
      try checkConnection(number)
      return response
    } catch {
      if !Task.isCancelled { try checkConnection(number) }
      throw error
    }
  }

  /// `true` if the server uses a revision without a handshake.
  var isStateless: Bool { version.map(ProtocolVersion.stateless.contains) ?? false }

  private static func texts(of content: GeneratedContent) -> [String] {
    content.elementList.compactMap(\.text)
  }
}

/// Receives a server's unsolicited messages, on any thread.
private final class MCPListeners: Sendable {
  private let onNotification: (@Sendable (MCPNotification) -> Void)?
  private let progress = Locked<[Int: @Sendable (MCPProgress) -> Void]>([:])

  init(_ onNotification: (@Sendable (MCPNotification) -> Void)?) {
    self.onNotification = onNotification
  }

  func setProgress(_ listener: (@Sendable (MCPProgress) -> Void)?, of request: Int) {
    progress.exchange(\.[request], with: listener)
  }

  /// Passes a notification to its listener.
  func take(_ message: GeneratedContent) {
    guard let method = message.string(named: "method") else { return }
    let parameters =
      message.property(named: "params").flatMap { $0.shape == .object ? $0 : nil } ?? .emptyObject
    if method == "notifications/progress" {
      guard let token = parameters.property(named: "progressToken")?.requestNumber,
        let report = MCPProgress(parameters)
      else { return }
      progress.withLock { $0[token] }?(report)
    } else if let notification = MCPNotification(method: method, parameters) {
      onNotification?(notification)
    }
  }
}

extension GeneratedContent {
  /// The methods that the client has to answer before the server continues; `nil` for a complete
  /// result.
  fileprivate var inputRequests: String? {
    guard string(named: "resultType") == "input_required" else { return nil }
    let requests = property(named: "inputRequests").flatMap { $0.shape == .object ? $0 : nil }
    let methods = requests?.properties.compactMap { $0.content.string(named: "method") } ?? []
    return methods.isEmpty ? "input" : Set(methods).sorted().listed()
  }
}
