#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GeneratedContentEncoder {
  /// The form in which dates are written.
  public enum DateEncodingStrategy: Sendable {
    /// As a string in UTC by RFC 3339, as `Date` writes itself as content.
    case iso8601

    /// As a number of seconds since 1970 began in UTC.
    case secondsSince1970

    /// As a number of milliseconds since 1970 began in UTC.
    case millisecondsSince1970

    /// As `Date` encodes itself: as a number of seconds since 2001 began in UTC.
    case deferredToDate

    /// By a function.
    case custom(@Sendable (Date, any Encoder) throws -> Void)
  }

  /// The form in which data is written.
  public enum DataEncodingStrategy: Sendable {
    /// As a string in Base64 (RFC 4648 section 4).
    case base64

    /// As `Data` encodes itself: as an array of bytes.
    case deferredToData

    /// By a function.
    case custom(@Sendable (Data, any Encoder) throws -> Void)
  }

  /// The conversion of coding keys into names of properties.
  public enum KeyEncodingStrategy: Sendable {
    /// They are the same.
    case useDefaultKeys

    /// `firstName` becomes `first_name`, and `homeURL` becomes `home_url`.
    case convertToSnakeCase

    /// By a function that gets the coding path up to the key and, as the last one, the key.
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)
  }

  /// The form in which infinity and NaN are written.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Not at all: they are an error.
    case `throw`

    /// As these strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
