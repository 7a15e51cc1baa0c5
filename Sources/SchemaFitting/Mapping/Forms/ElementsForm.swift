import ContentStorage
import SchemaModel

/// An array of fixed length that the answer contains as an object, with a property for each
/// element.
///
/// Elements appear in order: an element that arrives early waits for the elements before it. If an
/// element never arrives, the array ends before it, since the elements of an earlier snapshot must
/// not change.
struct ElementsForm: AnswerForm {
  static let name = "elements"

  /// The names of the properties, in the order of the elements, which are the parts of the form.
  let properties: [String]

  var container: ContentShape? { .array }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    guard properties.indices.contains(value.position),
      let part = nextPart(&value, of: answer)
    else { return answer.isOpen(at: value.place) ? .more : .end }
    value.position += 1
    return .part(part, as: value.position - 1)
  }

  /// The place of the expected element, if this element has arrived.
  private func nextPart(_ value: inout AnswerFrame, of answer: ContentPlaces) -> ContentPlace? {
    // Most answers have the properties in the order of the elements.
    var children = value.children
    if let key = answer.nextKey(&children), let part = answer.next(&children),
      answer.isText(at: key, properties[value.position])
    {
      value.children = children
      return part
    }
    return value.member(
      value.position, of: value.place, in: answer, among: properties)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    let values = Array(value.elements)
    // An object would lose further elements.
    guard value.shape == .array, values.count <= properties.count else { return nil }
    let parts = zip(properties, values.enumerated()).flatMap { property, element in
      [AnswerPiece.key(property), .part(element.element, as: element.offset)]
    }
    return [.beginObject] + parts + [.endObject]
  }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? {
    guard case .index(let index) = step, properties.indices.contains(index) else { return nil }
    return ([.key(properties[index])], index)
  }
}
