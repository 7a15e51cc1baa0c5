import SchemaDocuments

extension Evaluation {
  // MARK: Objects

  mutating func checkObject(_ goal: Goal, _ object: Int) {
    let rule = program.objects[object]
    if rule.concernsOnlyNames, rule.properties.count <= places.count(at: goal.place),
      let names = names(of: goal.place)
    {
      return checkNames(goal, rule, names)
    }
    var children = places.children(of: goal.place)
    var marks = NameMarks()
    var (count, required, hint) = (0, 0, rule.properties.lowerBound)
    while let key = places.nextKey(&children) {
      let value = places.next(&children)
      let name = places.place(ofKey: key)
      count += 1
      var isKnown = false
      if let index = program.propertyNames.index(
        ofTextAt: name, in: places, among: rule.properties, near: hint)
      {
        hint = index + 1
        let property = program.properties[index]
        if !marks.insert(index - rule.properties.lowerBound) {
          failDuplicate(goal, key)
        } else if property.isRequired {
          required += 1
        }
        isKnown = property.isDeclared
        if property.schema >= 0, let value, !countsAsAbsent(value, property) {
          push(
            property.schema, value, from: goal, at: .key(key), by: .properties, .key(key))
        }
      }
      if !rule.patterns.isEmpty { isKnown = pushMatching(key, value, goal, rule) || isKnown }
      if !isKnown, rule.additional >= 0 { checkAdditional(key, value, goal, rule) }
      if rule.propertyNames >= 0 {
        push(rule.propertyNames, name, from: goal, at: .key(key), by: .propertyNames)
      }
      if isDecided { return }
    }
    finishObject(goal, rule, count, required, marks)
  }

  /// Checks an object that has at least as many properties as the rule names.
  private mutating func checkNames(_ goal: Goal, _ rule: ObjectRule, _ names: ObjectNames) {
    var marks = NameMarks()
    var required = 0
    for index in rule.properties {
      let name = program.propertyNames.name(index)
      guard let found = names[name] else { continue }
      for _ in 1..<found.count { failDuplicate(goal, found.key) }
      _ = marks.insert(index - rule.properties.lowerBound)
      let property = program.properties[index]
      if property.isRequired { required += 1 }
      if property.schema >= 0, let value = found.value, !countsAsAbsent(value, property) {
        push(
          property.schema, value, from: goal, at: .property(index), by: .properties,
          .property(index))
      }
      if isDecided { return }
    }
    finishObject(goal, rule, places.count(at: goal.place), required, marks)
  }

