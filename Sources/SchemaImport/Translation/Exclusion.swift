import IndexedTables
import SchemaDocuments

/// Leaves out alternatives, optional properties and elements that no value satisfies.
///
/// The schema then accepts the same values as before.
struct Exclusion {
  private(set) var entries: IndexedTable<EntryID, Entry>
  private let source: ImportSource

  /// The error for each entry that no value satisfies, without its path.
  private var faults: [EntryID: SchemaImportError]

  /// The problem that caused the fault of an entry, if a part of the entry caused it.
  private var causes: [EntryID: String] = [:]

  /// The faulty entries whose combined schemas contradict each other.
  private var contradictions: Set<EntryID> = []

  /// The patterns of objects, each list prepared once: the copies of an object share theirs.
  private var patternSets: [[SchemaPattern]: PatternSet] = [:]
  /// The limit of the memory of the patterns of all objects.
  private var budget: PatternBudget
  /// The limit of the comparisons of properties with patterns that match their names.
  private var comparisons: WorkBudget

  init(
    _ entries: IndexedTable<EntryID, Entry>, _ faults: [EntryID: SchemaImportError],
    _ source: ImportSource
  ) {
    (self.entries, self.faults, self.source) = (entries, faults, source)
    budget = PatternBudget(documentSize: source.document.valueCount)
    comparisons = WorkBudget(inProportionTo: source.document.valueCount)
  }

  /// - Throws: ``SchemaImportError`` by the rule `unsatisfiable`, without its path, if a place
  ///   cannot be left out.
  /// - Complexity: Linear in the number of entries and their references.
  mutating func run() throws(SchemaImportError) {
    let patterned = entries.indices.filter { entries[$0].kind.firstPattern != nil }
    var faulty = faults.keys.sorted()
    try propagate(from: faulty)
    // After a part is left out, a property and the patterns of its name may have no type in common.
    for _ in 0..<Self.maximumRounds where !patterned.isEmpty {
      faulty = patterned.filter { faults[$0] == nil && applyPatterns(to: $0) }
      if faulty.isEmpty { break }
      try propagate(from: faulty)
    }
    for entry in patterned { removeForbiddenPatterns(from: entry) }
  }

  private static let maximumRounds = 8

  /// Leaves out all references to entries that no value satisfies.
  private mutating func propagate(from faulty: [EntryID]) throws(SchemaImportError) {
    if faulty.isEmpty { return }
    var pending = faulty
    for entry in pending where entries[entry].isCombined { contradictions.insert(entry) }
    var parents = IndexedTable<EntryID, [EntryID]>(repeating: [], for: entries.indices)
    for parent in entries.indices {
      for child in entries[parent].kind.references { parents[child].append(parent) }
    }
    var exclusions: [EntryID: PartialExclusion] = [:]
    while !pending.isEmpty {
      if let fault = faults[.root] { throw fault }
      var children: [EntryID: Set<EntryID>] = [:]
      for entry in pending {
        for parent in parents[entry] where faults[parent] == nil {
          children[parent, default: []].insert(entry)
        }
      }
      pending = children.keys.sorted()
      for parent in pending {
        let children = children[parent, default: []]
        var exclusion =
          exclusions.removeValue(forKey: parent)
          ?? PartialExclusion(entries[parent]) { kind(of: $0) == .never }
        let cause = exclude(children, from: parent, &exclusion)
        exclusions[parent] = exclusion
        guard let cause else { continue }
        causes[parent] = causes[cause.entry] ?? faults[cause.entry]?.problem
        faults[parent] = cause.fault
        if contradictions.contains(cause.entry) { contradictions.insert(parent) }
      }
      pending.removeAll { faults[$0] == nil }
    }
    for (parent, exclusion) in exclusions.sorted(by: { $0.key < $1.key }) {
      apply(exclusion, to: parent)
    }
  }

  /// Leaves out the alternatives or the properties of an entry that are excluded.
  private mutating func apply(_ exclusion: PartialExclusion, to entry: EntryID) {
    switch entries[entry].kind {
    case .anyOf(let choices):
      entries[entry].narrow(to: .anyOf(choices.filter { !exclusion.excludes($0) }))
    case .object(let properties, let additional):
      let others = properties.map { property in
        guard exclusion.excludes(property.reference) else { return property }
        return switch property.name {
        case .exact(let name):
          GenerationSchema.Property(name: name, reference: never(), isOptional: true)
        case .matching(let pattern):
          GenerationSchema.Property(matching: pattern, reference: never())
        }
      }
      entries[entry].narrow(
        to: .object(others, additional: additional.flatMap { exclusion.excludes($0) ? nil : $0 }))
    default: break
    }
  }

