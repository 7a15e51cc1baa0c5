import IndexedTables
import SchemaDocuments
import SchemaFormats

/// A schema with all referenced schemas, prepared for evaluation.
///
/// A program consists of lists of plain values that refer to each other by index, so that reading a
/// value copies no others. Only a ``ProgramBuilder`` changes the lists.
struct SchemaProgram: Sendable {
  fileprivate(set) var schemas: [CompiledSchema] = []
  fileprivate(set) var applicators: [Applicator] = []
  fileprivate(set) var dependents: [Applicator.Dependent] = []
  fileprivate(set) var discriminators: [Discriminator] = []
  fileprivate(set) var ranges = AlternativeRanges()
  /// The rules for properties that occur together, of the keywords that state nothing else.
  ///
  /// Reports say such a rule in words.
  fileprivate(set) var presenceRules: [EntryIndex<Applicator>: PresenceRule] = [:]
  /// The schemas in the lists of `allOf`, unions and arrays.
  fileprivate(set) var parts: [SchemaIndex] = []
  fileprivate(set) var rules = RuleTable()
  fileprivate(set) var objects = ObjectRuleTable()
  fileprivate(set) var patterns = MatcherTable()
  /// The parts that are not checked.
  fileprivate(set) var notes: [Note] = []
  /// `true` if `null` for an optional property counts as absent.
  let readsNullAsAbsent: Bool
  fileprivate(set) var origin = SchemaOrigin.graph(IndexedTable(from: .root), parts: [])

  fileprivate init(readsNullAsAbsent: Bool) { self.readsNullAsAbsent = readsNullAsAbsent }

  /// A part that is not checked.
  ///
  /// The note does not contain the path, since many paths of deep places take much memory.
  struct Note: Sendable {
    /// A schema or a part of it.
    struct Place: Sendable {
      let location: SchemaLocation
      /// The keyword, if the location is the schema of the keyword.
      let keyword: Keyword?
    }

    let place: Place
    let problem: String
    let remedy: String
  }

  /// The largest number of listed notes.
  ///
  /// `listedSteps` limits the total number of steps of their paths.
  private static let listedNotes = 1_000
  private static let listedSteps = 1 << 18

  /// The parts that are not checked, with the paths to them, up to a limit.
  func diagnostics(of notes: [Note]) -> [SchemaDiagnostic] {
    var listed: [SchemaDiagnostic] = []
    var steps = Self.listedSteps
    for note in notes.prefix(Self.listedNotes) {
      let location = note.place.location
      let path = origin.path(to: location, in: note.place.keyword)
      steps -= path.count
      guard steps >= 0 || listed.isEmpty else { break }
      listed.append(
        SchemaDiagnostic(
          .note, at: path, problem: origin.prefix(forProblemAt: location) + note.problem,
          remedy: note.remedy, code: ContentValidator.notCheckedCode))
    }
    guard listed.count < notes.count else { return listed }
    listed.append(
      SchemaDiagnostic(
        .note, at: SchemaPath(),
        problem: "\(notes.count - listed.count) more notes are not listed.",
        remedy: "Correct the listed ones first.", code: ContentValidator.notCheckedCode))
    return listed
  }

  // MARK: Schemas

  /// The schemas that a keyword applies to the same value.
  func inPlace(_ applicator: Applicator) -> [SchemaIndex] {
    switch applicator {
    case .reference(let schema, _), .not(let schema): [schema]
    case .allOf(let schemas): Array(parts[schemas])
    case .anyOf(let alternatives), .oneOf(let alternatives): Array(parts[alternatives.schemas])
    case .conditional(let condition, let then, let otherwise):
      [condition, then, otherwise].compactMap(\.self)
    case .dependents(let range): dependents[range].compactMap(\.schema)
    case .contains, .unevaluatedProperties, .unevaluatedItems: []
    }
  }

  /// Returns `true` if a schema has a keyword that applies schemas.
  func has(_ keyword: Keyword, _ schema: CompiledSchema) -> Bool {
    applicators[schema.applicators].contains { $0.keyword == keyword }
  }

