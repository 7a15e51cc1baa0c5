extension Evaluation {
  // MARK: Objects

  mutating func checkObject(_ goal: Goal, _ object: Int) {
    // Copied once: a look at it in place counts references for each property.
    let (rule, places) = (program.objects[object], places)
    if rule.concernsOnlyNames,
      rule.entries.count <= places.content(at: goal.place).childCount,
      let names = names(of: goal.place)
    {
      return checkNames(goal, object, rule, names)
    }
    let firstName = rule.firstName
    var children = places.children(of: goal.place)
    generation += 1
    var (count, required, hint) = (0, 0, 0)
    while let key = places.nextKey(&children) {
      let value = places.next(&children)
      count += 1
      var isKnown = false
      if let index = rule.names.index(
        ofTextAt: places.place(ofKey: key), in: places, near: hint)
      {
        hint = index + 1
        let entry = rule.entries[index]
        if seen[firstName + index] == generation {
          failDuplicate(goal, key)
        } else {
          seen[firstName + index] = generation
          if entry.isRequired { required += 1 }
        }
        isKnown = entry.isDeclared
        if entry.schema >= 0, let value, !countsAsAbsent(value, entry) {
          push(
            entry.schema, value, from: goal, at: .key(places.name(key)),
            by: ["properties", places.name(key)])
        }
      }
      if !rule.patterns.isEmpty {
        isKnown = pushMatching(key, value, goal, object) || isKnown
      }
      if !isKnown, rule.additional >= 0 { checkAdditional(key, value, goal, object) }
      if rule.propertyNames >= 0 {
        push(
          rule.propertyNames, places.place(ofKey: key), from: goal, at: .key(places.name(key)),
          by: ["propertyNames"])
      }
      if isDecided { return }
    }
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, Wording.property)
    guard isComplete(goal.place) else { return noteMissing(goal, rule) }
    let requiredCount = rule.requiredCount
    if required < requiredCount { failMissing(goal, object, requiredCount - required) }
  }

  /// Checks an object that has at least as many properties as the rule names.
  private mutating func checkNames(
    _ goal: Goal, _ object: Int, _ rule: ObjectRule, _ names: ObjectNames
  ) {
    let count = places.content(at: goal.place).childCount
    generation += 1
    var required = 0
    for (index, entry) in rule.entries.enumerated() {
      let name = rule.names.names[index]
      guard let property = names[name] else { continue }
      for _ in 1..<property.count { failDuplicate(goal, property.key) }
      seen[rule.firstName + index] = generation
      if entry.isRequired { required += 1 }
      if entry.schema >= 0, let value = property.value, !countsAsAbsent(value, entry) {
        push(entry.schema, value, from: goal, at: .key(name), by: ["properties", name])
      }
      if isDecided { return }
    }
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, Wording.property)
    guard isComplete(goal.place) else { return noteMissing(goal, rule) }
    if required < rule.requiredCount { failMissing(goal, object, rule.requiredCount - required) }
  }

  private mutating func failDuplicate(_ goal: Goal, _ key: Int) {
    let name = places.name(key)
    fail(
      .duplicateProperty, goal, in: "properties", at: .key(name),
      expected: { _ in "a property once" }, found: { _ in "it a second time" })
  }

  /// V3: whether a value stands for a property that is absent.
  private func countsAsAbsent(_ value: Int, _ entry: ObjectRule.Entry) -> Bool {
    program.readsNullAsAbsent && !entry.isRequired && places.shape(at: value) == .null
  }

  /// Adds goals for the patterns that a name matches.
  ///
  /// - Returns: Whether there are any, or may be.
  private mutating func pushMatching(
    _ key: Int, _ value: Int?, _ goal: Goal, _ object: Int
  ) -> Bool {
    let rule = program.objects[object]
    let (places, patterns) = (places, program.patterns)
    let matching = self.patterns(of: rule, matching: key)
    if let value {
      // Whether a pattern matches that cannot be run is not known, so that it is not checked.
      for (pattern, schema) in matching.filter(\.isCertain).map({ rule.patterns[$0.index] }) {
        push(
          schema, value, from: goal, at: .key(places.name(key)),
          by: ["patternProperties", patterns[pattern].source])
      }
    }
    return !matching.isEmpty
  }

  private mutating func checkAdditional(
    _ key: Int, _ value: Int?, _ goal: Goal, _ object: Int
  ) {
    let rule = program.objects[object]
    let places = places
    if program.schemas[rule.additional].isNever {
      fail(
        .unknownProperty, goal, at: .key(places.name(key)),
        expected: { $0.names(of: rule) },
        found: { places in value.map { places.content(at: $0).foundDescription } ?? "nothing" })
    } else if let value {
      push(
        rule.additional, value, from: goal, at: .key(places.name(key)), by: ["additionalProperties"]
      )
    }
  }

  /// Notes that an object is open, and what it still needs.
  private mutating func noteMissing(_ goal: Goal, _ rule: ObjectRule) {
    noteOpen()
    guard findings.listsMissing, mode == .report else { return }
    for (index, entry) in rule.entries.enumerated()
    where entry.isRequired && seen[rule.firstName + index] != generation {
      findings.noteMissing(.key(rule.names.names[index]), of: goal)
    }
  }

  private mutating func failMissing(_ goal: Goal, _ object: Int, _ count: Int) {
    guard mode == .report else { return add(Outcome(cost: count)) }
    let rule = program.objects[object]
    for (index, entry) in rule.entries.enumerated()
    where entry.isRequired && seen[rule.firstName + index] != generation {
      fail(
        .required, goal, at: .key(rule.names.names[index]),
        expected: { entry.schema < 0 ? "any value" : $0.value(entry.schema) },
        found: { _ in "nothing" })
    }
  }

  /// The value of a property, if it is there.
  mutating func property(_ name: String, of place: Int) -> Int? {
    if let names = names(of: place) { return names[name]?.value }
    let (name, places) = (Array(name.utf8), places)
    var children = places.children(of: place)
    while let key = places.nextKey(&children) {
      let value = places.next(&children)
      if places.isText(name, at: places.place(ofKey: key)) { return value }
    }
    return nil
  }

  mutating func checkDependents(_ goal: Goal, _ dependents: [Applicator.Dependent]) {
    var names: Set<ExactText> = []
    var children = places.children(of: goal.place)
    while let key = places.nextKey(&children) {
      _ = places.next(&children)
      names.insert(ExactText(places.name(key)))
    }
    for dependent in dependents where names.contains(ExactText(dependent.name)) {
      push(
        dependent.schema, goal.place, from: goal, at: nil,
        by: [dependent.keyword, dependent.name])
      for name in dependent.required where !names.contains(ExactText(name)) {
        guard isComplete(goal.place) else { return noteOpen() }
        fail(
          .dependency, goal, in: dependent.keyword, at: .key(name),
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
      count = places.content(at: goal.place).childCount
    } else {
      let isClosed = rule.rest >= 0 && program.schemas[rule.rest].isNever
      var children = places.children(of: goal.place)
      while let element = places.next(&children) {
        if count < rule.prefix.count {
          push(
            rule.prefix[count], element, from: goal, at: .index(count),
            by: [rule.prefixKeyword, "\(count)"])
        } else if !isClosed {
          push(
            rule.rest, element, from: goal, at: .index(count), by: [rule.restKeyword ?? "items"])
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
    noteOpen()
    guard findings.listsMissing, mode == .report else { return }
    for index in rule.prefix.indices.dropFirst(count) where index < rule.minimumCount ?? 0 {
      findings.noteMissing(.index(index), of: goal)
    }
  }

  private mutating func checkCount(
    _ goal: Goal, _ count: Int, _ low: Int?, _ high: Int?, _ unit: Wording.Unit
  ) {
    let isTooSmall = count < low ?? 0 && isComplete(goal.place)
    guard isTooSmall || count > high ?? .max else { return }
    let isArray = unit.one == Wording.element.one
    let keyword = (isTooSmall ? "min" : "max") + (isArray ? "Items" : "Properties")
    fail(
      .count, goal, in: keyword, expected: { _ in Wording.range(low, high, unit) },
      found: { _ in Wording.amount(count, unit) })
  }

  private mutating func checkUnique(_ goal: Goal) {
    guard let (first, second) = hashes.equalElements(of: goal.place, in: places) else { return }
    fail(
      .unique, goal, at: .index(second),
      expected: { _ in "an element that is not in the array yet" },
      found: { _ in "the same as at index \(first)" })
  }
}
