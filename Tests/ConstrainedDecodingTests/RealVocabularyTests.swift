import ConstrainedDecoding
import Foundation
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// The file of a real vocabulary, if there is one.
private let realVocabularyPath = ProcessInfo.processInfo.environment["SCHEMAKIT_TEKKEN"]

/// A vocabulary of 131 072 tokens, which the Python package mistral-common has.
@Suite(.enabled(if: realVocabularyPath != nil, "set SCHEMAKIT_TEKKEN to a tekken.json"))
struct RealVocabularyTests {
  @Test func `K1: every bit of a mask is what its token does`() throws {
    let vocabulary = try Vocabulary(
      contentsOf: URL(fileURLWithPath: try #require(realVocabularyPath)))
    #expect(vocabulary.count == 131_072)
    for seed in 0..<12 {
      let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema)
      let grammar = try TokenGrammar(graph, vocabulary: vocabulary)
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for step in 0..<20 {
        if step % 4 == 3 { try walk.compareWithSteps() }
        if try walk.step() == nil { break }
      }
    }
  }
}
