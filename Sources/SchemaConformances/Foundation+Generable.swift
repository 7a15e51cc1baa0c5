public import SchemaModel

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: Generable {
  /// A string of the format `date-time` (RFC 3339).
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(Date.self), kind: .string, guides: [GuideValue(.format("date-time"))])
  }

  /// Reads a date from a string such as `2025-06-09T17:30:00.25Z` or `…T19:30:00+02:00`.
  ///
  /// The form is that of RFC 3339: date, time, and offset from UTC are required; the fraction may
  /// have any number of digits. Years before 0 or after 9999 have a sign and six digits, as in ISO
  /// 8601.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if the content is not such a string, or is not
  ///   complete.
  public init(_ content: GeneratedContent) throws { self = try content.readDate() }

  /// The date as a string in UTC by RFC 3339, with up to six digits of a fraction.
  ///
  /// A date whose year has more than six digits becomes null.
  public var generatedContent: GeneratedContent { GeneratedContent(date: self) }
}

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
  /// - Throws: `GeneratedContent.ConversionError` if the content is not such a string, or is not
  ///   complete.
  public init(_ content: GeneratedContent) throws { self = try content.readURL() }

  /// The absolute URL as a string.
  public var generatedContent: GeneratedContent { absoluteString.generatedContent }
}

extension UUID: Generable {
  /// A string of the format `uuid` (RFC 9562).
  public static var generationSchema: GenerationSchema {
    GenerationSchema(
      subject: .type(UUID.self), kind: .string, guides: [GuideValue(.format("uuid"))])
  }

  /// Reads a UUID from a string such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  ///
  /// - Throws: `GeneratedContent.ConversionError` if the content is not such a string, or is not
  ///   complete.
  public init(_ content: GeneratedContent) throws { self = try content.readUUID() }

  /// The UUID as a string, in capitals.
  public var generatedContent: GeneratedContent { uuidString.generatedContent }
}
