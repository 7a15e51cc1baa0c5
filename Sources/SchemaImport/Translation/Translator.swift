import IndexedTables
import SchemaDocuments
import SchemaEncoding

/// Translates a document schema by schema, so that the result has the structure of the document.
///
/// Each schema becomes one entry of a table, and refers to others by their numbers: a reference
/// stays a reference, a definition keeps its name, and nothing is expanded. If several schemas
/// apply to one value, one entry stands for all of them. Entries wait in a queue, so that recursive
/// schemas end and deep schemas need no stack.
struct Translator {
  let source: ImportSource
  /// `true` if a schema without `type` has the types that its keywords constrain.
  let infersTypes: Bool
  private(set) var table: EntryTable

  /// The schema of the place that is being declared, at which its problems are reported.
  private var declaredSchema = SchemaID.root

  /// The constraints of this place that its description tells in words.
  private var words = DistinctList<WordedConstraint>()

  /// The names that schemas of names allow.
  var nameSets: [SchemaID: NameSet] = [:]

  /// The parts of the schemas that schemas with `unevaluatedProperties` combine; `nil` for schemas
  /// whose parts depend on the value.
  var evaluatedParts: [SchemaID: [SchemaObject]?] = [:]

  /// The indices of large unions, by the values of their keywords.
  private var unionIndices: [ValueID: DocumentUnionIndex] = [:]

  /// The types of the values of large unions in other unions, by the values of their keywords.
  var unionTypes: [ValueID: ValueTypes] = [:]
  private let maximumParts: Int

  /// The limit of the repetitions by combined schemas.
  ///
  /// A repetition takes much more memory than a comparison takes time: a property that is repeated
  /// takes some hundred bytes, where a value of a document has about twenty.
  private var copies: WorkBudget

  /// The limit of the bytes of sentences that a place has from the schemas that it combines.
  private var sentenceBytes: WorkBudget

  /// The limit of the schemas that are followed from the schemas that combine them.
  var followed: WorkBudget

  /// The limit of the alternatives, and of their properties, that are read and compared.
  var comparisons: WorkBudget

  init(_ source: ImportSource, _ options: SchemaImporter.Options) {
    self.source = source
    infersTypes = options.infersTypes
    maximumParts = options.maximumParts
    let size = source.document.valueCount
    table = EntryTable(documentSize: size)
    copies = WorkBudget(inProportionTo: size, factor: 2, least: 5_000)
    sentenceBytes = WorkBudget(inProportionTo: size, factor: 32, least: 1 << 16)
    followed = WorkBudget(inProportionTo: size)
    comparisons = WorkBudget(inProportionTo: size)
  }

  var document: DocumentTree { source.document }

  /// Translates a schema and all schemas that it refers to.
  ///
  /// - Complexity: Linear in the size of the document, without recursion.
  mutating func translate(_ root: SchemaID) throws(SchemaImportError) {
    var next = table.entry(of: root)
    while next < table.entries.endIndex {
      try declare(next)
      guard table.entries.count <= maximumParts else {
        throw source.fault(
          .limit, table[next].schema.node, "The schema has more than \(maximumParts) parts.",
          "Split the document\(OptionAdvice.maximumParts.text)")
      }
      next = next.advanced(by: 1)
    }
  }

  // MARK: Entries

  mutating func reference(
    to schema: SchemaID, hint: String? = nil
  ) -> GenerationSchema.Reference {
    if document.boolean(schema.node) == true { return constant(.any) }
    return .entry(table.entry(of: schema, hint: hint))
  }

  /// A reference to a schema, which becomes a definition.
  mutating func reference(toDefinition schema: SchemaID) -> GenerationSchema.Reference {
    let reference = reference(to: schema)
    if let entry = reference.entry { table.makeDefinition(entry) }
    return reference
  }

