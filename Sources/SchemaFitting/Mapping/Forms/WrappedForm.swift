import ContentStorage
import SchemaModel

/// A value that the answer contains as the only property of an object.
///
/// The value is the only part of the form.
struct WrappedForm: AnswerForm {
  static let name = "wrapped"

  /// The name of the property.
  let property: String

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    while value.position == 0, let key = answer.nextKey(&value.children),
      let part = answer.next(&value.children)
    {
      guard answer.isText(at: key, property) else { continue }
      value.position = 1
      return .part(part, as: 0)
    }
    if answer.isOpen(at: value.place) { return .more }
    return value.position == 0 ? .unchanged : .end
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginObject, .key(property), .part(value, as: 0), .endObject]
  }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? {
    step == nil ? ([.key(property)], 0) : nil
  }
}
