import SchemaDocuments
import SchemaEncoding

extension Translator {
  /// Leaves out alternatives and optional properties that no value satisfies because the schemas
  /// combined for them contradict each other.
  ///
  /// - Throws: ``SchemaImportError`` by the rule `unsatisfiable` for every other such place.
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
    while let entry = pending.popLast() {
      guard let fault = faults[entry] else { continue }
      guard entry > 0 else { throw fault }
      for parent in parents[entry] where faults[parent] == nil {
        try exclude(entry, from: parent, fault)
        if faults[parent] != nil { pending.append(parent) }
      }
    }
  }

  private mutating func exclude(
    _ entry: Int, from parent: Int, _ fault: SchemaImportError
  ) throws(SchemaImportError) {
    switch entries[parent].kind {
    case .alias, .tuple: faults[parent] = fault
    case .anyOf(let choices):
      let others = choices.filter { $0.entry != entry }
      reader.log.add(
        .excluded, at: entries[entry].node, "anyOf",
        "The alternative is left out, because it contradicts what stands beside the union.")
      entries[parent].kind = .anyOf(others)
      if others.isEmpty { faults[parent] = fault }
    case .object(var properties, var additional):
      for (index, property) in properties.enumerated() where property.reference.entry == entry {
        guard property.isOptional else {
          faults[parent] = fault
          return
        }
        noteExcluded(entries[entry].node, property.name)
        properties[index] = GenerationSchema.Property(
          name: property.name, reference: constant(.never), isOptional: true,
          isPattern: property.isPattern)
      }
      if additional?.entry == entry { additional = nil }
      entries[parent].kind = .object(properties, additional: additional)
    default: throw fault
    }
  }
}
