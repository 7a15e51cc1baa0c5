import SchemaPatterns
import SchemaText

/// The formats of strings that can be checked, with their names in JSON Schema.
///
/// Internationalized names are checked by RFC 5891 to 5893, except for normalization form C.
/// Joining types are derived from scripts.
package enum TextFormat: String, Sendable, CaseIterable {
  case dateTime = "date-time"
  case date
  case time
  case duration
  case email
  case internationalizedEmail = "idn-email"
  case hostname
  case internationalizedHostname = "idn-hostname"
  case ipv4
  case ipv6
  case uri
  case uriReference = "uri-reference"
  case iri
  case iriReference = "iri-reference"
  case uriTemplate = "uri-template"
  case uuid
  case jsonPointer = "json-pointer"
  case relativeJSONPointer = "relative-json-pointer"
  case regex

  /// A phrase for a string of the format, for messages.
  package var phrase: String {
    switch self {
    case .dateTime: "a date and time by RFC 3339, such as \"2026-11-21T09:30:00Z\""
    case .date: "a date by RFC 3339, such as \"2026-11-21\""
    case .time: "a time by RFC 3339, such as \"09:30:00Z\""
    case .duration: "a duration by RFC 3339, such as \"P3DT12H\""
    case .email: "an email address, such as \"ada@example.org\""
    case .internationalizedEmail: "an email address, such as \"ada@bücher.example\""
    case .hostname: "the name of a host, such as \"www.example.org\""
    case .internationalizedHostname: "the name of a host, such as \"bücher.example\""
    case .ipv4: "an IPv4 address, such as \"192.0.2.1\""
    case .ipv6: "an IPv6 address, such as \"2001:db8::1\""
    case .uri: "a URI with its scheme, such as \"https://example.org/a\""
    case .uriReference: "a URI or a relative reference, such as \"../a?b\""
    case .iri: "an IRI with its scheme, such as \"https://example.org/ä\""
    case .iriReference: "an IRI or a relative reference, such as \"../ä?b\""
    case .uriTemplate: "a URI template, such as \"/users/{id}\""
    case .uuid: "a UUID, such as \"123e4567-e89b-12d3-a456-426614174000\""
    case .jsonPointer: "a JSON Pointer, such as \"/steps/2\""
    case .relativeJSONPointer: "a relative JSON Pointer, such as \"1/name\""
    case .regex: "a regular expression by ECMA-262, such as \"^[a-z]+$\""
    }
  }

  /// Returns `true` if a text has the format.
  package func accepts(_ text: String) -> Bool {
    switch self {
    case .dateTime: Self.reads(text) { $0.readDateTime() }
    case .date: Self.reads(text) { $0.readDate() }
    case .time: Self.reads(text) { $0.readTime() }
    case .duration: Self.scans(text) { $0.skipDuration() }
    case .email: Self.scans(text) { $0.skipEmail(isInternational: false) }
    case .internationalizedEmail: Self.scans(text) { $0.skipEmail(isInternational: true) }
    case .hostname: Self.scans(text) { DomainName.isValid($0.rest, isInternational: false) }
    case .internationalizedHostname:
      Self.scans(text) { DomainName.isValid($0.rest, isInternational: true) }
    case .ipv4: Self.scans(text) { $0.skipIPv4() }
    case .ipv6: Self.scans(text) { $0.skipIPv6() }
    case .uri: Self.scans(text) { $0.skipURI() }
    case .uriReference: Self.scans(text) { $0.skipURI(allowsRelative: true) }
    case .iri: Self.scans(text) { $0.skipURI(isInternational: true) }
    case .iriReference:
      Self.scans(text) { $0.skipURI(allowsRelative: true, isInternational: true) }
    case .uriTemplate: Self.scans(text) { $0.skipTemplate() }
    case .uuid: Self.scans(text) { $0.skipUUID() }
    case .jsonPointer: Self.scans(text) { $0.skipPointer() }
    case .relativeJSONPointer: Self.scans(text) { $0.skipRelativePointer() }
    case .regex: (try? SchemaPattern(ecma: text)) != nil
    }
  }

  private static func scans(_ text: String, _ scan: (inout FormatScanner) -> Bool) -> Bool {
    var scanner = FormatScanner(text)
    return scan(&scanner)
  }

  /// Returns `true` if a reader of RFC 3339 reads a value that ends at the end of the text.
  private static func reads<Value>(
    _ text: String, _ read: (inout TimestampReader) -> Value?
  ) -> Bool {
    var reader = TimestampReader(text.utf8, isStrict: true)
    return read(&reader) != nil && reader.isAtEnd
  }
}
