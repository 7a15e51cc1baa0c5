import IndexedTables
import SchemaDocuments
import SchemaFormats

extension Evaluation {
  /// Returns `false` if the value is a number that is not an integer in the schema's draft;
  /// otherwise `true`.
  func isInteger(_ place: ContentPlace, _ kind: ContentShape, by schema: CompiledSchema) -> Bool {
    guard case .number = kind else { return true }
    if places.integer(at: place) != nil { return true }
    guard ComparableNumber(place, in: places).isInteger else { return false }
    let text = places.content(at: place).numberText?.utf8
    return schema.allowsZeroFraction
      || text?.allSatisfy { $0 == UInt8(ascii: "-") || $0 &- 48 < 10 } ?? true
  }

  mutating func checkChoices(_ goal: Goal, _ kind: ContentShape, _ index: EntryIndex<ChoiceRule>) {
    if !program.rules.choices[index].types.mayHave(kind) {
      fail(.choices, goal, in: program.rules.choices[index].keyword)
    } else if !isComplete(goal.place) {
      noteOpen()
    } else if !isChoice(index, kind, goal.place) {
      fail(.choices, goal, in: program.rules.choices[index].keyword)
    }
  }

  private mutating func isChoice(
    _ index: EntryIndex<ChoiceRule>, _ kind: ContentShape, _ place: ContentPlace
  ) -> Bool {
    switch kind {
    case .string:
      return shared.isText(at: place, in: places, among: program.rules.choices[index].texts)
    case .array, .object:
      let content = places.content(at: place)
      return program.rules.choices[index].allowsComposite(content, hash: hash(of: place))
    default:
      let content = places.content(at: place)
      // A number with a long exponent has no scalar form.
      return program.rules.choices[index].allowsScalar(content)
        || program.rules.choices[index].allowsComposite(content, hash: hash(of: place))
    }
  }

  mutating func checkNumber(_ goal: Goal, _ rule: EntryIndex<NumberRule>) {
    let number = ComparableNumber(goal.place, in: places)
    if let bound = program.rules.numbers[rule].exceededBound(number) {
      fail(.bounds, goal, in: bound)
    }
    guard let multiple = program.rules.numbers[rule].multiple else { return }
    switch number.isMultiple(of: multiple) {
    case true?: break
    case false?: fail(.multiple, goal, in: .multipleOf)
    case nil: note(goal, .multiple(rule))
    }
  }

  /// The number of Unicode scalars of the string at a place.
  func length(ofTextAt place: ContentPlace) -> Int {
    places.withText(at: place) { text in
      // Each scalar has exactly one byte that is not a continuation byte.
      var length = 0
      for index in text.indices where text[index] & 0xC0 != 0x80 { length += 1 }
      return length
    }
  }

  mutating func checkString(_ goal: Goal, _ rule: StringRule) {
    guard isComplete(goal.place) else { return noteOpen() }
    if rule.hasLength {
      let length = length(ofTextAt: goal.place)
      if length < rule.minimumLength ?? 0 {
        fail(.length, goal, in: .minLength)
      } else if length > rule.maximumLength ?? .max {
        fail(.length, goal, in: .maxLength)
      }
    }
    if let format = rule.format {
      if !format.accepts(places.text(at: goal.place)) { fail(.format, goal, in: .format) }
    }
    guard let index = rule.pattern else { return }
    switch matches(index, textAt: goal.place) {
    case true?: break
    case false?: fail(.pattern, goal, in: .pattern)
    case nil where program.patterns.matcher(of: index) != nil: note(goal, .pattern(index))
    case nil: break
    }
  }
}
