@testable import AutomergeDocument

/// The whole state of a document, in parts with names: what each owner has, and what follows from
/// it.
///
/// Without it are only what speeds up later calls, such as the shape of a sequence's tree.
struct DocumentState {
  private let parts: [String: [String]]
  private let patches: [[Patch]]

  init(_ document: Document) throws {
    // The calls below commit, so they get a copy.
    var core = document.withCore { $0 }
    let set = core.set
    var parts = [
      "operations": Self.operations(of: set), "objects": Self.objects(of: set),
      "pending edits": [
        "\(core.pending.actor) \(String(describing: core.pending.edits))",
        "\(core.pending.checkpoint())",
      ],
      "recorded steps": [
        "\(String(describing: Mirror(reflecting: set).descendant("undoLog", "steps")))"
      ],
      "actors": set.actors.actors.map(\.description),
      "strings": (0..<set.strings.count).map { set.strings[StringIndex($0)] },
      "values": ["\(set.values.bytes)"],
      "memory": ["\(set.memory) \(set.registers.conflicts.count)"],
      "history": core.history.records.map { "\($0)" },
      "heads": core.history.heads.map(\.description),
      "changes up to the heads": core.history.changes(since: []).map { "\($0.value)" },
      "hashes": core.history.hashes.map(\.description).sorted(),
      "encoding": ["\(core.history.isNeededForSaving) \(core.history.isIncomplete)"],
      "waiting changes": core.history.waitingChanges.map(\.hash.description)
        + core.history.missingDependencies(of: []).map(\.description),
    ]
    let clock = try core.clock(at: core.history.heads)
    parts["clock"] = (0..<set.rows.count).map { "\(clock.covers(set.rows[RowIndex($0)].id))" }
    patches = [
      core.patches(from: [], to: nil), core.patches(from: nil, to: core.history.heads),
      core.patches(sinceEdit: 0), core.patchesOfRollback(),
    ]
    // Both depend on what the file of the last save contains.
    var saving = core
    saving.commit()
    parts["new changes"] = ["\(try saving.saveIncremental())"]
    parts["file"] = ["\(try saving.save())"]
    self.parts = parts
  }

  /// Returns the names of the parts that differ from another state.
  func differences(from other: DocumentState) -> [String] {
    var names = parts.keys.filter { parts[$0] != other.parts[$0] }
    if patches != other.patches { names.append("patches") }
    return names.sorted()
  }

  private static func operations(of set: OpSet) -> [String] {
    let rows = (0..<set.rows.count).map { RowIndex($0) }
    let operations = rows.map { row in
      "\(set.rows[row]) \(set.rows.successors(of: row)) \(set.counters[row]) "
        + "\(set.rows.markName(of: row).map { set.strings[$0] } ?? "")"
    }
    return operations + ["\(set.rows.maximumCounter)"]
  }

  private static func objects(of set: OpSet) -> [String] {
    (0..<set.objects.count).map { place in
      let index = ObjectIndex(place)
      let object = set.objects[index]
      var values = object.keys.map { key in
        "\(set.strings[key]) \(self.values(of: set.registerKey(index, ObjectKey(key)), in: set))"
      }
      object.sequence?.forEach { element, width in
        let key = set.registerKey(index, ObjectKey(element))
        values.append("\(element.value) \(width) \(self.values(of: key, in: set))")
        return true
      }
      return "\(object.id) \(object.type) \(object.row.map { $0.value } ?? -1) \(values)"
    }
  }

  /// Returns the rows that readers see at a key or an element.
  private static func values(of key: RegisterKey, in set: OpSet) -> [Int] {
    set.visibleRows(key).map(\.value)
  }
}
