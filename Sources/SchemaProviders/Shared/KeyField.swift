/// The field of a header for a key.
enum KeyField: Sendable {
  /// `authorization`, after the word `Bearer`.
  case bearer
  /// A field with the key alone.
  case named(String)

  /// Returns the field with a key; empty without a key.
  func header(_ key: String?) -> [String: String] {
    guard let key else { return [:] }
    return switch self {
    case .bearer: ["authorization": "Bearer \(key)"]
    case .named(let name): [name: key]
    }
  }
}
