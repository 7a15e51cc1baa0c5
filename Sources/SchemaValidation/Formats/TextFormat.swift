/// The formats of strings that can be checked, with their names in JSON Schema.
enum TextFormat: String, Sendable {
  case dateTime = "date-time"
  case date
  case time
  case uuid
  case uri
  case email

  /// What a string of the format is, for messages.
  var words: String {
    switch self {
    case .dateTime: "a date and time by RFC 3339, such as \"2026-11-21T09:30:00Z\""
    case .date: "a date by RFC 3339, such as \"2026-11-21\""
    case .time: "a time by RFC 3339, such as \"09:30:00Z\""
    case .uuid: "a UUID, such as \"123e4567-e89b-12d3-a456-426614174000\""
    case .uri: "a URI with its scheme, such as \"https://example.org/a\""
    case .email: "an email address, such as \"ada@example.org\""
    }
  }

  /// Whether a text has the format.
  func accepts(_ text: [UInt8]) -> Bool {
    var scanner = ByteScanner(text)
    switch self {
    case .dateTime:
      guard scanner.skipDate(), scanner.skip("T") || scanner.skip("t") else { return false }
      return scanner.skipTime() && scanner.isAtEnd
    case .date: return scanner.skipDate() && scanner.isAtEnd
    case .time: return scanner.skipTime() && scanner.isAtEnd
    case .uuid: return scanner.skipUUID() && scanner.isAtEnd
    case .uri: return scanner.skipURI() && scanner.isAtEnd
    case .email: return scanner.skipEmail() && scanner.isAtEnd
    }
  }
}
