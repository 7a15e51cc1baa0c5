import ContentStorage
import SchemaModel

/// An array that the answer contains as an object, with a property for each of the first elements,
/// and perhaps a property with an array of the further elements.
///
/// Elements appear in order: an element that arrives early waits for the elements before it. If an
/// element is absent, the array ends before it, since the elements of an earlier snapshot must not
/// change. Then a later element is an error.
struct ElementsForm: AnswerForm {
  static let name = "elements"

  /// The names of the properties, in the order of the elements, which are the first parts of the
  /// form.
  let properties: [String]

  /// The name of the property with the further elements, which are the last part of the form; `nil`
  /// if there are none.
  private let rest: String?

  /// The forms of absent elements; `nil` if an answer lacks all of them.
  private var absences: [AnswerMapping.Absence]?

  init(properties: [String], rest: String? = nil) {
    (self.properties, self.rest) = (properties, rest)
  }

  /// Sets the forms of absent elements.
  ///
  /// The further elements are never absent as a whole, so their form is ignored.
  mutating func setAbsences(_ absences: [AnswerMapping.Absence]) {
    let first = absences.prefix(properties.count)
    self.absences = first.allSatisfy { $0 == .omitted } ? nil : Array(first)
  }

  private func absence(of index: Int) -> AnswerMapping.Absence {
    guard let absences, absences.indices.contains(index) else { return .omitted }
    return absences[index]
  }

  /// The names of the properties with elements.
  private var names: [String] { properties + [rest].compactMap(\.self) }

  var container: ContentShape? { .array }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  // MARK: Reading

  /// What an answer tells about an element.
  private enum Presence { case present, absent, unknown }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) throws -> AnswerFrame.Step {
    let isOpen = answer.isOpen(at: value.place)
    guard properties.indices.contains(value.position) else {
      return nextFurtherElement(&value, of: answer) ?? (isOpen ? .more : .end)
    }
    let found = nextPart(&value, of: answer)
    if let part = found {
      let presence = presence(of: value.position, at: part, in: answer)
      if presence == .present || presence == .unknown && !isOpen {
        value.position += 1
        return .part(part, as: value.position - 1)
      }
    }
    if isOpen { return .more }
    try checkEnd(&value, of: answer)
    return .end
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
    return value.member(value.position, of: value.place, in: answer, among: names)
  }

  private func presence(
    of index: Int, at part: ContentPlace, in answer: ContentPlaces
  ) -> Presence {
    let shape = answer.shape(at: part)
    switch absence(of: index) {
    case .null where shape == .null: return .absent
    case .null where shape == .nothing: return .unknown
    case .emptyArray where shape == .nothing: return .unknown
    case .emptyArray where shape == .array:
      var elements = answer.children(of: part)
      if answer.next(&elements) != nil { return .present }
      return answer.isOpen(at: part) ? .unknown : .absent
    default: return .present
    }
  }

  /// The next step among the further elements; `nil` if none has arrived.
  private func nextFurtherElement(
    _ value: inout AnswerFrame, of answer: ContentPlaces
  ) -> AnswerFrame.Step? {
    guard rest != nil,
      let part = value.nextElement(ofMember: properties.count, in: answer, among: names)
    else { return nil }
    value.position += 1
    return .part(part, as: properties.count)
  }

  /// Checks that a complete answer has no elements after an absent one.
  private func checkEnd(_ value: inout AnswerFrame, of answer: ContentPlaces) throws {
    guard answer.isComplete(at: value.place) else { return }
    let missing = value.position
    for index in names.indices.dropFirst(missing + 1) {
      guard let part = value.member(index, of: value.place, in: answer, among: names) else {
        continue
      }
      if index < properties.count {
        guard presence(of: index, at: part, in: answer) == .present else { continue }
      } else {
        guard answer.shape(at: part) == .array, answer.count(at: part) > 0 else { continue }
      }
      value.position = index + 1
      throw AnswerFault(
        code: .missingElement,
        problem: "'\(names[index])' is present, and '\(names[missing])' before it is absent.",
        remedy: "Give all elements up to the last one, or leave out those after the absent one.")
    }
  }

  // MARK: Writing

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    let values = Array(value.elements)
    // An object would lose further elements.
    guard value.shape == .array, rest != nil || values.count <= properties.count else {
      return nil
    }
    var pieces = [AnswerPiece.beginObject]
    for (index, property) in properties.enumerated() {
      if index < values.count {
        pieces += [.key(property), .part(values[index], as: index)]
        continue
      }
      switch absence(of: index) {
      case .null, .keptNull: pieces += [.key(property), .content(GeneratedContent(kind: .null))]
      case .emptyArray: pieces += [.key(property), .beginArray, .endArray]
      case .omitted, .omittedOrNull, .omittedForNull: break
      }
    }
    if let rest {
      pieces += [.key(rest), .beginArray]
      pieces += values.dropFirst(properties.count).map { .part($0, as: properties.count) }
      pieces.append(.endArray)
    }
    return pieces + [.endObject]
  }

  func place(
    of step: SchemaPath.Component?, in value: GeneratedContent
  ) -> (steps: [SchemaPath.Component], part: Int)? {
    guard case .index(let index) = step, index >= 0 else { return nil }
    if index < properties.count { return ([.key(properties[index])], index) }
    return rest.map { ([.key($0), .index(index - properties.count)], properties.count) }
  }
}
