import IndexedTables
import SchemaDocuments
import SchemaEncoding
import SchemaFormats

/// Compiles a document and all referenced schemas to a program.
///
/// A schema is compiled once for each dynamic scope in which it is reached. So the compiler
/// resolves all dynamic references, and an evaluation has only static ones.
struct SchemaCompiler {
  private struct Place: Hashable {
    let schema: SchemaID
    let scope: EntryIndex<DynamicScopes.Scope>
    /// The values that a discriminator gives the schema as an alternative of a union.
    let tag: Tag?
  }

  /// A property that names an alternative, and its values.
  private struct Tag: Hashable {
    let location: ValueID
    let name: String
    let values: [String]
  }

  private var library: SchemaLibrary
  private var builder: ProgramBuilder
  private let assertsFormats: Bool
  private let readsNullAsAbsent: Bool
  /// The indices, in the program, of all schemas that were reached so far.
  private var indices: [Place: SchemaIndex] = [:]
  /// The reached schemas, in the order in which they are compiled.
  private var pending: [(index: SchemaIndex, place: Place)] = []
  private var scopes: DynamicScopes
  /// The limit of reading rules for properties that occur together.
  private var presenceWork: WorkBudget

  /// The dynamic scope of the schema that is being compiled.
  private var scope = DynamicScopes.empty

  /// The largest number of schemas, or of names of scopes, in addition to two for each value of the
  /// documents.
  ///
  /// Dynamic scopes may need more.
  private static let largestGrowth = 65_536

  init(_ library: SchemaLibrary, assertsFormats: Bool, readsNullAsAbsent: Bool) {
    self.library = library
    self.assertsFormats = assertsFormats
    self.readsNullAsAbsent = readsNullAsAbsent
    builder = ProgramBuilder(
      size: library.tree.valueCount, readsNullAsAbsent: readsNullAsAbsent)
    scopes = DynamicScopes(names: library.dynamicNames)
    presenceWork = WorkBudget(inProportionTo: library.tree.valueCount)
  }

  /// Compiles a document.
  ///
  /// - Complexity: Linear in the sizes of the schemas that can be reached, for each dynamic scope.
  ///   The schemas are compiled once more if an added document has dynamic references to further
  ///   names.
  mutating func compile(_ root: SchemaID) throws(ValidatorError) -> SchemaProgram {
    while true {
      var failure: ValidatorError?
      do throws(ValidatorError) { try compileAll(from: root) } catch { failure = error }
      if scopes.cover(library.dynamicNames) {
        if let failure { throw failure }
        break
      }
      // A document that was added has dynamic references with further names.
      self = SchemaCompiler(
        library, assertsFormats: assertsFormats, readsNullAsAbsent: readsNullAsAbsent)
    }
    noteParadoxes()
    for schema in library.oversized.sorted() {
      note(
        schema, "The URI of '$id' is too long, so it is ignored.", "Write an absolute URI.")
    }
    for schema in library.unknownMetaSchemas.sorted() {
      note(
        library.tree.member(.schema, of: schema) ?? schema,
        "The meta-schema that '$schema' names is not known, so the schema is read by another "
          + "draft.",
        "Name a draft in '$schema'\(OptionAdvice.metaSchema.text)")
    }
    library.discardObjects()
    return builder.finish(origin: .document(library))
  }

  /// Compiles all schemas that can be reached.
  private mutating func compileAll(from root: SchemaID) throws(ValidatorError) {
    _ = schema(at: root)
    var next = 0
    while next < pending.count {
      let (index, place) = pending[next]
      next += 1
      try checkGrowth(at: place.schema.node)
      scope = place.scope
      let compiled = try compile(library.object(at: place.schema), place.tag)
      builder.replaceSchema(at: index, by: compiled)
    }
  }

  private mutating func noteParadoxes() {
    var noted: Set<ValueID> = []
    for (location, keyword) in builder.dropParadoxes() {
      guard case .value(let node) = location else { continue }
      let member = library.object(at: SchemaID(node))[keyword]?.node ?? node
      guard noted.insert(member).inserted else { continue }
      note(
        member,
        "'\(keyword.rawValue)' asks whether its own schema holds for the same value, so it is not "
          + "checked.",
        "Let the reference lead to another schema, or apply it to a part of the value.")
    }
  }

