import IndexedTables
import SchemaDocuments

/// The keywords for values that no other keyword has evaluated.
///
/// These keywords are evaluated after all other keywords of their schema, when the alternatives
/// that hold are known. The evaluation then visits the schemas for the same value a second time,
/// and collects the properties and elements that these schemas evaluate.
extension Evaluation {
  mutating func checkUnevaluatedProperties(_ goal: Goal, _ schema: SchemaIndex) {
    guard case .object = places.shape(at: goal.place) else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    var properties: [ContentPlaces.Property] = []
    var children = places.children(of: goal.place)
    while let property = places.nextProperty(&children) { properties.append(property) }
    if properties.isEmpty { return }
    var isEvaluated = Array(repeating: false, count: properties.count)
    var remaining = properties.count
    let names = names(of: goal.place)
    // A local copy, since each access to the property would count references.
    let shared = shared
    let isOpen = forEachSchema(evaluating: goal) { evaluation, index in
      let part = shared.program.schemas[index]
      // `unevaluatedProperties` and `additionalProperties` evaluate all remaining properties.
      if index != goal.schema, shared.program.has(.unevaluatedProperties, part) { return false }
      guard let object = part.object else { return true }
      let rule = shared.program.objects.rules[object]
      if rule.rest.isStated { return false }
      if let names, !names.hasDuplicates, rule.patterns.isEmpty,
        rule.properties.count <= properties.count
      {
        for index in rule.properties where shared.program.objects.properties[index].isDeclared {
          guard let property = names[shared.program.objects.name(of: index)],
            !isEvaluated[property.index]
          else { continue }
          isEvaluated[property.index] = true
          remaining -= 1
        }
        return remaining > 0
      }
      for (number, property) in properties.enumerated() where !isEvaluated[number] {
        let index = shared.index(
          of: property, in: evaluation.places, among: rule.properties, near: number)
        isEvaluated[number] =
          index.map { shared.program.objects.properties[$0].isDeclared } ?? false
          || (!rule.patterns.isEmpty && evaluation.mayMatch(rule, property.key, goal))
        if isEvaluated[number] { remaining -= 1 }
      }
      return remaining > 0
    }
    guard isOpen else { return }
    pushInOrder { evaluation in
      for (number, property) in properties.enumerated() where !isEvaluated[number] {
        evaluation.pushUnevaluated(
          schema, property.value, goal, .unknownProperty, .unevaluatedProperties,
          at: .key(property.key), expected: "no such property")
      }
    }
  }

  mutating func checkUnevaluatedItems(_ goal: Goal, _ schema: SchemaIndex) {
    guard case .array = places.shape(at: goal.place) else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    if count(of: goal.place) == 0 { return }
    var evaluatedCount = 0
    var containers: [SchemaIndex] = []
    let shared = shared
    let isOpen = forEachSchema(evaluating: goal) { _, index in
      let part = shared.program.schemas[index]
      if index != goal.schema, shared.program.has(.unevaluatedItems, part) { return false }
      for case .contains(let contained, _, _, true)
        in shared.program.applicators[part.applicators]
      {
        containers.append(contained)
      }
      guard let array = part.array else { return true }
      let rule = shared.program.rules.arrays[array]
      if rule.rest.isStated { return false }
      evaluatedCount = max(evaluatedCount, rule.prefix.count)
      return true
    }
    guard isOpen else { return }
    var children = places.children(of: goal.place)
    var index = 0
    pushInOrder { evaluation in
      while let element = evaluation.places.next(&children) {
        defer { index += 1 }
        if index < evaluatedCount { continue }
        if containers.contains(where: { evaluation.isSatisfied($0, element) }) { continue }
        evaluation.pushUnevaluated(
          schema, element, goal, .count, .unevaluatedItems, at: .index(index),
          expected: "no such element")
      }
    }
  }

  private mutating func pushUnevaluated(
    _ schema: SchemaIndex, _ place: ContentPlace, _ goal: Goal, _ rule: Rule, _ keyword: Keyword,
    at step: Step, expected: String
  ) {
    if program.schemas[schema].isNever {
      fail(
        rule, goal, in: keyword, at: step, expected: { _ in expected },
        found: { $0.content(at: place).foundDescription })
    } else {
      push(schema, place, from: goal, at: step, by: keyword)
    }
  }

  /// Visits the schema of a goal, and then the schemas that the goal's value satisfies through
  /// references, `allOf`, alternatives, conditions and dependents.
  ///
  /// - Parameters:
  ///   - goal: The goal.
  ///   - body: A function of a schema. It returns `false` to end the visit.
  /// - Returns: `true` if all schemas were visited.
  private mutating func forEachSchema(
    evaluating goal: Goal, _ body: (inout Self, SchemaIndex) -> Bool
  ) -> Bool {
    var known: Set<SchemaIndex> = []
    var pending = [goal.schema]
    while let index = pending.popLast() {
      guard known.insert(index).inserted else { continue }
      guard body(&self, index) else { return false }
      for applicator in program.applicators[program.schemas[index].applicators] {
        switch applicator {
        case .reference(let target, _): pending.append(target)
        case .allOf(let parts): pending += program.parts[parts]
        case .anyOf(let alternatives), .oneOf(let alternatives):
          pending += program.parts[alternatives.schemas].filter { isSatisfied($0, goal.place) }
        case .conditional(let condition, let then, let otherwise):
          let isTrue = isSatisfied(condition, goal.place)
          pending += (isTrue ? [condition, then] : [otherwise]).compactMap(\.self)
        case .dependents(let dependents):
          for dependent in program.dependents[dependents]
          where property(dependent.name, of: goal.place) != nil {
            if let schema = dependent.schema { pending.append(schema) }
          }
        case .not, .contains, .unevaluatedProperties, .unevaluatedItems: break
        }
      }
    }
    return true
  }
}
