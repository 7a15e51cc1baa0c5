import SchemaDocuments
import SchemaFormats

/// A program that is being made, of a document or of a graph, with the tables that its schemas
/// share.
struct ProgramBuilder {
  var program = SchemaProgram()
  private var patternIndices: [ExactText: Int?] = [:]
  /// The patterns that are run by themselves, and not only in a set.
  private var isRunAlone: [Bool] = []
  private var patternBudget: PatternBudget
  private var unknownFormats: Set<ExactText> = []

  /// - Parameter size: About how many values the document has.
  init(size: Int) { patternBudget = PatternBudget(documentSize: size) }

  /// The program of all schemas that were added.
  ///
  /// - Parameters:
  ///   - uses: The number of references to each schema, from parents and by name.
  ///   - origin: The origin of the schemas.
  /// - Returns: The program.
  mutating func finish(uses: [Int], origin: SchemaOrigin) -> SchemaProgram {
    for index in program.schemas.indices {
      program.schemas[index].findKinds()
      program.schemas[index].isShared = uses[index] > 1 && program.schemas[index].mayLeadOn
    }
    program.dropUnconstrained()
    program.findTargets()
    program.findPossibleTypes()
    program.findTracked()
    program.findDiscriminators()
    program.origin = origin
    return program
  }

  // MARK: Rules

  mutating func add(_ applicator: Applicator, to schema: inout CompiledSchema) {
    let index = program.applicators.count
    program.applicators.append(applicator)
    schema.applicators =
      (schema.applicators.isEmpty ? index : schema.applicators.lowerBound)..<index + 1
  }

  /// Adds a list of schemas.
  mutating func list(_ schemas: [Int]) -> Range<Int> {
    program.parts += schemas
    return program.parts.count - schemas.count..<program.parts.count
  }

  mutating func add(_ dependents: [Applicator.Dependent], to schema: inout CompiledSchema) {
    if dependents.isEmpty { return }
    let first = program.dependents.count
    program.dependents += dependents
    add(.dependents(first..<program.dependents.count), to: &schema)
  }

  /// Adds the values of `enum` or `const`.
  ///
  /// - Returns: The index of the rule.
  mutating func choices(_ values: [GeneratedContent], keyword: Keyword) -> EntryIndex<ChoiceRule> {
    program.choices.add(ChoiceRule(values, keyword: keyword, &program.texts))
  }

  mutating func choices(_ values: [SchemaScalar], keyword: Keyword) -> EntryIndex<ChoiceRule> {
    var builder = ContentBuilder()
    builder.beginArray()
    for value in values {
      switch value {
      case .string(let text): builder.string(text)
      case .number(let number): builder.number(number.description)
      case .boolean(let value): builder.bool(value)
      case .null: builder.null()
      }
    }
    builder.endArray()
    return choices(Array(builder.finish().elements), keyword: keyword)
  }

  mutating func add(_ rule: NumberRule, to schema: inout CompiledSchema) {
    guard rule != NumberRule() else { return }
    schema.number = program.numbers.add(rule)
  }

  mutating func add(_ rule: StringRule, to schema: inout CompiledSchema) {
    guard rule != StringRule() else { return }
    schema.string = program.strings.add(rule)
  }

  mutating func add(_ rule: ArrayRule, to schema: inout CompiledSchema) {
    guard
      rule.minimumCount != nil || rule.maximumCount != nil || rule.isUnique
        || !rule.prefix.isEmpty || rule.restKeyword != nil
    else { return }
    schema.array = program.arrays.add(rule)
  }

  /// Adds a property that an object lists, with its schema.
  mutating func declare(_ name: String, _ schema: Int, of rule: inout ObjectRule) {
    let index = property(name, of: &rule)
    program.properties[index].isDeclared = true
    program.properties[index].schema = EntryIndex(schema)
  }

  /// The index of the entry of a rule on a property, which is added if it is new.
  private mutating func property(_ name: String, of rule: inout ObjectRule) -> Int {
    let index = program.propertyNames.insert(name, into: &rule.properties)
    if index == program.properties.count { program.properties.append(ObjectRule.Property()) }
    return index
  }

  /// Requires a property.
  mutating func require(_ name: String, of rule: inout ObjectRule) {
    let index = property(name, of: &rule)
    if !program.properties[index].isRequired { rule.requiredCount += 1 }
    program.properties[index].isRequired = true
  }

