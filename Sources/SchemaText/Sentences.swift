extension Sequence<String?> {
  /// Returns the texts as sentences of one text, or `nil` if there are no texts.
  ///
  /// A text that is equal to the text before it is left out.
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
  /// Returns the first eight texts for a message, each as its `excerpt`, and the number of the
  /// others.
  ///
  /// - Parameter quote: The text before and after each.
  /// - Returns: The list, such as `a, b, c, d, e, f, g, h and 3 more`.
  package func listed(quotedBy quote: String = "") -> String {
    let shown = prefix(8).map { quote + $0.excerpt + quote }.joined(separator: ", ")
    return count > 8 ? "\(shown) and \(count - 8) more" : shown
  }
}

extension Collection<String> {
  /// Returns the texts as an enumeration.
  ///
  /// - Parameter word: The word before the last text.
  /// - Returns: The enumeration, such as `a, b and c`.
  package func enumeration(before word: String = "and") -> String {
    let texts = Array(self)
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return "\(texts.dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}

extension String {
  /// The text with its first character in upper case.
  package var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The text for a message: a text of more than 120 scalars is cut after the first 100.
  package var excerpt: String { unicodeScalars.dropFirst(120).isEmpty ? self : shortened(to: 100) }

  /// Returns the text with at most a number of scalars, and `…` after them if it is longer.
  package func shortened(to limit: Int) -> String {
    unicodeScalars.dropFirst(limit).isEmpty ? self : "\(String(unicodeScalars.prefix(limit)))…"
  }
}
