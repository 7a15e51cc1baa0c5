import ContentStorage
import SchemaModel

/// A value that the answer contains as the only element of an array.
///
/// The value is the only part of the form. A value that is not in an array is read as well. An
/// empty array has no value: it stands for an absent property.
struct ListForm: AnswerForm {
  static let name = "list"

  func reads(_ shape: ContentShape) -> Bool { shape != .nothing }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step {
    let isList = answer.shape(at: value.place) == .array
    let next = isList ? answer.next(&value.children) : value.position == 0 ? value.place : nil
    guard let part = next else { return isList && answer.isOpen(at: value.place) ? .more : .end }
    value.position += 1
    guard value.position == 1 else {
      throw AnswerFault(
        code: .tooManyValues, problem: "This is a list of more than one value.",
        remedy: "Give one value, or none.")
    }
    return .part(part, as: 0)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginArray, .part(value, as: 0), .endArray]
  }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? {
    step == nil ? (value.shape == .array ? [.index(0)] : [], 0) : nil
  }
}
