/// The units in which a document counts the positions in text.
///
/// The units are a setting of the document in memory. Stored bytes don't depend on it, except for
/// ``graphemeCluster``, which inserts one operation for each character instead of each scalar.
public enum TextEncoding: String, Hashable, Sendable {
  /// Unicode scalars, as in Python and in automerge-swift by default.
  case unicodeScalar
  /// Bytes of UTF-8.
  case utf8
  /// Code units of UTF-16, as in JavaScript and `NSString`.
  case utf16
  /// Characters of Swift strings.
  case graphemeCluster

  /// Returns the number of units of some text.
  func width(of text: String) -> Int {
    switch self {
    case .unicodeScalar: text.unicodeScalars.count
    case .utf8: text.utf8.count
    case .utf16: text.utf16.count
    case .graphemeCluster: text.count
    }
  }
}
