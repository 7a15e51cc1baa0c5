import Testing

@testable import ContentStorage

/// The work of parsing, counted rather than timed.
struct ProportionTests {
  private struct Work {
    var steps = 0
    var movedBytes = 0
    var snapshots: [(content: StoredContent, text: String)] = []
  }

  /// Parses an array of `count` strings in chunks of `size` bytes, with a snapshot kept after each.
  private func parse(strings count: Int, chunk size: Int) throws -> Work {
    let text = Array(("[" + (0..<count).map { "\"text \($0)\"" }.joined(separator: ",") + "]").utf8)
    var machine = JSONMachine(
      options: .init(
        maximumDepth: 8, duplicateKeys: .error, isLenient: false),
      id: .absent)
    var work = Work()
    for start in stride(from: 0, to: text.count, by: size) {
      machine.consume(Array(text[start..<min(start + size, text.count)]).span)
      let snapshot = machine.snapshot
      work.snapshots.append((snapshot, lastText(of: snapshot)))
    }
    #expect(machine.failure == nil && machine.isComplete)
    work.steps = machine.steps
    work.movedBytes = machine.builder.movedBytes
    return work
  }

  private func lastText(of content: StoredContent) -> String {
    var elements = StoredChildren(content, of: .array)
    var text = ""
    while let element = elements.nextElement() { text = element.text }
    return text
  }

  @Test(arguments: [1, 4, 64])
  func `C1: parsing takes steps and moves bytes in proportion to the text`(chunk: Int) throws {
    let short = try parse(strings: 40, chunk: chunk)
    let long = try parse(strings: 400, chunk: chunk)
    // Ten times the strings are eleven times the bytes: their numbers have more digits.
    #expect(long.steps <= 12 * short.steps)
    // Each byte is moved once or twice, since a block is at least twice as large as the last.
    #expect(long.movedBytes <= 2 * (8 * 410 + 400 * 8))
  }

  @Test func `C1: a snapshot copies nothing, and stays as it was`() throws {
    let work = try parse(strings: 400, chunk: 4)
    #expect(work.snapshots.count > 1000)
    // A thousand snapshots share the blocks that the builder had in turn: each twice the last.
    let blocks = work.snapshots.reduce(into: Set<ObjectIdentifier>()) {
      $0.formUnion($1.content.blocks)
    }
    #expect(blocks.count <= 12)
    for snapshot in work.snapshots { #expect(lastText(of: snapshot.content) == snapshot.text) }
  }
}
