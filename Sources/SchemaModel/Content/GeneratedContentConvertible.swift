/// A type whose values can be converted to generated content.
///
/// Such a value can be part of a prompt, for example to show the form of an answer.
public protocol ConvertibleToGeneratedContent: InstructionsRepresentable, PromptRepresentable {
  /// This value as content.
  var generatedContent: GeneratedContent { get }
}

/// A type that can be made from generated content.
///
/// A conforming type reads its parts from the content and throws if the content does not fit. If a
/// type must not be made from an answer that was cut off, its initializer calls
/// ``GeneratedContent/requireComplete(for:)`` first. A partially generated type, which shows an
/// incomplete answer, does not call it.
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
  /// - Throws: ``GeneratedContent/ConversionError`` if the content does not describe such a value.
  init(_ content: GeneratedContent) throws
}
