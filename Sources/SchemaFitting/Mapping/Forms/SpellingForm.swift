import ContentStorage
import SchemaModel

/// A string with choices, whose case may differ in answers.
///
/// The content has the declared spelling, if the string stands for exactly one choice.
struct SpellingForm: AnswerForm {
  static let name = "spelling"

  private let spellings: Spellings

  init(choices: [String]) { spellings = Spellings(choices) }

  /// The declared spellings.
  var choices: [String] { spellings.texts }

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    // Most lists are short, and a comparison of bytes is faster than the conversion to lower case.
    if choices.prefix(16).contains(where: { answer.isText(at: value.place, $0) }) {
      return .unchanged
    }
    let text = answer.text(at: value.place)
    let meant = spellings.texts(meantBy: text)
    if meant.count == 1, ExactText(meant[0]) != ExactText(text) {
      return .becomes(GeneratedContent(meant[0]))
    }
    return .unchanged
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? { nil }

  private enum CodingKeys: CodingKey { case choices }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(choices: try container.decode([String].self, forKey: .choices))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(choices, forKey: .choices)
  }
}
