import ContentStorage
import SchemaModel

/// One of some strings, which the answer may have in other capitals.
///
/// The declared spelling goes into the content where exactly one choice is meant (rule D9).
struct SpellingForm: AnswerForm {
  static let name = "spelling"

  /// The declared spellings.
  let choices: [String]

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    if choices.contains(where: { answer.isText(at: value.place, $0) }) { return .unchanged }
    let text = answer.text(at: value.place)
    let meant = choices.filter { $0.isSpelling(of: text) }
    return meant.count == 1 ? .becomes(GeneratedContent(meant[0])) : .unchanged
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? { nil }
}

extension String {
  /// Whether a text differs from another in capitals at most.
  func isSpelling(of other: String) -> Bool {
    ExactText(lowercased()) == ExactText(other.lowercased())
  }
}

extension AnswerMapping.Node {
  /// One of some strings, which the answer may have in other capitals.
  static func spelling(_ choices: [String]) -> Self { .form(SpellingForm(choices: choices)) }
}
