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
        #expect(heads == (try Document(expected)).heads().map(\.description), "\(file)")
        #expect(try TypedValue(Document(bytes)) == TypedValue(Document(expected)), "\(file)")
      } else {
        #expect(try !bytes.isEmpty && Self.hashes(bytes) == Self.hashes(expected), "\(file)")
      }
    }
  }

  /// The checksums of the chunks, which for changes begin their hashes.
  private static func hashes(_ bytes: [UInt8]) throws -> [UInt8] {
    Array(bytes[4..<8])
  }
}
