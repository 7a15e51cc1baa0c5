import SchemaDocuments
import SchemaFormats

/// A schema with all that it refers to, made ready to be evaluated.
///
/// It is lists of plain values that refer to each other by index, so that nothing is copied to
/// read one. A ``ProgramBuilder`` fills them, and nothing else changes them.
struct SchemaProgram: Sendable {
  fileprivate(set) var schemas: [CompiledSchema] = []
  fileprivate(set) var numbers: [NumberRule] = []
  fileprivate(set) var strings: [StringRule] = []
  fileprivate(set) var arrays: [ArrayRule] = []
  fileprivate(set) var objects: [ObjectRule] = []
  fileprivate(set) var choices: [ChoiceRule] = []
  fileprivate(set) var applicators: [Applicator] = []
  fileprivate(set) var dependents: [Applicator.Dependent] = []
  fileprivate(set) var discriminators: [Discriminator] = []
  /// The schemas that `allOf`, unions and arrays list.
  fileprivate(set) var parts: [Int] = []
  /// The names of the properties of all objects, and the rules of each object on them.
  fileprivate(set) var propertyNames = NameTable()
  fileprivate(set) var properties: [ObjectRule.Property] = []
  fileprivate(set) var patternProperties: [ObjectRule.PatternProperty] = []
  /// The strings of `enum` and `const`.
  fileprivate(set) var texts = NameTable()
  fileprivate(set) var patterns: [SchemaPattern] = []
  /// The patterns ready to be run; `nil` for those that are not run.
  fileprivate(set) var matchers: [PreparedPattern?] = []
  /// The patterns of objects that have many, ready to be run together.
  fileprivate(set) var patternSets: [PatternSet] = []
  /// The parts that are not checked.
  fileprivate(set) var notes: [Note] = []
  /// `true` if null in place of an optional property counts as its absence.
  fileprivate(set) var readsNullAsAbsent = false
  /// The origin of the schemas.
  fileprivate(set) var origin = SchemaOrigin.graph([], parts: [])

  /// Something that is not checked, without its path, since many paths of deep places take much
  /// memory.
  struct Note: Sendable {
    let location: Int
    /// The keyword, if the location is that of its schema.
    let keyword: String?
    let problem: String
    let remedy: String
  }

  /// The largest number of listed notes, and of steps of their paths together.
  private static let listedNotes = 1_000
  private static let listedSteps = 1 << 18

  /// The parts that are not checked, with the paths to them, up to a limit.
  func diagnostics(of notes: [Note]) -> [SchemaDiagnostic] {
    var listed: [SchemaDiagnostic] = []
    var steps = Self.listedSteps
    for note in notes.prefix(Self.listedNotes) {
      let path = origin.path(to: note.location, in: note.keyword)
      steps -= path.components.count
      guard steps >= 0 || listed.isEmpty else { break }
      listed.append(
        SchemaDiagnostic(
          .note, at: path, problem: origin.prefix(forProblemAt: note.location) + note.problem,
          remedy: note.remedy, rule: .notChecked))
    }
    guard listed.count < notes.count else { return listed }
    listed.append(
      SchemaDiagnostic(
        .note, at: SchemaPath(),
        problem: "\(notes.count - listed.count) more notes are not listed.",
        remedy: "Correct the listed ones first.", rule: .notChecked))
    return listed
  }
}

// MARK: - What follows from all schemas

/// The steps that need all schemas to be compiled.
extension SchemaProgram {
  /// Forgets the schemas of parts that allow every value, so that nothing is done for them.
  fileprivate mutating func dropUnconstrained() {
    let isUnconstrained = schemas.map(\.isUnconstrained)
    func drop(_ schema: inout Int?) {
      if let index = schema, isUnconstrained[index] { schema = nil }
    }
    for index in properties.indices {
      guard let schema = properties[index].schema, isUnconstrained[schema.value] else { continue }
      properties[index].schema = nil
    }
    for index in objects.indices {
      drop(&objects[index].additional)
      drop(&objects[index].propertyNames)
    }
    for index in arrays.indices {
      drop(&arrays[index].rest)
    }
  }

  /// Finds the schemas that only refer to others.
  fileprivate mutating func findTargets() {
    let references = schemas.map { reference(of: $0) }
    // Schemas usually come before those that they refer to.
    for index in schemas.indices.reversed() {
      guard let target = references[index] else { continue }
      schemas[index].target =
        references[target] == nil ? EntryIndex(target) : schemas[target].target
    }
    // A cycle ends at a schema that is shared, so a target is as shared as those that are skipped.
    for schema in schemas where schema.isShared {
      if let target = schema.target { schemas[target].isShared = true }
    }
  }

