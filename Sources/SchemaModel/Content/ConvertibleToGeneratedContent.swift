/// A type whose values can be written as generated content.
///
/// Such a value can be part of a prompt, as an example of what an answer looks like.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// This value as content.
  var generatedContent: GeneratedContent { get }
}
