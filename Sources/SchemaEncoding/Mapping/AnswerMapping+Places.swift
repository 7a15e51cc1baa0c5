import SchemaContent
public import SchemaModel

extension AnswerMapping {
  /// The place in content of the declared type that a place in an answer belongs to.
  ///
  /// What is wrong with an answer, such as a violation of the fitted schema, is reported with it where
  /// users look for it.
  ///
  /// - Parameters:
  ///   - place: The place in the answer.
  ///   - answer: The answer, whose keys say where the entries of a dictionary belong.
  /// - Returns: The place. Of a part of the form alone, such as the key of an entry, it is that of the
  ///   value that has the form.
  public func declaredPlace(of place: SchemaPath, in answer: GeneratedContent) -> SchemaPath {
    var result = SchemaPath()
    var value: GeneratedContent? = answer
    var steps = place.components[...]
    var index = root
    var patterns = PatternMatchers()
    while true {
      index = settled(index, for: value)
      guard let step = steps.popFirst() else { return result }
      let part = value.flatMap { $0[SchemaPath([step])] }
      switch self[index] {
      case .wrapped(_, let inner): index = inner
      case .object(let form):
        if let beside = form.beside, ExactText(beside.property) == ExactText(step.token) {
          guard let entry = entry(&steps, in: part, beside.entries) else { return result }
          result = result.appending(.key(entry.name))
          (value, index) = (entry.value, beside.entries.values)
          continue
        }
        if let property = form.properties.first(where: {
          ExactText($0.answerName) == ExactText(step.token)
        }) {
          result = result.appending(.key(property.name))
          index = property.value
          if property.absence == .emptyArray, let element = steps.popFirst() {
            value = part.flatMap { $0[SchemaPath([element])] }
            continue
          }
        } else {
          result = result.appending(step)
          index = form.others(step.token, &patterns)
        }
      case .entries(let form):
        steps.insert(step, at: steps.startIndex)
        guard let entry = entry(&steps, in: value, form) else { return result }
        result = result.appending(.key(entry.name))
        (value, index) = (entry.value, form.values)
        continue
      case .elements(let elements):
        guard
          let position = elements.firstIndex(where: {
            ExactText($0.property) == ExactText(step.token)
          })
        else { return result }
        result = result.appending(.index(position))
        index = elements[position].value
      case .array(let elements):
        result = result.appending(step)
        index = elements
      case .tuple(let elements):
        result = result.appending(step)
        index = Int(step.token).flatMap { elements.indices.contains($0) ? elements[$0] : nil } ?? 0
      case .same, .alias, .text, .choices, .union:
        result = result.appending(step)
        index = 0
      }
      value = part
    }
  }

  /// The node that says what becomes of a value, after those that only lead to it.
  private func settled(_ index: Int, for value: GeneratedContent?) -> Int {
    var index = index
    for _ in 0...nodes.count {
      switch self[index] {
      case .alias(let other): index = other
      case .union(let alternatives):
        index = value.flatMap { Self.node(for: $0, among: alternatives) } ?? 0
      default: return index
      }
    }
    return index
  }

  /// Takes the steps into an entry: its place, and whether its value is meant.
  private func entry(
    _ steps: inout ArraySlice<SchemaPath.Component>, in list: GeneratedContent?, _ form: EntryForm
  ) -> (name: String, value: GeneratedContent?)? {
    guard let place = steps.popFirst(), let entry = list.flatMap({ $0[SchemaPath([place])] }),
      let name = entry.property(named: form.key)?.text
    else { return nil }
    let part = steps.popFirst()
    // The key belongs to the value that it is the key of.
    if let part, ExactText(part.token) != ExactText(form.value) { steps = [] }
    return (name, entry.property(named: form.value))
  }
}
