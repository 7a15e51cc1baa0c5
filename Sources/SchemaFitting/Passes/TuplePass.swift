import ContentStorage
import SchemaEncoding
import SchemaModel
import SchemaText

/// Replaces an array of fixed length by an object with a property for each element.
struct TuplePass: NodePass {
  let forms: [any AnswerForm.Type] = [ElementsForm.self]

  func isNeeded(for rules: DialectRules) -> Bool { rules.tuples == .rejected }

  func changes(in graph: FittingGraph) -> [NodeID] { graph.nodes { $0.kind == .tuple } }

  func fit(_ tuple: NodeID, in graph: inout FittingGraph) {
    let items = graph.children(of: tuple)
    graph.note(
      .tuple, at: tuple,
      "An array of \(CountedNoun.element.amount(items.count)), each with its own schema, is "
        + "written as an object.",
      remedy: "\(SwiftAdvice.Declaration.ownObject.text).")
    let names = (0..<items.count).map { "item\($0 + 1)" }
    graph.replace(
      tuple,
      by: .object(
        zip(names, items).map { ($0, .moved($1)) }, description: graph[tuple].description
      ) { parts in
        .form(
          ElementsForm(
            elements: names.enumerated().map {
              AnswerMapping.Element(property: $1, value: parts.value(at: $0))
            }))
      })
  }
}

/// An array of fixed length that the answer contains as an object, with a property for each
/// element.
///
/// Elements appear in order: an element that arrives early waits for the elements before it. If an
/// element never arrives, the array ends before it, since the elements of an earlier snapshot must
/// not change.
struct ElementsForm: AnswerForm {
  static let name = "elements"

  let elements: [AnswerMapping.Element]

  var container: ContentShape? { .array }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    guard elements.indices.contains(value.position),
      let part = nextPart(&value, of: answer)
    else { return answer.isOpen(at: value.place) ? .more : .end }
    value.position += 1
    return .part(part, as: elements[value.position - 1].value)
  }

  /// The place of the expected element, if this element has arrived.
  private func nextPart(_ value: inout AnswerFrame, of answer: ContentPlaces) -> ContentPlace? {
    // Most answers have the properties in the order of the elements.
    var children = value.children
    if let key = answer.nextKey(&children), let part = answer.next(&children),
      answer.isText(at: key, elements[value.position].property)
    {
      value.children = children
      return part
    }
    return value.member(
      value.position, of: value.place, in: answer, among: elements.map(\.property))
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    let values = Array(value.elements)
    // An object would lose further elements.
    guard value.shape == .array, values.count <= elements.count else { return nil }
    let parts = zip(elements, values).flatMap { element, part in
      [AnswerPiece.key(element.property), .value(part, as: element.value)]
    }
    return [.beginObject] + parts + [.endObject]
  }

  func place(
    of step: SchemaPath.Component, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], node: AnswerMapping.Node.ID)? {
    guard case .index(let index) = step, elements.indices.contains(index) else { return nil }
    return ([.key(elements[index].property)], elements[index].value)
  }
}
