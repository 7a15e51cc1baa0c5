import SchemaText

extension MendKind {
  /// The kinds of keys that the schema does not have.
  static let keys: [MendKind] = [.keySpelling, .unknownKey, .repeatedKey, .misspeltKey]

  /// A key in another case or with other word borders.
  public static let keySpelling = MendKind(
    "key-spelling", "a key in another case or with other word borders",
    unless: "two keys are equal to one of the schema")

  /// An unknown key beside a complete object.
  public static let unknownKey = MendKind(
    "unknown-key", "a key that the schema does not have was left out",
    unless: "it may be a misspelt key of a property that is absent")

  /// A key that is repeated with an equal value.
  public static let repeatedKey = MendKind(
    "repeated-key", "a key that is repeated with the same value", unless: "the values differ")

  /// A misspelt key.
  public static let misspeltKey = MendKind(
    "misspelt-key", "a misspelt key", unless: "another key is meant", isGuess: true)
}

/// Names without case and word borders.
enum FoldedName {
  /// Folds a name: letters in lower case, without blanks, `-`, `_` and outer punctuation.
  ///
  /// Marks before and between digits are kept, since they are signs or ranges.
  static func of(_ name: String) -> String {
    let source = Array(name.lowercased().unicodeScalars)
    var kept: [Unicode.Scalar] = []
    for (index, scalar) in source.enumerated() {
      if borders.contains(scalar) {
        let isBeforeDigit = index + 1 < source.count && source[index + 1].isASCIIDigit
        let isSign = kept.isEmpty && scalar == "-"
        guard isBeforeDigit, isSign || kept.last?.isASCIIDigit == true else { continue }
      }
      kept.append(scalar)
    }
    var first = 0
    var end = kept.count
    while first < end, opening.contains(kept[first]) { first += 1 }
    while end > first, closing.contains(kept[end - 1]) { end -= 1 }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: first < end ? kept[first..<end] : kept[...])
    return String(result)
  }

  private static let borders: Set<Unicode.Scalar> = [
    " ", "-", "_", "\t", "\n", "\r", "\u{A0}", "\u{2010}", "\u{2011}", "\u{200B}",
  ]

  /// The punctuation that is left out at the beginning; `!`, `<` and `>` can change a meaning.
  private static let opening: Set<Unicode.Scalar> = [
    "\"", "'", "`", "*", ".", ",", ":", "(", "“", "”", "‘", "’", "\\", "[", "«", "•",
  ]

  /// The punctuation that is left out at the end.
  private static let closing: Set<Unicode.Scalar> = [
    "\"", "'", "`", "*", ".", ",", ";", ":", "!", ")", "“", "”", "‘", "’", "\\", "]", "»", "。",
  ]

  /// `true` if one may be a misspelling of the other.
  static func areSimilar(_ first: String, _ second: String) -> Bool {
    let (one, two) = (Array(first.utf8.prefix(40)), Array(second.utf8.prefix(40)))
    guard abs(one.count - two.count) <= 2 else { return false }
    if first == second { return true }
    let shorter = min(one.count, two.count)
    return one.editDistance(to: two) <= (shorter < 4 ? 0 : shorter < 8 ? 1 : 2)
  }
}
