import SchemaTestSupport
import Testing

@testable import ConstrainedDecoding

struct TriggerIndexTests {
  @Test func `the only trigger of a text is the one that a comparison with each of them finds`() {
    var random = SplitMix64(seed: 7)
    func text(_ length: Int) -> String {
      (0..<length).map { _ in random.oneIn(2) ? "a" : "b" }.joined()
    }
    for _ in 0..<500 {
      let triggers = (0..<random.below(6)).map { _ in text(1 + random.below(4)) }
      let index = TriggerIndex(triggers)
      for _ in 0..<8 {
        let begin = text(random.below(7))
        let matching = triggers.indices.filter { begin.utf8.starts(with: triggers[$0].utf8) }
        let expected = matching.count == 1 ? matching[0] : nil
        #expect(index.onlyTrigger(beginning: begin) == expected, "\(triggers) \(begin)")
      }
    }
  }
}
