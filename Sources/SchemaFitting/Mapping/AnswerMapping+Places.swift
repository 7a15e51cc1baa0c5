import ContentStorage
import SchemaContent
public import SchemaModel

extension AnswerMapping {
  /// Converts a path in content of the declared type to the path in an answer.
  ///
  /// Use the path to report a problem with the content, such as a violation of the declared schema,
  /// to the model: the path refers to the model's own text.
  ///
  /// - Parameters:
  ///   - place: The place in the content.
  ///   - answer: The answer. Its keys identify the entries of dictionaries.
  /// - Returns: The place of the part. If the answer lacks the part, or has the part inside a form
  ///   without parts, such as JSON text, this is the place of the nearest value around the part.
  public func answerPlace(of place: SchemaPath, in answer: GeneratedContent) -> SchemaPath {
    guard !isIdentity else { return place }
    var walk = PlaceWalk(value: answer, node: plan.root)
    var steps = place.components[...]
    var patterns = PatternMatchers()
    while true {
      unwrap(&walk)
      guard let step = steps.popFirst() else { return walk.path }
      switch plan[walk.node] {
      case .object(let form):
        guard let property = form.properties.first(where: { $0.name.isSame(as: step.token) }) else {
          guard let entries = form.entries,
            !entries.names.contains(where: { $0.isSame(as: step.token) })
          else {
            guard walk.go(step, to: form.others(step.token, &patterns)) else { return walk.path }
            continue
          }
          guard walk.go(.key(entries.property)),
            let (steps, node) = EntriesForm(values: entries.values).place(of: step, in: walk.value),
            walk.go(steps, to: node)
          else { return walk.path }
          continue
        }
        guard walk.go(.key(property.answerName), to: property.value) else { return walk.path }
        guard property.absence == .emptyArray, walk.value.shape == .array else { continue }
        guard walk.go(.index(0), to: property.value) else { return walk.path }
      case .other(let any):
        guard let (steps, node) = any.form.place(of: step, in: walk.value),
          walk.go(steps, to: node)
        else { return walk.path }
      case .array(let elements):
        guard walk.go(step, to: elements) else { return walk.path }
      case .tuple(let elements):
        guard case .index(let index) = step, elements.indices.contains(index),
          walk.go(step, to: elements[index])
        else { return walk.path }
      case .same:
        guard walk.go(step) else { return walk.path }
      case .union: return walk.path
      }
    }
  }

  /// Moves to the node that converts a value, through the objects that wrap the value.
  private func unwrap(_ walk: inout PlaceWalk) {
    while true {
      let value = ContentPlaces(walk.value)
      walk.node = plan.node(walk.node, at: value.root, in: value)
      switch plan[walk.node] {
      // A value without the form that the schema asks for stays unchanged.
      case .other(let any) where !any.form.reads(walk.value.shape): walk.node = .same
      case .other(let any):
        guard let (property, node) = any.form.wrapped else { return }
        guard walk.go(.key(property), to: node) else {
          walk.node = .same
          return
        }
      // The parts of a union are unknown until its alternative is known.
      case .union: walk.node = .same
      case .object where walk.value.shape != .object, .array where walk.value.shape != .array,
        .tuple where walk.value.shape != .array:
        walk.node = .same
      default: return
      }
    }
  }
}

/// A search for a place in an answer, with the value that the search has reached.
private struct PlaceWalk {
  var path = SchemaPath()
  var value: GeneratedContent
  var node: AnswerMapping.Node.ID

  /// Moves to a part, if the value has this part.
  mutating func go(_ step: SchemaPath.Component, to node: AnswerMapping.Node.ID = .same) -> Bool {
    guard let part = value[SchemaPath([step])] else { return false }
    path = path.appending(step)
    value = part
    self.node = node
    return true
  }

  /// Moves several steps, if the value has these parts.
  mutating func go(_ steps: [SchemaPath.Component], to node: AnswerMapping.Node.ID) -> Bool {
    steps.allSatisfy { go($0, to: node) }
  }
}

extension String {
  /// Indicates whether two texts have the same scalars.
  fileprivate func isSame(as other: String) -> Bool { ExactText(self) == ExactText(other) }
}
