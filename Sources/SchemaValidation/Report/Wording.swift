import IndexedTables
import SchemaDocuments
import SchemaFormats
import SchemaText

/// Descriptions of the values that schemas allow and of found content, for a model.
struct Wording {
  /// The largest number of listed choices, names or alternatives.
  static let listLimit = 20
  /// The largest number of schemas that one description is made from.
  static let partLimit = 16

  private let shared: SharedProgram
  /// The phrases for schemas so far, since many values may break one rule.
  private var phrases: [SchemaIndex: String] = [:]
  /// The phrases for the names in objects.
  private var nameLists: [NameSource: String] = [:]
  /// The schemas of properties that a schema and its conjuncts state.
  private var properties: [SchemaIndex: [ExactText: SchemaIndex]] = [:]
  /// The schema that applies a schema to the same value, if there is only one.
  private lazy var parents = makeParents()

  /// The parts of an object's rule from which the phrase for its names is made.
  private struct NameSource: Hashable {
    let properties: EntryRange<ObjectRule.Property>
    let patterns: EntryRange<ObjectRule.PatternProperty>
  }

  init(_ shared: SharedProgram) { self.shared = shared }

  var program: SchemaProgram { shared.program }

  /// The constraints of a schema and of its references on values.
  private struct Facts {
    var types = ValueTypes.all
    var choices: ChoiceRule?
    var number = NumberRule()
    var lengths = StringRule()
    var patterns: [String] = []
    var formats: [TextFormat] = []
    var counts = ArrayRule()
    var isNever = false
  }

  private func facts(_ schema: SchemaIndex) -> Facts {
    var facts = Facts()
    for index in program.conjuncts(of: schema, limit: Self.partLimit) {
      let part = program.schemas[index]
      facts.isNever = facts.isNever || part.isNever
      facts.types.formIntersection(part.possibleTypes)
      if let choices = part.constant ?? part.choices, facts.choices == nil {
        facts.choices = program.rules.choices[choices]
      }
      if let number = part.number, facts.number == NumberRule() {
        facts.number = program.rules.numbers[number]
      }
      if let array = part.array, facts.counts.minimumCount == nil,
        facts.counts.maximumCount == nil
      {
        facts.counts = program.rules.arrays[array]
      }
      if let string = part.string {
        let rule = program.rules.strings[string]
        if !facts.lengths.hasLength { facts.lengths = rule }
        if let pattern = rule.pattern { facts.patterns.append(program.patterns[pattern].source) }
        if let format = rule.format { facts.formats.append(format) }
      }
    }
    return facts
  }

  // MARK: Allowed values

  static let anyValue = "any value"
  static let noValue = "no such value"

  /// A phrase for the values that a schema allows, by the rule and the keyword that a value breaks.
  mutating func expected(
    _ schema: SchemaIndex, _ rule: ValidationReport.Rule, _ keyword: Keyword?
  ) -> String {
    switch rule {
    case .bounds, .length, .pattern, .format, .multiple: break
    default: return value(schema)
    }
    let facts = facts(schema)
    switch rule {
    case .bounds: return Self.number(facts, breaking: keyword) ?? Self.noValue
    case .length: return Self.lengths(facts, isTooSmall: keyword == .minLength)
    case .pattern: return Self.patterns(facts)
    case .format: return Self.formats(facts)
    default: return "a multiple of \(facts.number.multiple?.description ?? "a number")"
    }
  }

  /// A phrase for the values that a schema allows.
  mutating func value(_ schema: SchemaIndex) -> String {
    if let known = phrases[schema] { return known }
    let phrase = makePhrase(schema)
    phrases[schema] = phrase
    return phrase
  }

  private func makePhrase(_ schema: SchemaIndex) -> String {
    let facts = facts(schema)
    if facts.isNever { return Self.noValue }
    if let choices = facts.choices { return Self.choices(choices.all) }
    if !facts.formats.isEmpty || !facts.patterns.isEmpty || facts.lengths.hasLength {
      if facts.types == .string { return Self.text(facts) ?? Self.noValue }
      if facts.types == .all, let text = Self.text(facts) { return text }
    }
    if facts.types == .integer || facts.types == .number {
      return Self.number(facts) ?? Self.noValue
    }
    if facts.types == .all, facts.number != NumberRule(), let number = Self.number(facts) {
      return number
    }
    if facts.types == .array, facts.counts.minimumCount != nil || facts.counts.maximumCount != nil {
      let (low, high) = (facts.counts.minimumCount ?? 0, facts.counts.maximumCount)
      if let high, low > high { return Self.noValue }
      return high == 0 ? "an empty array" : "an array of \(CountedNoun.element.range(low, high))"
    }
    return kinds(schema, facts.types)
  }

