import IndexedTables
import SchemaDocuments
import SchemaText

/// Makes a schema from the entries of a translation: finds definitions, and gives them names.
struct SchemaAssembler {
  private let source: ImportSource
  private var entries: IndexedTable<EntryID, Entry>
  private let faults: [EntryID: SchemaImportError]

  /// The name of each entry that becomes a definition; `nil` for the others.
  private var names = IndexedTable<EntryID, String?>(from: .root)
  private var taken: Set<ExactText> = []

  /// `true` if the root only refers to a definition without properties that others refer to.
  ///
  /// A description would keep the others from referring to the root.
  private var sharesRoot = false
  private var suffixes: [ExactText: Int] = [:]

  /// The facts of an alias and of the aliases after it.
  private struct AliasFacts {
    /// `true` if one of them describes constraints.
    var hasSentences = false
    /// The first description of them, or of the entry at the end.
    var words: String?
  }

  /// The facts of the aliases that were followed.
  private var aliasFacts: [EntryID: AliasFacts] = [:]

  /// The limit of the bytes of sentences that aliases repeat from the aliases after them.
  private var sentenceBytes: WorkBudget

  init(_ translator: Translator) {
    source = translator.source
    (entries, faults) = (translator.table.entries, translator.table.faults)
    sentenceBytes = WorkBudget(inProportionTo: entries.count, factor: 64, least: 1 << 16)
  }

  /// The schema.
  ///
  /// - Throws: ``SchemaImportError`` by the rules `circularReference` and `unsatisfiable`.
  /// - Complexity: Linear in the number of entries and their references, without recursion.
  mutating func assemble() throws(SchemaImportError) -> GenerationSchema {
    try checkCycles()
    var exclusion = Exclusion(entries, faults, source)
    do throws(SchemaImportError) {
      try exclusion.run()
    } catch {
      throw source.located(error)
    }
    entries = exclusion.entries
    chooseNames()
    var builder = SchemaTableBuilder(name: entries[.root].title ?? "Schema")
    // The entries keep their indices, which their references contain.
    for entry in entries.indices {
      _ = builder.append(
        entries[entry].kind, title: title(of: entry), summary: summary(of: entry),
        guides: guides(of: entry))
    }
    do throws(SchemaError) {
      return try builder.makeSchema()
    } catch {
      throw source.fault(
        .unsupported, entries[.root].schema.node, error.context.debugDescription,
        error.recoverySuggestion ?? "Simplify the schema.")
    }
  }

  private func title(of entry: EntryID) -> GenerationSchema.Title {
    if entry == .root, let title = entries[.root].title {
      if entries[.root].kind.isObjectOrUnion { return .title(title) }
      return isTaken(title) ? .none : .definition(title)
    }
    return names[entry].map { .definition($0) } ?? .none
  }

  /// Returns `true` if a definition has the title, so that the root cannot have it, too.
  private func isTaken(_ title: String) -> Bool { taken.contains(ExactText(title)) }

  // MARK: Words

  /// The constraints of an entry, with those that are told in words.
  ///
  /// The description of an alias tells them itself, since all references to a definition share its
  /// constraints.
  private func guides(of id: EntryID) -> [GuideValue] {
    let entry = entries[id]
    if entry.kind.isAlias || entry.words.isEmpty { return entry.guides }
    return entry.guides + entry.words.map { GuideValue(.words($0)) }
  }

  /// The description of an entry.
  ///
  /// For an alias that tells constraints in words, the description of its target comes first, since
  /// the description of an alias replaces it.
  private mutating func summary(of id: EntryID) -> String? {
    guard entries[id].kind.isAlias, id != .root || !sharesRoot else { return words(of: id) }
    let facts = facts(ofAlias: id)
    guard facts.hasSentences else { return words(of: id) }
    // From this alias to the last one.
    var sentences: [[String]] = []
    var next = id
    while let target = entries[next].kind.aliasTarget {
      let own = entries[next].words.map(\.sentence)
      guard next == id || sentenceBytes.take(1 + own.reduce(0) { $0 + $1.utf8.count }) else {
        source.noteTooMuch(at: entries[id].schema)
        break
      }
      sentences.append(own)
      next = target
    }
    return ([facts.words] + sentences.reversed().flatMap { $0 }).joinedSentences()
  }

