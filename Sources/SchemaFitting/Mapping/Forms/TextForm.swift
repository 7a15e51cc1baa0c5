import ContentStorage
import SchemaModel

/// A value that the answer contains as JSON text.
///
/// If the form has a part, this part converts the value of the text.
struct TextForm: AnswerForm {
  static let name = "text"

  /// The content of the text.
  enum Kind: String, Sendable, Codable {
    /// A value as JSON; text that is not valid JSON is a string value.
    case any

    /// A value as JSON.
    case json
  }

  let kind: Kind

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    // The reader knows only at the end of the text whether the text is JSON.
    kind == .any && answer.isOpen(at: value.place) ? .more : .text(as: 0, orString: kind == .any)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginText, .part(value, as: 0), .endText]
  }
}
