import SchemaText

/// What the words around a value say about it.
enum Prose {
  /// `true` if the sentence before a value says that it is no answer.
  static func announcesNoAnswer(_ text: String) -> Bool {
    let sentence = lastSentence(of: text)
    let clause = lastClause(of: sentence)
    return labels.contains(sentence) || announcements.occur(in: sentence)
      || openings.contains { sentence.begins(with: $0) }
      || references.contains { clause.begins(with: $0) }
      || isSupposition(sentence) || isProhibition(clause) || endsBeforeExample(sentence)
  }

  /// `true` if a sentence says what would be under a condition.
  private static func isSupposition(_ sentence: String) -> Bool {
    sentence.hasPrefix("if ") && (sentence.contains(" would ") || sentence.contains("'d "))
      || suppositions.occur(in: sentence) && !sentence.contains("that would be ")
        && !sentence.contains("which would be ")
  }

  private static let suppositions: Phrases = ["would be"]

  /// The clause that introduces a value, as in "you sent three names, so here is the list".
  private static func lastClause(of sentence: String) -> Substring {
    guard let border = sentence.lastIndex(where: { $0 == "," || $0 == ";" }) else {
      return sentence[...]
    }
    let clause = sentence[sentence.index(after: border)...].drop { $0 == " " }
    return introductions.contains(where: clause.begins) ? clause : sentence[...]
  }

  private static let introductions = [
    "here is", "here's", "here are", "so here", "so i", "so the", "but here", "and here",
    "i made", "this is the", "the result is", "the answer is",
  ]

  /// `true` if a clause says that the value behind it is not to be written.
  private static func isProhibition(_ clause: Substring) -> Bool {
    let words = clause.split { !$0.isLetter && $0 != "'" }
    var start = words[...]
    if start.first == "please" { start.removeFirst() }
    var end = words[...]
    while let last = end.last, fillers.contains(last) { end.removeLast() }
    if start.first == "avoid" || end.last == "avoid" { return true }
    let isOrder =
      start.first.map(negations.contains) == true
      || start.first == "do" && start.dropFirst().first == "not"
    if isOrder, start.prefix(3).contains(where: verbs.contains) { return true }
    guard let verb = end.popLast(), verbs.contains(verb) else { return false }
    if end.last == "to" { end.removeLast() }
    return end.last.map(negations.contains) == true
  }

  private static let negations: Set<Substring> = ["not", "never", "don't", "mustn't", "shouldn't"]

  private static let verbs: Set<Substring> = [
    "use", "return", "write", "send", "answer", "output", "respond", "do",
  ]

  /// Words between a verb and the value that is its object.
  private static let fillers: Set<Substring> = [
    "this", "these", "that", "the", "following", "it", "json", "object", "value", "a", "with", "as",
  ]

  /// `true` if the last words of a sentence compare the value with what is meant, or call it a
  /// schema.
  private static func endsBeforeExample(_ sentence: String) -> Bool {
    let words = sentence.split { !$0.isLetter && $0 != "'" }
    // "What you would like" is the answer, and so is a value that conforms to a schema.
    switch words.last {
    case "like": return !words.dropLast().suffix(1).contains(where: wishes.contains)
    case "schema":
      return !words.contains(where: conformities.contains) || words.contains(where: duties.contains)
    default: return endings.contains { sentence.hasSuffix($0) }
    }
  }

  private static let wishes: Set<Substring> = [
    "you", "you'd", "would", "might", "may", "i'd", "we'd",
  ]

  private static let conformities: Set<Substring> = [
    "conforms", "conforming", "conform", "matches", "matching", "match", "follows", "following",
    "according", "adheres", "adhering", "fits", "fitting", "satisfies", "satisfying", "per",
    "based", "valid",
  ]

  private static let duties: Set<Substring> = [
    "should", "must", "has", "have", "needs", "need", "shall",
  ]

  /// `true` if words behind a value say that it is no answer, or end a question about it.
  static func withdrawsAnswer(_ text: String) -> Bool {
    let words = normalized(text)
    let isQuestion = words.first { !" `\"'*)".contains($0) } == "?"
    return isQuestion || withdrawals.occur(in: words)
      || words.split(whereSeparator: { ".!?\n".contains($0) }).contains { isCorrection($0) }
  }

  /// `true` if a sentence behind a value corrects it, or goes on with it.
  private static func isCorrection(_ sentence: Substring) -> Bool {
    if faults.occur(in: sentence), !conditions.occur(in: sentence) { return true }
    if inventions.occur(in: sentence), !compositions.occur(in: sentence) { return true }
    return interjections.places(in: sentence).contains { place in
      sentence[..<place.lowerBound].split { !$0.isLetter }.count <= 2
    }
  }