  /// Excludes references of an entry to other entries.
  ///
  /// References of unions and objects are only recorded, and left out when all of them are known.
  ///
  /// - Returns: The reference that makes the entry unsatisfiable, and the fault of the entry; `nil`
  ///   if values still satisfy the entry.
  /// - Complexity: O(n log n) in the references that are left out.
  private mutating func exclude(
    _ children: Set<EntryID>, from parent: EntryID, _ exclusion: inout PartialExclusion
  ) -> (entry: EntryID, fault: SchemaImportError)? {
    // Only faulty entries are left out.
    guard let first = children.min(), let fault = faults[first] else { return nil }
    let indices = exclusion.exclude(children)
    switch entries[parent].kind {
    case .anyOf:
      for child in children.sorted() {
        noteLeftOut(child, .anyOf, "The alternative", because: ImportSource.contradiction)
      }
      return exclusion.remainingCount == 0 ? (first, fault) : nil
    case .object(let properties, let additional):
      for index in indices {
        let property = properties[index]
        guard let child = property.reference.entry, let fault = faults[child] else { continue }
        guard property.isOptional else { return (child, fault) }
        noteLeftOut(
          child, property.isPattern ? .patternProperties : .properties,
          property.name.phrase.capitalizedFirst,
          because: ImportSource.exclusion)
      }
      if let child = additional?.entry, children.contains(child) {
        noteLeftOut(
          child, .additionalProperties, "Any further property",
          because: ImportSource.exclusion)
      }
      guard hasTooFewProperties(parent, without: exclusion) else { return nil }
      let problem = causes[first] ?? fault.problem
      return (first, tooFewProperties(parent, without: exclusion, because: problem))
    case .array where entries[parent].least(.elements) == 0:
      noteLeftOut(
        first, .items, "Any element",
        because: "schemas that apply to the same element exclude each other")
      entries[parent].removeElements()
      return nil
    case .tuple(let elements, let optional, _):
      let count = elements.firstIndex { $0.entry.map(children.contains) ?? false }
      let kept = count ?? elements.count
      let least = max(elements.count - optional, entries[parent].least(.elements))
      guard kept >= least else { return (first, fault) }
      noteLeftOut(
        first, count == nil ? .items : .prefixItems, "Any element from index \(kept) on",
        because: "schemas that apply to the same element exclude each other")
      entries[parent].narrow(
        to: .tuple(Array(elements.prefix(kept)), optional: kept - least))
      return nil
    default: return (first, fault)
    }
  }

  // MARK: Numbers of properties

  /// Returns `true` if an object cannot have as many properties as its guides require.
  private func hasTooFewProperties(
    _ entry: EntryID, without exclusion: PartialExclusion
  ) -> Bool {
    guard case .object(_, let additional) = entries[entry].kind else { return false }
    let isClosed = additional.map { exclusion.excludes($0) } ?? true
    return isClosed && exclusion.remainingPatternCount == 0
      && exclusion.remainingCount < entries[entry].least(.properties)
  }

  /// The fault of an object that cannot have as many properties as its guides require.
  ///
  /// `problem` is a sentence: the reason why one of the object's references has no value.
  private func tooFewProperties(
    _ entry: EntryID, without exclusion: PartialExclusion, because problem: String
  ) -> SchemaImportError {
    var parts: [String] = []
    if case .object(let properties, let additional) = entries[entry].kind {
      for property in properties
      where exclusion.excludes(property.reference) || kind(of: property.reference) == .never {
        parts.append(property.name.phrase)
      }
      if let additional, exclusion.excludes(additional) { parts.append("any further property") }
    }
    return source.faultWithoutPath(
      .unsatisfiable, entries[entry].schema.node,
      "'minProperties' is \(entries[entry].least(.properties)), and these properties have no "
        + "values: \(parts.listed()). \(problem)",
      "Relax a constraint, or lower 'minProperties'.")
  }

  // MARK: Patterns

