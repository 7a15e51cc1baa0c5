import IndexedTables

/// The workspaces of a plan's grammars.
///
/// Each is made when the output reaches the first value of its grammar: a plan can have a grammar
/// for each of thousands of tools, and an output calls few of them.
final class ValueWorkspaces {
  private let tables: PlanTables
  private let work: MaskCounter
  /// The memory of walks, which all workspaces share.
  let memory = WalkMemory()
  private var made: [MaskWorkspace] = []
  /// For each grammar of the plan, the index of its workspace.
  private var indices: [EntryIndex<MaskWorkspace>?]

  init(_ tables: PlanTables, _ work: MaskCounter) {
    self.tables = tables
    self.work = work
    indices = Array(repeating: nil, count: tables.layout.grammars.count)
  }

  /// The workspace of a grammar.
  subscript(grammar: EntryIndex<PlanGrammar>) -> MaskWorkspace {
    if let known = indices[grammar.value] { return made[known] }
    let workspace = MaskWorkspace(tables.layout.grammars[grammar].tables, memory, work)
    indices[grammar.value] = made.add(workspace)
    return workspace
  }

  /// The workspace of a value.
  subscript(value: EntryIndex<PlanValue>) -> MaskWorkspace {
    self[tables.layout.values[value].grammar]
  }

  /// Indicates whether there are so many stacks that all workspaces should be replaced by new ones.
  var isFull: Bool { made.contains { $0.machine.isFull } }

  /// The memory of masks and stacks, in bytes.
  var byteCount: Int {
    made.reduce(indices.count * MemoryLayout<EntryIndex<MaskWorkspace>?>.stride) {
      $0 + $1.byteCount
    }
  }

  /// Removes all masks, and frees their memory.
  func removeMasks() { for workspace in made { workspace.removeMasks() } }

  /// Checks the stored masks of all grammars, and that nothing is left of a computation.
  func checkInvariants() {
    #if DEBUG
    for workspace in made {
      workspace.checkInvariants()
      assert(workspace.machine.items.count == 0, "items of a value are left")
    }
    #endif
  }
}