  /// A schema, and the schemas that its values must also satisfy because of references and `allOf`,
  /// in order, up to a limit.
  func conjuncts(of schema: SchemaIndex, limit: Int) -> [SchemaIndex] {
    var found: [SchemaIndex] = []
    var pending = [schema]
    while let index = pending.popLast(), found.count < limit {
      guard !found.contains(index) else { continue }
      found.append(index)
      for applicator in applicators[schemas[index].applicators].reversed() {
        switch applicator {
        case .reference(let target, _): pending.append(target)
        case .allOf(let all): pending += parts[all].prefix(limit).reversed()
        default: break
        }
      }
    }
    return found
  }
}

// MARK: - What follows from all schemas

/// The steps after all schemas are compiled.
extension SchemaProgram {
  /// Removes the schemas of parts that allow every value, so that evaluations skip these parts.
  fileprivate mutating func dropUnconstrained() {
    let isUnconstrained = schemas.map(\.isUnconstrained)
    rules.dropSchemas { isUnconstrained[$0.value] }
    objects.dropSchemas { isUnconstrained[$0.value] }
  }

  /// Sets the properties of schemas that depend on other schemas.
  fileprivate mutating func linkSchemas(uses: [Int]) {
    let targets = targets()
    let possibleTypes = possibleTypes()
    let tracked = trackedSchemas()
    var isShared = schemas.indices.map { uses[$0] > 1 && schemas[$0].mayLeadOn }
    // A cycle ends at a shared schema. Evaluation skips schemas that are only references, so the
    // target of a shared one is also shared.
    for index in schemas.indices where isShared[index] {
      if let target = targets[index] { isShared[target.value] = true }
    }
    for index in schemas.indices {
      schemas[index].link(
        to: targets[index], possibleTypes: possibleTypes[index], isShared: isShared[index],
        isTracked: tracked.contains(EntryIndex(index)))
    }
  }

  /// The targets of the schemas that are only references, by the numbers of the schemas.
  private func targets() -> [SchemaIndex?] {
    let references = schemas.map { reference(of: $0) }
    var targets: [SchemaIndex?] = Array(repeating: nil, count: schemas.count)
    // Schemas usually precede their targets.
    for index in schemas.indices.reversed() {
      guard let target = references[index] else { continue }
      targets[index] = references[target.value] == nil ? target : targets[target.value]
    }
    return targets
  }

  /// The target of a schema that is only a reference.
  private func reference(of schema: CompiledSchema) -> SchemaIndex? {
    guard schema.isUnconstrainedItself, schema.applicators.count == 1,
      case .reference(let target, _) = applicators[schema.applicators[0]]
    else { return nil }
    return target
  }

  /// The types of the values that may satisfy each schema, including its references and
  /// alternatives, by the numbers of the schemas.
  ///
  /// Schemas usually precede their targets, so a few rounds find all types. Further rounds are left
  /// out, since the result only affects speed and wording.
  private func possibleTypes() -> [ValueTypes] {
    var possible = Array(repeating: ValueTypes.all, count: schemas.count)
    for _ in 0..<4 {
      var hasChanged = false
      for index in schemas.indices.reversed() {
        let types = possibleTypes(of: schemas[index], possible)
        guard types != possible[index] else { continue }
        possible[index] = types
        hasChanged = true
      }
      if !hasChanged { break }
    }
    return possible
  }

  private func possibleTypes(of schema: CompiledSchema, _ possible: [ValueTypes]) -> ValueTypes {
    let none = ValueTypes(rawValue: 0)
    var types = schema.isNever ? none : schema.types
    if let index = schema.choices { types.formIntersection(rules.choices[index].types) }
    if let index = schema.constant { types.formIntersection(rules.choices[index].types) }
    for applicator in applicators[schema.applicators] {
      switch applicator {
      case .reference(let target, _): types.formIntersection(possible[target.value])
      case .allOf(let all): for part in parts[all] { types.formIntersection(possible[part.value]) }
      case .anyOf(let alternatives), .oneOf(let alternatives):
        var union = none
        for part in parts[alternatives.schemas] { union.formUnion(possible[part.value]) }
        types.formIntersection(union)
      default: break
      }
    }
    return types
  }