  /// Leaves out properties of an object whose schema has no type in common with the patterns that
  /// match the property's name; `true` if the object has a fault: such a property is required, or
  /// the object has too few other properties.
  private mutating func applyPatterns(to entry: EntryID) -> Bool {
    guard case .object(var properties, let additional) = entries[entry].kind else { return false }
    let (patterns, indices) = patterns(of: properties)
    var set = takeSet(of: patterns)
    defer { patternSets[patterns] = set }
    var firstProblem: String?
    for index in properties.indices {
      let property = properties[index]
      var types = types(of: property.reference)
      guard case .exact(let name) = property.name, !types.isEmpty else { continue }
      let matches = set.matches(name)
      guard comparisons.take(matches.count) else {
        source.note(
          .excluded, at: entries[entry].schema.node, .patternProperties,
          "Not all properties are compared with the patterns that match their names, because "
            + "\(WorkBudget.reason); properties without values may remain.")
        break
      }
      for match in matches where match.isCertain {
        let pattern = properties[indices[match.index]]
        types.formIntersection(self.types(of: pattern.reference))
        guard types.isEmpty else { continue }
        let node = (property.reference.entry.flatMap { place(of: $0) } ?? entries[entry].schema)
          .node
        let problem = "no value satisfies both its schema and that of \(pattern.name.phrase)"
        guard property.isOptional else {
          faults[entry] = source.faultWithoutPath(
            .unsatisfiable, node, "'\(name.excerpt)' is required, and \(problem).",
            "Relax a constraint, or remove the schema.")
          return true
        }
        properties[index] = GenerationSchema.Property(
          name: name, reference: never(), isOptional: true)
        firstProblem =
          firstProblem
          ?? "The schema of '\(name.excerpt)' and that of \(pattern.name.phrase) have no type in "
          + "common."
        if entries[entry].isCombined {
          source.noteExcluded(
            SchemaID(node), .properties, "'\(name.excerpt)'",
            because: ImportSource.exclusion)
        } else {
          source.note(
            .neverValid, at: node, .properties,
            "'\(name.excerpt)' is left out, because \(problem).",
            remedy: "Relax a constraint, or remove the schema.")
        }
        break
      }
    }
    entries[entry].narrow(to: .object(properties, additional: additional))
    guard let firstProblem else { return false }
    let exclusion = PartialExclusion(entries[entry]) { kind(of: $0) == .never }
    guard hasTooFewProperties(entry, without: exclusion) else { return false }
    faults[entry] = tooFewProperties(entry, without: exclusion, because: firstProblem)
    causes[entry] = firstProblem
    return true
  }

  /// Removes patterns that only exclude properties which a closed object excludes anyway, since not
  /// all dialects can state patterns.
  private mutating func removeForbiddenPatterns(from entry: EntryID) {
    guard case .object(let properties, nil) = entries[entry].kind,
      properties.allSatisfy({ !$0.isPattern || types(of: $0.reference).isEmpty })
    else { return }
    let named = properties.filter { !$0.isPattern }
    let possible = named.filter { !types(of: $0.reference).isEmpty }
    let (patterns, _) = patterns(of: properties)
    var set = takeSet(of: patterns)
    defer { patternSets[patterns] = set }
    guard entries[entry].least(.properties) <= possible.count,
      possible.allSatisfy({ set.matches($0.name.text).isEmpty })
    else { return }
    entries[entry].narrow(to: .object(named, additional: nil))
  }

  /// The patterns among properties, and the indices of these properties.
  private func patterns(
    of properties: [GenerationSchema.Property]
  ) -> (patterns: [SchemaPattern], indices: [Int]) {
    var patterns: [SchemaPattern] = []
    var indices: [Int] = []
    for index in properties.indices {
      guard let pattern = properties[index].name.pattern else { continue }
      patterns.append(pattern)
      indices.append(index)
    }
    return (patterns, indices)
  }

  /// Removes the set of some patterns from the table, so that its matches change it in place.
  ///
  /// The caller puts it back.
  private mutating func takeSet(of patterns: [SchemaPattern]) -> PatternSet {
    patternSets.removeValue(forKey: patterns) ?? PatternSet(patterns, within: &budget)
  }

  /// The schema of an entry; `nil` for an entry that several places share.
  private func place(of entry: EntryID) -> SchemaID? {
    entries[entry].isPart ? nil : entries[entry].schema
  }

  /// The types that the values of a reference may have, found in a few steps; all types otherwise.
  private func types(of reference: GenerationSchema.Reference) -> ValueTypes {
    guard case .anyOf(let choices)? = kind(of: reference), choices.count <= 32 else {
      return kind(of: reference)?.types ?? .all
    }
    return choices.reduce(into: []) { $0.formUnion(kind(of: $1)?.types ?? .all) }
  }

  /// The kind that a reference leads to; `nil` if more than a few steps lead to it.
  private func kind(of reference: GenerationSchema.Reference) -> GenerationSchema.Kind? {
    var reference = reference
    for _ in 0..<16 {
      guard let entry = reference.entry else { return nil }
      guard case .alias(let target) = entries[entry].kind else { return entries[entry].kind }
      reference = target
    }
    return nil
  }

