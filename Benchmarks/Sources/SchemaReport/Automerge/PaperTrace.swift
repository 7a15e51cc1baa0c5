import AutomergeDocument
import Foundation

/// The edits by which a paper was written.
///
/// Each of the 259 778 edits inserts or deletes one character.
struct PaperTrace {
  /// One edit of the text.
  struct Edit {
    let index: UInt64
    /// The inserted character; `nil` if the edit deletes a character.
    let inserted: String?
  }

  /// The bytes of the document.
  let file: [UInt8]
  let edits: [Edit]

  /// Reads the trace from a folder; `nil` if the folder does not have it.
  init?(folder: URL = PaperTrace.folder) throws {
    let url = folder.appendingPathComponent("fixtures/perf/paper.automerge")
    guard FileManager.default.fileExists(atPath: url.path) else { return nil }
    file = Array(try Data(contentsOf: url))
    guard let change = try Document(file).changes().first else { return nil }
    edits = try TraceReader(Array(change.bytes)).edits()
  }

  /// The folder in the environment variable `SCHEMAKIT_AUTOMERGE`.
  ///
  /// Without it, `../shared/automerge` next to the repository.
  static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["SCHEMAKIT_AUTOMERGE"], !path.isEmpty {
      return URL(fileURLWithPath: path, isDirectory: true)
    }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<5 { package.deleteLastPathComponent() }
    return package.deletingLastPathComponent().appendingPathComponent("shared/automerge")
  }

  /// Replays the edits.
  ///
  /// - Parameters:
  ///   - count: The number of edits.
  ///   - commits: `true` if each edit is a separate change.
  /// - Returns: The document.
  /// - Throws: Errors of the document.
  func replay(_ count: Int, commits: Bool) throws -> Document {
    let document = Document()
    let text = try document.putObject(obj: .ROOT, key: "text", ty: .Text)
    for edit in edits.prefix(count) {
      try document.spliceText(
        obj: text, start: edit.index, delete: edit.inserted == nil ? 1 : 0, value: edit.inserted)
      if commits { try document.commitWith() }
    }
    try document.commitWith()
    return document
  }
}

/// Reads the operations of the trace's only change, and finds the index of each operation.
private struct TraceReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func edits() throws -> [PaperTrace.Edit] {
    var reader = self
    let columns = reader.columns()
    let keys = Self.sums(Self.runs(columns[19] ?? [], Self.signed))
    let inserts = Self.booleans(columns[52] ?? [])
    var characters = String(decoding: columns[87] ?? [], as: UTF8.self).unicodeScalars
      .makeIterator()
    var elements = ElementIndices()
    var edits: [PaperTrace.Edit] = []
    // The first operation creates the text.
    for (number, isInsert) in inserts.enumerated().dropFirst() {
      let key = keys[number - 1]
      if isInsert {
        let index = elements.insert(number + 1, after: key)
        edits.append(
          PaperTrace.Edit(index: UInt64(index), inserted: characters.next().map { String($0) }))
      } else {
        edits.append(PaperTrace.Edit(index: UInt64(elements.delete(key)), inserted: nil))
      }
    }
    return edits
  }

  /// Returns the columns of the change, by their specifications.
  private mutating func columns() -> [Int: ArraySlice<UInt8>] {
    offset = 9
    _ = unsigned()
    offset += 32 * unsigned()
    offset += unsigned()
    for _ in 0..<3 { _ = unsigned() }
    offset += unsigned()
    for _ in 0..<unsigned() { offset += unsigned() }
    let list = (0..<unsigned()).map { _ in (unsigned(), unsigned()) }
    var columns: [Int: ArraySlice<UInt8>] = [:]
    for (specification, length) in list {
      columns[specification] = bytes[offset..<offset + length]
      offset += length
    }
    return columns
  }

  private mutating func unsigned() -> Int {
    Int(Self.signedOrUnsigned(bytes, &offset).value)
  }

  private static func signedOrUnsigned(
    _ bytes: [UInt8], _ offset: inout Int
  ) -> (value: UInt64, bits: UInt64, isNegative: Bool) {
    var value: UInt64 = 0
    var bits: UInt64 = 0
    while true {
      let byte = bytes[offset]
      offset += 1
      value |= UInt64(byte & 0x7F) << bits
      bits += 7
      if byte < 0x80 { return (value, bits, byte & 0x40 != 0) }
    }
  }

  private static func signed(_ bytes: [UInt8], _ offset: inout Int) -> Int {
    let read = signedOrUnsigned(bytes, &offset)
    guard read.isNegative, read.bits < 64 else { return Int(read.value) }
    return Int(Int64(bitPattern: read.value | UInt64.max << read.bits))
  }

  /// Returns the values of a run-length encoded column, which has no nulls.
  private static func runs(
    _ column: ArraySlice<UInt8>, _ value: ([UInt8], inout Int) -> Int
  ) -> [Int] {
    let bytes = Array(column)
    var values: [Int] = []
    var offset = 0
    while offset < bytes.count {
      let length = signed(bytes, &offset)
      if length > 0 {
        values += Array(repeating: value(bytes, &offset), count: length)
      } else if length < 0 {
        for _ in 0..<(-length) { values.append(value(bytes, &offset)) }
      } else {
        _ = signedOrUnsigned(bytes, &offset)
      }
    }
    return values
  }

  private static func sums(_ differences: [Int]) -> [Int] {
    var sum = 0
    return differences.map {
      sum += $0
      return sum
    }
  }

  private static func booleans(_ column: ArraySlice<UInt8>) -> [Bool] {
    let bytes = Array(column)
    var values: [Bool] = []
    var offset = 0
    var current = false
    while offset < bytes.count {
      let count = Int(signedOrUnsigned(bytes, &offset).value)
      values += Array(repeating: current, count: count)
      current.toggle()
    }
    return values
  }
}

/// The indices of the visible elements of a text, in blocks of some hundred elements.
private struct ElementIndices {
  private var blocks: [[Int]] = [[]]
  private var visible = [0]
  /// The blocks in the order of the text.
  private var order = [0]
  private var blockOf: [Int: Int] = [:]
  private var deleted: Set<Int> = []

  mutating func insert(_ element: Int, after other: Int) -> Int {
    let block = blockOf[other] ?? 0
    let place = (blocks[block].firstIndex(of: other) ?? -1) + 1
    blocks[block].insert(element, at: place)
    blockOf[element] = block
    visible[block] += 1
    let index = index(block, place)
    if blocks[block].count > 512 { split(block) }
    return index
  }

  mutating func delete(_ element: Int) -> Int {
    let block = blockOf[element] ?? 0
    let index = index(block, blocks[block].firstIndex(of: element) ?? 0)
    if deleted.insert(element).inserted { visible[block] -= 1 }
    return index
  }

  private func index(_ block: Int, _ place: Int) -> Int {
    var index = blocks[block][..<place].count { !deleted.contains($0) }
    for other in order {
      if other == block { break }
      index += visible[other]
    }
    return index
  }

  private mutating func split(_ block: Int) {
    let moved = Array(blocks[block][256...])
    blocks[block].removeSubrange(256...)
    for element in moved { blockOf[element] = blocks.count }
    let count = moved.count { !deleted.contains($0) }
    visible[block] -= count
    order.insert(blocks.count, at: (order.firstIndex(of: block) ?? 0) + 1)
    blocks.append(moved)
    visible.append(count)
  }
}
