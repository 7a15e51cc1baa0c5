import Foundation
import SchemaTestSupport
import Testing

@testable import AutomergeDocument

/// H2: memory stays in proportion to the bytes received.
struct LoadLimitsTests {
  /// Content for which few bytes can claim much memory.
  enum Form: CaseIterable {
    case values, emptyKeys, maps, lists, texts, distantValues, distantTexts

    /// A file of `count` operations.
    func document(_ count: Int) -> CraftedDocument {
      var document = CraftedDocument(operationCount: count)
      switch self {
      case .values: break
      case .emptyKeys: document.key = ""
      case .maps: document.action = .makeMap
      case .lists: document.action = .makeList
      case .texts: document.action = .makeText
      case .distantValues: document.distance = 256
      case .distantTexts: (document.action, document.distance) = (.makeText, 256)
      }
      return document
    }

    /// Whether the operations are those of one change, which have successive counters.
    var isOfOneChange: Bool { self != .distantValues && self != .distantTexts }
  }

  /// The same limits for files and for received bytes.
  private static func limits(_ memory: Int, perByte: Int = 0) -> LoadLimits {
    LoadLimits(
      memory: memory, memoryPerByte: perByte, fileMemory: memory, fileMemoryPerByte: perByte)
  }

  /// Limits that are exceeded by content that is short enough to be made in a test.
  private static let few = limits(1 << 17, perByte: 64)

  @Test func `H2: the default limits are 16 MB, and 64 bytes for each byte received`() {
    #expect(LoadLimits().memory == 1 << 24)
    #expect(LoadLimits().memoryPerByte == 64)
    #expect(LoadLimits().fileMemory == 1 << 27)
    #expect(LoadLimits().fileMemoryPerByte == 1 << 10)
  }

  @Test(arguments: Form.allCases, [true, false])
  func `H2: a few bytes that claim much memory are an error`(form: Form, verify: Bool) throws {
    // The same content is a document as long as it is short.
    if form.isOfOneChange || !verify {
      let document = try Document(
        form.document(100).bytes, verify: verify, limits: Self.few)
      #expect(document.withCore { $0.set.rows.count } == 100)
    }
    // The counters of distant operations don't suffice for the default limits of files.
    let large = form.isOfOneChange ? [(1 << 28, LoadLimits())] : []
    for (count, limits) in [(1 << 12, Self.few)] + large {
      let bytes = form.document(count).bytes
      let error = expectError(.limitExceeded) {
        try Document(bytes, verify: verify, limits: limits)
      }
      #expect(error?.message.contains("operations") == true)
    }
    for (count, limits) in [(1 << 12, Self.few), (1 << 20, LoadLimits())] {
      let bytes = form.document(count).bytes
      let receiver = try Document([], limits: limits)
      expectError(.limitExceeded) { try receiver.applyEncodedChanges(encoded: bytes) }
      #expect(receiver.heads().isEmpty)
    }
  }

  @Test func `H1: operations that are claimed but not there are an error, whatever the limits`() {
    // A document of one actor with a run of 2^50 actions, and nothing in the other columns.
    var column: [UInt8] = []
    column.appendSLEB(1 << 50)
    column.append(1)
    let body: [UInt8] = [1, 1, 9, 0, 0, 1, 66, UInt8(column.count)] + column
    var bytes: [UInt8] = []
    Chunk.write(.document, body, to: &bytes)
    expectError(.corruptData) { try Document(bytes, limits: LoadLimits(fileMemory: .max)) }
    expectError(.limitExceeded) { try Document(bytes) }
  }

