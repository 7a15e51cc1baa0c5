#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContentDecoder {
  /// The form in which dates are read.
  public enum DateDecodingStrategy: Sendable {
    /// From a string by RFC 3339, as `Date` reads itself from content.
    case iso8601

    /// As ``iso8601``, or from a day such as `2026-11-21`, which means the beginning of the day in
    /// UTC.
    case iso8601OrDay

    /// From a number of seconds since 1970 began in UTC.
    case secondsSince1970

    /// From a number of milliseconds since 1970 began in UTC.
    case millisecondsSince1970

    /// As `Date` decodes itself: from a number of seconds since 2001 began in UTC.
    case deferredToDate

    /// By a function.
    case custom(@Sendable (any Decoder) throws -> Date)
  }

  /// The form in which data is read.
  public enum DataDecodingStrategy: Sendable {
    /// From a string in Base64 (RFC 4648 section 4).
    case base64

    /// As `Data` decodes itself: from an array of bytes.
    case deferredToData

    /// By a function.
    case custom(@Sendable (any Decoder) throws -> Data)
  }

  /// The conversion of names of properties into coding keys.
  public enum KeyDecodingStrategy: Sendable {
    /// The names are the keys.
    case useDefaultKeys

    /// `first_name` becomes `firstName`; underscores at the beginning and at the end stay.
    ///
    /// If two names become one key, the first one is used.
    case convertFromSnakeCase

    /// By a function that gets the coding path up to the name and, as the last key, the name.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form in which infinity and NaN are read.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Not at all: a string in place of a number is an error.
    case `throw`

    /// From these strings.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