  /// A phrase for the values that several schemas allow.
  ///
  /// Each phrase of a schema occurs once.
  mutating func alternatives(_ schemas: [SchemaIndex]) -> String {
    var words: [String] = []
    let (parts, rest) = flattened(schemas)
    for schema in parts {
      let word = value(schema)
      if !words.contains(word) { words.append(word) }
    }
    return words.prefix(Self.listLimit).joined(separator: ", or ") + Self.more(words.count + rest)
  }

  /// A phrase for the elements that an array must have under `contains`.
  mutating func elements(_ range: String, like schema: SchemaIndex) -> String {
    if program.schemas[schema].isUnconstrained { return range }
    let value = value(schema)
    if value == Self.noValue { return value }
    return value == Self.anyValue
      ? "\(range) that the schema under 'contains' accepts" : "\(range) such as \(value)"
  }

  /// A phrase for the values of a required property.
  ///
  /// If a schema only requires the property, the schemas that apply to the same object may have a
  /// schema for the property.
  mutating func property(_ name: String, requiredBy schema: SchemaIndex) -> String {
    var next: SchemaIndex? = schema
    for _ in 0..<Self.partLimit {
      guard let current = next else { break }
      if let found = properties(of: current)[ExactText(name)] { return value(found) }
      next = parents[current]
    }
    return Self.anyValue
  }

  private mutating func properties(of schema: SchemaIndex) -> [ExactText: SchemaIndex] {
    if let known = properties[schema] { return known }
    var found: [ExactText: SchemaIndex] = [:]
    for part in program.conjuncts(of: schema, limit: Self.partLimit) {
      guard let object = program.schemas[part].object else { continue }
      for index in program.objects.rules[object].properties {
        guard let schema = program.objects.properties[index].schema else { continue }
        let name = ExactText(program.objects.name(of: index))
        if found[name] == nil { found[name] = schema }
      }
    }
    properties[schema] = found
    return found
  }

  private func makeParents() -> [SchemaIndex: SchemaIndex] {
    var parents: [SchemaIndex: SchemaIndex] = [:]
    for index in EntryRange<CompiledSchema>(program.schemas.indices) {
      for applicator in program.applicators[program.schemas[index].applicators] {
        switch applicator {
        case .reference, .not: break
        default:
          // Several schemas lead to a shared one.
          for child in program.inPlace(applicator) where !program.schemas[child].isShared {
            parents[child] = index
          }
        }
      }
    }
    return parents
  }

  /// The schemas, with alternatives in place of unions, up to a limit, and the number of schemas
  /// beyond the limit.
  private func flattened(_ schemas: [SchemaIndex]) -> (schemas: [SchemaIndex], rest: Int) {
    var flat: [SchemaIndex] = []
    var known: Set<SchemaIndex> = []
    var pending = Array(schemas.reversed())
    while known.count < 200, let schema = pending.popLast() {
      guard known.insert(schema).inserted else { continue }
      switch program.applicators[program.schemas[schema].applicators].first {
      case .anyOf(let alternatives), .oneOf(let alternatives):
        pending += program.parts[alternatives.schemas].reversed()
      case .reference(let target, _): pending.append(target)
      default: flat.append(schema)
      }
    }
    return (flat, pending.count)
  }

  /// The types in words, in the order in which they are listed.
  private static let types: [(ValueTypes, String)] = [
    (.string, "a string"), (.array, "an array"), (.object, "an object"), (.number, "a number"),
    (.integer, "a whole number"), (.boolean, "true or false"), (.null, "null"),
  ]

  /// The types of a schema in words, in the order of its alternatives if it is a union.
  private func kinds(_ schema: SchemaIndex, _ types: ValueTypes) -> String {
    if types == .all { return Self.anyValue }
    var words: [String] = []
    for part in flattened([schema]).schemas {
      let own = program.schemas[part].possibleTypes
      let common = types.intersection(own)
      for (type, word) in Self.types where common.contains(type) {
        // A number may be an integer.
        if type == .integer, common.contains(.number) { continue }
        if !words.contains(word) { words.append(word) }
      }
    }
    return words.isEmpty ? Self.noValue : words.joined(separator: " or ")
  }

  /// The names that an object may have.
  mutating func names(of object: ObjectRule) -> String {
    let source = NameSource(properties: object.properties, patterns: object.patterns)
    if let known = nameLists[source] { return known }
    let declared = object.properties.filter { program.objects.properties[$0].isDeclared }
    let names = declared.prefix(Self.listLimit).map {
      "\"\(program.objects.name(of: $0).excerpt)\""
    }
    let patterns = object.patterns.prefix(Self.listLimit).map {
      program.patterns[program.objects.patternProperties[$0].pattern].source.excerpt
    }
    var words: [String] = []
    if !names.isEmpty {
      let noun = CountedNoun(one: "name", many: "names")
      words.append(names.joined(separator: ", ") + Self.more(declared.count, noun))
    }
    if !patterns.isEmpty {
      words.append(
        "a name that matches \(patterns.joined(separator: " or "))"
          + Self.more(object.patterns.count, CountedNoun(one: "pattern", many: "patterns")))
    }
    let separator = declared.count > Self.listLimit ? ", or " : " or "
    let phrase =
      words.isEmpty ? "no property" : "no property but \(words.joined(separator: separator))"
    nameLists[source] = phrase
    return phrase
  }