  /// A reference to a definition with the keywords that a schema has itself.
  ///
  /// Many places could each repeat a long list, so they share the definition.
  mutating func reference(toOwnPartOf schema: SchemaID) -> GenerationSchema.Reference {
    let place = Place([Place.Conjunct(schema, .own)])
    let reference = reference(to: place, at: schema, isCounted: true)
    if let entry = reference.entry { table.makeDefinition(entry) }
    return reference
  }

  /// A reference to the combination of several schemas.
  ///
  /// Problems are reported at `schema`. `hint` is a name for the definition, if the combination
  /// becomes one. `isCounted` is `true` if ``allowsCopies(_:times:)`` has already allowed the
  /// place.
  mutating func reference(
    to place: Place, at schema: SchemaID, hint: String? = nil, isCounted: Bool = false
  ) -> GenerationSchema.Reference {
    if place.limits.isEmpty, place.conjuncts.count == 1, let only = place.conjuncts.first,
      only.form == .whole
    {
      return reference(to: only.schema, hint: hint)
    }
    if let entry = table.entry(of: place) { return .entry(entry) }
    // Combinations of combinations could be more than the document has schemas.
    guard isCounted || allowsCopies(place.conjuncts.count) else {
      source.noteTooMuch(at: schema)
      return reference(to: schema, hint: hint)
    }
    return .entry(table.add(place, at: schema, hint: hint))
  }

  /// A reference to the combination of several schemas and limits.
  ///
  /// Problems are reported at the first schema, or at `schema` if there is none.
  mutating func reference(
    toAll conjuncts: [Place.Conjunct], _ limits: [Place.Limit], at schema: SchemaID,
    hint: String? = nil
  ) -> GenerationSchema.Reference {
    var conjuncts = conjuncts
    if conjuncts.count > 1 {
      var known: Set<Place.Conjunct> = []
      conjuncts = conjuncts.filter {
        !source.allowsEverything($0.schema) && known.insert($0).inserted
      }
    }
    if conjuncts.isEmpty, limits.isEmpty { return constant(.any) }
    return reference(
      to: Place(conjuncts, limits: limits), at: conjuncts.first?.schema ?? schema, hint: hint)
  }

  /// A reference to a kind of value that is part of a place.
  mutating func append(
    _ content: Content, at schema: SchemaID
  ) -> GenerationSchema.Reference {
    .entry(table.add(content, at: schema))
  }

  /// A reference to a kind of value without details.
  mutating func constant(_ constant: EntryTable.Constant) -> GenerationSchema.Reference {
    .entry(table.constant(constant))
  }

  /// Reduces the allowance of copies of combined schemas.
  ///
  /// Returns `false` if the allowance is used up.
  mutating func allowsCopies(_ size: Int, times count: Int = 1) -> Bool {
    let (steps, overflows) = size.multipliedReportingOverflow(by: count)
    return !overflows && copies.take(steps)
  }

  /// Reduces the allowance of reading and comparing alternatives.
  ///
  /// Returns `false` if the allowance is used up.
  mutating func allowsComparisons(_ count: Int) -> Bool {
    comparisons.spend(Int64(count))
    return !comparisons.isSpent
  }

  /// The index of a large union; `nil` if the union has none yet.
  func unionIndex(of node: ValueID) -> DocumentUnionIndex? { unionIndices[node] }

  mutating func keep(_ index: DocumentUnionIndex, of node: ValueID) { unionIndices[node] = index }

  /// The alternatives of a union that a place leaves out, and that all earlier places have kept.
  mutating func firstSkipped(of node: ValueID, keeping kept: [Int]) -> [Int] {
    unionIndices[node]?.firstSkipped(keeping: kept) ?? []
  }

  // MARK: Declaring

