extension String {
  /// The text for a message: its first 100 scalars, if it is longer than 120 bytes.
  package var excerpt: String {
    utf8.count > 120 ? "\(String(unicodeScalars.prefix(100)))…" : self
  }
}
