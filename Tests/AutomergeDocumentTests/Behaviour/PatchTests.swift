import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// The patches of single steps.
struct PatchTests {
  private let document = Document(actor: ActorId(bytes: [1]))

  /// Returns the patches of some edits.
  private func patches(_ edits: () throws -> Void) rethrows -> [Patch] {
    let heads = document.heads()
    try edits()
    return document.difference(since: heads)
  }

  private func text(_ string: String) throws -> ObjId {
    let text = try document.putText(string)
    return text
  }

  private func mark(_ start: UInt64, _ end: UInt64, _ value: ScalarValue = .Boolean(true)) -> Mark {
    Mark(start: start, end: end, name: "bold", value: .Scalar(value))
  }

  @Test func `entries of a map are put, incremented and deleted`() throws {
    #expect(
      try patches { try document.put(obj: .ROOT, key: "n", value: .Counter(1)) }.map(\.action)
        == [.Put(.ROOT, .Key("n"), .Scalar(.Counter(1)))])
    let patches = try patches {
      try document.increment(obj: .ROOT, key: "n", by: 2)
      try document.increment(obj: .ROOT, key: "n", by: 3)
      try document.put(obj: .ROOT, key: "k", value: .Null)
      try document.delete(obj: .ROOT, key: "k")
    }
    #expect(patches.map(\.action) == [.Increment(.ROOT, .Key("n"), 5)])
    #expect(patches.allSatisfy { $0.path.isEmpty })
    #expect(
      try self.patches { try document.delete(obj: .ROOT, key: "n") }.map(\.action)
        == [.DeleteMap(.ROOT, "n")])
  }

  @Test func `a new object is put empty and then filled`() throws {
    var list = ObjId.ROOT
    let patches = try patches {
      let map = try document.putObject(obj: .ROOT, key: "map", ty: .Map)
      list = try document.putObject(obj: map, key: "list", ty: .List)
      try document.insert(obj: list, index: 0, value: .Int(1))
      try document.insert(obj: list, index: 1, value: .Int(2))
    }
    let map = try #require(try document.path(obj: list).last?.obj)
    #expect(
      patches.map(\.action) == [
        .Put(.ROOT, .Key("map"), .Object(map, .Map)),
        .Put(map, .Key("list"), .Object(list, .List)),
        .Insert(obj: list, index: 0, values: [.Scalar(.Int(1)), .Scalar(.Int(2))], marks: [:]),
      ])
    #expect(
      patches.map(\.path) == [
        [], [PathElement(obj: .ROOT, prop: .Key("map"))],
        [PathElement(obj: .ROOT, prop: .Key("map")), PathElement(obj: map, prop: .Key("list"))],
      ])
  }

  @Test func `successive insertions and deletions are one patch each`() throws {
    let list = try document.putObject(obj: .ROOT, key: "list", ty: .List)
    try document.splice(obj: list, start: 0, delete: 0, values: [.Int(0), .Int(1), .Int(2)])
    let patches = try patches {
      try document.splice(obj: list, start: 0, delete: 2, values: [])
      try document.splice(obj: list, start: 1, delete: 0, values: [.Int(3), .Int(4)])
      try document.put(obj: list, index: 0, value: .Int(5))
    }
    #expect(
      patches.map(\.action) == [
        .DeleteSeq(DeleteSeq(obj: list, index: 0, length: 2)),
        .Put(list, .Index(0), .Scalar(.Int(5))),
        .Insert(obj: list, index: 1, values: [.Scalar(.Int(3)), .Scalar(.Int(4))], marks: [:]),
      ])
  }

  @Test(arguments: [(TextEncoding.unicodeScalar, 1, 2), (.utf8, 4, 5), (.utf16, 2, 3)])
  func `indices in a text are in its units`(
    encoding: TextEncoding, width: UInt64, end: UInt64
  ) throws {
    let document = Document(textEncoding: encoding)
    let text = try document.putText("😀a")
    let heads = document.heads()
    try document.spliceText(obj: text, start: end, delete: 0, value: "xy")
    try document.spliceText(obj: text, start: 0, delete: Int64(width))
    #expect(
      document.difference(since: heads).map(\.action) == [
        .DeleteSeq(DeleteSeq(obj: text, index: 0, length: width)),
        .SpliceText(obj: text, index: 1, value: "xy", marks: [:]),
      ])
  }

  @Test func `marks change what was there, and inserted text has its marks`() throws {
    let text = try text("one two")
    let marked = try patches {
      try document.mark(
        obj: text, start: 0, end: 3, expand: .both, name: "bold", value: .Boolean(true))
    }
    #expect(marked.map(\.action) == [.Marks(text, [mark(0, 3)])])
    let inserted = try patches {
      try document.spliceText(obj: text, start: 3, delete: 0, value: "!")
    }
    #expect(
      inserted.map(\.action) == [
        .SpliceText(obj: text, index: 3, value: "!", marks: ["bold": .Scalar(.Boolean(true))])
      ])
    let both = try patches {
      try document.spliceText(obj: text, start: 1, delete: 0, value: "-")
      try document.mark(obj: text, start: 0, end: 5, expand: .none, name: "bold", value: .Null)
    }
    #expect(
      both.map(\.action) == [
        .SpliceText(obj: text, index: 1, value: "-", marks: [:]),
        .Marks(text, [mark(0, 5, .Null)]),
      ])
  }

  @Test func `a text can have more marks at one place than an insertion states`() throws {
    let text = try text("one two three")
    for number in 0..<70 as Range<UInt64> {
      try document.mark(
        obj: text, start: number % 3, end: 13 - number % 5, expand: .both, name: "m\(number)",
        value: .Uint(number))
    }
    let heads = document.heads()
    var tree = try PlainTree(document)
    let patches = try patches {
      try document.spliceText(obj: text, start: 5, delete: 2, value: "-")
      try document.mark(obj: text, start: 4, end: 9, expand: .none, name: "m1", value: .Null)
    }
    #expect(patches.count == 3)
    try tree.apply(patches)
    #expect(try tree == PlainTree(document))
    var whole = PlainTree(encoding: .unicodeScalar)
    try whole.apply(document.difference(from: [], to: heads))
    try whole.apply(document.difference(since: heads))
    #expect(whole == tree)
  }

  @Test func `a value that loses is a conflict, and one that wins is put`() throws {
    try document.put(obj: .ROOT, key: "k", value: .Int(0))
    let higher = try document.fork(actor: ActorId(bytes: [9]))
    let lower = try document.fork(actor: ActorId(bytes: [0]))
    try document.put(obj: .ROOT, key: "k", value: .Int(1))
    try higher.put(obj: .ROOT, key: "k", value: .Int(2))
    try lower.put(obj: .ROOT, key: "k", value: .Int(3))
    #expect(
      try document.mergeWithPatches(other: lower).map(\.action) == [.Conflict(.ROOT, .Key("k"))])
    #expect(
      try document.mergeWithPatches(other: higher).map(\.action)
        == [.Put(.ROOT, .Key("k"), .Scalar(.Int(2)))])
    #expect(try document.mergeWithPatches(other: higher).isEmpty)
    #expect(try document.mergeWithPatches(other: document).isEmpty)
  }

  @Test func `an object that comes back is filled again`() throws {
    let list = try document.putObject(obj: .ROOT, key: "k", ty: .List)
    try document.insert(obj: list, index: 0, value: .Int(1))
    let heads = document.heads()
    try document.put(obj: .ROOT, key: "k", value: .Null)
    #expect(
      document.difference(to: heads).map(\.action) == [
        .Put(.ROOT, .Key("k"), .Object(list, .List)),
        .Insert(obj: list, index: 0, values: [.Scalar(.Int(1))], marks: [:]),
      ])
  }

  @Test func `H3: patches of a deep document share their paths`() throws {
    let depth = 20_000
    var map = ObjId.ROOT
    for _ in 0..<depth { map = try document.putObject(obj: map, key: "m", ty: .Map) }
    let heads = document.heads()
    try document.put(obj: map, key: "k", value: .Int(1))
    let patches = document.difference(since: heads)
    #expect(patches.map(\.path.count) == [depth])
    #expect(document.difference(from: [], to: heads).count == depth)
    #expect(document.difference(to: []).map(\.action) == [.DeleteMap(.ROOT, "m")])
  }

  @Test func `what nobody sees has no patch`() throws {
    let list = try document.putObject(obj: .ROOT, key: "k", ty: .List)
    let other = try document.fork(actor: ActorId(bytes: [2]))
    try document.delete(obj: .ROOT, key: "k")
    try other.insert(obj: list, index: 0, value: .Int(1))
    #expect(try document.mergeWithPatches(other: other).isEmpty)
    #expect(document.difference(since: document.heads()).isEmpty)
    #expect(document.difference(from: [], to: []).isEmpty)
  }

  @Test func `unknown heads are ignored, and pending edits of a transaction are included`() throws {
    let unknown = try #require(ChangeHash(String(repeating: "ab", count: 32)))
    let put = PatchAction.Put(.ROOT, .Key("k"), .Scalar(.Int(1)))
    try document.transaction {
      try document.put(obj: .ROOT, key: "k", value: .Int(1))
      #expect(document.difference(since: [unknown]).map(\.action) == [put])
      #expect(document.difference(to: []).map(\.action) == [.DeleteMap(.ROOT, "k")])
      #expect(document.difference(from: [], to: document.heads()).isEmpty)
      #expect(document.pendingEdits == 1)
    }
    #expect(document.difference(from: [unknown], to: document.heads()).map(\.action) == [put])
  }

  @Test func `a call that fails has no patches, and the document stays observed`() async throws {
    var document: Document? = Document()
    let stream = try #require(document).patches()
    expectError(.indexOutOfBounds) {
      try document?.transaction {
        try document?.put(obj: .ROOT, key: "k", value: .Int(1))
        let list = try #require(try document?.putObject(obj: .ROOT, key: "l", ty: .List))
        try document?.delete(obj: list, index: 4)
      }
    }
    expectError(.corruptData) {
      _ = try document?.applyEncodedChangesWithPatches(encoded: [1, 2, 3])
    }
    try document?.put(obj: .ROOT, key: "k", value: .Int(2))
    try document?.put(obj: .ROOT, key: "k", value: .Int(2))
    try document?.rollback()
    document = nil
    var actions: [[PatchAction]] = []
    for await patches in stream { actions.append(patches.map(\.action)) }
    #expect(
      actions == [[.Put(.ROOT, .Key("k"), .Scalar(.Int(2)))], [.DeleteMap(.ROOT, "k")]])
  }

  @Test func `an ended sequence is no longer sent patches`() async throws {
    let stream = document.patches()
    let task = Task { for await _ in stream {} }
    task.cancel()
    await task.value
    #expect(document.observerCount == 0)
  }
}

