public import Foundation
public import SchemaModel
import SchemaProviders
import SchemaSessions

/// A piece of content that a server offers, such as a file.
public struct MCPResource: Sendable, Hashable {
  /// The address of the resource.
  public var uri: String

  /// The name of the resource.
  public var name: String

  /// The name that people see, if there is one.
  public var title: String?

  /// The description of the resource, if the server sends one.
  public var description: String?

  /// The type of the resource, such as `text/markdown`, if the server sends it.
  public var mediaType: String?

  /// Describes a resource.
  public init(
    uri: String, name: String, title: String? = nil, description: String? = nil,
    mediaType: String? = nil
  ) {
    self.uri = uri
    self.name = name
    self.title = title
    self.description = description
    self.mediaType = mediaType
  }

  /// Reads a resource of a list; `nil` if it has no address.
  init?(_ content: GeneratedContent, _ uriKey: String = "uri") {
    guard let uri = content.string(named: uriKey) else { return nil }
    self.init(
      uri: uri, name: content.string(named: "name") ?? uri, title: content.string(named: "title"),
      description: content.string(named: "description"),
      mediaType: content.string(named: "mimeType"))
  }

  /// The resource as an element of a list.
  var content: GeneratedContent {
    .object([
      "uri": uri, "name": name, "title": title, "description": description, "mimeType": mediaType,
    ])
  }
}

/// The contents of a resource.
public struct MCPResourceContents: Sendable, Hashable, PromptRepresentable {
  /// A text, or bytes.
  public enum Body: Sendable, Hashable {
    /// A text.
    case text(String)

    /// Bytes.
    case bytes(Data)
  }

  /// The address of the resource, or of a part of it.
  public var uri: String

  /// The type, such as `image/png`, if the server sends it.
  public var mediaType: String?

  /// The text, or the bytes.
  public var body: Body

  /// Creates contents.
  public init(uri: String, mediaType: String? = nil, body: Body) {
    self.uri = uri
    self.mediaType = mediaType
    self.body = body
  }

  /// Reads contents; `nil` for other content.
  init?(_ content: GeneratedContent) {
    let bytes = content.string(named: "blob").flatMap { Data(base64Encoded: $0) }
    guard let uri = content.string(named: "uri"),
      let body = content.string(named: "text").map(Body.text) ?? bytes.map(Body.bytes)
    else { return nil }
    self.init(uri: uri, mediaType: content.string(named: "mimeType"), body: body)
  }

  /// The contents as a server sends them.
  var content: GeneratedContent {
    switch body {
    case .text(let text): .object(["uri": uri, "mimeType": mediaType, "text": text])
    case .bytes(let data):
      .object(["uri": uri, "mimeType": mediaType, "blob": data.base64EncodedString()])
    }
  }

  /// The text, or the bytes as an attachment.
  public var promptRepresentation: Prompt {
    switch body {
    case .text(let text): return Prompt(text)
    case .bytes(let data):
      let source = MediaSource(data, mediaType: mediaType, fileName: MCPParts.fileName(of: uri))
      let content: AttachmentContent =
        switch source.mediaType?.prefix(while: { $0 != "/" }) {
        case "image": .image(ImageAttachmentContent(source))
        case "audio": .audio(AudioAttachmentContent(source))
        default: .file(FileAttachmentContent(source))
        }
      return Prompt(components: [.attachment(content, label: nil)])
    }
  }
}

/// A prompt that a server has prepared, for users to choose.
public struct MCPPrompt: Sendable, Hashable {
  /// A value that the prompt needs.
  public struct Argument: Sendable, Hashable {
    /// The name of the value.
    public var name: String

    /// The description of the value, if the server sends one.
    public var description: String?

    /// `true` if the prompt requires the value.
    public var isRequired: Bool

    /// Describes a value.
    ///
    /// `isRequired` is `true` if the prompt requires the value.
    public init(name: String, description: String? = nil, isRequired: Bool = false) {
      self.name = name
      self.description = description
      self.isRequired = isRequired
    }
  }

  /// A message of a prompt.
  public struct Message: Sendable, Equatable {
    /// The role of a message's author.
    public enum Role: String, Sendable, Hashable {
      /// The user.
      case user
      /// The model.
      case assistant
    }

    /// The role of the author.
    public var role: Role