  /// The facts of a chain of aliases from one of them on.
  ///
  /// Each alias is followed once.
  private mutating func facts(ofAlias id: EntryID) -> AliasFacts {
    let (aliases, end) = aliases(from: id) { aliasFacts[$0] != nil }
    var facts = aliasFacts[end] ?? AliasFacts(words: words(of: end))
    for alias in aliases.reversed() {
      facts.hasSentences = facts.hasSentences || !entries[alias].words.isEmpty
      facts.words = words(of: alias) ?? facts.words
      aliasFacts[alias] = facts
    }
    return facts
  }

  /// The description of an entry, with the entry's title if the schema cannot have a title.
  private func words(of id: EntryID) -> String? {
    let entry = entries[id]
    guard let title = entry.title else { return entry.summary }
    guard id != .root || entry.kind.isAlias || (!entry.kind.isObjectOrUnion && isTaken(title))
    else {
      return entry.summary
    }
    var known = [names[id], entry.hint]
    if let target = entry.kind.aliasTarget { known.append(names[target]) }
    let letters = Self.letters(of: title)
    guard !known.contains(where: { $0.map(Self.letters) == letters }) else { return entry.summary }
    guard let summary = entry.summary else { return title }
    // A long title is not searched, since that takes time in proportion to both lengths.
    let isRepeated =
      letters.count <= Self.maximumSearched && Self.letters(of: summary).hasPart(letters)
    return isRepeated ? summary : "\(title): \(summary)"
  }

  /// The largest number of letters in a title that is searched in a description.
  private static let maximumSearched = 256

  /// The letters and digits of a text in lower case, by which names and titles are compared.
  private static func letters(of text: String) -> [UInt8] {
    text.lowercased().utf8.filter { $0 >= 0x80 || $0.isASCIIAlphanumeric }
  }

  // MARK: Names

  /// Names the targets of references, objects with properties and a title, and entries that would
  /// be repeated.
  private mutating func chooseNames() {
    let uses = uses()
    if entries[.root].kind.isAlias {
      var targets: [EntryID: EntryID] = [:]
      let target = target(of: .root, &targets)
      sharesRoot = uses[target] > 0 && !entries[target].kind.isObjectOrUnion
    }
    names = IndexedTable(repeating: nil, for: entries.indices)
    for entry in entries.indices.dropFirst()
    where entries[entry].isDefinition && !entries[entry].kind.isAlias {
      names[entry] = unique(source.definitionName(of: entries[entry].schema))
    }
    for entry in entries.indices.dropFirst() where names[entry] == nil {
      if let title = entries[entry].title, entries[entry].kind.isRecord {
        names[entry] = unique(title)
      } else if uses[entry] > 1, isWorthName(entries[entry]) {
        names[entry] = unique(entries[entry].title ?? entries[entry].hint ?? "Value")
      }
    }
  }

  /// The number of uses of each entry, through aliases.
  private func uses() -> IndexedTable<EntryID, Int> {
    var uses = IndexedTable<EntryID, Int>(repeating: 0, for: entries.indices)
    // A dictionary, since few entries are aliases.
    var targets: [EntryID: EntryID] = [:]
    for entry in entries.indices where !entries[entry].kind.isAlias {
      entries[entry].kind.forEachReference { uses[target(of: $0, &targets)] += 1 }
    }
    return uses
  }

  /// The entry at the end of a chain of aliases, which is recorded for all aliases of the chain.
  private func target(of entry: EntryID, _ targets: inout [EntryID: EntryID]) -> EntryID {
    let (aliases, end) = aliases(from: entry) { targets[$0] != nil }
    let target = targets[end] ?? end
    for alias in aliases { targets[alias] = target }
    return target
  }

  /// The aliases from an entry on, up to one that is known, and the entry after them: the known
  /// alias, or the end of the chain.
  private func aliases(
    from entry: EntryID, until isKnown: (EntryID) -> Bool
  ) -> (aliases: [EntryID], end: EntryID) {
    var aliases: [EntryID] = []
    var end = entry
    while let next = entries[end].kind.aliasTarget, !isKnown(end) {
      aliases.append(end)
      end = next
    }
    return (aliases, end)
  }

