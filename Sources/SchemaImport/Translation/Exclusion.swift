import SchemaDocuments

/// Leaves out alternatives, optional properties and elements that no value satisfies, which accepts
/// the same values.
struct Exclusion {
  private(set) var entries: [Entry]
  private(set) var log: ImportLog

  /// The error for each entry that no value satisfies, without its path.
  private var faults: [Int: SchemaImportError]

  /// The entries among them whose combined schemas contradict each other.
  private var contradictions: Set<Int> = []

  init(_ entries: [Entry], _ faults: [Int: SchemaImportError], _ log: ImportLog) {
    (self.entries, self.faults, self.log) = (entries, faults, log)
  }

  /// - Throws: ``SchemaImportError`` by the rule `unsatisfiable`, without its path, if a place
  ///   cannot be left out.
  /// - Complexity: Linear in the number of entries and their references.
  mutating func run() throws(SchemaImportError) {
    guard !faults.isEmpty else { return }
    var pending = faults.keys.sorted()
    for entry in pending where entries[entry].isCombined { contradictions.insert(entry) }
    var parents = [[Int]](repeating: [], count: entries.count)
    for (number, entry) in entries.enumerated() {
      for child in entry.kind.references { parents[child].append(number) }
    }
    while !pending.isEmpty {
      if let fault = faults[0] { throw fault }
      var children: [Int: Set<Int>] = [:]
      for entry in pending {
        for parent in parents[entry] where faults[parent] == nil {
          children[parent, default: []].insert(entry)
        }
      }
      pending = children.keys.sorted()
      for parent in pending {
        guard let cause = exclude(children[parent, default: []], from: parent) else { continue }
        faults[parent] = faults[cause]
        if contradictions.contains(cause) { contradictions.insert(parent) }
      }
      pending.removeAll { faults[$0] == nil }
    }
  }

  /// Leaves out the references of an entry to others.
  ///
  /// - Returns: The reference because of which no value satisfies the entry, if none does.
  private mutating func exclude(_ children: Set<Int>, from parent: Int) -> Int? {
    guard let first = children.min() else { return nil }
    switch entries[parent].kind {
    case .anyOf(let choices):
      let others = choices.filter { $0.entry.map { !children.contains($0) } ?? true }
      for child in children.sorted() {
        noteLeftOut(child, "anyOf", "The alternative", because: ImportLog.contradiction)
      }
      entries[parent].kind = .anyOf(others)
      return others.isEmpty ? first : nil
    case .object(var properties, var additional):
      for (index, property) in properties.enumerated() {
        guard let child = property.reference.entry, children.contains(child) else { continue }
        guard property.isOptional else { return child }
        noteLeftOut(
          child, "properties", "'\(property.name)'",
          because: ImportLog.exclusion)
        properties[index] = GenerationSchema.Property(
          name: property.name, reference: never(), isOptional: true,
          isPattern: property.isPattern)
      }
      if let child = additional?.entry, children.contains(child) {
        noteLeftOut(
          child, "additionalProperties", "Any further property",
          because: ImportLog.exclusion)
        additional = nil
      }
      entries[parent].kind = .object(properties, additional: additional)
      return nil
    case .array where entries[parent].leastCount == 0:
      noteLeftOut(
        first, "items", "Any element",
        because: "schemas that apply to the same element exclude each other")
      entries[parent].kind = .tuple([])
      entries[parent].guides = []
      return nil
    default: return first
    }
  }

  /// A reference to an entry that allows nothing.
  private mutating func never() -> GenerationSchema.Reference {
    var entry = Entry(place: nil, schema: SchemaID(0), hint: nil)
    entry.kind = .never
    entries.append(entry)
    return .entry(entries.count - 1)
  }

  /// Notes that a part of a schema is left out: where schemas that are combined contradict each
  /// other, that may be meant, and otherwise it is probably a mistake.
  private mutating func noteLeftOut(
    _ child: Int, _ keyword: String, _ part: String, because contradiction: String
  ) {
    if contradictions.contains(child) {
      log.noteExcluded(entries[child].schema, keyword, part, because: contradiction)
    } else if let fault = faults[child] {
      log.note(
        .neverValid, at: fault.node ?? entries[child].schema.node, keyword,
        "\(part) is left out, because nothing is valid there: \(fault.problem)",
        remedy: fault.recoverySuggestion ?? "Relax a constraint, or remove the schema.")
    }
  }
}

extension ImportLog {
  /// Notes an alternative that contradicts the schemas next to its union.
  mutating func noteContradiction(in alternative: SchemaID) {
    noteExcluded(alternative, "anyOf", "The alternative", because: Self.contradiction)
  }

  static let exclusion = "schemas that apply to the same object exclude each other"

  fileprivate static let contradiction = "it contradicts the schemas next to the union"

  /// Notes a part that is left out since schemas that are combined contradict each other.
  mutating func noteExcluded(
    _ schema: SchemaID, _ keyword: String, _ part: String, because contradiction: String
  ) {
    note(.excluded, at: schema.node, keyword, "\(part) is left out, because \(contradiction).")
  }
}

extension Entry {
  /// The least number of elements, if it is an array.
  fileprivate var leastCount: Int {
    guides.reduce(0) { least, guide in
      if case .count(let minimum?, _) = guide.constraint { max(least, minimum) } else { least }
    }
  }
}
