#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension URL: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a URL from a string.
  ///
  /// Characters that a URL may not contain are percent-encoded, as `URL(string:)` does.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no such string, or is one
  ///   that is not complete.
  public init(_ content: GeneratedContent) throws {
    let text = try content.requireString(for: URL.self)
    try content.requireComplete(for: URL.self)
    guard let value = URL(string: text) else { throw content.unrepresentable(URL.self) }
    self = value
  }

  /// The URL as a string, made absolute.
  public var generatedContent: GeneratedContent { absoluteString.generatedContent }
}
