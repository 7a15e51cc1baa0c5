/// The format of a string, by its name in JSON Schema.
///
/// The constants are the formats of draft 2020-12 (section 7.3 of the validation vocabulary). Any
/// other name is allowed; readers of schemas ignore formats that they do not know.
public struct StringFormat: Sendable, Hashable, RawRepresentable, ExpressibleByStringLiteral {
  /// The name in JSON Schema, such as `date-time`.
  public var rawValue: String

  /// Creates a format.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a format.
  public init(stringLiteral value: String) { rawValue = value }

  /// A point in time (RFC 3339), such as `2026-11-21T02:00:00Z`.
  public static let dateTime: StringFormat = "date-time"

  /// A day (RFC 3339), such as `2026-11-21`.
  public static let date: StringFormat = "date"

  /// A time of day with its offset (RFC 3339), such as `02:00:00Z`.
  public static let time: StringFormat = "time"

  /// A span of time (RFC 3339, appendix A), such as `P3DT12H`.
  public static let duration: StringFormat = "duration"

  /// An email address (RFC 5321).
  public static let email: StringFormat = "email"

  /// An email address in any script (RFC 6531).
  public static let internationalizedEmail: StringFormat = "idn-email"

  /// The name of a host (RFC 1123).
  public static let hostname: StringFormat = "hostname"

  /// The name of a host in any script (RFC 5890).
  public static let internationalizedHostname: StringFormat = "idn-hostname"

  /// An address of IP version 4 (RFC 2673).
  public static let ipv4: StringFormat = "ipv4"

  /// An address of IP version 6 (RFC 4291).
  public static let ipv6: StringFormat = "ipv6"

  /// A URI (RFC 3986).
  public static let uri: StringFormat = "uri"

  /// A URI, or a reference that is relative to one (RFC 3986).
  public static let uriReference: StringFormat = "uri-reference"

  /// A URI in any script (RFC 3987).
  public static let iri: StringFormat = "iri"

  /// A URI in any script, or a reference that is relative to one (RFC 3987).
  public static let iriReference: StringFormat = "iri-reference"

  /// A template of URIs (RFC 6570).
  public static let uriTemplate: StringFormat = "uri-template"

  /// A UUID (RFC 4122).
  public static let uuid: StringFormat = "uuid"

  /// A JSON Pointer (RFC 6901).
  public static let jsonPointer: StringFormat = "json-pointer"

  /// A JSON Pointer that is relative to a place.
  public static let relativeJSONPointer: StringFormat = "relative-json-pointer"

  /// A regular expression (ECMA-262).
  public static let regex: StringFormat = "regex"
}

extension GenerationGuide where Value == String {
  /// The string has this format.
  ///
  /// Not all readers of schemas check formats: in JSON Schema a format is an annotation.
  public static func format(_ format: StringFormat) -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.format(format.rawValue)))
  }
}