  private mutating func declare(_ entry: EntryID) throws(SchemaImportError) {
    let (subject, id) = (table[entry].subject, table[entry].schema)
    (declaredSchema, words) = (id, DistinctList())
    do throws(SchemaImportError) {
      let content: Content
      switch subject {
      case .other: return
      case .place(let place): content = try self.content(of: entry, place)
      case .schema:
        let schema = try source.schema(id)
        if schema.isPlain {
          table.name(
            entry, title: words(.title, of: schema), summary: words(.description, of: schema))
          content = try self.content(ofPlain: schema)
        } else {
          content = try self.content(of: entry, Place(id))
        }
      }
      table.declare(entry, content, words: words.elements)
    } catch {
      guard error.rule == .unsatisfiable else { throw error }
      table.record(error, of: entry)
    }
  }

  /// Names an entry, and returns its content.
  private mutating func content(
    of entry: EntryID, _ place: Place
  ) throws(SchemaImportError) -> Content {
    try name(entry, place)
    let content = try content(of: place, at: table[entry].schema)
    try describeByTarget(entry, place, content.kind)
    return content
  }

  /// Describes a keyword in the place that is being declared.
  ///
  /// Each place describes the keywords of all its schemas again, unless that would be too much.
  mutating func tell(_ member: SchemaObject.Member, of schema: SchemaObject) {
    // Each schema is declared once, so its own keywords need no limit.
    let isRepeated = schema.id != declaredSchema
    guard !isRepeated || !sentenceBytes.isSpent else {
      return source.noteTooMuch(at: declaredSchema)
    }
    let sentences = ConstraintWords(source).sentences(for: member, of: schema)
    if sentences.isEmpty { return }
    let sentence = sentences.joined(separator: " ")
    if isRepeated { sentenceBytes.spend(Int64(sentence.utf8.count)) }
    tell(member, of: schema, by: sentence)
  }

  /// Tells a keyword by a sentence in the description of the place that is being declared.
  mutating func tell(
    _ member: SchemaObject.Member, of schema: SchemaObject, by sentence: String
  ) {
    tell(
      WordedConstraint(
        keyword: member.keyword.rawValue, sentence: sentence,
        members: source.independentMembers(with: member, of: schema)))
  }

  /// Adds a constraint in words to the description of the place that is being declared.
  mutating func tell(_ word: WordedConstraint) { words.append(word) }

  /// Gives an entry the first title and the first description among its schemas.
  private mutating func name(_ entry: EntryID, _ place: Place) throws(SchemaImportError) {
    for conjunct in place.conjuncts where conjunct.form == .whole {
      let schema = try source.schema(conjunct.schema)
      table.name(
        entry, title: words(.title, of: schema), summary: words(.description, of: schema))
      // A reference in a combination is replaced by its target, and the entry takes the target's
      // name.
      guard place.conjuncts.count > 1 || !place.limits.isEmpty,
        let target = try source.targets(of: schema).first
      else {
        continue
      }
      let other = try source.schema(target)
      table.name(
        entry,
        title: table[entry].title ?? words(.title, of: other)
          ?? source.definitionName(of: target),
        summary: words(.description, of: other))
    }
  }

  /// Gives an entry the description of the schema that it refers to, if its own keywords change the
  /// schema, so that it has a copy.
  private mutating func describeByTarget(
    _ entry: EntryID, _ place: Place, _ kind: GenerationSchema.Kind
  ) throws(SchemaImportError) {
    guard place.limits.isEmpty, place.conjuncts.count == 1, let only = place.conjuncts.first,
      only.form == .whole
    else { return }
    let schema = try source.schema(only.schema)
    guard !schema.references.isEmpty, !addsNull(schema),
      let target = try source.targets(of: schema).first
    else { return }
    if let alias = kind.aliasTarget, table.isEntry(alias, of: target) { return }
    table.name(entry, title: nil, summary: words(.description, of: try source.schema(target)))
  }

  private func words(_ keyword: Keyword, of schema: SchemaObject) -> String? {
    schema.text(keyword).flatMap { $0.isEmpty ? nil : $0 }
  }
}