  private func checkGrowth(at node: ValueID) throws(ValidatorError) {
    let count = library.tree.valueCount
    let size = max(builder.schemaCount, scopes.nameCount)
    guard size - Self.largestGrowth > 2 * count else { return }
    throw error(
      at: node, "Dynamic references lead to too many combinations of schemas.",
      "Use '$ref' where the target is always the same.")
  }

  private mutating func note(_ node: ValueID, _ problem: String, _ remedy: String) {
    builder.note(.value(node), problem, remedy)
  }

  private func error(at node: ValueID, _ problem: String, _ remedy: String) -> ValidatorError {
    ValidatorError(
      path: library.tree.path(to: node), problem: library.tree.prefix(forProblemAt: node) + problem,
      remedy: remedy)
  }

  /// Returns the index of the schema at a place.
  ///
  /// A new schema is compiled later.
  private mutating func schema(at id: SchemaID, _ tag: Tag? = nil) -> SchemaIndex {
    let inner = scopes.enter(library.resource(of: id.node), from: scope, library)
    let place = Place(schema: id, scope: inner, tag: tag)
    if let known = indices[place] {
      builder.addUse(of: known)
      return known
    }
    let index = builder.add(CompiledSchema(.value(id.node)))
    indices[place] = index
    pending.append((index, place))
    return index
  }

  private mutating func compile(
    _ object: SchemaObject, _ tag: Tag?
  ) throws(ValidatorError) -> CompiledSchema {
    let location = SchemaLocation.value(object.id.node)
    switch object.form {
    case .always: return CompiledSchema(location)
    case .never: return CompiledSchema(location, isNever: true)
    case .notSchema:
      builder.note(
        location, "This is not a schema, so it allows every value.", "Write an object here.")
      return CompiledSchema(location)
    case .keywords: break
    }
    let resource = library.resources[library.resource(of: object.id.node)]
    try checkVocabulary(of: resource)
    noteFaults(of: object)
    var schema = CompiledSchema(
      location, types: object.types.map { ValueTypes($0) } ?? .all,
      allowsZeroFraction: object.draft > .draft4, choices: choices(of: object, .enum),
      constant: choices(of: object, .const))
    for reference in object.references {
      let applicator = Applicator.reference(
        try target(of: reference), keyword: reference.keyword)
      builder.add(applicator, to: &schema)
    }
    addNumbers(of: object, to: &schema)
    addStrings(of: object, assertsFormats || resource.language.assertsFormats, to: &schema)
    addElements(of: object, to: &schema)
    addProperties(of: object, tag, to: &schema)
    addApplicators(of: object, to: &schema)
    return object.flag(.nullable) ? allowingNull(schema) : schema
  }

  /// Returns a schema that allows `null` and all values of another schema.
  private mutating func allowingNull(_ schema: CompiledSchema) -> CompiledSchema {
    if schema.choices == nil, schema.constant == nil, schema.applicators.isEmpty {
      var extended = schema
      extended.allowNull()
      return extended
    }
    let null = builder.add(CompiledSchema(schema.location, types: .null))
    let alternatives = builder.addParts([null, builder.add(schema)])
    var union = CompiledSchema(schema.location)
    builder.add(.anyOf(Applicator.Alternatives(schemas: alternatives)), to: &union)
    return union
  }

  private func checkVocabulary(of resource: SchemaResource) throws(ValidatorError) {
    guard let unknown = resource.language.unknown else { return }
    throw error(
      at: library.tree.member(.schema, of: resource.root) ?? resource.root,
      "The meta-schema requires the vocabulary '\(unknown.excerpt)', which is not known.",
      "Declare the vocabulary as optional, or use one of the drafts as '$schema'.")
  }

  /// Adds notes on ignored keywords: those with values of wrong forms, those of other drafts, and
  /// those whose names are probably misspelled.
  private mutating func noteFaults(of object: SchemaObject) {
    for fault in object.faults {
      note(fault.node, "\(fault.sentence) This is ignored.", fault.remedy)
    }
    for member in object.otherDrafts {
      let keyword = member.keyword.rawValue
      note(
        member.node,
        "'\(keyword)' is not a keyword of \(object.draft.rawValue), so it is not checked.",
        "State a draft that has '\(keyword)', in '$schema', or remove the keyword.")
    }
    for keyword in object.unknown {
      guard let meant = keyword.meant else { continue }
      note(
        keyword.node,
        "'\(keyword.name.excerpt)' is not a keyword, and probably means '\(meant)'. It is ignored.",
        "Write '\(meant)'.")
    }
  }