  /// The target of a schema that is only a reference.
  private func reference(of schema: CompiledSchema) -> Int? {
    guard schema.isUnconstrainedItself, schema.applicators.count == 1,
      case .reference(let target, _) = applicators[schema.applicators.lowerBound]
    else { return nil }
    return target
  }

  /// Narrows the types that values have to have, through references and alternatives.
  ///
  /// Schemas usually come before those that they refer to, so few rounds find all. What later
  /// rounds would find is left out: nothing depends on it but speed and wording.
  fileprivate mutating func setPossibleTypes() {
    let types = possibleTypes()
    for index in schemas.indices { schemas[index].possibleTypes = types[index] }
  }

  private func possibleTypes() -> [ValueTypes] {
    var possible = Array(repeating: ValueTypes.all, count: schemas.count)
    for round in 0..<4 {
      var hasChanged = false
      for index in schemas.indices.reversed() {
        let types = possibleTypes(of: schemas[index], possible)
        guard types != possible[index] else { continue }
        possible[index] = types
        hasChanged = true
      }
      if round > 0, !hasChanged { break }
    }
    return possible
  }

  private func possibleTypes(of schema: CompiledSchema, _ possible: [ValueTypes]) -> ValueTypes {
    let none = ValueTypes(rawValue: 0)
    var types = schema.isNever ? none : schema.types
    if let index = schema.choices { types.formIntersection(choices[index].types) }
    if let index = schema.constant { types.formIntersection(choices[index].types) }
    for number in schema.applicators {
      switch applicators[number] {
      case .reference(let target, _): types.formIntersection(possible[target])
      case .allOf(let all): for index in all { types.formIntersection(possible[parts[index]]) }
      case .anyOf(let alternatives), .oneOf(let alternatives):
        var union = none
        for index in alternatives.schemas { union.formUnion(possible[parts[index]]) }
        types.formIntersection(union)
      default: break
      }
    }
    return types
  }

  /// Marks the schemas whose evaluated parts have to be known.
  fileprivate mutating func findTracked() {
    var pending = schemas.indices.filter { index in
      has(.unevaluatedProperties, schemas[index]) || has(.unevaluatedItems, schemas[index])
    }
    while let index = pending.popLast() {
      guard !schemas[index].isTracked else { continue }
      schemas[index].isTracked = true
      for applicator in applicators[schemas[index].applicators] { pending += inPlace(applicator) }
    }
  }

  // MARK: Paradoxes

  /// Drops the keywords that ask whether a schema does not hold while it is evaluated for the same
  /// value, such as `{"not": {"$ref": "#"}}`.
  ///
  /// Such a keyword has no meaning: neither that it holds nor that it fails is consistent.
  ///
  /// - Returns: The schemas and their keywords.
  /// - Complexity: Linear in the number of schemas and their references. Nothing recurses.
  fileprivate mutating func dropParadoxes() -> [(schema: Int, keyword: Keyword)] {
    guard applicators.contains(where: { !asked(by: $0).isEmpty }) else { return [] }
    let groups = ComponentSearch.components(among: schemas.count) { [self] schema in
      applicators[schemas[schema].applicators].flatMap { inPlace($0) }
    }
    var dropped: [(schema: Int, keyword: Keyword)] = []
    for schema in schemas.indices {
      for number in schemas[schema].applicators
      where asked(by: applicators[number]).contains(where: { groups[$0] == groups[schema] }) {
        dropped.append((schema, applicators[number].keyword))
        applicators[number] = .allOf(0..<0)
      }
    }
    return dropped
  }

  /// The schemas of a keyword that may have to fail for it to hold.
  private func asked(by applicator: Applicator) -> [Int] {
    switch applicator {
    case .not(let target), .conditional(let target, _, _): [target]
    case .oneOf(let alternatives): Array(parts[alternatives.schemas])
    default: []
    }
  }

  // MARK: Discriminators

  /// Finds the properties that distinguish the alternatives of unions.
  fileprivate mutating func findDiscriminators() {
    // Unions that share alternatives each look at them again.
    var budget = 65_536 + 16 * (schemas.count + properties.count + parts.count)
    for index in applicators.indices where budget > 0 {
      guard let alternatives = applicators[index].alternatives,
        let found = discriminator(of: alternatives, &budget)
      else { continue }
      applicators[index].alternatives?.discriminator = discriminators.count
      discriminators.append(found)
    }
  }

  private static let discriminatorCandidates = 8

