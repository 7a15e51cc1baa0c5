extension String {
  /// The text as the beginning of a sentence.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
