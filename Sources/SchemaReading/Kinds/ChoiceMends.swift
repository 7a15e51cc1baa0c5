extension MendKind {
  /// The kinds of choices in another spelling.
  static let choices: [MendKind] = [.choiceSpelling, .choiceWithDescription, .choiceInSentence]

  /// A choice in another case, with other blanks or with outer punctuation.
  public static let choiceSpelling = MendKind(
    "choice-spelling", "a choice in another spelling",
    unless: "two choices are equal without case and word borders")

  /// A choice with its own description behind it.
  public static let choiceWithDescription = MendKind(
    "choice-with-description", "a choice with its description behind it",
    unless: "the schema has no such description")

  /// A choice or a number in a sentence.
  public static let choiceInSentence = MendKind(
    "choice-in-sentence", "a value in a sentence", unless: "the sentence means another",
    isGuess: true)
}

/// The choices of a schema, found by their spelling.
struct ChoiceTable {
  private let choices: [String]
  private var byFolded: [String: [String]] = [:]

  init(_ choices: [String]) {
    self.choices = choices
    for choice in choices { byFolded[FoldedName.of(choice), default: []].append(choice) }
  }

  /// Returns the only choice that is equal to the text without case and word borders.
  func match(_ text: String) -> String? {
    guard text.utf8.count <= 1_000, let found = byFolded[FoldedName.of(text)], found.count == 1
    else { return nil }
    return found[0]
  }

  /// Returns the choice with its description behind it.
  ///
  /// - Parameters:
  ///   - text: The text, as in `gram: a unit of mass`.
  ///   - description: The descriptions that the schema has for the choices.
  /// - Returns: The choice; `nil` if there is none, or no such description.
  func match(_ text: String, describedIn description: String) -> String? {
    guard text.utf8.count <= 1_000, !description.isEmpty else { return nil }
    let known = FoldedName.of(description)
    for separator in [":", " - ", " – ", " — ", " (", "="] {
      guard let border = text.firstRange(of: separator) else { continue }
      let rest = FoldedName.of(String(text[border.upperBound...]))
      guard rest.count >= 3, known.contains(rest),
        let choice = match(String(text[..<border.lowerBound]))
      else { continue }
      return choice
    }
    return nil
  }

  /// Returns the only choice that occurs as a word in a sentence, for guesses.
  func guess(_ text: String) -> String? {
    guard text.utf8.count <= 1_000 else { return nil }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
    let negations: Set<Substring> = ["not", "no", "never", "isn't", "neither", "nor", "without"]
    guard !words.contains(where: { negations.contains($0) }), !text.contains("n't") else {
      return nil
    }
    let folded = Set(words.map { FoldedName.of(String($0)) })
    let found = choices.filter { folded.contains(FoldedName.of($0)) }
    return found.count == 1 ? found[0] : nil
  }
}
