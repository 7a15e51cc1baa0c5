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
      guard search.go(toDeclared: step) else { break }
    }
    return search.path
  }
}

/// A search for a place in an answer, with the value that the search has reached.
private struct PlaceSearch {
  private(set) var path = SchemaPath()

  private let plan: MappingPlan
  private var value: GeneratedContent
  private var cursor = MappingCursor.same
  private var patterns = PatternMatchers()

  init(_ plan: MappingPlan, in answer: GeneratedContent) {
    self.plan = plan
    value = answer
    enter(plan.root)
  }

  /// Moves to a part of the declared value, if the answer has this part.
  mutating func go(toDeclared step: SchemaPath.Component) -> Bool {
    switch cursor {
    // The parts of a union are unknown until its alternative is known.
    case .same, .union: return go([step], to: .same)
    case .array, .tuple:
      guard case .index(let index) = step else { return false }
      return go([step], to: plan.node(ofPart: index, at: cursor))
    case .form, .single, .entries: return go(toPart: step)
    case .object(let object):
      switch plan.member(declared: step.token, of: plan.objects[object], &patterns) {
      case .named(let property):
        let name = plan.answerName(of: property)
        return go([.key(name)], to: plan.properties[property].node)
      case .entry(let position):
        let property = plan.objects[object].entries[position].property
        guard move([.key(plan.answerName(of: property))]) else { return false }
        cursor = .entries(of: object, at: position)
        return go(toPart: step)
      case .unnamed(let node): return go([step], to: node)
      }
    }
  }

  /// Moves to a part of the form at the cursor.
  private mutating func go(toPart step: SchemaPath.Component) -> Bool {
    guard let (steps, part) = plan.form(at: cursor)?.place(of: step, in: value) else {
      return false
    }
    return go(steps, to: plan.node(ofPart: part, at: cursor))
  }

  /// Moves several steps to a value with a node, if the answer has these parts.
  private mutating func go(
    _ steps: [SchemaPath.Component], to node: AnswerMapping.Node.ID
  ) -> Bool {
    guard move(steps) else { return false }
    enter(node)
    return true
  }

  /// Moves several steps, or to the last part of them that the answer has.
  private mutating func move(_ steps: [SchemaPath.Component]) -> Bool {
    for step in steps {
      guard let part = value[SchemaPath([step])] else {
        cursor = .same
        return false
      }
      path = path.appending(step)
      value = part
    }
    return true
  }

  /// Sets the cursor to a node of the value, and moves through what wraps the value.
  private mutating func enter(_ node: AnswerMapping.Node.ID) {
    var node = node
    while true {
      let places = ContentPlaces(value)
      var unknown: AlternativeSearch?
      cursor = plan.cursor(at: node, for: places.root, in: places, &unknown)
      guard let (steps, part) = plan.form(at: cursor)?.place(of: nil, in: value) else { return }
      node = plan.node(ofPart: part, at: cursor)
      guard move(steps) else { return }
    }
  }
}