  /// One of several values.
  static func choices(_ choices: [SchemaScalar]) -> String {
    list(choices.prefix(listLimit).map { $0.description }, of: choices.count)
  }

  private static func choices(_ choices: [GeneratedContent]) -> String {
    let listed = choices.prefix(listLimit).map { choice in
      choice.text.map { "\"\($0)\"" } ?? choice.scalar?.description ?? choice.jsonString
    }
    return list(listed, of: choices.count)
  }

  private static func list(_ listed: [String], of count: Int) -> String {
    let texts = listed.map(\.excerpt)
    if count == 0 { return noValue }
    if count == 1 { return texts.joined() }
    return "one of \(texts.joined(separator: ", "))" + more(count)
  }

  /// A phrase for strings; `nil` if no string has an allowed length.
  private static func text(_ facts: Facts) -> String? {
    if !facts.formats.isEmpty { return formats(facts) }
    if !facts.patterns.isEmpty { return patterns(facts) }
    let (low, high) = (facts.lengths.minimumLength ?? 0, facts.lengths.maximumLength ?? .max)
    return low > high ? nil : lengths(facts, isTooSmall: false)
  }

  private static func lengths(_ facts: Facts, isTooSmall: Bool) -> String {
    let (low, high) = (facts.lengths.minimumLength, facts.lengths.maximumLength)
    let range = range(low, high, .character, isTooSmall: isTooSmall)
    return high == 0 && !(isTooSmall && low ?? 0 > 0) ? "an empty string" : "a string of \(range)"
  }

  private static func patterns(_ facts: Facts) -> String {
    "a string that matches " + facts.patterns.map(\.excerpt).joined(separator: " and ")
  }

  private static func formats(_ facts: Facts) -> String {
    facts.formats.map(\.phrase).joined(separator: " and ")
  }

  /// A phrase for numbers.
  ///
  /// - Parameters:
  ///   - facts: The constraints.
  ///   - keyword: The bound that a number breaks. If no number is within all bounds, the phrase
  ///     states only this bound.
  /// - Returns: The phrase; `nil` if no number is within all bounds, and `keyword` is `nil`.
  private static func number(_ facts: Facts, breaking keyword: Keyword? = nil) -> String? {
    var (low, high) = (facts.number.lowerBound, facts.number.upperBound)
    if let first = low, let last = high {
      let isInclusive = !first.isExclusive && !last.isExclusive
      if first.value == last.value, isInclusive { return "the number \(first.value)" }
      if first.value >= last.value {
        switch keyword {
        case .minimum, .exclusiveMinimum: high = nil
        case .maximum, .exclusiveMaximum: low = nil
        default: return nil
        }
      }
    }
    var words: [String] = []
    switch (low, high) {
    case (let low?, let high?) where !low.isExclusive && !high.isExclusive:
      words.append("from \(low.value) to \(high.value)")
    default:
      if let low, !low.isExclusive { words.append("of at least \(low.value)") }
      if let high, !high.isExclusive { words.append("of at most \(high.value)") }
      if let low, low.isExclusive { words.append("above \(low.value)") }
      if let high, high.isExclusive { words.append("below \(high.value)") }
    }
    if let multiple = facts.number.multiple { words.append("that is a multiple of \(multiple)") }
    let types = facts.types.intersection([.integer, .number])
    let noun = types == .integer ? "a whole number" : "a number"
    return words.isEmpty ? noun : "\(noun) \(words.joined(separator: " and "))"
  }

  // MARK: Amounts

  /// A range of numbers of things; if no number is within it, only the limit that is broken.
  static func range(_ low: Int?, _ high: Int?, _ noun: CountedNoun, isTooSmall: Bool) -> String {
    guard let low, let high, low > high else { return noun.range(low, high) }
    return isTooSmall ? noun.range(low, nil) : noun.range(nil, high)
  }

  /// Returns the end of a list that is cut, such as `, or 3 more names`.
  ///
  /// `count`: The number of all entries. `noun`: What the entries are.
  private static func more(_ count: Int, _ noun: CountedNoun? = nil) -> String {
    let rest = count - listLimit
    guard rest > 0 else { return "" }
    return ", or \(rest) more" + (noun.map { " \($0.noun(for: rest))" } ?? "")
  }

  // MARK: Found values

  /// A phrase for content that names the aspect that a rule checks, such as its length.
  func found(_ content: GeneratedContent, _ rule: ValidationReport.Rule) -> String {
    guard rule == .length, let text = content.text else { return content.foundDescription }
    let length = CountedNoun.character.amount(text.unicodeScalars.count)
    return "\(content.foundDescription) of \(length)"
  }
}