  /// Adds the schemas of the properties whose names match patterns, which stand at some locations.
  mutating func add(
    _ patterns: [ObjectRule.PatternProperty], at locations: [Int], to rule: inout ObjectRule
  ) {
    let first = program.patternProperties.count
    program.patternProperties += patterns
    rule.patterns = first..<program.patternProperties.count
    rule.patternSet = patternSet(of: patterns.map(\.pattern), at: locations)
  }

  mutating func add(_ rule: ObjectRule, to schema: inout CompiledSchema) {
    guard
      !rule.properties.isEmpty || !rule.patterns.isEmpty || rule.hasAdditional
        || rule.propertyNames != nil || rule.minimumCount != nil || rule.maximumCount != nil
    else { return }
    program.propertyNames.seal(rule.properties)
    schema.object = program.objects.add(rule)
  }

  // MARK: Patterns and formats

  /// The index of a pattern; `nil` if it is not a pattern.
  ///
  /// One of several patterns of an object is prepared by ``add(_:at:to:)``.
  mutating func pattern(
    _ source: String, at location: Int, in keyword: String? = nil, isAlone: Bool = true
  ) -> Int? {
    if let known = patternIndices[ExactText(source)] {
      if isAlone, let known { addMatcher(of: known, at: location, in: keyword) }
      return known
    }
    do {
      let pattern = try SchemaPattern(ecma: source)
      let index = program.patterns.count
      program.patterns.append(pattern)
      program.matchers.append(nil)
      isRunAlone.append(false)
      patternIndices[ExactText(source)] = index
      if isAlone { addMatcher(of: index, at: location, in: keyword) }
      return index
    } catch {
      patternIndices[ExactText(source)] = .some(nil)
      note(
        location, in: keyword,
        "The pattern '\(source.excerpt)' is not one of ECMA-262, so it is not checked: \(error)",
        "Correct the pattern.")
      return nil
    }
  }

  /// From this many patterns on, an object's patterns are run together.
  private static let patternSetSize = 9

  /// The index of a set of patterns; `nil` if they are so few that they are run one by one.
  private mutating func patternSet(of patterns: [Int], at locations: [Int]) -> Int? {
    guard patterns.count >= Self.patternSetSize else {
      for (pattern, location) in zip(patterns, locations) { addMatcher(of: pattern, at: location) }
      return nil
    }
    var set = PatternSet(patterns.map { program.patterns[$0] }, within: &patternBudget)
    set.prepare(within: &patternBudget)
    for index in set.unknown {
      noteUnrun(program.patterns[patterns[index]], at: locations[index])
    }
    program.patternSets.append(set)
    return program.patternSets.count - 1
  }

  /// Prepares a pattern to be run by itself, unless it is.
  private mutating func addMatcher(of index: Int, at location: Int, in keyword: String? = nil) {
    if isRunAlone[index] { return }
    var matcher = program.patterns[index].matcher(within: &patternBudget)
    matcher?.prepare(within: &patternBudget)
    if matcher == nil { noteUnrun(program.patterns[index], at: location, in: keyword) }
    program.matchers[index] = matcher.map { PreparedPattern($0) }
    isRunAlone[index] = true
  }

  private mutating func noteUnrun(
    _ pattern: SchemaPattern, at location: Int, in keyword: String? = nil
  ) {
    note(
      location, in: keyword, "The pattern '\(pattern.description.excerpt)' is not run.",
      "Check it where the value is used.")
  }

  /// The format of a name, or `nil` if it is not known.
  mutating func format(
    _ name: String, at location: Int, in keyword: String? = nil
  ) -> TextFormat? {
    if let format = TextFormat(rawValue: name) { return format }
    if unknownFormats.insert(ExactText(name)).inserted {
      note(
        location, in: keyword,
        "The format '\(name.excerpt)' is not known, so no value is checked for it.",
        "Check it where the value is used, or state it as a pattern.")
    }
    return nil
  }

  /// Notes that something of the document is not checked.
  mutating func note(
    _ location: Int, in keyword: String? = nil, _ problem: String, _ remedy: String
  ) {
    program.notes.append(
      SchemaProgram.Note(location: location, keyword: keyword, problem: problem, remedy: remedy))
  }
}

extension CompiledSchema {
  /// `true` if the evaluation of the schema may lead to other schemas.
  fileprivate var mayLeadOn: Bool { !applicators.isEmpty || object != nil || array != nil }
}