  /// A reference to an entry that allows nothing.
  private mutating func never() -> GenerationSchema.Reference {
    .entry(entries.append(Entry((.never, []), at: .root)))
  }

  /// Notes that a part of a schema is left out.
  ///
  /// If combined schemas contradict each other, the author may intend it. Otherwise the part is
  /// probably a mistake.
  private func noteLeftOut(
    _ child: EntryID, _ keyword: Keyword, _ part: String, because contradiction: String
  ) {
    if contradictions.contains(child) {
      source.noteExcluded(entries[child].schema, keyword, part, because: contradiction)
    } else if let fault = faults[child] {
      source.note(
        .neverValid, at: fault.node ?? entries[child].schema.node, keyword,
        "\(part) is left out, because nothing is valid there: \(fault.problem)",
        remedy: fault.recoverySuggestion ?? "Relax a constraint, or remove the schema.")
    }
  }
}

/// The references of an entry, and the references among them that are left out.
private struct PartialExclusion {
  /// The indices of the alternatives or properties, by the entries that they refer to.
  private var indices: [EntryID: [Int]] = [:]
  private var excluded: Set<EntryID> = []
  /// The number of alternatives or properties that are left and may have values.
  private(set) var remainingCount: Int
  /// The number of patterns among them.
  private(set) var remainingPatternCount: Int
  /// The index of the first pattern, since patterns come last.
  private let firstPattern: Int

  init(_ entry: Entry, isNever: (GenerationSchema.Reference) -> Bool) {
    let references: [GenerationSchema.Reference]
    switch entry.kind {
    case .anyOf(let choices): references = choices
    case .object(let properties, _): references = properties.map(\.reference)
    default: references = []
    }
    firstPattern = entry.kind.firstPattern ?? references.endIndex
    remainingCount = references.count { !isNever($0) }
    remainingPatternCount = references[firstPattern...].count { !isNever($0) }
    for (index, reference) in references.enumerated() {
      if let entry = reference.entry { indices[entry, default: []].append(index) }
    }
  }

  func excludes(_ reference: GenerationSchema.Reference) -> Bool {
    reference.entry.map { excluded.contains($0) } ?? false
  }

  /// Leaves out the references to some entries.
  ///
  /// - Returns: The indices of the alternatives or properties with these references, in order.
  mutating func exclude(_ entries: Set<EntryID>) -> [Int] {
    excluded.formUnion(entries)
    let found = entries.flatMap { indices[$0, default: []] }.sorted()
    remainingCount -= found.count
    remainingPatternCount -= found.count { $0 >= firstPattern }
    return found
  }
}

extension ImportSource {
  /// Notes an alternative that contradicts the schemas next to its union.
  func noteContradiction(in alternative: SchemaID, of keyword: Keyword) {
    noteExcluded(alternative, keyword, "The alternative", because: Self.contradiction)
  }

  static let exclusion = "schemas that apply to the same object exclude each other"

  fileprivate static let contradiction = "it contradicts the schemas next to the union"

  /// Notes a part that is left out, since combined schemas contradict each other.
  ///
  /// `contradiction` is a clause without a capital letter at the start and without a full stop.
  func noteExcluded(
    _ schema: SchemaID, _ keyword: Keyword, _ part: String, because contradiction: String
  ) {
    note(.excluded, at: schema.node, keyword, "\(part) is left out, because \(contradiction).")
  }
}

extension GenerationSchema.Kind {
  /// The index of the first property whose names match a pattern; `nil` if there is none.
  ///
  /// Such properties come last.
  fileprivate var firstPattern: Int? {
    guard case .object(let properties, _) = self, properties.last?.isPattern == true else {
      return nil
    }
    return properties.firstIndex(where: \.isPattern)
  }

  /// The types that values of the kind may have.
  fileprivate var types: ValueTypes { valueKind.map { ValueTypes($0) } ?? .all }
}

extension GenerationSchema.Property.Name {
  /// The name or the pattern for a sentence.
  fileprivate var phrase: String {
    switch self {
    case .exact(let name): "'\(name.excerpt)'"
    case .matching(let pattern): "the pattern '\(pattern.source.excerpt)'"
    }
  }
}

extension Entry {
  /// The smallest number of some parts that the guides require.
  fileprivate func least(_ part: CountedPart) -> Int {
    guides.reduce(0) { least, guide in
      guard case .count(part, let minimum?, _) = guide.constraint else { return least }
      return max(least, minimum)
    }
  }
}
