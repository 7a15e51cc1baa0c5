/// The keywords for what no other keyword has evaluated.
///
/// They come last of their schema, when it is known which alternatives hold. Then the schemas for
/// the same value are gone through once more, to see which properties and elements they name.
extension Evaluation {
  mutating func checkUnevaluatedProperties(_ goal: Goal, _ schema: Int) {
    guard places.shape(at: goal.place) == .object else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    var properties: [(key: Int, value: Int)] = []
    var children = places.children(of: goal.place)
    while let key = places.nextKey(&children), let value = places.next(&children) {
      properties.append((key, value))
    }
    var isEvaluated = Array(repeating: false, count: properties.count)
    let names = names(of: goal.place)
    for index in schemas(evaluating: goal) {
      let part = program.schemas[index]
      if index != goal.schema, program.hasUnevaluatedProperties(part) { return }
      guard part.object >= 0 else { continue }
      let rule = program.objects[part.object]
      if rule.hasAdditional { return }
      if let names, !names.hasDuplicates, rule.patterns.isEmpty,
        rule.entries.count <= properties.count
      {
        for (index, entry) in rule.entries.enumerated() where entry.isDeclared {
          if let property = names[rule.names.names[index]] { isEvaluated[property.index] = true }
        }
        continue
      }
      for (number, property) in properties.enumerated() where !isEvaluated[number] {
        let entry = rule.names.index(
          ofTextAt: places.place(ofKey: property.key), in: places, near: number)
        isEvaluated[number] =
          entry.map { rule.entries[$0].isDeclared } ?? false
          || (!rule.patterns.isEmpty && !patterns(of: rule, matching: property.key).isEmpty)
      }
    }
    let start = goals.count
    for (number, property) in properties.enumerated() where !isEvaluated[number] {
      let name = places.name(property.key)
      if program.schemas[schema].isNever {
        fail(
          .unknownProperty, goal, in: "unevaluatedProperties", at: .key(name),
          expected: { _ in "no such property" },
          found: { $0.content(at: property.value).foundDescription })
      } else {
        push(schema, property.value, from: goal, at: .key(name), by: ["unevaluatedProperties"])
      }
    }
    reverseGoals(from: start)
  }

  mutating func checkUnevaluatedItems(_ goal: Goal, _ schema: Int) {
    guard places.shape(at: goal.place) == .array else { return }
    guard isComplete(goal.place) else { return noteOpen() }
    var evaluatedCount = 0
    var containers: [Int] = []
    for index in schemas(evaluating: goal) {
      let part = program.schemas[index]
      if index != goal.schema, program.hasUnevaluatedItems(part) { return }
      for case .contains(let contained, _, _, true) in program.applicators[part.applicators] {
        containers.append(contained)
      }
      guard part.array >= 0 else { continue }
      let rule = program.arrays[part.array]
      if rule.restKeyword != nil { return }
      evaluatedCount = max(evaluatedCount, rule.prefix.count)
    }
    let start = goals.count
    var children = places.children(of: goal.place)
    var index = -1
    while let element = places.next(&children) {
      index += 1
      if index < evaluatedCount { continue }
      if containers.contains(where: { isSatisfied($0, element) }) { continue }
      if program.schemas[schema].isNever {
        fail(
          .count, goal, in: "unevaluatedItems", at: .index(index),
          expected: { _ in "no such element" },
          found: { $0.content(at: element).foundDescription })
      } else {
        push(schema, element, from: goal, at: .index(index), by: ["unevaluatedItems"])
      }
    }
    reverseGoals(from: start)
  }

  /// The schemas that a value satisfies because it satisfies the schema of a goal, which is the
  /// first of them.
  private mutating func schemas(evaluating goal: Goal) -> [Int] {
    var found: [Int] = []
    var known: Set<Int> = []
    var pending = [goal.schema]
    while let index = pending.popLast() {
      guard index >= 0, known.insert(index).inserted else { continue }
      found.append(index)
      for applicator in program.applicators[program.schemas[index].applicators] {
        switch applicator {
        case .reference(let target, _): pending.append(target)
        case .allOf(let parts): pending += parts
        case .anyOf(let alternatives), .oneOf(let alternatives):
          pending += alternatives.schemas.filter { isSatisfied($0, goal.place) }
        case .conditional(let condition, let then, let otherwise):
          let isTrue = isSatisfied(condition, goal.place)
          pending += isTrue ? [condition, then] : [otherwise]
        case .dependents(let dependents):
          for dependent in dependents where property(dependent.name, of: goal.place) != nil {
            pending.append(dependent.schema)
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
