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

/// Choices that are looked for in a text by their words.
struct ChoiceWords {
  /// The words that can follow the same words before them, each with the index of what follows it.
  private var following: [[Substring: Int]] = [[:]]

  /// The indices behind the last word of a choice.
  private var ends: Set<Int> = []

  init(_ choices: [String]) {
    for choice in choices {
      // A choice of marks only is an empty word, as between two marks of a text.
      var name = Self.words(of: choice)[...]
      while name.count > 1, name.first?.isEmpty == true { name.removeFirst() }
      while name.count > 1, name.last?.isEmpty == true { name.removeLast() }
      var index = 0
      for word in name {
        if let known = following[index][word] {
          index = known
        } else {
          following[index][word] = following.count
          index = following.count
          following.append([:])
        }
      }
      ends.insert(index)
    }
  }

  /// `true` if a text has the words of a choice, next to each other.
  ///
  /// - Complexity: O(n × m) for n words and a longest choice of m words, and usually O(n).
  func occur(in text: String) -> Bool {
    let words = Self.words(of: text)
    return words.indices.contains { start in
      var index = 0
      for word in words[start...] {
        guard let next = following[index][word] else { return false }
        if ends.contains(next) { return true }
        index = next
      }
      return false
    }
  }

  /// The words of a text; two marks between words have an empty one between them.
  private static func words(of text: String) -> [Substring] {
    text.lowercased().split(omittingEmptySubsequences: false) { !$0.isLetter && !$0.isNumber }
  }
}

/// The choices of a schema, found by their spelling.
struct ChoiceTable {
  /// A choice in the forms in which texts are compared with it.
  private struct Forms {
    let choice: String
    let lowercased: String
    let letters: String
  }

  let choices: [String]
  private var byFolded: [String: [String]] = [:]
  private var byWords: [String: [String]] = [:]

  /// The forms of the choices; empty if they have no description.
  private let described: [Forms]
  /// The letters of the descriptions that the schema has for the choices.
  private let description: String

  /// `true` if the schema describes the choices.
  let isDescribed: Bool

  init(_ choices: [String], describedIn description: String) {
    self.choices = choices
    isDescribed = !description.isEmpty
    self.description = FoldedName.letters(of: description)
    described =
      description.isEmpty
      ? []
      : choices.map {
        Forms(choice: $0, lowercased: $0.lowercased(), letters: FoldedName.letters(of: $0))
      }
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
    // In "- 1", the hyphen is a bullet or a sign.
    if let signed = FoldedName.signed(text), byFolded[signed] != nil { return nil }
    let found = byFolded[FoldedName.of(text)] ?? byWords[FoldedName.words(of: text)] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the choice with its description behind it.
  ///
  /// - Parameter text: The text, as in `gram: a unit of mass`.
  /// - Returns: The choice; `nil` if there is none, or no such description.
  func matchWithDescription(_ text: String) -> String? {
    guard text.utf8.count <= 1_000, isDescribed else { return nil }
    // The description stands behind the choice in the schema as well.
    let lowercased = text.lowercased()
    let begun = described.filter { lowercased.hasPrefix($0.lowercased) }
    if let choice = begun.max(by: { $0.choice.count < $1.choice.count })?.choice {
      let rest = text.dropFirst(choice.count)
      if rest.first.map({ !$0.isLetter && !$0.isNumber }) == true,
        FoldedName.letters(of: String(rest)).count >= 3,
        description.contains(FoldedName.letters(of: text))
      {
        return choice
      }
    }
    for separator in [":", " - ", " – ", " — ", " (", "="] {
      guard let border = text.firstRange(of: separator) else { continue }
      let rest = FoldedName.letters(of: String(text[border.upperBound...]))
      guard rest.count >= 3, description.contains(rest),
        let choice = match(String(text[..<border.lowerBound])),
        !described.contains(where: {
          $0.choice != choice && description.contains($0.letters + rest)
        })
      else { continue }
      return choice
    }
    return nil
  }

  /// Words with which a sentence may mean another choice than the one that it names.
  private static let negations: Set<Substring> = [
    "not", "no", "never", "neither", "nor", "without", "cannot", "none", "nothing", "hardly",
    "barely", "scarcely", "far", "but", "opposite", "lacks", "lack", "lacking", "than", "unlike",
    "except", "instead", "used",
  ]

  /// Returns the only choice that occurs as a word in a sentence, for guesses.
  func guess(_ text: String) -> String? {
    guard text.utf8.count <= 1_000 else { return nil }
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }
    let hasNegation = words.contains { Self.negations.contains($0) }
    guard !hasNegation, !text.contains("n't"), !text.contains("n’t") else { return nil }
    let folded = Set(words.map { FoldedName.of(String($0)) })
    let found = folded.flatMap { byFolded[$0] ?? [] }
    return found.count == 1 ? found[0] : nil
  }
}
