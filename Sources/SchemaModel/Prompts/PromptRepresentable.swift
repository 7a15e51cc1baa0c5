// Prompts are in this module, although sessions send them: as in FoundationModels,
// `ConvertibleToGeneratedContent`, and so each generable type, conforms to these protocols.

/// A type whose values can be part of a prompt.
///
/// Every ``Generable`` type conforms to this protocol: its values become JSON in a prompt. A type
/// with another representation builds it as a ``Prompt``:
///
///     struct Season: PromptRepresentable {
///       var name: String
///
///       var promptRepresentation: Prompt {
///         "It is \(name)."
///         "Prefer what grows now."
///       }
///     }
public protocol PromptRepresentable {
  /// The value as a prompt.
  @PromptBuilder var promptRepresentation: Prompt { get }
}

extension ConvertibleToGeneratedContent {
  /// A prompt that contains this value as JSON.
  public var promptRepresentation: Prompt { Prompt(components: [.content(generatedContent)]) }
}

extension String: PromptRepresentable {
  /// A prompt that consists of this text.
  public var promptRepresentation: Prompt { Prompt(components: [.text(self)]) }
}

extension Array: PromptRepresentable where Element: PromptRepresentable {
  /// The elements, one after the other; values that become JSON are one JSON array.
  ///
  /// Prompts, strings and other values that are not generated content become separate parts.
  public var promptRepresentation: Prompt {
    let value =
      Element.self == String.self
      ? nil : (self as? any ConvertibleToGeneratedContent)?.generatedContent
    return Prompt(
      components: value.map { [.content($0)] }
        ?? flatMap { $0.promptRepresentation.components })
  }
}

extension Optional: PromptRepresentable where Wrapped: PromptRepresentable {
  /// The value as a prompt, which is empty for `nil`.
  public var promptRepresentation: Prompt { self?.promptRepresentation ?? Prompt(components: []) }
}
