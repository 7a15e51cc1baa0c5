import SchemaDocuments
import SchemaEncoding

extension Translator {
  /// Leaves out alternatives and optional properties that no value satisfies because the schemas
  /// combined for them contradict each other.
  ///
  /// - Throws: ``SchemaImportError`` by the rule `unsatisfiable` for every other such place.
  /// - Complexity: Linear in the number of entries and their references.
  mutating func excludeUnsatisfiable() throws(SchemaImportError) {
    guard !faults.isEmpty else { return }
    var pending = faults.keys.sorted()
    for entry in pending where !entries[entry].isCombined {
      if let fault = faults[entry] { throw fault }
    }
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
        faults[parent] = try exclude(children[parent, default: []], from: parent)
      }
      pending.removeAll { faults[$0] == nil }
    }
  }

  /// Leaves out the references of an entry to others.
  ///
  /// - Returns: Why no value satisfies the entry without them, if none does.
  private mutating func exclude(
    _ children: Set<Int>, from parent: Int
  ) throws(SchemaImportError) -> SchemaImportError? {
    let fault = children.min().flatMap { faults[$0] }
    switch entries[parent].kind {
    case .alias, .tuple: return fault
    case .anyOf(let choices):
      let others = choices.filter { $0.entry.map { !children.contains($0) } ?? true }
      for child in children.sorted() {
        reader.log.add(
          .excluded, at: entries[child].node, "anyOf",
          "The alternative is left out, because it contradicts what stands beside the union.")
      }
      entries[parent].kind = .anyOf(others)
      return others.isEmpty ? fault : nil
    case .object(var properties, var additional):
      for (index, property) in properties.enumerated() {
        guard let child = property.reference.entry, children.contains(child) else { continue }
        guard property.isOptional else { return faults[child] }
        noteExcluded(entries[child].node, property.name)
        properties[index] = GenerationSchema.Property(
          name: property.name, reference: constant(.never), isOptional: true,
          isPattern: property.isPattern)
      }
      if let child = additional?.entry, children.contains(child) { additional = nil }
      entries[parent].kind = .object(properties, additional: additional)
      return nil
    default:
      if let fault { throw fault }
      return nil
    }
  }
}