  /// The schemas whose evaluated parts have to be recorded.
  private func trackedSchemas() -> Set<SchemaIndex> {
    var tracked: Set<SchemaIndex> = []
    var pending = EntryRange<CompiledSchema>(schemas.indices).filter { index in
      has(.unevaluatedProperties, schemas[index]) || has(.unevaluatedItems, schemas[index])
    }
    while let index = pending.popLast() {
      guard tracked.insert(index).inserted else { continue }
      for applicator in applicators[schemas[index].applicators] { pending += inPlace(applicator) }
    }
    return tracked
  }

  /// Finds the properties that distinguish the alternatives of unions.
  fileprivate mutating func findDiscriminators() {
    for (applicator, found) in DiscriminatorSearch.discriminators(of: self) {
      applicators[applicator] = applicators[applicator].distinguished(by: discriminators.add(found))
    }
  }

  // MARK: Paradoxes

  /// Removes the keywords that negate a schema while this schema is evaluated for the same value,
  /// such as `{"not": {"$ref": "#"}}`.
  ///
  /// Such a keyword has no meaning: both results, success and failure, lead to a contradiction.
  ///
  /// - Complexity: Linear in the number of schemas and their references. No function recurses.
  fileprivate mutating func dropParadoxes() -> [(schema: CompiledSchema, keyword: Keyword)] {
    guard applicators.contains(where: { !schemasThatMayHaveToFail(for: $0).isEmpty }) else {
      return []
    }
    let groups = ComponentSearch.components(among: schemas.count) { [self] schema in
      applicators[schemas[schema].applicators].flatMap { inPlace($0).map(\.value) }
    }
    var dropped: [(schema: CompiledSchema, keyword: Keyword)] = []
    for (index, schema) in schemas.enumerated() {
      for number in schema.applicators
      where schemasThatMayHaveToFail(for: applicators[number]).contains(where: {
        groups[$0.value] == groups[index]
      }) {
        dropped.append((schema, applicators[number].keyword))
        applicators[number] = .allOf(EntryRange())
      }
    }
    return dropped
  }

  /// The schemas of a keyword whose failure can be necessary for the keyword to hold.
  private func schemasThatMayHaveToFail(for applicator: Applicator) -> [SchemaIndex] {
    switch applicator {
    case .not(let target), .conditional(let target, _, _): [target]
    case .oneOf(let alternatives): Array(parts[alternatives.schemas])
    default: []
    }
  }
}

// MARK: - Building

/// Builds a program from a document or a graph, with the tables that its schemas share.
struct ProgramBuilder {
  private var program: SchemaProgram
  /// The number of references to each schema, from parents and by name.
  private var uses: [Int] = []
  private var patterns: MatcherTableBuilder
  private var unknownFormats: Set<ExactText> = []

  /// - Parameters:
  ///   - size: The approximate number of values in the document.
  ///   - readsNullAsAbsent: `true` if `null` for an optional property counts as absent.
  init(size: Int, readsNullAsAbsent: Bool) {
    patterns = MatcherTableBuilder(size: size)
    program = SchemaProgram(readsNullAsAbsent: readsNullAsAbsent)
  }

  // MARK: Schemas

  var schemaCount: Int { program.schemas.count }

  /// Adds a schema with one reference to it, and returns its index.
  mutating func add(_ schema: CompiledSchema) -> SchemaIndex {
    uses.append(1)
    return program.schemas.add(schema)
  }

  /// Counts one more reference to a schema.
  mutating func addUse(of schema: SchemaIndex) { uses[schema.value] += 1 }

  /// Replaces the schema that was added for a place by the compiled schema.
  mutating func replaceSchema(at index: SchemaIndex, by schema: CompiledSchema) {
    program.schemas[index] = schema
  }

  /// Removes the keywords that negate a schema while this schema is evaluated for the same value;
  /// see `SchemaProgram.dropParadoxes()`.
  mutating func dropParadoxes() -> [(location: SchemaLocation, keyword: Keyword)] {
    program.dropParadoxes().map { ($0.schema.location, $0.keyword) }
  }

  /// The program of all schemas that were added.
  mutating func finish(origin: SchemaOrigin) -> SchemaProgram {
    program.patterns = patterns.table
    program.dropUnconstrained()
    program.linkSchemas(uses: uses)
    program.findDiscriminators()
    program.ranges = AlternativeRanges(of: program)
    program.origin = origin
    return program
  }

