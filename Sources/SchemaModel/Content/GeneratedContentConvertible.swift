/// A type whose values can be converted to generated content.
///
/// Such a value can be part of a prompt, for example as an example of an answer.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// This value as content.
  var generatedContent: GeneratedContent { get }
}

/// A type that can be made from generated content.
///
/// A conforming type reads its parts from the content and throws if the content does not fit. A
/// type that must not be made from an answer that was cut off calls
/// ``GeneratedContent/requireComplete(for:)`` first; one that shows an incomplete answer (a
/// partially generated type) does not.
///
///     struct Celsius: ConvertibleFromGeneratedContent {
///       var degrees: Double
///       init(_ content: GeneratedContent) throws {
///         degrees = try content.value(forProperty: "degrees")
///       }
///     }
public protocol ConvertibleFromGeneratedContent: SendableMetatype {
  /// Creates a value from content.
  ///
  /// - Parameter content: The content to read.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content does not describe such a value.
  init(_ content: GeneratedContent) throws
}
