import SchemaDocuments

/// The keywords for values that no other keyword has evaluated.
///
/// They come last of their schema, when it is known which alternatives hold. Then the schemas for
/// the same value are gone through once more, to see which properties and elements they name.
extension Evaluation {
  mutating func checkUnevaluatedProperties(_ goal: Goal, _ schema: Int) {
    guard case .object = places.shape(at: goal.place) else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    var properties: [ContentPlaces.Property] = []
    var children = places.children(of: goal.place)
    while let property = places.nextProperty(&children) { properties.append(property) }
    var isEvaluated = Array(repeating: false, count: properties.count)
    let names = names(of: goal.place)
    for index in schemas(evaluating: goal) {
      let part = program.schemas[index]
      // `unevaluatedProperties` and `additionalProperties` evaluate all remaining properties.
      if index != goal.schema, program.hasUnevaluatedProperties(part) { return }
      guard let object = part.object else { continue }
      let rule = program.objects[object]
      if rule.hasAdditional { return }
      if let names, !names.hasDuplicates, rule.patterns.isEmpty,
        rule.properties.count <= properties.count
      {
        for index in rule.properties where program.properties[index].isDeclared {
          let property = names[program.propertyNames.name(index)]
          if let property { isEvaluated[property.index] = true }
        }
        continue
      }
      for (number, property) in properties.enumerated() where !isEvaluated[number] {
        let index = shared.index(
          of: property, in: places, among: rule.properties,
          near: rule.properties.lowerBound + number)
        isEvaluated[number] =
          index.map { program.properties[$0].isDeclared } ?? false
          || (!rule.patterns.isEmpty && mayMatch(rule, property.key))
      }
    }
    pushInOrder { evaluation in
      for (number, property) in properties.enumerated() where !isEvaluated[number] {
        evaluation.pushUnevaluated(
          schema, property.value, goal, .unknownProperty, .unevaluatedProperties,
          at: .key(property.key), expected: "no such property")
      }
    }
  }

  mutating func checkUnevaluatedItems(_ goal: Goal, _ schema: Int) {
    guard case .array = places.shape(at: goal.place) else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    var evaluatedCount = 0
    var containers: [Int] = []
    for index in schemas(evaluating: goal) {
      let part = program.schemas[index]
      if index != goal.schema, program.hasUnevaluatedItems(part) { return }
      for case .contains(let contained, _, _, true) in program.applicators[part.applicators] {
        containers.append(contained)
      }
      guard let array = part.array else { continue }
      let rule = program.arrays[array]
      if rule.restKeyword != nil { return }
      evaluatedCount = max(evaluatedCount, rule.prefix.count)
    }
    var children = places.children(of: goal.place)
    var index = -1
    pushInOrder { evaluation in
      while let element = evaluation.places.next(&children) {
        index += 1
        if index < evaluatedCount { continue }
        if containers.contains(where: { evaluation.isSatisfied($0, element) }) { continue }
        evaluation.pushUnevaluated(
          schema, element, goal, .count, .unevaluatedItems, at: .index(index),
          expected: "no such element")
      }
    }
  }

  private mutating func pushUnevaluated(
    _ schema: Int, _ place: Int, _ goal: Goal, _ rule: Rule, _ keyword: Keyword,
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

  /// The schemas that a value satisfies because it satisfies the schema of a goal, which is the
  /// first of them.
  private mutating func schemas(evaluating goal: Goal) -> [Int] {
    var found: [Int] = []
    var known: Set<Int> = []
    var pending = [goal.schema]
    while let index = pending.popLast() {
      guard known.insert(index).inserted else { continue }
      found.append(index)
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
    return found
  }
}

extension SchemaProgram {
  fileprivate func hasUnevaluatedProperties(_ schema: CompiledSchema) -> Bool {
    applicators[schema.applicators].contains {
      if case .unevaluatedProperties = $0 { true } else { false }
    }
  }

  fileprivate func hasUnevaluatedItems(_ schema: CompiledSchema) -> Bool {
    applicators[schema.applicators].contains {
      if case .unevaluatedItems = $0 { true } else { false }
    }
  }
}
