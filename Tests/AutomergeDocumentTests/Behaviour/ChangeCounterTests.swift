import Testing

@testable import AutomergeDocument

/// H5: what was accepted can be saved and loaded again, and never makes later work impossible.
struct ChangeCounterTests {
  private let document = Document(actor: ActorId(bytes: [9]))

  init() throws {
    for number in 0..<5 { try document.put(obj: .ROOT, key: "own", value: .Int(Int64(number))) }
    try document.commitWith()
  }

  /// Whether a document can be saved and loaded, and edited after that.
  private func expectUsable(
    _ document: Document, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let again = try Document(document.save())
    #expect(again.heads() == document.heads(), sourceLocation: sourceLocation)
    for used in [document, again] {
      try used.put(obj: .ROOT, key: "later", value: .Int(1))
      try used.commitWith()
      try used.put(obj: .ROOT, key: "later", value: .Int(2))
      #expect(
        try Document(used.save()).get(obj: .ROOT, key: "later") == .Scalar(.Int(2)),
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [4_294_967_295, 4_294_967_294, 2_147_483_649] as [UInt64], [0, 1, 3])
  func `H5: a change that would use up the counters is rejected on receipt`(
    first: UInt64, count: Int
  ) throws {
    for dependencies in [[], document.sortedHeads] {
      var change = CraftedChange(settingKeys: (0..<count).map { "key \($0)" })
      if count == 0 { change = CraftedChange() }
      change.firstOperation = first
      change.dependencies = dependencies
      let heads = document.heads()
      let error = expectError(.invalidChange) {
        try document.applyEncodedChanges(encoded: change.chunk)
      }
      #expect(error?.message.contains("\(first)") == true)
      #expect(document.heads() == heads)
      try expectUsable(document)
    }
  }

  @Test(arguments: [1, 4, 5] as [UInt64])
  func `H5: a change that repeats counters of its dependencies is rejected on receipt`(
    first: UInt64
  ) throws {
    for keys in [["key"], []] {
      var change = keys.isEmpty ? CraftedChange() : CraftedChange(settingKeys: keys)
      change.firstOperation = first
      change.dependencies = document.sortedHeads
      let heads = document.heads()
      expectError(.invalidChange) { try document.applyEncodedChanges(encoded: change.chunk) }
      #expect(document.heads() == heads)
      try expectUsable(document)
    }
  }

  @Test(arguments: [6, 7, 1_000_000, 2_147_483_648] as [UInt64])
  func `H5: a change may skip counters of changes that it doesn't depend on`(first: UInt64) throws {
    // An edit on earlier heads begins behind all counters that its replica knows.
    var change = CraftedChange(settingKeys: ["key"])
    change.firstOperation = first
    change.dependencies = document.sortedHeads
    try document.applyEncodedChanges(encoded: change.chunk)
    #expect(document.heads() == [change.hash])
    try expectUsable(document)
  }
}
