/// A part of a prompt as a template writes it.
///
/// Only markup can have special tokens. Text of a user, a tool or a model can therefore not begin a
/// turn of the conversation.
public enum PromptPart: Sendable, Hashable {
  /// Text of the template, in which special tokens are found.
  case markup(String)

  /// Text of the conversation, in which no special token is found.
  case text(String)

  /// Text that the model has generated.
  ///
  /// The answer's tokens are used again if they are known. The same text can also be divided into
  /// other tokens, which the engine would have to read again.
  case answer(String, entryID: String)
}

extension [PromptPart] {
  /// The markup after the last text of the conversation, with special tokens by their names.
  ///
  /// This markup begins the model's message, and has no text of users or tools.
  var trailingMarkup: String {
    var texts: [String] = []
    for case .markup(let text) in reversed().prefix(while: \.isMarkup) { texts.append(text) }
    return texts.reversed().joined()
  }
}

extension PromptPart {
  /// The text of the part, with special tokens by their names.
  var text: String {
    switch self {
    case .markup(let text), .text(let text), .answer(let text, _): text
    }
  }

  /// `true` for text of the template.
  var isMarkup: Bool { if case .markup = self { true } else { false } }
}

/// The text and the tokens of an answer that an engine generated, without the end token.
struct GeneratedAnswer: Sendable, Hashable {
  var text: String
  var tokens: [Int]
}
