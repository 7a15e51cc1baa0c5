extension String {
  /// The text for a message: its first 100 scalars, if it has more than 120.
  package var excerpt: String {
    unicodeScalars.dropFirst(120).isEmpty ? self : "\(String(unicodeScalars.prefix(100)))…"
  }
}
