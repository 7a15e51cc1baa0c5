import IndexedTables
import SchemaDocuments
import SchemaFormats

/// Descriptions of the values that schemas allow and of found content, for a model.
struct Wording {
  /// The largest number of listed choices, names or alternatives.
  private static let listLimit = 20
  /// The largest number of schemas that one description is made from.
  private static let partLimit = 16

  private let shared: SharedProgram
  /// The phrases for schemas so far, since many values may break one rule.
  private var phrases: [SchemaIndex: String] = [:]
  /// The phrases for the names in objects.
  private var nameLists: [NameSource: String] = [:]

  /// The parts of an object's rule from which the phrase for its names is made.
  private struct NameSource: Hashable {
    let properties: EntryRange<ObjectRule.Property>
    let patterns: EntryRange<ObjectRule.PatternProperty>
  }

  init(_ shared: SharedProgram) { self.shared = shared }

  private var program: SchemaProgram { shared.program }

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

  /// A phrase for the values that a schema allows, by the rule that a value breaks.
  mutating func expected(_ schema: SchemaIndex, _ rule: ValidationReport.Rule) -> String {
    switch rule {
    case .bounds, .length, .pattern, .format, .multiple: break
    default: return value(schema)
    }
    let facts = facts(schema)
    switch rule {
    case .bounds: return Self.number(facts)
    case .length: return Self.lengths(facts)
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
    if facts.isNever { return "no such value" }
    if let choices = facts.choices { return Self.choices(choices.all) }
    if !facts.formats.isEmpty || !facts.patterns.isEmpty || facts.lengths.hasLength {
      if facts.types == .string || facts.types == .all { return Self.text(facts) }
    }
    if facts.types == .integer || facts.types == .number
      || (facts.types == .all && facts.number != NumberRule())
    {
      return Self.number(facts)
    }
    if facts.types == .array, facts.counts.minimumCount != nil || facts.counts.maximumCount != nil {
      return "an array of "
        + Self.range(facts.counts.minimumCount, facts.counts.maximumCount, Self.element)
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
    if types == .all { return "any value" }
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
    return words.isEmpty ? "no such value" : words.joined(separator: " or ")
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
      words.append(names.joined(separator: ", ") + Self.more(declared.count, " names"))
    }
    if !patterns.isEmpty {
      words.append(
        "a name that matches \(patterns.joined(separator: " or "))"
          + Self.more(object.patterns.count, " patterns"))
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
    if count == 1 { return texts.joined() }
    return "one of \(texts.joined(separator: ", "))" + more(count)
  }

  private static func text(_ facts: Facts) -> String {
    if !facts.formats.isEmpty { return formats(facts) }
    return facts.patterns.isEmpty ? lengths(facts) : patterns(facts)
  }

  private static func lengths(_ facts: Facts) -> String {
    "a string of " + range(facts.lengths.minimumLength, facts.lengths.maximumLength, character)
  }

  private static func patterns(_ facts: Facts) -> String {
    "a string that matches " + facts.patterns.map(\.excerpt).joined(separator: " and ")
  }

  private static func formats(_ facts: Facts) -> String {
    facts.formats.map(\.phrase).joined(separator: " and ")
  }

  private static func number(_ facts: Facts) -> String {
    let rule = facts.number
    var words: [String] = []
    switch (rule.minimum, rule.maximum) {
    case (let low?, let high?): words.append("from \(low) to \(high)")
    case (let low?, nil): words.append("of at least \(low)")
    case (nil, let high?): words.append("of at most \(high)")
    case (nil, nil): break
    }
    if let low = rule.exclusiveMinimum { words.append("above \(low)") }
    if let high = rule.exclusiveMaximum { words.append("below \(high)") }
    if let multiple = rule.multiple { words.append("that is a multiple of \(multiple)") }
    let types = facts.types.intersection([.integer, .number])
    let noun = types == .integer ? "a whole number" : "a number"
    guard let first = words.first else { return noun }
    return "\(noun) \(first)" + words.dropFirst().map { " and \($0)" }.joined()
  }

  // MARK: Amounts

  /// The unit of a count.
  struct Unit {
    let one: String
    let many: String
  }

  static let element = Unit(one: "element", many: "elements")
  static let property = Unit(one: "property", many: "properties")
  static let character = Unit(one: "character", many: "characters")

  /// A number of things, such as `3 elements`.
  static func amount(_ count: Int, _ unit: Unit) -> String {
    "\(count) \(count == 1 ? unit.one : unit.many)"
  }

  /// A range of numbers of things, such as `1 to 3 elements`.
  static func range(_ low: Int?, _ high: Int?, _ unit: Unit) -> String {
    switch (low, high) {
    case (let low?, let high?) where low == high: amount(low, unit)
    case (let low?, let high?): "\(low) to \(amount(high, unit))"
    case (let low?, nil): "at least \(amount(low, unit))"
    case (nil, let high?): "at most \(amount(high, unit))"
    case (nil, nil): "any number of \(unit.many)"
    }
  }

  /// Returns the end of a list that is cut, such as `, or 3 more names`.
  ///
  /// `count`: The number of all entries. `noun`: What the entries are, with a space before it.
  private static func more(_ count: Int, _ noun: String = "") -> String {
    count > listLimit ? ", or \(count - listLimit) more\(noun)" : ""
  }

  // MARK: Found values

  /// A phrase for content that names the aspect that a rule checks, such as its length.
  func found(_ content: GeneratedContent, _ rule: ValidationReport.Rule) -> String {
    guard rule == .length, let text = content.text else { return content.foundDescription }
    let length = Self.amount(text.unicodeScalars.count, Self.character)
    return "\(content.foundDescription) of \(length)"
  }
}
