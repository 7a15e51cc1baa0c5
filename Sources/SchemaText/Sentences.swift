extension Sequence<String?> {
  /// Joins the texts to sentences, and leaves out a text that is equal to the text before it.
  ///
  /// Returns `nil` if there are no texts.
  ///
  /// A text without a period, an exclamation mark or a question mark at its end gets a period if
  /// another text follows.
  ///
  /// - Complexity: O(n) in the length of the texts.
  package func joinedSentences() -> String? {
    var text: String?
    var last: String?
    for case let sentence? in self where sentence != last {
      if last != nil {
        let isComplete = text?.last.map(".!?".contains) ?? true
        text?.append(isComplete ? " " : ". ")
        text?.append(sentence)
      } else {
        text = sentence
      }
      last = sentence
    }
    return text
  }
}

extension Collection<String> {
  /// The first eight texts for a message, each shortened, and the number of the others.
  ///
  /// - Parameter quote: The text before and after each.
  /// - Returns: The list, such as `a, b and 3 more`.
  package func listed(quotedBy quote: String = "") -> String {
    let shown = prefix(8).map { quote + $0.excerpt + quote }.joined(separator: ", ")
    return count > 8 ? "\(shown) and \(count - 8) more" : shown
  }
}

extension String {
  /// The text with its first character in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
