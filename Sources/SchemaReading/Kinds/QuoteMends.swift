extension MendKind {
  /// The kinds of departures from the grammar of strings.
  static let quotes: [MendKind] = [
    .otherQuotes, .innerQuote, .missingQuote, .bareString, .joinedStrings, .controlCharacter,
    .escape, .backslash, .suspiciousEscape,
  ]

  /// Quotes of another form around a string.
  public static let otherQuotes = MendKind(
    "other-quotes", "quotes of another form", unless: "another quote of the form may end the string"
  )

  /// A quote inside of a string that is not escaped.
  public static let innerQuote = MendKind(
    "inner-quote", "a quote in a string that is not escaped",
    unless: "a comma and a key, or a bracket, follow it; or the quotes inside have no pairs")

  /// A missing quote.
  public static let missingQuote = MendKind(
    "missing-quote", "a quote was added",
    unless: "no comma with a key of the schema and no closing fence show where the string ends")

  /// A string without quotes.
  public static let bareString = MendKind(
    "bare-string", "a string without quotes",
    unless: "it is a word of a language, has brackets or quotes, or its end is not certain")

  /// Strings that an operator joins.
  public static let joinedStrings = MendKind(
    "joined-strings", "strings that are joined by +", unless: "one of them is not a string")

  /// A control character in a string.
  public static let controlCharacter = MendKind(
    "control-character", "a control character in a string that is not escaped",
    unless: "the string has no end")

  /// An escape that JSON does not have.
  public static let escape = MendKind(
    "escape", "an escape that JSON does not have", unless: "it is an underscore of Markdown")

  /// A backslash that should have been escaped.
  public static let backslash = MendKind(
    "backslash", "a backslash that is not escaped",
    unless: "no other backslash of the string shows that its backslashes are not escaped")

  /// An escape for a control character that no person types, as in `\frac`.
  public static let suspiciousEscape = MendKind(
    "suspicious-escape", "an escape that JSON has, but for a control character that nobody types",
    unless: "another backslash of the string shows that its backslashes are not escaped")
}
