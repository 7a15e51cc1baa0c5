import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// H3: changes of a few hundred bytes take time in proportion to their operations, which are runs.
///
/// Each of these took minutes when something was searched for each operation.
struct StallTests {
  typealias Column = CraftedChange.Column

  private let document = Document(actor: ActorId(bytes: [9]))

  @Test(.timeLimit(.minutes(10)))
  func `H3: deletions of one of many values that conflict`() throws {
    let values = tried(of: 40_000)
    let deletions = tried(of: 100_000)
    let count = values + deletions
    var change = CraftedChange(settingKeys: Array(repeating: "key", count: count))
    change.columns[Column.action] =
      CraftedChange.run(.set, values) + CraftedChange.run(.delete, deletions)
    change.columns[Column.predecessorGroup] =
      CraftedChange.run(0, values) + CraftedChange.run(1, deletions)
    change.columns[Column.predecessorActor] = CraftedChange.run(0, deletions)
    change.columns[Column.predecessorCounter] =
      CraftedChange.run(difference: 1, 1) + CraftedChange.run(difference: 0, deletions - 1)
    #expect(change.chunk.count < 300)
    try document.applyEncodedChanges(encoded: change.chunk)
    #expect(try document.getAll(obj: .ROOT, key: "key").count == values - 1)
  }

  @Test(.timeLimit(.minutes(10)))
  func `H3: insertions behind all that another change has inserted`() throws {
    let count = tried(of: 40_000)
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.commitWith()
    let heads = document.sortedHeads
    for (actor, first) in [(1, 1_000_001), (2, 2)] as [(UInt8, UInt64)] {
      var change = CraftedChange()
      change.actor = [actor]
      change.otherActors = [[9]]
      change.dependencies = heads
      change.firstOperation = first
      change.columns = [
        Column.objectActor: CraftedChange.run(1, count),
        Column.objectCounter: CraftedChange.run(1, count),
        Column.keyCounter: CraftedChange.run(difference: 0, count),
        Column.insert: CraftedChange.booleans(true, count),
        Column.action: CraftedChange.run(.set, count),
        Column.valueMetadata: CraftedChange.run(0, count),
        Column.predecessorGroup: CraftedChange.run(0, count),
      ]
      #expect(change.chunk.count < 300)
      try document.applyEncodedChanges(encoded: change.chunk)
    }
    #expect(document.length(obj: list) == UInt64(2 * count))
  }
}
