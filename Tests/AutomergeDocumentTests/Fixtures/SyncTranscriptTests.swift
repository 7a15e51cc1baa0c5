import AutomergeDocument
import Foundation
import Testing

@Suite(.enabled(if: Fixture.areThere, "\(Fixture.absence)"))
struct SyncTranscriptTests {
  @Test func `the messages of the transcript are the same, byte by byte`() throws {
    let transcript = try ExactJSON(
      contentsOf: Fixture.files.appendingPathComponent("generated/30_sync_transcript.json"))
    var runner = ScriptRunner()
    try runner.run((transcript["setup"]?.elements ?? []).compactMap(\.text))
    let (one, two) = (try runner.document("A"), try runner.document("B"))
    let (first, second) = (SyncState(), SyncState())
    for message in transcript["messages"]?.elements ?? [] {
      let bytes = Data(hexadecimal: message.elements[1].text ?? "")
      if message.elements[0].text == "A->B" {
        #expect(try one.generateSyncMessage(state: first) == bytes)
        try two.receiveSyncMessage(state: second, message: bytes)
      } else {
        #expect(try two.generateSyncMessage(state: second) == bytes)
        try one.receiveSyncMessage(state: first, message: bytes)
      }
    }
    #expect(try one.generateSyncMessage(state: first) == nil)
    #expect(try two.generateSyncMessage(state: second) == nil)
    let heads = (transcript["headsA"]?.elements ?? []).compactMap(\.text)
    #expect(one.sortedHeads.map(\.description) == heads)
    #expect(two.heads() == one.heads())
    #expect(try TypedValue(one) == TypedValue(try unwrap(transcript["typed"])))
  }
}
