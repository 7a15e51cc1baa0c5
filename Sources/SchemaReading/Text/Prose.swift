/// What the words around a value say about it.
enum Prose {
  /// `true` if words before a value say that it is no answer.
  static func announcesNoAnswer(_ text: String) -> Bool {
    let words = normalized(text)
    // The nearest sentence counts, and a heading before it.
    return noAnswers.contains { words.contains($0) }
  }

  /// `true` if words behind a value say that it is no answer.
  static func withdrawsAnswer(_ text: String) -> Bool {
    let words = normalized(text)
    return withdrawals.contains { words.contains($0) }
  }

  /// `true` if words say that there is no answer.
  static func isRefusal(_ text: String) -> Bool {
    let words = normalized(text)
    return refusals.contains { words.contains($0) }
  }

  /// `true` if words say that one value stands for another.
  static func namesAlternatives(_ text: String) -> Bool {
    let words = normalized(text)
    return alternatives.contains { words.contains($0) } || announcesNoAnswer(text)
  }

  private static func normalized(_ text: String) -> String {
    String(text.suffix(2_000)).lowercased().replacing("’", with: "'")
  }

  private static let noAnswers = [
    "for example", "e.g.", "an example", "example of", "example:", "example answer",
    "example output", "for instance", "would look like", "might look like", "could look like",
    "may look like", "looks like this", "template", "placeholder", "a draft", "draft:",
    "first draft", "hypothetical", "you sent", "you wrote", "you gave", "you provided",
    "user sent", "user wrote", "the schema", "don't answer", "do not answer", "not the answer",
    "instead of", "such as", "wrong answer", "the format is", "in the form", "would be of the form",
    "old version", "previous answer", "the previous", "not this", "for illustration", "sample",
    "the tool returned", "the user's message", "quoted", "was rejected", "is invalid",
    "your request was", "your input was", "not be",
  ]

  private static let withdrawals = [
    "just an example", "only an example", "this is an example", "is a placeholder", "placeholder",
    "hypothetical", "fictional", "made up", "made-up", "just a draft", "only a draft",
    "replace the", "i cannot", "i can't", "i'm unable", "i am unable", "illustrat",
    "wait,", "actually,", "is wrong", "is incorrect", "not correct", "i don't know",
    "i do not know",
  ]

  private static let refusals = [
    "i can't", "i cannot", "i can not", "i'm unable", "i am unable", "i won't", "i'm not able",
    "i am not able", "i don't have", "i do not have", "as an ai", "unable to", "i must decline",
    "i couldn't", "i could not", "i'm not going to", "not possible to", "no information",
    "i don't know", "i do not know", "cannot be determined", "can't help", "cannot help",
  ]

  private static let apologies = ["i'm sorry", "i am sorry", "i apologize", "sorry,", "apologies"]

  /// `true` if words without a value refuse an answer, or excuse that there is none.
  static func isExcuse(_ text: String) -> Bool {
    let words = normalized(text)
    return isRefusal(text) || apologies.contains { words.contains($0) }
  }

  private static let alternatives = [
    "alternativ", " or ", "or:", "instead", "corrected", "revised", "updated", "better version",
    "option", "rather", "actually", "wait", "second version", "version 2", "final", "draft",
    "before:", "after:",
  ]
}