  /// Faults of a value, unless a sentence asks for them, excludes them or explains them.
  private static let faults: Phrases = [
    "is wrong", "is incorrect", "is invalid", "is not valid", "is missing", "replace these",
    "replace them",
  ]

  private static let conditions: Phrases = [
    "if", "whether", "in case", "make sure", "nothing", "none", "null", "so i", "left out", "empty",
  ]

  private static let inventions: Phrases = ["made up"]

  private static let compositions: Phrases = ["made up of"]

  /// Words that begin a correction or a list that goes on, behind at most two others.
  private static let interjections: Phrases = ["wait,", "actually,", "and so on"]

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
    if elisions.occur(in: comment) { return true }
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

  private static let elisions: Phrases = [
    "...", "…", "omitted", "truncated", "and so on", "remaining", "more items", "etc.",
    "left out", "for brevity", "skipped", "continues", "same as above", "abbreviated",
  ]

  private static let counts: Set<Substring> = ["and", "few", "many", "some", "several", "any"]

  /// `true` if words beside a value refuse an answer.
  static func refusesBesideValue(_ text: String) -> Bool {
    let words = normalized(text)
    return strongRefusals.occur(in: words)
      || verbs(behind: inabilities, in: words).contains { !pleasantries.contains($0) }
      || verbs(behind: reluctances, in: words).contains(where: answers.contains)
  }

  /// The verbs behind phrases in a text; empty at the end of a sentence.
  private static func verbs(behind phrases: Phrases, in text: String) -> [Substring] {
    phrases.places(in: text).map { place in
      var rest = text[place.upperBound...].drop { $0 == " " }
      if rest.begins(with: "to") { rest = rest.dropFirst(2).drop { $0 == " " } }
      let verb = rest.prefix { $0.isLetter }
      guard verb.hasSuffix("ly") || verb == "even" else { return verb }
      return rest.dropFirst(verb.count).drop { $0 == " " }.prefix { $0.isLetter }
    }
  }

  /// Verbs behind "I can't" that refuse nothing, as in "I can't wait to hear from you".
  private static let pleasantries: Set<Substring> = [
    "wait", "recommend", "stress", "emphasize", "imagine", "believe", "thank", "overstate", "go",
    "resist", "complain",
  ]

  /// Verbs for what a request asks for; nothing is refused by "I won't add nuts".
  private static let answers: Set<Substring> = [
    "help", "assist", "answer", "provide", "share", "give", "do", "comply", "fulfill", "fulfil",
    "complete", "generate", "create", "write", "verify", "produce", "discuss", "tell", "say",
    "know", "return", "respond", "reveal", "disclose", "confirm", "determine", "extract",
    "continue", "support", "engage", "process", "fill", "output", "be", "",
  ]

  /// `true` if words without a value refuse an answer, or excuse that there is none.
  static func isRefusal(_ text: String) -> Bool {
    let words = normalized(text)
    return [inabilities, reluctances, strongRefusals, refusals].contains { $0.occur(in: words) }
  }