  @Test(arguments: [OpAction.set, .makeMap, .makeList, .makeText], ["key", ""])
  func `H2: a short change that claims much memory is an error`(action: OpAction, key: String)
    throws
  {
    func change(_ count: Int) -> CraftedChange {
      var change = CraftedChange(settingKeys: Array(repeating: key, count: count))
      change.columns[CraftedChange.Column.action] = CraftedChange.run(action, count)
      return change
    }
    let receiver = try Document([], limits: Self.few)
    try receiver.put(obj: .ROOT, key: "own", value: .Int(1))
    let heads = receiver.heads()
    expectError(.limitExceeded) { try receiver.applyEncodedChanges(encoded: change(1 << 12).chunk) }
    #expect(receiver.heads() == heads)
    #expect(receiver.keys(obj: .ROOT) == ["own"])
    try receiver.applyEncodedChanges(encoded: change(10).chunk)
    #expect(receiver.heads().count == 2)
  }

  @Test func `H2: references between operations are claimed before they are read`() throws {
    func change(_ count: Int) -> CraftedChange {
      var change = CraftedChange(settingKeys: ["key", "key"])
      var group = RunEncoder<UInt64>()
      group.append(0)
      group.append(UInt64(count))
      change.columns[CraftedChange.Column.predecessorGroup] = group.finish()
      change.columns[CraftedChange.Column.predecessorActor] = CraftedChange.run(0, count)
      var counters = DeltaEncoder()
      for _ in 0..<min(count, 2) { counters.append(1) }
      change.columns[CraftedChange.Column.predecessorCounter] =
        counters.finish() + (count > 2 ? CraftedChange.run(difference: 0, count - 2) : [])
      return change
    }
    let receiver = Document()
    let error = expectError(.limitExceeded) {
      try receiver.applyEncodedChanges(encoded: change(1 << 40).chunk)
    }
    #expect(error?.message.contains("references between operations") == true)
    #expect(receiver.heads().isEmpty)
    try receiver.applyEncodedChanges(encoded: change(1).chunk)
    #expect(receiver.keys(obj: .ROOT) == ["key"])
  }

  @Test func `H2: what a document receives in parts is limited together`() throws {
    let limits = Self.limits(20_000)
    let receiver = try Document([], limits: limits)
    var applied = 0
    var last: AutomergeError?
    for number in 0..<100 {
      var change = CraftedChange(settingKeys: ["key", "key", "key"])
      change.actor = [UInt8(number)]
      do throws(AutomergeError) {
        try receiver.applyEncodedChanges(encoded: change.chunk)
        applied += 1
      } catch {
        last = error
        break
      }
    }
    #expect(last?.code == .limitExceeded)
    #expect((5...40).contains(applied))
    #expect(receiver.heads().count == applied)
    // A part that was rejected claims nothing, and edits of one's own are not limited.
    for _ in 0..<1000 { try receiver.put(obj: .ROOT, key: "own", value: .String("edit")) }
    #expect(receiver.heads().count == 1)
  }

  @Test func `operations are limited`() throws {
    let document = Document()
    let limits = Self.limits(25_000)
    for number in 0..<100 { try document.put(obj: .ROOT, key: "key", value: .Int(Int64(number))) }
    #expect(try Document(document.save(), limits: limits).heads() == document.heads())
    for number in 0..<300 { try document.put(obj: .ROOT, key: "key", value: .Int(Int64(number))) }
    expectError(.limitExceeded) { try Document(document.save(), limits: limits) }
  }

  @Test(arguments: [-1, Int.min])
  func `a negative limit counts as 0`(negative: Int) throws {
    let document = Document()
    try document.put(obj: .ROOT, key: "key", value: .Null)
    let bytes = try document.save()
    let none = Self.limits(negative, perByte: negative)
    expectError(.limitExceeded) { try Document(bytes, limits: none) }
    let perByte = LoadLimits(fileMemory: negative)
    #expect(try Document(bytes, limits: perByte).heads() == document.heads())
  }

  /// A column of strings.
  enum StringColumn: CaseIterable {
    case messages
    case keys
    case markNames

    /// A document in which the column is a run of 200 equal strings.
    func document(_ string: String) throws -> Document {
      let document = Document()
      let text = try document.putText("marked")
      try document.commitWith(timestamp: Date(timeIntervalSince1970: 0))
      for number in 0..<200 {
        switch self {
        case .messages:
          try document.put(obj: .ROOT, key: "n", value: .Int(Int64(number)))
          try document.commitWith(message: string, timestamp: Date(timeIntervalSince1970: 0))
        case .keys: try document.put(obj: .ROOT, key: string, value: .Int(Int64(number)))
        case .markNames:
          try document.mark(
            obj: text, start: 0, end: 6, expand: .both, name: string, value: .Int(Int64(number)))
        }
      }
      return document
    }
  }

