import SchemaModel

/// Texts for a search without regard to case.
struct Spellings: Sendable, Hashable {
  let texts: [String]
  /// The texts by their lowercase form.
  private let lowercased: [ExactText: [String]]
  /// The number of bytes of the longest text.
  private let longest: Int

  /// - Complexity: Linear in the length of the texts.
  init(_ texts: [String]) {
    self.texts = texts
    lowercased = Dictionary(grouping: texts) { ExactText($0.lowercased()) }
    longest = texts.map(\.utf8.count).max() ?? 0
  }

  /// Returns the texts that equal a given text without regard to case.
  func texts(meantBy text: String) -> [String] {
    // The same letter in another case has at most three times as many bytes.
    guard text.utf8.count <= 3 * longest else { return [] }
    return lowercased[ExactText(text.lowercased())] ?? []
  }

  static func == (first: Spellings, second: Spellings) -> Bool {
    first.texts.map(ExactText.init) == second.texts.map(ExactText.init)
  }

  func hash(into hasher: inout Hasher) { for text in texts { hasher.combine(ExactText(text)) } }
}