    /// The content.
    public var prompt: Prompt

    /// Creates a message.
    public init(_ role: Role, _ prompt: some PromptRepresentable) {
      self.role = role
      self.prompt = prompt.promptRepresentation
    }

    /// The messages as a server sends them, each with one part.
    var contents: [GeneratedContent] {
      MCPParts.contents(of: prompt).map { .object(["role": role.rawValue, "content": $0]) }
    }
  }

  /// The name of the prompt.
  public var name: String

  /// The name that people see, if there is one.
  public var title: String?

  /// The purpose of the prompt, if the server sends it.
  public var description: String?

  /// The values that the prompt needs.
  public var arguments: [Argument]

  /// Describes a prompt.
  public init(
    name: String, title: String? = nil, description: String? = nil, arguments: [Argument] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.arguments = arguments
  }

  /// Reads a prompt of a list; `nil` if it has no name.
  init?(_ content: GeneratedContent) {
    guard let name = content.string(named: "name") else { return nil }
    self.init(
      name: name, title: content.string(named: "title"),
      description: content.string(named: "description"),
      arguments: (content.value("arguments")?.elementList ?? []).compactMap { argument in
        guard let name = argument.string(named: "name") else { return nil }
        return Argument(
          name: name, description: argument.string(named: "description"),
          isRequired: argument.value("required")?.isTrue == true)
      })
  }

  /// The prompt as an element of a list.
  var content: GeneratedContent {
    .object([
      "name": name, "title": title, "description": description,
      "arguments": GeneratedContent(
        elements: arguments.map { argument in
          GeneratedContent.object([
            "name": argument.name, "description": argument.description,
            "required": argument.isRequired,
          ])
        }),
    ])
  }
}

extension GeneratedContent {
  /// Returns the elements of a required property.
  func requiredList(_ name: String) throws -> [GeneratedContent] {
    guard let list = property(named: name), list.shape == .array else {
      throw MCPError(.malformed, "The MCP server sent a result without the array '\(name)'.")
    }
    return list.elementList
  }
}

/// An unsolicited message of a server.
public enum MCPNotification: Sendable, Equatable {
  /// The list of tools has changed.
  case toolsChanged

  /// The list of resources has changed.
  case resourcesChanged

  /// A resource, by its address, has changed.
  case resourceUpdated(uri: String)

  /// The list of prompts has changed.
  case promptsChanged

  /// A line of the server's log, with its level, such as `warning`.
  case log(level: String, data: GeneratedContent)

  /// Reads a notification; `nil` for one that this module does not know.
  init?(method: String, _ parameters: GeneratedContent) {
    switch method {
    case "notifications/tools/list_changed": self = .toolsChanged
    case "notifications/resources/list_changed": self = .resourcesChanged
    case "notifications/prompts/list_changed": self = .promptsChanged
    case "notifications/resources/updated":
      guard let uri = parameters.string(named: "uri") else { return nil }
      self = .resourceUpdated(uri: uri)
    case "notifications/message":
      guard let data = parameters.property(named: "data") else { return nil }
      self = .log(level: parameters.string(named: "level") ?? "info", data: data)
    default: return nil
    }
  }
}

/// The progress of a tool's call.
public struct MCPProgress: Sendable, Hashable {
  /// The completed amount, which grows.
  public var progress: Double

  /// The total amount, in the same unit; `nil` if it is unknown.
  public var total: Double?

  /// A description of the current activity.
  public var message: String?

  /// Creates a report.
  public init(progress: Double, total: Double? = nil, message: String? = nil) {
    self.progress = progress
    self.total = total
    self.message = message
  }

  init?(_ parameters: GeneratedContent) {
    guard let progress = parameters.property(named: "progress").flatMap({ try? Double($0) })
    else { return nil }
    self.init(
      progress: progress, total: parameters.property(named: "total").flatMap { try? Double($0) },
      message: parameters.string(named: "message"))
  }

  /// The receiver of reports from a tool that a server runs.
  @TaskLocal static var receiver: (@Sendable (MCPProgress) async -> Void)?

  /// Reports a tool's progress to the client of an ``MCPServer``; called by the tool.
  ///
  /// The method does nothing if the client has not asked for reports, or if the transport carries
  /// only answers, as HTTP does.
  public func report() async { await Self.receiver?(self) }
}
