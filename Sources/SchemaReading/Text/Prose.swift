/// What the words around a value say about it.
enum Prose {
  /// `true` if the sentence before a value says that it is no answer.
  static func announcesNoAnswer(_ text: String) -> Bool {
    let sentence = lastSentence(of: text)
    return labels.contains(sentence) || announcements.contains { sentence.contains($0) }
      || openings.contains { sentence.hasPrefix($0) } || isSupposition(sentence)
      || endings.contains { sentence.hasSuffix($0) }
  }

  /// `true` if a sentence says what would be under a condition.
  private static func isSupposition(_ sentence: String) -> Bool {
    sentence.hasPrefix("if ") && (sentence.contains(" would ") || sentence.contains("'d "))
  }

  /// `true` if words behind a value say that it is no answer, or end a question about it.
  static func withdrawsAnswer(_ text: String) -> Bool {
    let words = normalized(text)
    let isQuestion = words.first { !" `\"'*)".contains($0) } == "?"
    return isQuestion || withdrawals.contains { words.contains($0) }
  }

  /// `true` if a value is a part of a sentence about it, and not its result.
  ///
  /// One of several values may have other words behind it.
  static func isMentioned(
    between before: String, and after: String, isPiece: Bool = false
  ) -> Bool {
    guard let last = before.last(where: { $0 != " " }), last.isLetter || last.isNumber,
      let next = after.first(where: { $0 != " " && $0 != "," && $0 != "`" }), next.isLowercase
    else { return false }
    let sentence = lastSentence(of: before)
    // One word before a value and another behind it make no sentence.
    let following = after.drop { !$0.isLetter }.prefix { $0.isLetter }
    guard !isPiece && sentence.contains(" ") || continuations.contains(String(following)) else {
      return false
    }
    return !["answer", "result", "output", "response", "here", "json", "value", "return"]
      .contains { sentence.contains($0) }
  }

  private static let continuations: Set<String> = [
    "as", "is", "was", "are", "were", "in", "to", "for", "because", "which", "that", "would", "has",
    "had", "into", "from", "with", "and", "or", "but", "on", "by", "if", "when", "can", "should",
    "must", "instead", "returns", "means", "looks",
  ]

  /// `true` if a comment, in lower case, says that parts of the value were left out.
  static func saysLeftOut(_ comment: String) -> Bool {
    if elisions.contains(where: comment.contains) { return true }
    let words = comment.split { !$0.isLetter && !$0.isNumber }
    // "other fields" and "more items here"
    if words.count <= 4, let first = words.first, rests.contains(first),
      words.count == 1 || words.contains(where: { parts.contains($0) })
    {
      return true
    }
    return zip(words, words.dropFirst()).contains { first, second in
      second == "more" && (counts.contains(first) || first.allSatisfy(\.isNumber))
    }
  }

  private static let rests: Set<Substring> = ["more", "other", "others", "rest", "further"]

  private static let parts: Set<Substring> = [
    "fields", "items", "entries", "rows", "properties", "elements", "values", "keys", "objects",
    "lines", "records", "here",
  ]

  /// `true` if a comment, in lower case, says that the value beside it is an example.
  static func saysExample(_ comment: String) -> Bool {
    let words = comment.split { !$0.isLetter && !$0.isNumber }
    return words.count <= 3 && !comment.contains(":") && words.first.map(examples.contains) == true
  }

  private static let examples: Set<Substring> = [
    "example", "examples", "sample", "placeholder", "placeholders", "template", "dummy", "mock",
  ]

  private static let elisions = [
    "...", "…", "omitted", "truncated", "and so on", "remaining", "more items", "etc.",
    "left out",
    "for brevity", "skipped", "continues", "same as above", "abbreviated",
  ]

  private static let counts: Set<Substring> = ["and", "few", "many", "some", "several", "any"]

  /// `true` if words beside a value refuse an answer.
  static func refusesBesideValue(_ text: String) -> Bool {
    let words = normalized(text)
    return strongRefusals.contains { words.contains($0) }
  }

  /// `true` if words without a value refuse an answer, or excuse that there is none.
  static func isRefusal(_ text: String) -> Bool {
    let words = normalized(text)
    return (strongRefusals + refusals + apologies).contains { words.contains($0) }
  }

  /// `true` if words say that one value stands for another.
  static func namesAlternatives(_ text: String) -> Bool {
    let words = normalized(text)
    return alternatives.contains { words.contains($0) } || announcesNoAnswer(text)
  }

  private static func normalized(_ text: String) -> String {
    String(text.suffix(2_000)).lowercased().replacing("’", with: "'")
  }