  private func discriminator(
    of alternatives: Alternatives, _ budget: inout Int
  ) -> Discriminator? {
    let objects = parts[alternatives.schemas].map { schema in
      conjuncts(of: schema, limit: Self.objectParts).compactMap { index in
        schemas[index].object.map { self.objects[$0] }
      }
    }
    guard objects.count(where: { !$0.isEmpty }) > 1,
      let first = objects.first(where: { !$0.isEmpty })
    else { return nil }
    var tried: Set<ExactText> = []
    for rule in first {
      for index in rule.properties {
        budget -= 1
        guard budget > 0 else { return nil }
        let name = propertyNames.name(index)
        guard isRequired(name, in: first), values(allowedBy: properties[index].schema) != nil,
          tried.insert(ExactText(name)).inserted
        else { continue }
        if let found = discriminator(name, of: alternatives, objects, &budget) { return found }
        // Each is compared with all alternatives, so that only a few are tried.
        if tried.count == Self.discriminatorCandidates { return nil }
      }
    }
    return nil
  }

  private func isRequired(_ name: String, in rules: [ObjectRule]) -> Bool {
    rules.contains { rule in
      propertyNames.index(of: name, among: rule.properties).map { properties[$0].isRequired }
        ?? false
    }
  }

  private func discriminator(
    _ name: String, of alternatives: Alternatives, _ objects: [[ObjectRule]],
    _ budget: inout Int
  ) -> Discriminator? {
    var found = Discriminator(name: name)
    for (number, schema) in parts[alternatives.schemas].enumerated() {
      let rules = objects[number]
      guard !rules.isEmpty else {
        found.others.append(number)
        if schemas[schema].possibleTypes.contains(.object) { found.isDistinct = false }
        continue
      }
      let lists = rules.lazy.compactMap { rule in
        propertyNames.index(of: name, among: rule.properties)
          .flatMap { values(allowedBy: properties[$0].schema) }
      }
      guard let values = lists.first else {
        found.others.append(number)
        found.isDistinct = false
        continue
      }
      budget -= values.count
      guard budget > 0 else { return nil }
      if !isRequired(name, in: rules) { found.isDistinct = false }
      for value in values { found.add(value, to: number) }
    }
    found.seal()
    return found.owners.count > 1 ? found : nil
  }

  /// The largest number of schemas that are searched for the rules of one on objects.
  private static let objectParts = 8

  /// The scalars that a schema allows, if it allows nothing else.
  private func values(allowedBy schema: EntryIndex<CompiledSchema>?) -> [SchemaScalar]? {
    guard var schema = schema?.value else { return nil }
    for _ in 0..<8 {
      let compiled = schemas[schema]
      if let rule = compiled.constant ?? compiled.choices {
        return choices[rule].scalarValues
      }
      guard case .reference(let target, _)? = applicators[compiled.applicators].first else {
        return nil
      }
      schema = target
    }
    return nil
  }
}

// MARK: - Building

/// A program that is being made, of a document or of a graph, with the tables that its schemas
/// share.
struct ProgramBuilder {
  private var program = SchemaProgram()
  private var patternIndices: [ExactText: Int?] = [:]
  /// The patterns that are run by themselves, and not only in a set.
  private var isRunAlone: [Bool] = []
  private var patternBudget: PatternBudget
  private var unknownFormats: Set<ExactText> = []

  /// - Parameters:
  ///   - size: About how many values the document has.
  ///   - readsNullAsAbsent: `true` if null in place of an optional property counts as its absence.
  init(size: Int, readsNullAsAbsent: Bool) {
    patternBudget = PatternBudget(documentSize: size)
    program.readsNullAsAbsent = readsNullAsAbsent
  }

  // MARK: Schemas

  var schemaCount: Int { program.schemas.count }

  /// Adds a schema, and returns its index.
  mutating func add(_ schema: CompiledSchema) -> Int {
    program.schemas.append(schema)
    return program.schemas.count - 1
  }

  /// Puts a compiled schema in place of the one that was added for it.
  mutating func replaceSchema(at index: Int, by schema: CompiledSchema) {
    program.schemas[index] = schema
  }

  /// Drops the keywords that ask whether a schema does not hold while it is evaluated for the same
  /// value; see `SchemaProgram.dropParadoxes()`.
  ///
  /// - Returns: The locations of the schemas, and their keywords.
  mutating func dropParadoxes() -> [(location: Int, keyword: Keyword)] {
    program.dropParadoxes().map { (program.schemas[$0.schema].location, $0.keyword) }
  }

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
    program.setPossibleTypes()
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