  /// Checks what an object has as a whole: its number of properties, and those that are required.
  private mutating func finishObject(
    _ goal: Goal, _ rule: ObjectRule, _ count: Int, _ required: Int, _ marks: NameMarks
  ) {
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, Wording.property)
    guard isComplete(goal.place) else {
      let program = program
      return noteMissing(goal, program.missing(in: rule, marks).map { .property($0) })
    }
    if required == rule.requiredCount { return }
    guard mode == .report else { return add(rule.requiredCount - required) }
    for index in program.missing(in: rule, marks) {
      let schema = program.properties[index].schema
      fail(
        .required, goal, at: .property(index),
        expected: { schema < 0 ? "any value" : $0.value(schema) }, found: { _ in "nothing" })
    }
  }

  private mutating func failDuplicate(_ goal: Goal, _ key: Int) {
    fail(
      .duplicateProperty, goal, in: .properties, at: .key(key),
      expected: { _ in "a property once" }, found: { _ in "it a second time" })
  }

  /// V3: whether a value stands for a property that is absent.
  private func countsAsAbsent(_ value: Int, _ property: ObjectRule.Property) -> Bool {
    program.readsNullAsAbsent && !property.isRequired && places.shape(at: value) == .null
  }

  /// Adds goals for the patterns that a name matches.
  ///
  /// - Returns: Whether there are any, or may be.
  private mutating func pushMatching(
    _ key: Int, _ value: Int?, _ goal: Goal, _ rule: ObjectRule
  ) -> Bool {
    let matching = matching(rule, places.place(ofKey: key))
    guard let value else { return !matching.isEmpty }
    // Whether a pattern matches that cannot be run is not known, so that it is not checked.
    for match in matching where match.isCertain {
      let property = program.patternProperties[rule.patterns.lowerBound + match.index]
      push(
        property.schema, value, from: goal, at: .key(key), by: .patternProperties,
        .pattern(property.pattern))
    }
    return !matching.isEmpty
  }

  /// The patterns of an object that match a name, or cannot be run on it, by their numbers.
  mutating func matching(_ rule: ObjectRule, _ name: Int) -> [PatternSet.Match] {
    if rule.patternSet >= 0 { return matches(ofSet: rule.patternSet, textAt: name) }
    var found: [PatternSet.Match] = []
    for index in rule.patterns {
      let result = matches(program.patternProperties[index].pattern, textAt: name)
      if result == false { continue }
      found.append(
        PatternSet.Match(index: index - rule.patterns.lowerBound, isCertain: result == true))
    }
    return found
  }

  private mutating func checkAdditional(
    _ key: Int, _ value: Int?, _ goal: Goal, _ rule: ObjectRule
  ) {
    if program.schemas[rule.additional].isNever {
      fail(
        .unknownProperty, goal, at: .key(key),
        expected: { $0.names(of: rule) },
        found: { places in value.map { places.content(at: $0).foundDescription } ?? "nothing" })
    } else if let value {
      push(rule.additional, value, from: goal, at: .key(key), by: .additionalProperties)
    }
  }

  mutating func checkDependents(_ goal: Goal, _ dependents: Range<Int>) {
    for dependent in program.dependents[dependents]
    where property(dependent.name, of: goal.place) != nil {
      push(
        dependent.schema, goal.place, from: goal, by: dependent.keyword, .name(dependent.name))
      for name in dependent.required where property(name, of: goal.place) == nil {
        guard isComplete(goal.place) else { return noteOpen() }
        fail(
          .dependency, goal, in: dependent.keyword, at: .name(name),
          expected: { _ in "a value, since there is a property \"\(dependent.name)\"" },
          found: { _ in "nothing" })
      }
    }
    if !isComplete(goal.place) { noteOpen() }
  }

  // MARK: Arrays

  mutating func checkArray(_ goal: Goal, _ array: Int) {
    let rule = program.arrays[array]
    var count = 0
    if rule.prefix.isEmpty, rule.rest < 0 {
      count = places.count(at: goal.place)
    } else {
      let isClosed = rule.rest >= 0 && program.schemas[rule.rest].isNever
      var children = places.children(of: goal.place)
      while let element = places.next(&children) {
        if count < rule.prefix.count {
          push(
            program.parts[rule.prefix.lowerBound + count], element, from: goal, at: .index(count),
            by: rule.prefixKeyword, .index(count))
        } else if !isClosed {
          push(
            rule.rest, element, from: goal, at: .index(count), by: rule.restKeyword ?? .items)
        }
        count += 1
        if isDecided { return }
      }
      if isClosed, count > rule.prefix.count, count <= rule.maximumCount ?? .max {
        fail(
          .count, goal, in: rule.restKeyword,
          expected: { _ in
            Wording.range(rule.minimumCount, rule.prefix.count, Wording.element)
          },
          found: { _ in Wording.amount(count, Wording.element) })
      }
    }
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, Wording.element)
    if rule.isUnique, count > 1 { checkUnique(goal) }
    guard !isComplete(goal.place) else { return }
    let wanted = min(rule.prefix.count, rule.minimumCount ?? 0)
    noteMissing(goal, (0..<wanted).dropFirst(count).map { .index($0) })
  }

  private mutating func checkCount(
    _ goal: Goal, _ count: Int, _ low: Int?, _ high: Int?, _ unit: Wording.Unit
  ) {
    let isTooSmall = count < low ?? 0 && isComplete(goal.place)
    guard isTooSmall || count > high ?? .max else { return }
    let isArray = unit.one == Wording.element.one
    let keyword: Keyword =
      isTooSmall
      ? (isArray ? .minItems : .minProperties) : (isArray ? .maxItems : .maxProperties)
    fail(
      .count, goal, in: keyword, expected: { _ in Wording.range(low, high, unit) },
      found: { _ in Wording.amount(count, unit) })
  }

  private mutating func checkUnique(_ goal: Goal) {
    guard let (first, second) = equalElements(of: goal.place) else { return }
    fail(
      .unique, goal, at: .index(second),
      expected: { _ in "an element that is not in the array yet" },
      found: { _ in "the same as at index \(first)" })
  }
}

extension SchemaProgram {
  /// The properties that an object requires and that are not marked.
  fileprivate func missing(in rule: ObjectRule, _ marks: NameMarks) -> [Int] {
    rule.properties.filter {
      properties[$0].isRequired && !marks.contains($0 - rule.properties.lowerBound)
    }
  }
}
