extension MendKind {
  /// The kinds of text around a value, and of several values.
  static let several: [MendKind] = [
    .surroundingText, .thoughts, .repeatedValue, .otherValue, .pieces, .lines, .call,
  ]

  /// Text or a fence around the value.
  public static let surroundingText = MendKind(
    "surrounding-text", "text around the value was left out",
    unless: "it says that the value is an example, or refuses to answer")

  /// Thoughts before the value.
  public static let thoughts = MendKind(
    "thoughts", "thoughts were left out", unless: "they have no end")

  /// A value that is repeated.
  public static let repeatedValue = MendKind(
    "repeated-value", "a value that is repeated", unless: "the values differ")

  /// A value beside the answer that does not fit.
  public static let otherValue = MendKind(
    "other-value", "a value that does not fit was left out", unless: "it fits, too")

  /// An array in pieces.
  public static let pieces = MendKind(
    "pieces", "the elements of an array as values of their own",
    unless: "the text between them says that one stands for another")

  /// Lines with names and values.
  public static let lines = MendKind(
    "lines", "lines or elements with names and values", unless: "a line has another meaning",
    isGuess: true)

  /// A call of a function.
  public static let call = MendKind(
    "call", "the arguments of a call", unless: "another call is meant", isGuess: true)
}
