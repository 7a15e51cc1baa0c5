import SchemaContent
public import SchemaModel

extension AnswerMapping {
  /// Converts a path in content of the declared type to the path in an answer.
  ///
  /// Use it to report a problem with the content, such as a violation of the declared schema, to the
  /// model at the place in its own text.
  ///
  /// - Parameters:
  ///   - place: The place in the content.
  ///   - answer: The answer, whose keys say which entry of a dictionary is meant.
  /// - Returns: The place. Of what the answer has in a form without parts, such as JSON text, or does not
  ///   have at all, it is that of the value around it.
  public func answerPlace(of place: SchemaPath, in answer: GeneratedContent) -> SchemaPath {
    var walk = PlaceWalk(value: answer, node: root)
    var steps = place.components[...]
    var patterns = PatternMatchers()
    while true {
      unwrap(&walk)
      guard let step = steps.popFirst() else { return walk.path }
      switch self[walk.node] {
      case .object(let form):
        guard let property = form.properties.first(where: { $0.name.isSame(as: step.token) }) else {
          guard let beside = beside(form),
            !beside.names.contains(where: { $0.isSame(as: step.token) })
          else {
            walk.go(step, to: form.others(step.token, &patterns))
            continue
          }
          walk.go(.key(beside.property))
          guard walk.go(toEntry: step.token, beside.values) else { return walk.path }
          continue
        }
        walk.go(.key(property.answerName), to: property.value)
        guard property.absence == .emptyArray, walk.value?.shape == .array else { continue }
        walk.go(.index(0), to: property.value)
      case .entries(let values):
        guard walk.go(toEntry: step.token, values) else { return walk.path }
      case .elements(let elements):
        guard case .index(let index) = step, elements.indices.contains(index) else {
          return walk.path
        }
        walk.go(.key(elements[index].property), to: elements[index].value)
      case .array(let elements): walk.go(step, to: elements)
      case .tuple(let elements):
        guard case .index(let index) = step, elements.indices.contains(index) else {
          return walk.path
        }
        walk.go(step, to: elements[index])
      case .same: walk.go(step)
      case .text, .choices, .alias, .union, .wrapped, .beside: return walk.path
      }
    }
  }

  /// Goes to the node that says what becomes of a value, and into what is around the value.
  private func unwrap(_ walk: inout PlaceWalk) {
    for _ in 0...nodes.count {
      switch self[walk.node] {
      case .alias(let other): walk.node = other
      case .union(let alternatives):
        walk.node = walk.value.flatMap { Self.node(for: $0.stored, among: alternatives) } ?? 0
      case .wrapped(let property, let inner): walk.go(.key(property), to: inner)
      default: return
      }
    }
  }
}

/// Where a search for a place in an answer has come to.
private struct PlaceWalk {
  var path = SchemaPath()
  var value: GeneratedContent?
  var node: Int

  init(value: GeneratedContent, node: Int) {
    self.value = value
    self.node = node
  }

  mutating func go(_ step: SchemaPath.Component, to node: Int = 0) {
    path = path.appending(step)
    value = value.flatMap { $0[SchemaPath([step])] }
    self.node = node
  }

  /// Goes to the value of an entry, if there is one with the key.
  mutating func go(toEntry name: String, _ values: Int) -> Bool {
    guard let value, value.shape == .array else { return false }
    let position = value.elements.enumerated().first { _, entry in
      entry.property(named: AnswerMapping.Entry.key)?.text?.isSame(as: name) ?? false
    }?.offset
    guard let position else { return false }
    go(.index(position))
    go(.key(AnswerMapping.Entry.value), to: values)
    return true
  }
}

extension String {
  /// Whether two texts have the same scalars.
  fileprivate func isSame(as other: String) -> Bool { ExactText(self) == ExactText(other) }
}
