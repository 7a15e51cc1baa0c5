import SchemaContent
public import SchemaModel
import SchemaSessions

/// A prompt that a server has prepared, for people to choose.
public struct MCPPrompt: Sendable, Hashable {
  /// A value that the prompt needs.
  public struct Argument: Sendable, Hashable {
    /// The name of the value.
    public var name: String

    /// What the value is, if the server says so.
    public var description: String?

    /// Whether the prompt cannot do without the value.
    public var isRequired: Bool

    /// Describes a value.
    ///
    /// - Parameters:
    ///   - name: The name of the value.
    ///   - description: What the value is.
    ///   - isRequired: Whether the prompt cannot do without the value.
    public init(name: String, description: String? = nil, isRequired: Bool = false) {
      self.name = name
      self.description = description
      self.isRequired = isRequired
    }
  }

  /// A message of a prompt.
  public struct Message: Sendable, Equatable {
    /// Who says it.
    public enum Role: String, Sendable, Hashable {
      /// The user.
      case user
      /// The model.
      case assistant
    }

    /// Who says it.
    public var role: Role

    /// What is said.
    public var prompt: Prompt

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - role: Who says it.
    ///   - prompt: What is said.
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

  /// What the prompt is for, if the server says so.
  public var description: String?

  /// The values that the prompt needs.
  public var arguments: [Argument]

  /// Describes a prompt.
  ///
  /// - Parameters:
  ///   - name: The name of the prompt.
  ///   - title: The name that people see.
  ///   - description: What the prompt is for.
  ///   - arguments: The values that the prompt needs.
  public init(
    name: String, title: String? = nil, description: String? = nil, arguments: [Argument] = []
  ) {
    self.name = name
    self.title = title
    self.description = description
    self.arguments = arguments
  }

  /// Reads a prompt of a list; `nil` without a name.
  init?(_ content: GeneratedContent) {
    guard content.shape == .object, let name = content.text("name") else { return nil }
    self.init(
      name: name, title: content.text("title"), description: content.text("description"),
      arguments: content.list("arguments").compactMap { argument in
        guard argument.shape == .object, let name = argument.text("name") else { return nil }
        return Argument(
          name: name, description: argument.text("description"),
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
  /// The elements of a property; none if it is no array.
  func list(_ name: String) -> [GeneratedContent] {
    property(named: name).flatMap { $0.shape == .array ? Array($0.elements) : nil } ?? []
  }
}