  /// The last sentence or heading, without marks around it.
  private static func lastSentence(of text: String) -> String {
    let marks: Set<Character> = [
      " ", "\n", "\t", "\r", ":", "*", "#", "`", "-", ">", "_", "(", "/",
    ]
    var words = normalized(text)[...]
    while let last = words.last, last.isWhitespace { words.removeLast() }
    if let fence = words.lastIndex(of: "`"), words[fence...].allSatisfy({ !$0.isWhitespace }) {
      words = words[..<fence]
    }
    while let last = words.last, marks.contains(last) { words.removeLast() }
    // "e.g." ends with a period of its own.
    let inner = words.hasSuffix(".") ? words.dropLast() : words
    var start = inner.startIndex
    var index = inner.startIndex
    while index < inner.endIndex {
      let next = inner.index(after: index)
      let isEnd =
        "!?\n".contains(inner[index])
        || inner[index] == "." && next < inner.endIndex && inner[next].isWhitespace
          && !inner[..<next].hasSuffix("e.g.")
      if isEnd { start = next }
      index = next
    }
    var sentence = words[start...]
    while let first = sentence.first, marks.contains(first) { sentence.removeFirst() }
    return String(sentence)
  }

  private static let announcements = [
    "for example", "e.g.", "an example", "example of", "example answer", "example output",
    "example response", "example json", "for instance", "would look like", "might look like",
    "could look like", "may look like", "template", "placeholder", "a draft", "first draft",
    "rough draft", "hypothetical", "don't answer", "do not answer", "not the answer",
    "wrong answer", "for illustration", "a sample", "tool returned", "was rejected", "is invalid",
    "user's message", "would be", "would answer", "would return", "would output", "would respond",
    "to invent", "to make one up", "do you mean", "did you mean", "should look like",
    "must look like",
    "has to look like", "needs to look like", "do not use", "don't use", "do not return",
    "don't return", "avoid", "not to do", "not to return", "not to write", "not to send",
    "not to answer", "never write", "never return", "never use", "never answer", "never send",
    "never output", "previously replied", "previously answered", "input was", "attempt was",
    "api response was", "format should be", "format must be", "should have this", "must have this",
    "should follow this", "must follow this", "use this format", "use the following format",
    "follow this format", "use this structure", "in this form",
  ]

  /// Headings of values that are no answers.
  private static let labels: Set<String> = [
    "given", "original", "previously", "earlier", "mock", "assume", "say",
  ]

  private static let openings = [
    "you sent", "you wrote", "you gave", "you provided", "the user sent", "the user wrote",
    "your request was", "your input was", "the schema is", "the format is", "my previous",
    "your previous", "the previous", "old version", "not this", "draft", "example", "sample",
    "input", "before", "the input was", "the original was", "expected format", "schema",
    "wrong", "incorrect", "bad", "invalid", "suppose", "imagine", "assume ", "let's say", "say we",
    "say you", "test data", "mock data", "dummy", "fake", "please provide", "please send",
  ]

  private static let endings = ["such as", "of the form", "like", "schema"]

  private static let withdrawals = [
    "just an example", "only an example", "this is an example", "is a placeholder", "placeholder",
    "hypothetical", "fictional", "made up", "made-up", "just a draft", "only a draft", "illustrat",
    "wait,", "actually,", "this is wrong", "that is wrong", "that's wrong", "this is incorrect",
    "that is incorrect", "sample data", "dummy",
    "is invalid", "is not valid", "is missing", "truncated", "to be continued", "and so on",
    "was rejected", "omitted", "is a sample", "is a draft", "is a template", "is the format",
    "is the schema", "is the template", "is wrong", "is incorrect", "ignore it",
    "ignore this", "disregard", "\nedit:", "correction:", "on second thought", "scratch that",
    "i made a mistake", "my mistake", "should have been", "oops", "example values",
    "example data", "replace the values", "replace these", "replace them", "that is not right",
    "that's not right", "this is not right", "that is not correct", "that's not correct",
    "this is not correct", "let me redo", "let me correct", "let me fix", "let me try again",
    "i meant", "you asked me to avoid", "is not what", "is not the answer", "// example",
    "# example", "\nno,",
  ]

  private static let strongRefusals = [
    "i can't", "i cannot", "i can not", "i won't", "as an ai", "must decline", "can't help",
    "cannot help", "unable to help", "unable to provide", "unable to answer", "not going to",
    "i refuse", "i must refuse", "i decline", "i have to decline",
  ]

  private static let refusals = [
    "i'm unable", "i am unable", "i'm not able", "i am not able", "i don't have", "i do not have",
    "unable to", "i couldn't", "i could not", "not possible to", "no information", "i don't know",
    "i do not know", "cannot be determined", "can't be determined", "i need more", "please provide",
  ]

  private static let apologies = ["i'm sorry", "i am sorry", "i apologize", "sorry", "apologies"]

  private static let alternatives = [
    "alternativ", " or ", "or:", "instead", "corrected", "revised", "updated", "better version",
    "option", "rather", "actually", "wait", "second version", "version 2", "final", "draft",
    "before:", "after:",
  ]
}
