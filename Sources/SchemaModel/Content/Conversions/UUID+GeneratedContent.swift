#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UUID: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a UUID from a string such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no such string, or is one
  ///   that is not complete.
  public init(_ content: GeneratedContent) throws {
    let text = try content.requireString(for: UUID.self)
    try content.requireComplete(for: UUID.self)
    guard let value = UUID(uuidString: text) else { throw content.unrepresentable(UUID.self) }
    self = value
  }

  /// The UUID as a string, in capitals.
  public var generatedContent: GeneratedContent { uuidString.generatedContent }
}
