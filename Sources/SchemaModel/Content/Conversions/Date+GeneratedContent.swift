#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: ConvertibleFromGeneratedContent, ConvertibleToGeneratedContent {
  /// Reads a date from a string such as `2025-06-09T17:30:00.25Z` or `…T19:30:00+02:00`.
  ///
  /// The form is that of RFC 3339: date, time, and offset from UTC must all be there; the fraction
  /// may have any number of digits. Years before 0 or after 9999 take the sign and six digits of
  /// ISO 8601, as they are written.
  ///
  /// - Parameter content: The content.
  /// - Throws: ``GeneratedContent/ConversionError`` if the content is no such string, or is one
  ///   that is not complete.
  public init(_ content: GeneratedContent) throws {
    var text = try content.requireString(for: Date.self)
    try content.requireComplete(for: Date.self)
    guard let value = text.withUTF8({ Timestamp.read($0) }) else {
      throw content.unrepresentable(Date.self)
    }
    self = Date(timeIntervalSinceReferenceDate: value)
  }

  /// The date as a string in UTC by RFC 3339, with as many as six digits of a fraction.
  ///
  /// A date that no year of six digits holds becomes null.
  public var generatedContent: GeneratedContent {
    Timestamp.write(timeIntervalSinceReferenceDate)?.generatedContent
      ?? GeneratedContent(scalar: ContentWord(.null))
  }
}
