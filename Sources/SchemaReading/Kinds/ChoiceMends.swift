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
  let choices: [String]
  private var byFolded: [String: [String]] = [:]
  private var byWords: [String: [String]] = [:]

  init(_ choices: [String]) {
    self.choices = choices
    for choice in choices {
      byFolded[FoldedName.of(choice), default: []].append(choice)
      if choice.contains(where: \.isLetter) {
        byWords[FoldedName.words(of: choice), default: []].append(choice)
      }
    }
  }

  /// Returns the only choice that is equal to the text without case and word borders, or that has
  /// the same words with other punctuation between them.
  func match(_ text: String) -> String? {
    guard text.utf8.count <= 1_000 else { return nil }
    let found = byFolded[FoldedName.of(text)] ?? byWords[FoldedName.words(of: text)] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the choice with its description behind it.
  ///
  /// - Parameters:
  ///   - text: The text, as in `gram: a unit of mass`.
  ///   - description: The descriptions that the schema has for the choices.
  /// - Returns: The choice; `nil` if there is none, or no such description.
  func match(_ text: String, describedIn description: String) -> String? {
    guard text.utf8.count <= 1_000, !description.isEmpty else { return nil }
    let known = FoldedName.letters(of: description)
    // The description stands behind the choice in the schema as well.
    let begun = choices.filter { text.lowercased().hasPrefix($0.lowercased()) }
    if let choice = begun.max(by: { $0.count < $1.count }) {
      let rest = text.dropFirst(choice.count)
      if rest.first.map({ !$0.isLetter && !$0.isNumber }) == true,
        FoldedName.letters(of: String(rest)).count >= 3,
        known.contains(FoldedName.letters(of: text))
      {
        return choice
      }
    }
    for separator in [":", " - ", " – ", " — ", " (", "="] {
      guard let border = text.firstRange(of: separator) else { continue }
      let rest = FoldedName.letters(of: String(text[border.upperBound...]))
      guard rest.count >= 3, known.contains(rest),
        let choice = match(String(text[..<border.lowerBound])),
        !choices.contains(where: {
          $0 != choice && known.contains(FoldedName.letters(of: $0) + rest)
        })
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
