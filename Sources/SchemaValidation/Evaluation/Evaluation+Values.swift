import SchemaDocuments
import SchemaFormats
import SchemaText

extension Evaluation {
  /// Whether a value is of a type that a schema allows.
  func allows(_ schema: CompiledSchema, _ kind: ContentShape, _ place: Int) -> Bool {
    guard kind == .number else { return schema.types.mayHave(kind) }
    if schema.types.contains(.number) { return true }
    guard schema.types.contains(.integer) else { return false }
    if places.integer(at: place) != nil { return true }
    let content = places.content(at: place)
    guard ComparableNumber(content).isInteger else { return false }
    return schema.allowsZeroFraction
      || content.numberText?.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 48 < 10 } ?? true
  }

  /// Whether everything of a value has arrived.
  func isComplete(_ place: Int) -> Bool { !isPartial || places.isComplete(at: place) }

  mutating func checkChoices(
    _ goal: Goal, _ kind: ContentShape, _ schema: CompiledSchema
  ) {
    for index in [schema.choices, schema.constant] where index >= 0 {
      if !program.choices[index].types.mayHave(kind) {
        fail(.choices, goal, in: program.choices[index].keyword)
      } else if !isComplete(goal.place) {
        noteOpen()
      } else if !isChoice(index, kind, goal.place) {
        fail(.choices, goal, in: program.choices[index].keyword)
      }
    }
  }

  private mutating func isChoice(_ index: Int, _ kind: ContentShape, _ place: Int) -> Bool {
    let (rule, places) = (program.choices[index], places)
    switch kind {
    case .string: return rule.strings.index(ofTextAt: place, in: places) != nil
    case .array, .object:
      return rule.allowsComposite(
        places.content(at: place), hash: hashes.hash(of: place, in: places))
    default: return rule.allowsScalar(places.content(at: place))
    }
  }

  mutating func checkNumber(_ goal: Goal, _ rule: Int) {
    let number = ComparableNumber(places.content(at: goal.place))
    if !program.numbers[rule].allows(number) {
      fail(.bounds, goal, in: boundKeyword(number, program.numbers[rule]))
    }
    guard let multiple = program.numbers[rule].multiple else { return }
    switch number.isMultiple(of: multiple) {
    case true?: break
    case false?: fail(.multiple, goal, in: "multipleOf")
    case nil:
      note(goal, "Whether a number is a multiple of \(multiple) is not always known.")
    }
  }

  /// The keyword of the first bound that a number exceeds.
  private func boundKeyword(_ number: ComparableNumber, _ rule: NumberRule) -> String {
    if let bound = rule.minimum, number.order(bound) < 0 { return "minimum" }
    if let bound = rule.maximum, number.order(bound) > 0 { return "maximum" }
    if let bound = rule.exclusiveMinimum, number.order(bound) <= 0 { return "exclusiveMinimum" }
    return "exclusiveMaximum"
  }

  mutating func checkString(_ goal: Goal, _ rule: StringRule) {
    guard isComplete(goal.place) else { return noteOpen() }
    if rule.hasLength {
      let length = places.withText(at: goal.place) { text in
        // Each scalar has one byte that does not continue another.
        text.indices.reduce(0) { text[$1] & 0xC0 == 0x80 ? $0 : $0 + 1 }
      }
      if length < rule.minimumLength ?? 0 {
        fail(.length, goal, in: "minLength")
      } else if length > rule.maximumLength ?? .max {
        fail(.length, goal, in: "maxLength")
      }
    }
    if let format = rule.format {
      let text = places.withText(at: goal.place) { String(copying: $0) }
      if !format.accepts(text) { fail(.format, goal, in: "format") }
    }
    guard rule.pattern >= 0 else { return }
    switch matches(rule.pattern, textAt: goal.place) {
    case true?: break
    case false?: fail(.pattern, goal, in: "pattern")
    case nil where matchers[rule.pattern] != nil:
      let pattern = program.patterns[rule.pattern].description.excerpt
      note(goal, "The pattern '\(pattern)' is not run on every text.")
    case nil: break
    }
  }

  /// Whether a string matches a pattern; `nil` if it cannot be run on it.
  mutating func matches(_ pattern: Int, textAt place: Int) -> Bool? {
    let text = places.utf8(at: place)
    // The prepared table mostly suffices, and a change of it copies it.
    return program.matchers[pattern]?.preparedMatch(text) ?? matchers[pattern]?.matches(utf8: text)
  }

  // MARK: Violations

  /// Counts a violation, and reports it if that is wanted.
  ///
  /// - Parameters:
  ///   - rule: The rule that the value breaks.
  ///   - goal: The schema and the value.
  ///   - keyword: The keyword, if it is not that of the rule.
  ///   - component: The step to the part of the value that is at fault, if it is not the whole.
  ///   - expected: What the schema allows, if it is more than the rule tells.
  ///   - found: What there is, if it is not the value.
  mutating func fail(
    _ rule: Rule, _ goal: Goal, in keyword: String? = nil,
    at component: SchemaPath.Component? = nil,
    expected: (inout Wording) -> String? = { _ in nil },
    found: (ContentPlaces) -> String? = { _ in nil }
  ) {
    add(Outcome(cost: 1))
    guard mode == .report, findings.admits() else { return }
    let expectation = expected(&wording) ?? wording.expected(goal.schema, rule)
    guard findings.isNew(expectation, rule, goal.place, component) else { return }
    findings.append(
      rule, expected: expectation,
      found: found(places) ?? wording.found(places.content(at: goal.place), rule),
      trail: component.map { findings.extend(goal.trail, by: $0) } ?? goal.trail,
      location: program.schemas[goal.schema].location, keyword: keyword ?? rule.keyword,
      route: goal.route)
  }

  /// Says once that a schema cannot be checked fully.
  mutating func note(_ goal: Goal, _ problem: @autoclosure () -> String) {
    guard mode == .report, findings.noted.insert(goal.schema).inserted else { return }
    findings.notes.append(
      SchemaDiagnostic(
        .note, at: program.origin.path(to: program.schemas[goal.schema].location),
        problem: problem(), remedy: "Check it where the value is used.",
        rule: .notChecked))
  }
}
