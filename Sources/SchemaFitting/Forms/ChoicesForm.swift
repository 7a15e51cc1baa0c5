import ContentStorage
import SchemaContent
import SchemaModel

/// A scalar that the answer has as a string.
struct ChoicesForm: AnswerForm {
  static let name = "choices"

  let choices: [AnswerMapping.Choice]

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    if answer.isOpen(at: value.place) { return .more }
    guard let choice = choices.first(where: { answer.isText(at: value.place, $0.answer) })
    else { return .unchanged }
    return .becomes(choice.value)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    choices.first { $0.value == value }.map { [.string($0.answer)] }
  }
}

extension AnswerMapping {
  /// A choice that an answer has as a string.
  struct Choice: Sendable, Hashable, Codable {
    /// The string.
    let answer: String

    /// The declared value, as JSON text.
    let json: String

    /// The declared value; nothing if the text is not JSON, which no content is equal to.
    let value: GeneratedContent

    init(answer: String, json: String) {
      self.answer = answer
      self.json = json
      value = (try? GeneratedContent(json: json)) ?? .nothing()
    }

    static func == (first: Choice, second: Choice) -> Bool {
      ExactText(first.answer) == ExactText(second.answer)
        && ExactText(first.json) == ExactText(second.json)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(ExactText(answer)) }

    private enum CodingKeys: CodingKey { case answer, json }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        answer: try container.decode(String.self, forKey: .answer),
        json: try container.decode(String.self, forKey: .json))
      guard value.isComplete else {
        throw DecodingError.dataCorruptedError(
          forKey: .json, in: container,
          debugDescription: "The value of the choice '\(answer)' is not JSON: \(json)")
      }
    }
  }
}

extension AnswerMapping.Node {
  /// A scalar that the answer has as a string.
  static func choices(_ choices: [AnswerMapping.Choice]) -> Self {
    .form(ChoicesForm(choices: choices))
  }
}
