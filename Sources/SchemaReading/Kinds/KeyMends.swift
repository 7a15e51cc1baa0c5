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
  /// Folds a name: base letters in lower case, without blanks, `-`, `_` and outer punctuation.
  ///
  /// A `-` at the end stays, as in a grade `A-`, and so do marks before and between digits, since
  /// they are signs or ranges.
  static func of(_ name: String) -> String {
    let source = Array(withoutAccents(name.lowercased()))
    var kept: [Unicode.Scalar] = []
    for (index, scalar) in source.enumerated() {
      if borders.contains(scalar) {
        let isBeforeDigit = index + 1 < source.count && source[index + 1].isASCIIDigit
        let isSign = kept.isEmpty && scalar == "-"
        // In "A-", the mark is a part of the name.
        if scalar == "-", index + 1 == source.count, index > 0, !borders.contains(source[index - 1])
        {
          kept.append(scalar)
          continue
        }
        guard isBeforeDigit, isSign || kept.last?.isASCIIDigit == true else { continue }
      }
      kept.append(scalar)
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: trimmed(kept))
    return String(result)
  }

  /// Folds a number behind a hyphen and a blank as a negative one; `nil` for other texts.
  static func signed(_ text: String) -> String? {
    guard text.hasPrefix("- ") else { return nil }
    let rest = String(text.dropFirst()).trimmed
    return rest.unicodeScalars.first?.isASCIIDigit == true ? of("-" + rest) : nil
  }

  /// Scalars without outer punctuation.
  private static func trimmed(_ scalars: [Unicode.Scalar]) -> ArraySlice<Unicode.Scalar> {
    var first = 0
    var end = scalars.count
    while first < end, opening.contains(scalars[first]) || borders.contains(scalars[first]) {
      if scalars[first] == "-", first + 1 < end, scalars[first + 1].isASCIIDigit { break }
      first += 1
    }
    // Signs behind punctuation, as in "two!@#", are punctuation as well.
    if let last = scalars[first...].lastIndex(where: {
      $0.properties.isAlphabetic || $0.isASCIIDigit
    }),
      last + 1 < end, closing.contains(scalars[last + 1]),
      scalars[(last + 1)...].allSatisfy({ closing.contains($0) || signs.contains($0) })
    {
      end = last + 1
    }
    while end > first, scalars[end - 1] != "-",
      closing.contains(scalars[end - 1]) || borders.contains(scalars[end - 1])
    {
      end -= 1
    }
    return first < end ? scalars[first..<end] : scalars[...]
  }

  private static let signs: Set<Unicode.Scalar> = ["@", "#", "$", "&", "^", "~", " "]

  /// The words of a name in lower case, with one blank for the punctuation between two of them.
  static func words(of name: String) -> String {
    var result = String.UnicodeScalarView()
    var between: [Unicode.Scalar] = []
    for scalar in trimmed(Array(withoutAccents(name.lowercased()))) {
      if scalar.properties.isAlphabetic || scalar.isASCIIDigit {
        let isMark = between.allSatisfy { borders.contains($0) || marks.contains($0) }
        if isMark, !result.isEmpty, !between.isEmpty { between = [" "] }
        result.append(contentsOf: between)
        result.append(scalar)
        between = []
      } else {
        between.append(scalar)
      }
    }
    result.append(contentsOf: between)
    return String(result)
  }

  /// The letters and digits of a text, in lower case.
  static func letters(of text: String) -> String {
    var result = String.UnicodeScalarView()
    result.append(
      contentsOf: withoutAccents(text.lowercased()).filter {
        $0.properties.isAlphabetic || $0.isASCIIDigit
      })
    return String(result)
  }

  private static let marks: Set<Unicode.Scalar> = [".", "/", ":", ",", "'"]

  /// A text in lower case with the base letters of Latin letters.
  private static func withoutAccents(_ text: String) -> String.UnicodeScalarView {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text.unicodeScalars }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !(0x300...0x36F).contains(scalar.value) {
      if let base = baseLetters[scalar] {
        result.append(contentsOf: base.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  private static let baseLetters: [Unicode.Scalar: String] = {
    let groups = [
      "a": "àáâãäåāăą", "ae": "æ", "c": "çćĉċč", "d": "ďđ", "e": "èéêëēĕėęě", "g": "ĝğġģ",
      "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņň",
      "o": "òóôõöøōŏő", "oe": "œ", "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťŧț",
      "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž",
    ]
    var letters: [Unicode.Scalar: String] = [:]
    for (base, group) in groups {
      for scalar in group.unicodeScalars { letters[scalar] = base }
    }
    return letters
  }()

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
