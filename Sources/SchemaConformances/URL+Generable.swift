public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URL: Generable {
  /// A string of the format `uri` (RFC 3986).
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(URL.self), kind: .string, guides: [GuideValue(.format("uri"))])
  }

  /// Reads a URL from a string.
  ///
  /// Characters that a URL may not contain are percent-encoded, as `URL(string:)` does.
  ///
  /// - Parameter content: The content.
  /// - Throws: `GeneratedContent.ConversionError` if the content is not such a string, or is not
  ///   complete.
  public init(_ content: GeneratedContent) throws {
    self = try content.readURL()
  }

  /// The URL as a string, made absolute.
  public var generatedContent: GeneratedContent { absoluteString.generatedContent }
}
