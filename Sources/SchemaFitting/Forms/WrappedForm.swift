import ContentStorage
import SchemaModel

/// A value that the answer has as the only property of an object.
struct WrappedForm: AnswerForm {
  static let name = "wrapped"

  /// The name of the property.
  let property: String

  /// The node of the value.
  let value: Int

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    while value.position == 0, let key = answer.nextKey(&value.children),
      let part = answer.next(&value.children)
    {
      guard answer.isKey(key, property) else { continue }
      value.position = 1
      return .part(part, as: self.value)
    }
    if answer.isOpen(at: value.place) { return .more }
    return value.position == 0 ? .unchanged : .end
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginObject, .key(property), .value(value, as: self.value), .endObject]
  }
}

extension AnswerMapping.Node {
  /// A value that the answer has as the only property of an object.
  static func wrapped(property: String, value: Int) -> Self {
    .form(WrappedForm(property: property, value: value))
  }
}
