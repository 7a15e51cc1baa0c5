import SchemaContent
public import SchemaModel

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
  public func report() async {
    await Self.receiver?(self)
  }
}