  private mutating func target(
    of reference: SchemaObject.Reference
  ) throws(ValidatorError) -> SchemaIndex {
    let target: ValueID
    switch reference.target {
    case .value(let value, _): target = value
    case .outer:
      throw error(
        at: reference.node,
        "The reference '\(reference.text.excerpt)' has no target within the '$id' that encloses"
          + " it.",
        "Write it relative to that '$id'.")
    case .unknownDocument:
      throw error(
        at: reference.node,
        "The reference '\(reference.text.excerpt)' leads to another document, and none is fetched.",
        "Copy the target into this document\(OptionAdvice.remotes.text)")
    case .nothing:
      throw error(
        at: reference.node, "The reference '\(reference.text.excerpt)' has no target.",
        "Correct the reference, or add the target.")
    }
    let dynamic = reference.dynamicAnchor.flatMap { scopes.target(of: $0, in: scope, library) }
    return schema(at: SchemaID(dynamic ?? target))
  }

  // MARK: Keywords of values

  private mutating func choices(of object: SchemaObject, _ keyword: Keyword) -> EntryIndex<
    ChoiceRule
  >? {
    guard let values = object.values(keyword) else { return nil }
    let content = values.map { library.tree.content($0) }
    return builder.choices(content, keyword: keyword)
  }

  private mutating func addNumbers(of object: SchemaObject, to schema: inout CompiledSchema) {
    var rule = NumberRule()
    (rule.minimum, rule.exclusiveMinimum) = object.bound(.minimum, .exclusiveMinimum)
    (rule.maximum, rule.exclusiveMaximum) = object.bound(.maximum, .exclusiveMaximum)
    rule.multiple = object.number(.multipleOf)
    builder.add(rule, to: &schema)
  }

  private mutating func addStrings(
    of object: SchemaObject, _ assertsFormats: Bool, to schema: inout CompiledSchema
  ) {
    var rule = StringRule()
    rule.minimumLength = object.count(.minLength)
    rule.maximumLength = object.count(.maxLength)
    if let member = object[.pattern], case .text(let source) = member.value {
      rule.pattern = builder.pattern(source, at: .value(member.node))
    }
    if assertsFormats, let member = object[.format], case .text(let name) = member.value {
      rule.format = builder.format(name, at: .value(member.node))
    }
    builder.add(rule, to: &schema)
  }

  private mutating func addElements(of object: SchemaObject, to schema: inout CompiledSchema) {
    var rule = ArrayRule()
    rule.minimumCount = object.count(.minItems)
    rule.maximumCount = object.count(.maxItems)
    rule.isUnique = object.flag(.uniqueItems)
    let elements = object.elements
    rule.prefixKeyword = elements.prefixKeyword
    let prefix = elements.prefix.map { self.schema(at: $0) }
    rule.prefix = builder.addParts(prefix)
    if let rest = elements.rest {
      rule.rest = .schema(self.schema(at: rest), elements.restKeyword)
    }
    builder.add(rule, to: &schema)
  }

  private mutating func addProperties(
    of object: SchemaObject, _ tag: Tag?, to schema: inout CompiledSchema
  ) {
    var rule = ObjectRule()
    if let tag {
      let values = builder.choices(tag.values.map { GeneratedContent($0) }, keyword: .enum)
      let choice = CompiledSchema(.value(tag.location), choices: values)
      builder.declare(tag.name, builder.add(choice), of: &rule)
      builder.require(tag.name, of: &rule)
    }
    for property in object.schemas(.properties) {
      let schema = self.schema(at: property)
      builder.declare(library.tree.name(of: property.node), schema, of: &rule)
    }
    var patterns: [ObjectRule.PatternProperty] = []
    var locations: [SchemaLocation] = []
    for property in object.schemas(.patternProperties) {
      let source = library.tree.name(of: property.node)
      guard let pattern = builder.pattern(source, at: .value(property.node), isAlone: false)
      else { continue }
      let schema = self.schema(at: property)
      patterns.append(ObjectRule.PatternProperty(pattern: pattern, schema: schema))
      locations.append(.value(property.node))
    }
    builder.add(patterns, at: locations, to: &rule)
    if let additional = object.schema(.additionalProperties) {
      rule.rest = .schema(self.schema(at: additional), .additionalProperties)
    }
    if let names = object.schema(.propertyNames) { rule.propertyNames = self.schema(at: names) }
    rule.minimumCount = object.count(.minProperties)
    rule.maximumCount = object.count(.maxProperties)
    for name in object.names(.required) { builder.require(name, of: &rule) }
    builder.add(rule, to: &schema)
  }

