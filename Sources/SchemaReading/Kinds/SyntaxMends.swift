extension MendKind {
  /// The kinds of departures from the grammar of JSON outside of strings.
  static let syntax: [MendKind] = [
    .comment, .blank, .separator, .missingComma, .colon, .missingColon, .missingBracket, .bareKey,
    .punctuation,
  ]

  /// A comment.
  public static let comment = MendKind(
    "comment", "a comment was left out",
    unless: "it says that parts of the value were left out")

  /// A blank that JSON does not have.
  public static let blank = MendKind(
    "blank", "a blank that JSON does not have", unless: "it stands in a string")

  /// A comma too many, or a semicolon.
  public static let separator = MendKind(
    "separator", "a comma too many, or another mark for it",
    unless: "a value is missing beside it")

  /// A missing comma.
  public static let missingComma = MendKind(
    "missing-comma", "a comma was added",
    unless: "what follows is neither a key with a colon nor an element in quotes")

  /// Another mark for a colon.
  public static let colon = MendKind(
    "colon", "another mark for a colon", unless: "it stands in a value")

  /// A missing colon.
  public static let missingColon = MendKind(
    "missing-colon", "a colon was added", unless: "the key before it is not a key of the schema")

  /// One missing bracket.
  public static let missingBracket = MendKind(
    "missing-bracket", "a bracket was added",
    unless: "the text may have been cut off: only a closing fence, the bracket around it, or a key "
      + "of the schema shows that it was not")

  /// A key without quotes.
  public static let bareKey = MendKind(
    "bare-key", "a key without quotes", unless: "no colon follows it")

  /// Full-width punctuation.
  public static let punctuation = MendKind(
    "punctuation", "full-width punctuation", unless: "it stands in a string")
}
