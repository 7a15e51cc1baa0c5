import ContentStorage
import SchemaModel

/// An array of fixed length that the answer has as an object, with a property for each element.
///
/// An element that comes after one that is still to come has to wait for it. If the element never came,
/// the array ends before it, since what has been shown of it must not change.
struct ElementsForm: AnswerForm {
  static let name = "elements"

  let elements: [AnswerMapping.Element]

  var container: ContentShape? { .array }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    guard elements.indices.contains(value.position),
      let part = value.member(
        elements[value.position].property, of: value.place, in: answer,
        among: elements.map(\.property))
    else { return answer.isOpen(at: value.place) ? .more : .end }
    value.position += 1
    return .part(part, as: elements[value.position - 1].value)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    guard value.shape == .array else { return nil }
    let parts = zip(elements, value.elements).flatMap { element, part in
      [AnswerPiece.key(element.property), .value(part, as: element.value)]
    }
    return [.beginObject] + parts + [.endObject]
  }

  func place(
    of step: SchemaPath.Component, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], node: Int)? {
    guard case .index(let index) = step, elements.indices.contains(index) else { return nil }
    return ([.key(elements[index].property)], elements[index].value)
  }
}

extension AnswerMapping.Node {
  /// An array of fixed length that the answer has as an object.
  static func elements(_ elements: [AnswerMapping.Element]) -> Self {
    .form(ElementsForm(elements: elements))
  }
}