  /// Returns `true` if an entry is large enough for a definition.
  private func isWorthName(_ entry: Entry) -> Bool {
    switch entry.kind {
    case .object: return true
    case .array, .tuple, .anyOf:
      let references = entry.kind.references
      return references.count > 4
        || references.contains { !entries[$0].kind.isScalar || entries[$0].hasLongList }
    default: return entry.hasLongList
    }
  }

  /// A new name for a definition, made from a given name.
  private mutating func unique(_ name: String) -> String {
    var result = name
    while !taken.insert(ExactText(result)).inserted {
      let number = suffixes[ExactText(name), default: 1] + 1
      suffixes[ExactText(name)] = number
      result = "\(name)_\(number)"
    }
    return result
  }

  // MARK: Cycles

  /// Checks that no schema is its own alternative, or refers to itself and nothing else.
  private func checkCycles() throws(SchemaImportError) {
    // Most entries have no alternatives.
    let starts = entries.indices.filter { entries[$0].kind.hasAlternatives }
    if starts.isEmpty { return }
    let cycle = CycleSearch.closingStep(among: 0..<entries.count, from: starts.map(\.number)) {
      var targets: [Int] = []
      entries[EntryID(number: $0)].kind.forEachReference { target in
        if entries[target].kind.hasAlternatives { targets.append(target.number) }
      }
      return targets
    }
    guard let cycle else { return }
    throw source.fault(
      .circularReference, entries[EntryID(number: cycle.target)].schema.node,
      "The schema refers to itself without a property or an element in between.",
      "Remove the reference, or put it into a property.")
  }
}

extension EntryID {
  fileprivate init(number: Int) { self = Self.root.advanced(by: number) }

  fileprivate var number: Int { Self.root.distance(to: self) }
}

extension [UInt8] {
  /// Returns `true` if the bytes contain other bytes as one consecutive part.
  fileprivate func hasPart(_ other: [UInt8]) -> Bool {
    guard let first = other.first, count >= other.count else { return other.isEmpty }
    return (0...count - other.count).contains { start in
      self[start] == first && self[start..<start + other.count].elementsEqual(other)
    }
  }
}

extension GenerationSchema.Kind {
  /// The entries that the kind refers to, in order.
  var references: [EntryID] {
    var references: [EntryID] = []
    forEachReference { references.append($0) }
    return references
  }

  /// Calls a closure with each entry that the kind refers to, in order.
  func forEachReference(_ body: (EntryID) -> Void) {
    func visit(_ reference: GenerationSchema.Reference) {
      if let entry = reference.entry { body(entry) }
    }
    switch self {
    case .array(let element): visit(element)
    case .tuple(let elements, _, let rest):
      elements.forEach(visit)
      if let rest { visit(rest) }
    case .anyOf(let choices): choices.forEach(visit)
    case .alias(let target): visit(target)
    case .object(let properties, let additional):
      for index in properties.indices { visit(properties[index].reference) }
      if let additional { visit(additional) }
    default: break
    }
  }

  /// `true` if the entry describes a value by other entries for the same value.
  var hasAlternatives: Bool {
    switch self {
    case .anyOf, .alias: true
    default: false
    }
  }

  /// The entry whose values an alias has; `nil` if the entry is not an alias.
  var aliasTarget: EntryID? {
    if case .alias(let target) = self { target.entry } else { nil }
  }

  var isAlias: Bool { valueKind == nil }

  var isObjectOrUnion: Bool { valueKind == .object || valueKind == .anyOf }

  /// `true` if the entry is an object with properties of its own.
  ///
  /// Only such entries are named after their titles, since other titles mostly repeat or describe
  /// the property.
  var isRecord: Bool {
    if case .object(let properties, _) = self { !properties.isEmpty } else { false }
  }

  /// `true` if the entry refers to no other entry.
  var isScalar: Bool {
    switch self {
    case .array, .tuple, .anyOf, .alias, .object: false
    default: true
    }
  }
}

extension Entry {
  /// `true` if the guides list so many values that several places share a definition.
  ///
  /// Models read a short list most easily where it is used.
  fileprivate var hasLongList: Bool {
    guides.contains { guide in
      switch guide.constraint {
      case .choices(let choices): choices.count > 64
      case .scalars(let scalars): scalars.count > 64
      default: false
      }
    }
  }
}
