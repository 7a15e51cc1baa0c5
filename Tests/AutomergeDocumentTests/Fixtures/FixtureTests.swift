import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

@Suite(.enabled(if: Fixture.areThere, "\(Fixture.absence)"))
struct FixtureTests {
  @Test func `the index names 89 documents`() {
    #expect(Fixture.all.count == 89)
  }

  @Test(arguments: Fixture.all.filter { !$0.loads })
  func `what other readers reject is rejected`(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    #expect(throws: AutomergeError.self) { try Document(bytes) }
  }

  @Test(arguments: Fixture.all.filter(\.loads))
  func `values, conflicts and heads are equal`(fixture: Fixture) throws {
    let document = try Document(fixture.bytes())
    let expected = try TypedValue(try unwrap(fixture.index["typed"]))
    #expect(try TypedValue(document).ignoringSignsOfZero == expected)
    #expect(document.sortedHeads.map(\.description) == fixture.heads)
  }

  @Test(arguments: Fixture.all.filter(\.loads))
  func `an unverified document reads the same`(fixture: Fixture) throws {
    let document = try Document(fixture.bytes(), verify: false)
    let verified = try Document(fixture.bytes())
    #expect(try TypedValue(document) == TypedValue(verified))
    #expect(document.heads() == verified.heads())
    #expect(try document.save() == verified.save())
    #expect(try document.changes() == verified.changes())
  }

  @Test(arguments: Fixture.all.filter(\.loads))
  func `H2: the changes of a document are within the default limits one by one`(
    fixture: Fixture
  ) throws {
    let document = try Document(fixture.bytes())
    let receiver = Document()
    for change in try document.changes() { try receiver.applyEncodedChanges(encoded: change.bytes) }
    #expect(receiver.heads() == document.heads())
  }

  @Test(arguments: Fixture.all.filter(\.loads))
  func `hashes and contents of changes are equal`(fixture: Fixture) throws {
    let changes = try Document(fixture.bytes()).changes()
    #expect(changes.count == fixture.index["numChanges"]?.integer)
    let expected = fixture.index["changes"]?.elements ?? []
    guard !expected.isEmpty else { return }
    let byHash = Dictionary(uniqueKeysWithValues: changes.map { ($0.hash.description, $0) })
    for entry in expected {
      let change = try unwrap(byHash[entry["hash"]?.text ?? ""])
      #expect(change.actorId.description.lowercased() == entry["actor"]?.text)
      #expect(Int(change.sequence) == entry["seq"]?.integer)
      #expect(Int(change.counters.lowerBound) == entry["startOp"]?.integer)
      #expect(Int(change.counters.upperBound) - 1 == entry["maxOp"]?.integer)
      #expect(Int(change.operationCount) == entry["ops"]?.integer)
      #expect(Int(change.timestamp.timeIntervalSince1970) == entry["time"]?.integer)
      #expect(change.message == entry["message"]?.text)
      #expect(
        change.deps.map(\.description) == (entry["deps"]?.elements ?? []).compactMap(\.text))
    }
  }

  @Test(arguments: Fixture.all.filter(\.loads))
  func `a document saved again has the same columns`(fixture: Fixture) throws {
    let bytes = try fixture.bytes()
    let saved = Array(try Document(bytes).save())
    if let columns = try DocumentColumns(bytes) { #expect(try DocumentColumns(saved) == columns) }
    let again = try Document(saved)
    #expect(try TypedValue(again) == TypedValue(Document(bytes)))
    #expect(again.sortedHeads.map(\.description) == fixture.heads)
    #expect(Array(try again.save()) == saved)
  }

  @Test func `what cannot be applied yet is kept and saved`() throws {
    let bytes = try Fixture.file("generated/12_doc_plus_orphan.automerge")
    let document = try Document(bytes)
    #expect(document.queuedChangeCount == 1)
    let again = try Document(try document.save())
    #expect(again.queuedChangeCount == 1)
    try again.applyEncodedChanges(encoded: Fixture.file("generated/12_inc2.bin"))
    #expect(again.queuedChangeCount == 0)
    #expect(
      again.heads() == (try Document(Fixture.file("generated/12_full.automerge"))).heads())
  }

  @Test(.withOptimizer)
  func `the trace of the paper has its text`() throws {
    let bytes = try Fixture.file("perf/paper.automerge")
    let document = try Document(bytes)
    let values = try document.values(obj: .ROOT)
    guard case .Object(let text, .Text)? = values.first else {
      Issue.record("There is no text.")
      return
    }
    #expect(try document.text(obj: text).utf8.count == 104_852)
    #expect(document.heads().first?.description.hasPrefix("effc98f0") == true)
    #expect(try DocumentColumns(Array(try document.save())) == DocumentColumns(bytes))
  }
}

extension TypedValue {
  /// The index of the fixtures writes the negative zero as 0.
  fileprivate var ignoringSignsOfZero: TypedValue {
    switch self {
    case .map(let entries):
      .map(entries.map { Entry(key: $0.key, value: $0.value.ignoringSignsOfZero) })
    case .list(let values): .list(values.map(\.ignoringSignsOfZero))
    case .conflict(let values): .conflict(values.map(\.ignoringSignsOfZero))
    case .scalar(.F64(let number)) where number == 0: .scalar(.F64(0))
    case .scalar, .text: self
    }
  }
}