  // MARK: Keywords of schemas

  private mutating func addApplicators(of object: SchemaObject, to schema: inout CompiledSchema) {
    if let all = schemas(of: object, .allOf) { builder.add(.allOf(all), to: &schema) }
    if let any = schemas(of: object, .anyOf) {
      builder.add(
        .anyOf(Applicator.Alternatives(schemas: any)), to: &schema,
        presence: presence(object, .anyOf))
    }
    if let one = schemas(of: object, .oneOf) {
      builder.add(
        .oneOf(Applicator.Alternatives(schemas: one)), to: &schema,
        presence: presence(object, .oneOf))
    }
    if let not = self.schema(of: object, .not) {
      builder.add(.not(not), to: &schema, presence: presence(object, .not))
    }
    if let condition = self.schema(of: object, .if) {
      let then = self.schema(of: object, .then)
      let otherwise = self.schema(of: object, .else)
      builder.add(.conditional(condition, then: then, otherwise: otherwise), to: &schema)
    }
    let dependents = dependents(of: object)
    builder.add(dependents, to: &schema)
    if let contains = self.schema(of: object, .contains) {
      builder.add(
        .contains(
          contains, minimum: object.count(.minContains),
          maximum: object.count(.maxContains),
          countsAsEvaluated: object.draft >= .draft2020), to: &schema)
    }
    if let items = self.schema(of: object, .unevaluatedItems) {
      builder.add(.unevaluatedItems(items), to: &schema)
    }
    if let properties = self.schema(of: object, .unevaluatedProperties) {
      builder.add(.unevaluatedProperties(properties), to: &schema)
    }
  }

  /// The rule for properties that occur together, if a keyword states one and nothing else.
  ///
  /// Alternatives that only require properties report the ones that are missing.
  private mutating func presence(_ object: SchemaObject, _ keyword: Keyword) -> PresenceRule? {
    guard let member = object[keyword],
      let rule = library.presenceRule(of: member, within: &presenceWork),
      keyword == .not ? !rule.names.isEmpty : !rule.isRequirement
    else { return nil }
    return rule
  }

  private mutating func schema(of object: SchemaObject, _ keyword: Keyword) -> SchemaIndex? {
    object.schema(keyword).map { schema(at: $0) }
  }

  private mutating func schemas(
    of object: SchemaObject, _ keyword: Keyword
  ) -> EntryRange<SchemaIndex>? {
    guard let list = object.list(keyword) else { return nil }
    let discriminator =
      keyword == .allOf ? nil : library.discriminator(of: object, over: list)
    let schemas = list.enumerated().map { index, alternative in
      let tag = discriminator.flatMap { discriminator in
        discriminator.tags[index].isEmpty
          ? nil
          : Tag(
            location: discriminator.node, name: discriminator.name,
            values: discriminator.tags[index])
      }
      return schema(at: alternative, tag)
    }
    return builder.addParts(schemas)
  }

  private mutating func dependents(of object: SchemaObject) -> [Applicator.Dependent] {
    var dependents: [Applicator.Dependent] = []
    for keyword in [Keyword.dependentSchemas, .dependentRequired, .dependencies] {
      for dependent in object.dependents(keyword) {
        var schema: SchemaIndex?
        var required: [String] = []
        switch dependent.requirement {
        case .names(let names): required = names
        case .schema(let id): schema = self.schema(at: id)
        }
        dependents.append(
          Applicator.Dependent(
            keyword: keyword, name: dependent.name, schema: schema, required: required))
      }
    }
    return dependents
  }
}
