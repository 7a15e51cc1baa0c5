/// The mends that a reader may make.
public enum ReadingPolicy: String, Sendable, Hashable, CaseIterable {
  /// None: the text is the JSON text of a value that the schema allows.
  case strict

  /// Mends of texts with one clear meaning.
  case clear

  /// Also guesses: mends with a likely meaning, beside which others are possible.
  case guessing
}
