import SchemaModel
import SchemaProviders
import SchemaSessions

extension MCPServer {
  /// A resource that a server offers, with the function that reads it.
  public struct Resource: Sendable {
    /// The entry in the server's list.
    let resource: MCPResource

    let read: @Sendable () async throws -> MCPResourceContents.Body

    /// Offers a resource.
    ///
    /// `read` is a function that reads the resource. Clients do not see its errors.
    public init(
      _ resource: MCPResource,
      read: @escaping @Sendable () async throws -> MCPResourceContents.Body
    ) {
      self.resource = resource
      self.read = read
    }
  }

  /// A prompt that a server offers, with the function that makes its messages.
  public struct PreparedPrompt: Sendable {
    /// The entry in the server's list.
    let prompt: MCPPrompt

    let messages: @Sendable ([String: String]) async throws -> [MCPPrompt.Message]

    /// Offers a prompt.
    ///
    /// `messages` is a function that makes the messages from values by name. The function gets all
    /// required values, and only values that the list names.
    public init(
      _ prompt: MCPPrompt,
      messages: @escaping @Sendable ([String: String]) async throws -> [MCPPrompt.Message]
    ) {
      self.prompt = prompt
      self.messages = messages
    }
  }

  /// The features that the server offers, as it declares them to clients.
  var capabilities: GeneratedContent {
    .object([
      "tools": GeneratedContent.emptyObject,
      "resources": resources.isEmpty ? nil : GeneratedContent.emptyObject,
      "prompts": prompts.isEmpty ? nil : GeneratedContent.emptyObject,
    ])
  }

  /// The result of a method for resources or prompts; `nil` for another method.
  func featureResult(
    of method: String, _ parameters: GeneratedContent, isStateless: Bool
  ) async throws -> GeneratedContent? {
    switch method {
    case "resources/list" where !resources.isEmpty:
      return try list(
        "resources", resources.map(\.resource.content), parameters, isStateless: isStateless)
    case "resources/templates/list" where !resources.isEmpty:
      return try list("resourceTemplates", [], parameters, isStateless: isStateless)
    case "resources/read" where !resources.isEmpty:
      let uri = parameters.string(named: "uri")
      guard let resource = resources.first(where: { $0.resource.uri == uri }) else {
        // The revisions with a handshake have another code for this error.
        let code = isStateless ? ErrorCode.invalidParameters : ErrorCode.unknownResource
        throw MCPError(.rpc(code), "The server has no such resource.")
      }
      let contents = MCPResourceContents(
        uri: resource.resource.uri, mediaType: resource.resource.mediaType,
        body: try await resource.read())
      return .object([
        "contents": [contents.content], "ttlMs": isStateless ? 0 : nil,
        "cacheScope": isStateless ? "private" : nil,
      ])
    case "prompts/list" where !prompts.isEmpty:
      return try list(
        "prompts", prompts.map(\.prompt.content), parameters, isStateless: isStateless)
    case "prompts/get" where !prompts.isEmpty:
      return try await prompt(parameters)
    default: return nil
    }
  }

  /// Returns a list, which has one page and does not change while the server runs.
  func list(
    _ name: String, _ elements: [GeneratedContent], _ parameters: GeneratedContent,
    isStateless: Bool
  ) throws -> GeneratedContent {
    guard parameters.property(named: "cursor").map({ $0.shape == .null }) ?? true else {
      throw MCPError(.rpc(ErrorCode.invalidParameters), "There is no such page of '\(name)'.")
    }
    return .object([
      name: elements, "ttlMs": isStateless ? Self.listLifetime : nil,
      "cacheScope": isStateless ? "public" : nil,
    ])
  }

  private func prompt(_ parameters: GeneratedContent) async throws -> GeneratedContent {
    let name = parameters.string(named: "name")
    guard let prompt = prompts.first(where: { $0.prompt.name == name }) else {
      throw MCPError(.rpc(ErrorCode.invalidParameters), "The server has no such prompt.")
    }
    let given = parameters.property(named: "arguments")
    var values: [String: String] = [:]
    for argument in prompt.prompt.arguments {
      values[argument.name] = given?.string(named: argument.name)
      guard values[argument.name] != nil || !argument.isRequired else {
        throw MCPError(
          .rpc(ErrorCode.invalidParameters),
          "The prompt needs the argument '\(argument.name.excerpt)', a string.")
      }
    }
    let messages = try await prompt.messages(values)
    return .object([
      "description": prompt.prompt.description,
      "messages": messages.flatMap(\.contents),
    ])
  }

  /// Runs the tools of a request so that their reports of progress reach its client.
  ///
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  static func reporting<Value>(
    _ message: GeneratedContent, to send: @escaping @Sendable (GeneratedContent) async -> Void,
    _ body: () async throws -> Value
  ) async rethrows -> Value {
    guard let token = message.value("params", "_meta", "progressToken"),
      token.shape == .string || token.shape == .number
    else { return try await body() }
    return try await MCPProgress.$receiver.withValue({ report in
      await send(
        .object([
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": GeneratedContent.object([
            "progressToken": token, "progress": report.progress, "total": report.total,
            "message": report.message,
          ]),
        ]))
    }) {
      try await body()
    }
  }
}
