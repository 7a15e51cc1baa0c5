import ContentStorage
import IndexedTables
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
    var search = PlaceSearch(plan, in: answer)
    for step in place.components {
      search.unwrap()
      guard search.go(toDeclared: step) else { return search.path }
    }
    search.unwrap()
    return search.path
  }
}

/// A search for a place in an answer, with the value that the search has reached.
private struct PlaceSearch {
  private(set) var path = SchemaPath()

  private let plan: MappingPlan
  private var value: GeneratedContent
  private var node: AnswerMapping.Node.ID
  private var patterns = PatternMatchers()

  init(_ plan: MappingPlan, in answer: GeneratedContent) {
    self.plan = plan
    value = answer
    node = plan.root
  }

  /// Moves to the node that converts the value, through the objects that wrap the value.
  mutating func unwrap() {
    while true {
      let places = ContentPlaces(value)
      node = plan.node(node, at: places.root, in: places)
      switch plan.step(node, for: value.shape) {
      case .form(let id):
        guard let (steps, part) = plan.forms[id].form.place(of: nil, in: value) else { return }
        guard go(steps, to: plan.forms[id].node(ofPart: part)) else {
          node = .same
          return
        }
      // The parts of a union are unknown until its alternative is known.
      case .same, .union:
        node = .same
        return
      case .object, .array, .tuple: return
      }
    }
  }

  /// Moves to a part of the declared value, if the answer has this part.
  mutating func go(toDeclared step: SchemaPath.Component) -> Bool {
    switch plan.step(node) {
    case .same: return go(step)
    case .array(let elements): return go(step, to: elements)
    case .tuple(let tuple):
      guard case .index(let index) = step else { return false }
      return go(step, to: plan.node(ofElement: index, of: tuple))
    case .form(let id):
      guard let (steps, part) = plan.forms[id].form.place(of: step, in: value) else { return false }
      return go(steps, to: plan.forms[id].node(ofPart: part))
    case .object(let object):
      switch plan.member(declared: step.token, of: plan.objects[object], &patterns) {
      case .named(let property):
        return go(.key(plan.answerName(of: property)), to: plan.properties[property].node)
      case .entry(let entries):
        guard go(.key(plan.answerName(of: entries.property))),
          let (steps, _) = EntriesForm().place(of: step, in: value)
        else { return false }
        return go(steps, to: entries.values)
      case .unnamed(let node): return go(step, to: node)
      }
    case .union: return false
    }
  }

  /// Moves to a part of the value, if the value has this part.
  private mutating func go(
    _ step: SchemaPath.Component, to node: AnswerMapping.Node.ID = .same
  ) -> Bool {
    guard let part = value[SchemaPath([step])] else { return false }
    path = path.appending(step)
    value = part
    self.node = node
    return true
  }

  /// Moves several steps, if the value has these parts.
  private mutating func go(
    _ steps: [SchemaPath.Component], to node: AnswerMapping.Node.ID
  ) -> Bool {
    guard steps.allSatisfy({ go($0) }) else { return false }
    self.node = node
    return true
  }
}