  /// The memory that a new document claims for what a closure reads.
  private func claimed(_ read: (LoadLimits) throws -> Document) throws -> Int {
    let limits = Self.limits(1 << 40)
    return try read(limits).withCore { core in
      limits.memory - core.history.allowance.received.memory + limits.fileMemory
        - core.history.allowance.file.memory
    }
  }

  @Test(arguments: StringColumn.allCases, [true, false])
  func `a run of equal strings counts as the bytes that it stands for`(
    column: StringColumn, verify: Bool
  ) throws {
    let short = try column.document("s").save()
    let long = try column.document(String(repeating: "s", count: 100)).save()
    let claim = try claimed { try Document(short, verify: verify, limits: $0) }
    let limits = Self.limits(claim + 5_000)
    #expect(throws: Never.self) { try Document(short, verify: verify, limits: limits) }
    #expect(throws: Never.self) { try Document(long, verify: verify) }
    expectError(.limitExceeded) { try Document(long, verify: verify, limits: limits) }
  }

  @Test func `a run of equal strings in a change counts as well`() throws {
    func apply(_ string: String, _ limits: LoadLimits) throws -> Document {
      let receiver = try Document([], limits: limits)
      for change in try StringColumn.keys.document(string).changes() {
        try receiver.applyEncodedChanges(encoded: change.bytes)
      }
      return receiver
    }
    let claim = try claimed { try apply("s", $0) }
    let limits = Self.limits(claim + 5_000)
    #expect(throws: Never.self) { try apply("s", limits) }
    expectError(.limitExceeded) { try apply(String(repeating: "s", count: 100), limits) }
  }

  /// Histories that people make, in the files that need the fewest bytes for them.
  enum History: CaseIterable {
    case pasted, deleted, typed

    func document() throws -> Document {
      let document = Document()
      let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
      switch self {
      case .pasted, .deleted:
        let pasted = String(repeating: "x", count: 20_000)
        try document.spliceText(obj: text, start: 0, delete: 0, value: pasted)
        if self == .deleted {
          try document.commitWith()
          try document.spliceText(obj: text, start: 0, delete: 20_000, value: "")
        }
      case .typed:
        for number in 0..<500 {
          try document.spliceText(
            obj: text, start: UInt64(number), delete: 0, value: number % 7 == 0 ? " " : "x")
          try document.commitWith()
        }
      }
      return document
    }
  }

  @Test(
    .withOptimizer, arguments: History.allCases)
  func `H5: long histories that need few bytes are read with the default limits`(
    history: History
  ) throws {
    let document = try history.document()
    let bytes = try document.save()
    #expect(bytes.count < 2_000)
    #expect(try Document(bytes).heads() == document.heads())
    let receiver = Document()
    try receiver.applyEncodedChanges(encoded: document.encodeChangesSince(heads: []))
    #expect(receiver.heads() == document.heads())
  }

  @Test(.withOptimizer)
  func `H5: text that was received uncompressed is within the limits of its file`() throws {
    let limits = LoadLimits(memory: 1 << 19)
    let sender = Document()
    _ = try sender.putText(String(repeating: "x", count: 20_000))
    try sender.commitWith()
    let body = try #require(sender.withCore { $0.history.records.first?.body?.bytes })
    var chunk: [UInt8] = []
    Chunk.write(.change, body, to: &chunk)
    let receiver = try Document([], limits: limits)
    try receiver.applyEncodedChanges(encoded: chunk)
    #expect(receiver.heads() == sender.heads())
    let file = try receiver.save()
    // The content of so few bytes claims more than received bytes may claim.
    #expect(file.count < 2_000)
    expectError(.limitExceeded) {
      try Document([], limits: limits).applyEncodedChanges(encoded: file)
    }
    for verify in [true, false] {
      let again = try Document(file, verify: verify, limits: limits)
      #expect(again.heads() == sender.heads())
      #expect(try again.changes().map(\.hash) == sender.sortedHeads)
      // The file leaves the memory for received bytes as it is.
      #expect(again.withCore { $0.history.allowance.received.memory } == limits.memory)
    }
  }

