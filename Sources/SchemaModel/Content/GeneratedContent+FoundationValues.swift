#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

// Values that are stored as text. SchemaConformances makes their types generable, and the coders of
// SchemaCoding use the same text.
extension GeneratedContent {
  /// Reads a date by RFC 3339.
  ///
  /// A date without a time is an error, unless `allowsDay` is `true`. The date then means the
  /// beginning of the day in UTC.
  package func readDate(allowsDay: Bool = false) throws -> Date {
    guard let value = Timestamp.read(try requireString(for: Date.self), allowsDay: allowsDay) else {
      throw ConversionError(
        .notRepresentable,
        expected: "a date and time with its offset by RFC 3339, such as 2026-11-22T09:30:00Z"
          + (allowsDay ? ", or a day such as 2026-11-22" : ""),
        found: foundDescription)
    }
    return Date(timeIntervalSinceReferenceDate: value)
  }

  /// Creates a string in UTC by RFC 3339, with up to six digits of a fraction.
  ///
  /// A date whose year has more than six digits becomes null.
  package init(date: Date) {
    self =
      Timestamp.write(date.timeIntervalSinceReferenceDate)?.generatedContent
      ?? GeneratedContent(kind: .null)
  }

  /// Reads a URL, percent-encoding the characters that it may not contain.
  package func readURL() throws -> URL {
    guard let value = URL(string: try requireString(for: URL.self)) else {
      throw unrepresentable(URL.self)
    }
    return value
  }

  package func readUUID() throws -> UUID {
    guard let value = UUID(uuidString: try requireString(for: UUID.self)) else {
      throw unrepresentable(UUID.self)
    }
    return value
  }
}
