import IndexedTables
import SchemaDocuments
import SchemaText

extension Evaluation {
  // MARK: Objects

  mutating func checkObject(
    _ goal: Goal, _ object: EntryIndex<ObjectRule>, by shared: SharedProgram
  ) {
    let rule = program.objects.rules[object]
    if rule.concernsOnlyNames, rule.properties.count <= count(of: goal.place) / 8,
      let names = names(of: goal.place)
    {
      return checkNames(goal, rule, names)
    }
    var children = places.children(of: goal.place)
    var marks = NameMarks()
    var (count, required, hint) = (0, 0, 0)
    while let property = places.nextProperty(&children) {
      count += 1
      var isKnown = false
      if let index = shared.index(of: property, in: places, among: rule.properties, near: hint) {
        let position = rule.properties.position(of: index)
        hint = position + 1
        let named = program.objects.properties[index]
        if !marks.insert(position) {
          failDuplicate(goal, property.key)
        } else if named.isRequired {
          required += 1
        }
        isKnown = named.isDeclared
        if let schema = named.schema, !countsAsAbsent(property.value, named) {
          push(
            schema, property.value, from: goal, at: .key(property.key), by: .properties,
            .key(property.key))
        }
      }
      if !rule.patterns.isEmpty { isKnown = pushMatching(property, goal, rule) || isKnown }
      if !isKnown, let additional = rule.rest.schema {
        checkAdditional(property, goal, rule, additional)
      }
      if let names = rule.propertyNames {
        push(names, property.key, from: goal, at: .key(property.key), by: .propertyNames)
      }
      if isDecided { return }
    }
    finishObject(goal, rule, count, required, marks)
  }

  /// Checks an object with many more properties than the rule names.
  private mutating func checkNames(_ goal: Goal, _ rule: ObjectRule, _ names: ObjectNames) {
    var marks = NameMarks()
    var required = 0
    for index in rule.properties {
      let name = program.objects.name(of: index)
      guard let found = names[name] else { continue }
      for _ in 1..<found.count { failDuplicate(goal, found.key) }
      _ = marks.insert(rule.properties.position(of: index))
      let property = program.objects.properties[index]
      if property.isRequired { required += 1 }
      if let schema = property.schema, !countsAsAbsent(found.value, property) {
        push(
          schema, found.value, from: goal, at: .property(index), by: .properties, .property(index))
      }
      if isDecided { return }
    }
    finishObject(goal, rule, count(of: goal.place), required, marks)
  }