/// Patches take time in proportion to what changed.
struct PatchTimeTests {
  /// A document whose text, counter and history have a size.
  private func document(_ size: Int, marks: Bool) throws -> (Document, ObjId) {
    let document = Document(actor: ActorId(bytes: [1]))
    let text = try document.putText(String(repeating: "a", count: size))
    if marks {
      try document.mark(
        obj: text, start: 1, end: 3, expand: .none, name: "bold", value: .Boolean(true))
    }
    try document.put(obj: .ROOT, key: "n", value: .Counter(0))
    for _ in 0..<size / 4 { try document.increment(obj: .ROOT, key: "n", by: 1) }
    try document.commitWith()
    return (document, text)
  }

  @Test func `H3: patches of edits don't take longer in a larger document`() throws {
    let growth = try growthOfTime(from: 8192, below: 3) { size in
      try document(size, marks: false)
    } work: { document, text in
      try edit(document, text)
      // Nobody observes the rollback, whose patches take time in proportion to the text.
      try document.rollback()
    }
    #expect(growth < 3)
  }

  /// Edits a document while somebody observes it.
  private func edit(_ document: Document, _ text: ObjId) throws {
    let stream = document.patches()
    for _ in 0..<512 {
      try document.spliceText(obj: text, start: 5, delete: 1, value: "b")
      try document.increment(obj: .ROOT, key: "n", by: 1)
    }
    withExtendedLifetime(stream) {}
  }

  @Test func `H3: patches of merges don't take longer after more changes of the same place`() throws
  {
    let growth = try growthOfTime(from: 4096, below: 3) { size in
      let (document, text) = try document(size, marks: true)
      let changes = try (0..<8).map { number in
        let other = try document.fork(actor: ActorId(bytes: [2, UInt8(number)]))
        let heads = other.heads()
        try other.increment(obj: .ROOT, key: "n", by: 1)
        try other.spliceText(obj: text, start: 9, delete: 1, value: "x")
        return try other.encodeChangesSince(heads: heads)
      }
      return (document, changes)
    } work: { document, changes in
      let heads = document.heads()
      let copy = try document.fork()
      for change in changes {
        try copy.applyEncodedChanges(encoded: change)
        _ = copy.difference(since: heads)
      }
    }
    #expect(growth < 5)
  }
}
