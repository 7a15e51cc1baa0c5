import SchemaDocuments

/// Makes a schema from the entries of a translation: finds definitions, and gives them names.
struct SchemaAssembler {
  private let source: ImportSource
  private var entries: [Entry]
  private let faults: [Int: SchemaImportError]

  /// The name of each entry that becomes a definition; `nil` for the others.
  private var names: [String?] = []
  private var taken: Set<ExactText> = []
  private var suffixes: [ExactText: Int] = [:]

  init(_ translator: Translator) {
    (source, entries, faults) = (translator.source, translator.entries, translator.faults)
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
    var builder = SchemaTableBuilder(name: entries[0].title ?? "Schema")
    for number in entries.indices {
      _ = builder.append(
        entries[number].kind, title: title(of: number), summary: words(number),
        guides: entries[number].guides)
    }
    do throws(SchemaError) {
      return try builder.makeSchema()
    } catch {
      throw source.fault(
        .unsupported, entries[0].schema.node, error.context.debugDescription,
        error.recoverySuggestion ?? "Simplify the schema.")
    }
  }

  private func title(of number: Int) -> GenerationSchema.Title {
    if number == 0, let title = entries[0].title {
      if entries[0].kind.isObjectOrUnion { return .title(title) }
      return isTaken(title) ? .none : .definition(title)
    }
    return names[number].map { .definition($0) } ?? .none
  }

  /// Returns `true` if a definition has the title, so that the root cannot have it, too.
  private func isTaken(_ title: String) -> Bool { taken.contains(ExactText(title)) }

  // MARK: Words

  /// The description of an entry, with the entry's title if the schema cannot have a title.
  private func words(_ number: Int) -> String? {
    guard let title = entries[number].title else { return entries[number].summary }
    let entry = entries[number]
    guard number > 0 || entry.kind.isAlias || (!entry.kind.isObjectOrUnion && isTaken(title)) else {
      return entry.summary
    }
    var known = [names[number], entry.hint]
    if case .alias(.entry(let target)) = entry.kind { known.append(names[target]) }
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
    text.lowercased().utf8.filter { byte in
      byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
    }
  }

  // MARK: Names

  /// Names the targets of references, objects with properties and a title, and entries that would
  /// be repeated.
  private mutating func chooseNames() {
    let uses = uses()
    names = Array(repeating: nil, count: entries.count)
    for number in entries.indices.dropFirst()
    where entries[number].isDefinition && !entries[number].kind.isAlias {
      names[number] = unique(source.definitionName(of: entries[number].schema))
    }
    for number in entries.indices.dropFirst() where names[number] == nil {
      if let title = entries[number].title, entries[number].kind.isRecord {
        names[number] = unique(title)
      } else if uses[number] > 1, isWorthName(entries[number]) {
        names[number] = unique(entries[number].title ?? entries[number].hint ?? "Value")
      }
    }
  }

  /// The number of uses of each entry, through aliases.
  private func uses() -> [Int] {
    var uses = [Int](repeating: 0, count: entries.count)
    // A dictionary, since few entries are aliases.
    var targets: [Int: Int] = [:]
    for entry in entries.indices where !entries[entry].kind.isAlias {
      entries[entry].kind.forEachReference { uses[target(of: $0, &targets)] += 1 }
    }
    return uses
  }

  /// The entry at the end of a chain of aliases, which is recorded for all aliases of the chain.
  private func target(of number: Int, _ targets: inout [Int: Int]) -> Int {
    var chain: [Int] = []
    var target = number
    while case .alias(.entry(let next)) = entries[target].kind {
      if let known = targets[target] {
        target = known
        break
      }
      chain.append(target)
      target = next
    }
    for alias in chain { targets[alias] = target }
    return target
  }

  /// Returns `true` if repeating an entry costs more than a reference to it.
  private func isWorthName(_ entry: Entry) -> Bool {
    switch entry.kind {
    case .object: return true
    case .array, .tuple, .anyOf:
      let references = entry.kind.references
      return references.count > 4 || references.contains { !entries[$0].kind.isScalar }
    default: return false
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
    let cycle = CycleSearch.closingStep(among: entries.indices, from: starts) {
      entries[$0].kind.alternatives
    }
    guard let cycle else { return }
    throw source.fault(
      .circularReference, entries[cycle.target].schema.node,
      "The schema refers to itself without a property or an element in between.",
      "Remove the reference, or put it into a property.")
  }
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
  var references: [Int] {
    var references: [Int] = []
    forEachReference { references.append($0) }
    return references
  }

  /// Calls a closure with each entry that the kind refers to, in order.
  func forEachReference(_ body: (Int) -> Void) {
    func visit(_ reference: GenerationSchema.Reference) {
      if let entry = reference.entry { body(entry) }
    }
    switch self {
    case .array(let element): visit(element)
    case .tuple(let elements): elements.forEach(visit)
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

  /// The entries that describe the same value.
  var alternatives: [Int] { hasAlternatives ? references : [] }

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

extension GenerationSchema.Reference {
  /// The number of the entry.
  var entry: Int? { if case .entry(let entry) = self { entry } else { nil } }
}