  /// `true` if words say that one value stands for another.
  static func namesAlternatives(_ text: String) -> Bool {
    let words = normalized(text)
    return alternatives.occur(in: words) || announcesNoAnswer(text)
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

  private static let announcements: Phrases = [
    "for example", "e.g.", "an example", "example of", "example answer", "example output",
    "example response", "example json", "for instance", "would look like", "might look like",
    "could look like", "may look like", "template", "placeholder", "placeholders", "a draft",
    "first draft", "rough draft", "hypothetical", "don't answer", "do not answer",
    "not the answer", "wrong answer", "for illustration", "a sample", "tool returned",
    "was rejected", "is invalid", "user's message", "would answer", "would return",
    "would output", "would respond", "to invent", "to make one up", "do you mean",
    "did you mean", "should look like", "must look like", "has to look like",
    "needs to look like", "do not use this", "don't use this", "do not return", "not to do",
    "what to avoid", "something to avoid", "things to avoid", "should avoid", "must avoid",
    "not to return", "not to write", "not to send", "not to answer", "never return",
    "never answer", "never send", "never output", "previously replied", "previously answered",
    "input was", "attempt was", "api response was", "format should be", "format must be",
    "should have this", "must have this", "should follow this", "must follow this",
    "use this format", "use the following format", "follow this format", "use this structure",
    "in this form",
  ]

  /// Sentences that announce a value that is no answer.
  private static let labels: Set<String> = [
    "given", "original", "previously", "earlier", "mock", "say", "before",
  ]

  /// Words at the beginning of a sentence that announces a value that is no answer.
  private static let openings = [
    "draft", "example", "examples", "sample", "samples", "input", "schema", "dummy", "fake",
    "test data", "mock data", "expected format", "old version", "not this", "before the",
    "before this", "suppose", "imagine", "assume", "let's say", "say we", "say you",
  ]

  /// Words at the beginning of a clause for another value than the answer.
  private static let references = [
    "you sent", "you wrote", "you gave", "you provided", "the user sent", "the user wrote",
    "your request was", "your input was", "the schema is", "the format is", "my previous",
    "your previous", "the previous", "the input was", "the original was", "wrong", "incorrect",
    "bad", "invalid", "please provide", "please send",
  ]

  private static let endings = ["such as", "of the form", "something like this"]

  private static let withdrawals: Phrases = [
    "just an example", "only an example", "this is an example", "placeholder", "placeholders",
    "hypothetical", "fictional", "made-up", "just a draft", "only a draft", "illustrative",
    "for illustration", "to illustrate", "illustration purposes", "illustrates", "this is wrong",
    "that is wrong", "that's wrong", "this is incorrect", "that is incorrect", "sample data",
    "dummy", "truncated", "to be continued", "was rejected", "omitted", "is a sample",
    "is a draft", "is a template", "is the format", "is the schema", "is the template",
    "ignore it", "ignore this", "disregard", "\nedit:", "correction:", "on second thought",
    "scratch that", "i made a mistake", "my mistake", "should have been", "oops",
    "example values", "example data", "replace the values", "that is not right",
    "that's not right", "this is not right", "that is not correct", "that's not correct",
    "this is not correct", "let me redo", "let me correct", "let me fix", "let me try again",
    "i meant", "you asked me to avoid", "is not what", "is not the answer", "// example",
    "# example", "\nno,",
  ]

  private static let strongRefusals: Phrases = [
    "as an ai", "must decline", "can't help with", "cannot help", "unable to help",
    "unable to provide", "unable to answer", "i decline", "have to decline",
  ]

  /// Words that refuse an answer before most verbs, or at the end of a sentence.
  private static let inabilities: Phrases = ["i can't", "i cannot", "i can not"]

  /// Words that refuse an answer before verbs for it, or at the end of a sentence.
  private static let reluctances: Phrases = [
    "i won't", "i refuse", "i must refuse", "i'm not going", "i am not going",
  ]

  private static let refusals: Phrases = [
    "i'm unable", "i am unable", "i'm not able", "i am not able", "i don't have", "i do not have",
    "unable to", "i couldn't", "i could not", "not possible to", "no information", "i don't know",
    "i do not know", "cannot be determined", "can't be determined", "i need more",
    "please provide", "not going to", "i apologize", "sorry", "apologies",
  ]

  private static let alternatives: Phrases = [
    "alternative", "alternatives", "alternatively", "or", "instead", "corrected", "revised",
    "updated", "better version", "option", "options", "rather", "actually", "wait",
    "second version", "version 2", "final", "draft", "before:", "after:",
  ]
}

extension StringProtocol where SubSequence == Substring {
  /// `true` if a text begins with words, and not only with parts of longer ones.
  fileprivate func begins(with words: String) -> Bool {
    hasPrefix(words) && dropFirst(words.count).first?.isLetter != true
  }
}

/// Phrases that are looked for in one pass over the bytes of a text.
private struct Phrases: ExpressibleByArrayLiteral {
  private var byFirstByte: [UInt8: [[UInt8]]] = [:]

  init(arrayLiteral phrases: String...) {
    for phrase in phrases.map({ Array($0.utf8) }) where !phrase.isEmpty {
      byFirstByte[phrase[0], default: []].append(phrase)
    }
  }

  /// `true` if a phrase occurs in a text, and not only as a part of longer words.
  func occur(in text: some StringProtocol) -> Bool { !places(in: text).isEmpty }

  /// The places of the phrases in a text, without those in longer words.
  func places<Text: StringProtocol>(in text: Text) -> [Range<Text.Index>] {
    let bytes = Array(text.utf8)
    func isInWord(_ place: Int) -> Bool {
      bytes[place - 1].isASCIILetter && place < bytes.count && bytes[place].isASCIILetter
    }
    var places: [Range<Text.Index>] = []
    for start in bytes.indices where start == 0 || !isInWord(start) {
      for phrase in byFirstByte[bytes[start]] ?? [] where bytes[start...].starts(with: phrase) {
        let end = start + phrase.count
        guard !isInWord(end) else { continue }
        let index = text.utf8.index(text.startIndex, offsetBy: start)
        places.append(index..<text.utf8.index(index, offsetBy: phrase.count))
      }
    }
    return places
  }
}
