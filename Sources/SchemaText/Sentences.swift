extension Sequence<String?> {
  /// The texts as sentences, of two equal ones in a row one; `nil` if there is none.
  ///
  /// A text that ends with a period, an exclamation mark or a question mark is a sentence; others
  /// get a period if one follows.
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