  @Test func `H2: changes of one character each claim at most 64 bytes for each byte received`()
    throws
  {
    let sender = try History.typed.document()
    let limits = LoadLimits(memory: 0, memoryPerByte: 64)
    let receiver = try Document([], limits: limits)
    for change in try sender.changes() { try receiver.applyEncodedChanges(encoded: change.bytes) }
    #expect(receiver.heads() == sender.heads())
    let synchronized = try Document([], limits: limits)
    let (here, there) = (SyncState(), SyncState())
    var isDone = false
    while !isDone {
      isDone = true
      if let message = try sender.generateSyncMessage(state: here) {
        try synchronized.receiveSyncMessage(state: there, message: message)
        isDone = false
      }
      if let message = try synchronized.generateSyncMessage(state: there) {
        try sender.receiveSyncMessage(state: here, message: message)
        isDone = false
      }
    }
    #expect(synchronized.heads() == sender.heads())
  }

  /// A document whose only change has a body of more than 50 KB.
  private func large(_ number: UInt8) throws -> Document {
    let document = Document(actor: ActorId(bytes: [number]))
    try document.put(
      obj: .ROOT, key: "value", value: .Bytes(Data(repeating: number, count: 50_000)))
    try document.commitWith()
    return document
  }

  @Test func `H2: the changes of several documents in one message are claimed together`() throws {
    let receiver = try Document([], limits: LoadLimits(memory: 300_000, memoryPerByte: 0))
    try receiver.put(obj: .ROOT, key: "own", value: .Int(1))
    let heads = receiver.heads()
    let sizes = receiver.tableSizes
    // The documents exceed the limit before the damaged end is read and any change is applied.
    var bytes: [UInt8] = []
    for number in 1...20 as ClosedRange<UInt8> { bytes += try large(number).save() }
    bytes += [1, 2, 3]
    expectError(.limitExceeded) { try receiver.applyEncodedChanges(encoded: bytes) }
    #expect(receiver.heads() == heads)
    #expect(receiver.tableSizes == sizes)
    try receiver.applyEncodedChanges(encoded: large(1).save())
    #expect(receiver.heads().count == 2)
  }

  @Test func `H3: the documents in one message are read within one budget`() throws {
    let documents = (1...20 as ClosedRange<UInt8>).map { number in
      var document = CraftedDocument(operationCount: 2_000)
      document.actor = [number]
      return document.bytes
    }
    // They are read before the damaged end, and their changes have few bytes.
    let bytes = Array(documents.joined()) + [1, 2, 3]
    #expect(bytes.count < 5_000)
    let limits = LoadLimits(memory: 1 << 20, memoryPerByte: 0)
    let receiver = try Document([], limits: limits)
    try receiver.put(obj: .ROOT, key: "own", value: .Int(1))
    let heads = receiver.heads()
    expectError(.limitExceeded) { try receiver.applyEncodedChanges(encoded: bytes) }
    #expect(receiver.heads() == heads)
    try receiver.applyEncodedChanges(encoded: documents[0] + documents[0])
    #expect(receiver.heads().count == 2)
  }

  @Test func `H2: a document that a message repeats is claimed once`() throws {
    let receiver = try Document([], limits: LoadLimits(memory: 300_000, memoryPerByte: 0))
    try receiver.put(obj: .ROOT, key: "own", value: .Int(1))
    try receiver.commitWith()
    let document = try large(1).save()
    for _ in 0..<2 {
      try receiver.applyEncodedChanges(
        encoded: Array(repeating: document, count: 20).flatMap { $0 })
      #expect(receiver.heads().count == 2)
    }
  }
}
