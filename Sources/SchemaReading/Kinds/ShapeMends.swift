extension MendKind {
  /// The kinds of values inside or outside of another one.
  static let shapes: [MendKind] = [
    .elementForArray, .arrayOfOne, .wrappedObject, .onlyProperty, .absentNull, .nullForAbsent,
    .encodedText, .listInString,
  ]

  /// One value where an array is due.
  public static let elementForArray = MendKind(
    "element-for-array", "one value where an array is due",
    unless: "it is a text that may be a list of several")

  /// An array of one value where the value is due.
  public static let arrayOfOne = MendKind(
    "array-of-one", "an array of one where its element is due", unless: "it has another element")

  /// A value inside of a key that the schema does not have.
  public static let wrappedObject = MendKind(
    "wrapped", "a value inside of a key that the schema does not have",
    unless: "another key holds a value that fits")

  /// The value of the only property, without its object.
  public static let onlyProperty = MendKind(
    "only-property", "the value of the only property without its object",
    unless: "the object has another property")

  /// An absent property that may be null.
  public static let absentNull = MendKind(
    "absent-null", "an absent property that may be null", unless: "a similar key may be meant")

  /// Null for an absent property.
  public static let nullForAbsent = MendKind(
    "null-for-absent", "null for a property that may be absent", unless: "the property is required")

  /// A value as text in a string.
  public static let encodedText = MendKind(
    "encoded", "a value as text in a string", unless: "a string is allowed, too")

  /// A list in a string.
  public static let listInString = MendKind(
    "list-in-string", "a list in a string", unless: "it may be one element", isGuess: true)
}
