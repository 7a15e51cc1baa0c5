/// A request to a model: text, values as examples of answers, and attachments.
///
///     let prompt = Prompt {
///       "Create a recipe for \(dish)."
///       if isVegan {
///         "Use nothing that comes from animals."
///       }
///       "Here is an example of the form; do not copy its content:"
///       Recipe.example
///     }
///
/// A prompt is a list of parts, each on its own lines. Its values are content, and become JSON in
/// the prompt's text.
public struct Prompt: Sendable, Equatable {
  /// The parts, in order.
  public var components: [Component]

  /// A part of a prompt or of instructions.
  public enum Component: Sendable, Equatable {
    /// Text, as it is.
    case text(String)

    /// A value, which is written as JSON.
    case content(GeneratedContent)

    /// An image, a recording or a file, and the name by which the prompt refers to it.
    case attachment(AttachmentContent, label: String?)
  }

  /// Creates a prompt from its parts.
  public init(components: [Component]) { self.components = components }

  /// Creates a prompt from a value that represents a prompt, such as a string.
  public init(_ content: some PromptRepresentable) { self = content.promptRepresentation }

  /// Creates a prompt from several parts.
  ///
  /// - Throws: The errors of `content`.
  public init(@PromptBuilder _ content: () throws -> Prompt) rethrows { self = try content() }
}

extension Prompt: PromptRepresentable {}

// In an extension with the conformance, the compiler would apply a result builder to the body, and
// the builder would read this property again.
extension Prompt {
  /// The prompt itself.
  public var promptRepresentation: Prompt { self }
}
