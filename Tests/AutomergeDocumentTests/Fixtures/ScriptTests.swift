import AutomergeDocument
import Testing

@Suite(.enabled(if: Fixture.areThere, "\(Fixture.absence)"))
struct ScriptTests {
  static let scripts: [String] =
    [
      "01_empty", "02_scalars", "03_nested", "04_list", "05_text_unicode", "06_counters",
      "07_conflicts", "08_concurrent_list", "09_concurrent_text", "10_counter_conflict",
      "11_deletes", "12_incremental", "12_more", "13_meta", "14_trace1k", "15_marks", "16_actors",
      "19_canonical",
    ] + (1...30).map { "20_random_" + ($0 < 10 ? "00" : "0") + String($0) }

  @Test(arguments: scripts)
  func `the same edits give the same heads and the same file`(script: String) throws {
    var runner = ScriptRunner()
    try runner.run(Fixture.script(script))
    #expect(!runner.saved.isEmpty)
    for (file, bytes) in runner.saved {
      let expected = try Fixture.file("generated/\(file)")

      let heads = runner.savedHeads[file]
      if !file.hasSuffix(".bin") {
        #expect(heads == (try Document(expected)).sortedHeads.map(\.description), "\(file)")
        #expect(try TypedValue(Document(bytes)) == TypedValue(Document(expected)), "\(file)")
      } else {
        #expect(
          bytes.count > 8 && Self.lastChecksum(bytes) == Self.lastChecksum(expected), "\(file)")
      }
    }
  }

  /// The checksum of the last chunk, which for changes begins their hash.
  ///
  /// The other reader repeats changes that it loaded in its first incremental save.
  private static func lastChecksum(_ bytes: [UInt8]) -> [UInt8] {
    let start = bytes.indices.last { bytes[$0...].starts(with: [0x85, 0x6F, 0x4A, 0x83]) } ?? 0
    return Array(bytes[start..<start + 8])
  }
}
