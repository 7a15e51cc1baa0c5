public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UUID: Generable {
  /// A string of the format `uuid` (RFC 9562).
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(UUID.self), kind: .string, guides: [GuideValue(.format("uuid"))])
  }

  /// Reads a UUID from a string such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  ///
  /// - Parameter content: The content.
  /// - Throws: `GeneratedContent.ConversionError` if the content is not such a string, or is not
  ///   complete.
  public init(_ content: GeneratedContent) throws {
    self = try content.readUUID()
  }

  /// The UUID as a string, in capitals.
  public var generatedContent: GeneratedContent { uuidString.generatedContent }
}