  /// Checks the number of properties of an object, and its required properties.
  private mutating func finishObject(
    _ goal: Goal, _ rule: ObjectRule, _ count: Int, _ required: Int, _ marks: NameMarks
  ) {
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, .property)
    guard isComplete(goal.place) else {
      let program = program
      return noteMissing(goal, program.missing(in: rule, marks).map { .property($0) })
    }
    if required == rule.requiredCount { return }
    guard mode == .report else { return add(rule.requiredCount - required) }
    let program = program
    for index in program.missing(in: rule, marks) {
      let schema = program.objects.properties[index].schema
      fail(
        .required, goal, at: .property(index),
        expected: { wording in
          schema.map { wording.value($0) }
            ?? wording.property(program.objects.name(of: index), requiredBy: goal.schema)
        },
        found: { _ in "nothing" })
    }
  }

  private mutating func failDuplicate(_ goal: Goal, _ key: ContentPlace) {
    fail(
      .duplicateProperty, goal, in: .properties, at: .key(key),
      expected: { _ in "a property once" }, found: { _ in "it a second time" })
  }

  /// Returns `true` if the value of a property counts as its absence.
  private func countsAsAbsent(_ value: ContentPlace, _ property: ObjectRule.Property) -> Bool {
    !property.isRequired && countsAsAbsent(value)
  }

  /// Returns `true` if the value is null and null counts as absence.
  func countsAsAbsent(_ value: ContentPlace) -> Bool { program.readsNullAsAbsent && isNull(value) }

  /// Adds goals for the patterns that a name matches; `true` if the name matches or may match a
  /// pattern.
  private mutating func pushMatching(
    _ property: ContentPlaces.Property, _ goal: Goal, _ rule: ObjectRule
  ) -> Bool {
    var isKnown = false
    forEachMatch(of: rule, property.key, goal) { evaluation, matched, isCertain in
      isKnown = true
      // A pattern that cannot be run may not match, so its schema is not applied.
      guard isCertain else { return }
      evaluation.push(
        matched.schema, property.value, from: goal, at: .key(property.key), by: .patternProperties,
        .pattern(matched.pattern))
    }
    return isKnown
  }

  /// Returns `true` if a name matches one of the patterns of an object, or may match it.
  mutating func mayMatch(_ rule: ObjectRule, _ name: ContentPlace, _ goal: Goal) -> Bool {
    var mayMatch = false
    forEachMatch(of: rule, name, goal) { _, _, _ in mayMatch = true }
    return mayMatch
  }

  /// Calls a function for each pattern of an object that a name matches, and for each pattern that
  /// cannot be run on the name.
  ///
  /// If a pattern exceeds a limit on the name, a note is added at the schema of the goal.
  private mutating func forEachMatch(
    of rule: ObjectRule, _ name: ContentPlace, _ goal: Goal,
    _ body: (inout Self, ObjectRule.PatternProperty, _ isCertain: Bool) -> Void
  ) {
    if let patternSet = rule.patternSet {
      for match in matches(ofSet: patternSet, textAt: name) {
        let matched = program.objects.patternProperties[rule.patterns[match.index]]
        if !match.isCertain, !program.patterns.sets[patternSet].unknown.contains(match.index) {
          note(goal, .namePattern(matched.pattern))
        }
        body(&self, matched, match.isCertain)
      }
      return
    }
    for index in rule.patterns {
      let matched = program.objects.patternProperties[index]
      let result = matches(matched.pattern, textAt: name)
      if result == nil, program.patterns.matcher(of: matched.pattern) != nil {
        note(goal, .namePattern(matched.pattern))
      }
      if result != false { body(&self, matched, result == true) }
    }
  }

  private mutating func checkAdditional(
    _ property: ContentPlaces.Property, _ goal: Goal, _ rule: ObjectRule,
    _ additional: SchemaIndex
  ) {
    if program.schemas[additional].isNever {
      fail(
        .unknownProperty, goal, at: .key(property.key), expected: { $0.names(of: rule) },
        found: { $0.content(at: property.value).foundDescription })
    } else {
      push(
        additional, property.value, from: goal, at: .key(property.key), by: .additionalProperties)
    }
  }

  mutating func checkDependents(_ goal: Goal, _ dependents: EntryRange<Applicator.Dependent>) {
    for dependent in program.dependents[dependents]
    where property(dependent.name, of: goal.place) != nil {
      if let schema = dependent.schema {
        push(schema, goal.place, from: goal, by: dependent.keyword, .name(dependent.name))
      }
      for name in dependent.required where property(name, of: goal.place) == nil {
        guard isComplete(goal.place) else { break }
        fail(
          .dependency, goal, in: dependent.keyword, at: .name(name),
          expected: { _ in "a value, since there is a property \"\(dependent.name)\"" },
          found: { _ in "nothing" })
      }
    }
    if !isComplete(goal.place) { noteOpen() }
  }

  // MARK: Arrays

  mutating func checkArray(_ goal: Goal, _ array: EntryIndex<ArrayRule>) {
    let rule = program.rules.arrays[array]
    var count = 0
    if rule.prefix.isEmpty, rule.rest.schema == nil {
      count = self.count(of: goal.place)
    } else {
      let isClosed = rule.rest.schema.map { program.schemas[$0].isNever } ?? false
      var children = places.children(of: goal.place)
      while let element = places.next(&children) {
        if count < rule.prefix.count {
          push(
            program.parts[rule.prefix[count]], element, from: goal, at: .index(count),
            by: rule.prefixKeyword, .index(count))
        } else if case .schema(let rest, let keyword) = rule.rest, !isClosed {
          push(rest, element, from: goal, at: .index(count), by: keyword)
        }
        count += 1
        if isDecided { return }
      }
      if isClosed, case .schema(_, let keyword) = rule.rest, count > rule.prefix.count,
        count <= rule.maximumCount ?? .max
      {
        fail(
          .count, goal, in: keyword,
          expected: { _ in
            // The lower bound may be above the upper one, and is checked separately.
            let low = rule.minimumCount.flatMap { $0 <= rule.prefix.count ? $0 : nil }
            return CountedNoun.element.range(low, rule.prefix.count)
          },
          found: { _ in CountedNoun.element.amount(count) })
      }
    }
    checkCount(goal, count, rule.minimumCount, rule.maximumCount, .element)
    if rule.isUnique, count > 1 { checkUnique(goal) }
    guard !isComplete(goal.place) else { return }
    let wanted = min(rule.prefix.count, rule.minimumCount ?? 0)
    noteMissing(goal, (0..<wanted).dropFirst(count).map { .index($0) })
  }

  private mutating func checkCount(
    _ goal: Goal, _ count: Int, _ low: Int?, _ high: Int?, _ noun: CountedNoun
  ) {
    let isTooSmall = count < low ?? 0 && isComplete(goal.place)
    guard isTooSmall || count > high ?? .max else { return }
    let isArray = noun == .element
    let keyword: Keyword =
      isTooSmall
      ? (isArray ? .minItems : .minProperties) : (isArray ? .maxItems : .maxProperties)
    fail(
      .count, goal, in: keyword,
      expected: { _ in Wording.range(low, high, noun, isTooSmall: isTooSmall) },
      found: { _ in noun.amount(count) })
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
  /// The properties that an object requires, but that are not marked.
  fileprivate func missing(
    in rule: ObjectRule, _ marks: NameMarks
  ) -> [EntryIndex<ObjectRule.Property>] {
    rule.properties.filter {
      objects.properties[$0].isRequired && !marks.contains(rule.properties.position(of: $0))
    }
  }
}
