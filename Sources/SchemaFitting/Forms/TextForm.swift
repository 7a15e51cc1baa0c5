import ContentStorage
import SchemaContent
import SchemaModel

/// A value that the answer has as JSON text.
struct TextForm: AnswerForm {
  static let name = "text"

  /// What the text may be.
  enum Kind: String, Sendable, Codable {
    /// JSON; text that is not valid JSON is a string.
    case any

    /// JSON.
    case json
  }

  let kind: Kind

  /// The node of the value that the text has.
  let value: Int

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    // Whether a text is JSON at all is known at its end.
    kind == .any && answer.isOpen(at: value.place)
      ? .more : .text(as: self.value, orString: kind == .any)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginText, .value(value, as: self.value), .endText]
  }
}

extension AnswerMapping.Node {
  /// A value that the answer has as JSON text.
  ///
  /// - Parameters:
  ///   - kind: What the text may be.
  ///   - value: The node by which the value that the text has is read further; 0 if it stays as it is.
  /// - Returns: The node.
  static func text(_ kind: TextForm.Kind, value: Int = 0) -> Self {
    .form(TextForm(kind: kind, value: value))
  }
}