  // MARK: Applicators

  /// Adds a keyword to a schema.
  ///
  /// `presence` is the rule for properties that occur together, if the keyword states nothing else.
  mutating func add(
    _ applicator: Applicator, to schema: inout CompiledSchema, presence: PresenceRule? = nil
  ) {
    let index = program.applicators.add(applicator)
    schema.add(index)
    if let presence { program.presenceRules[index] = presence }
  }

  /// Adds schemas to the program's parts, and returns their range.
  mutating func addParts(_ schemas: [SchemaIndex]) -> EntryRange<SchemaIndex> {
    program.parts.add(contentsOf: schemas)
  }

  mutating func add(_ dependents: [Applicator.Dependent], to schema: inout CompiledSchema) {
    if dependents.isEmpty { return }
    add(.dependents(program.dependents.add(contentsOf: dependents)), to: &schema)
  }

  // MARK: Rules

  /// Adds the values of `enum` or `const`.
  mutating func choices(_ values: [GeneratedContent], keyword: Keyword) -> EntryIndex<ChoiceRule> {
    program.rules.add(values, keyword: keyword)
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
    if let index = program.rules.add(rule) { schema.add(index) }
  }

  mutating func add(_ rule: StringRule, to schema: inout CompiledSchema) {
    if let index = program.rules.add(rule) { schema.add(index) }
  }

  mutating func add(_ rule: ArrayRule, to schema: inout CompiledSchema) {
    if let index = program.rules.add(rule) { schema.add(index) }
  }

  /// Adds a property that an object lists, with its schema.
  mutating func declare(_ name: String, _ schema: SchemaIndex, of rule: inout ObjectRule) {
    program.objects.declare(name, schema, of: &rule)
  }

  /// Requires a property.
  mutating func require(_ name: String, of rule: inout ObjectRule) {
    program.objects.require(name, of: &rule)
  }

  /// Adds the schemas of the properties whose names match patterns.
  ///
  /// The patterns have the given locations.
  mutating func add(
    _ matching: [ObjectRule.PatternProperty], at locations: [SchemaLocation],
    to rule: inout ObjectRule
  ) {
    program.objects.add(matching, to: &rule)
    rule.patternSet = patterns.set(of: matching.map(\.pattern), at: locations, &program.notes)
  }

  mutating func add(_ rule: ObjectRule, to schema: inout CompiledSchema) {
    if let index = program.objects.add(rule) { schema.add(index) }
  }

  // MARK: Patterns and formats

  /// Returns the index of a pattern; `nil` if the text is not a pattern.
  ///
  /// If the pattern is one of several patterns of an object, ``add(_:at:to:)`` prepares it.
  mutating func pattern(
    _ source: String, at location: SchemaLocation, in keyword: Keyword? = nil, isAlone: Bool = true
  ) -> EntryIndex<SchemaPattern>? {
    let place = SchemaProgram.Note.Place(location: location, keyword: keyword)
    return patterns.pattern(source, at: place, isAlone: isAlone, &program.notes)
  }

  /// Returns the index of a pattern.
  ///
  /// If the pattern is one of several patterns of an object, ``add(_:at:to:)`` prepares it.
  mutating func pattern(
    _ pattern: SchemaPattern, at location: SchemaLocation, in keyword: Keyword? = nil,
    isAlone: Bool = true
  ) -> EntryIndex<SchemaPattern> {
    let place = SchemaProgram.Note.Place(location: location, keyword: keyword)
    return patterns.pattern(pattern, at: place, isAlone: isAlone, &program.notes)
  }

  /// Returns the format with a name; `nil` if the name is unknown.
  mutating func format(
    _ name: String, at location: SchemaLocation, in keyword: Keyword? = nil
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

  /// Adds a note on a part of the document that is not checked.
  mutating func note(
    _ location: SchemaLocation, in keyword: Keyword? = nil, _ problem: String, _ remedy: String
  ) {
    program.notes.append(
      SchemaProgram.Note(
        place: SchemaProgram.Note.Place(location: location, keyword: keyword), problem: problem,
        remedy: remedy))
  }
}
