import SchemaContent
public import SchemaModel
import SchemaSessions

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
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - description: The description of the value.
    ///   - isRequired: `true` if the prompt requires the value.
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
    guard content.shape == .object, let name = content.string(named: "name") else { return nil }
    self.init(
      name: name, title: content.string(named: "title"),
      description: content.string(named: "description"),
      arguments: content.list("arguments").compactMap { argument in
        guard argument.shape == .object, let name = argument.string(named: "name") else {
          return nil
        }
        return Argument(
          name: name, description: argument.string(named: "description"),
          isRequired: argument.property(named: "required").flatMap { try? Bool($0) } ?? false)
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
  /// Returns the elements of a property; empty if the property is not an array.
  func list(_ name: String) -> [GeneratedContent] {
    property(named: name).flatMap { $0.shape == .array ? Array($0.elements) : nil } ?? []
  }

  /// Returns the elements of a required property.
  func requiredList(_ name: String) throws -> [GeneratedContent] {
    guard property(named: name)?.shape == .array else {
      throw MCPError(.malformed, "The MCP server sent a result without the array '\(name)'.")
    }
    return list(name)
  }
}
