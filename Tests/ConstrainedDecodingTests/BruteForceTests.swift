import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Masks against the automaton itself, token by token, without trie, classes or memory.
struct BruteForceTests {
  @Test(arguments: 0..<tried(of: 75, oneIn: 30))
  func `K1: a mask holds a token if and only if its bytes can be read`(seed: Int) throws {
    let vocabulary = try TestVocabulary.mixed(seed: UInt64(seed))
    let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema)
    let whitespaces: [TokenGrammar.Options.Whitespace] = [
      .compact, .spaced, .flexible(maximum: 2),
    ]
    let options = TokenGrammar.Options(
      whitespace: whitespaces[seed % 3], propertyOrder: seed % 2 == 0 ? .declared : .any)
    let grammar = try TokenGrammar(graph, vocabulary: vocabulary, options: options)
    for walk in 0..<3 {
      var walk = RandomWalk(grammar, seed: UInt64(seed * 10 + walk))
      var steps = 0
      repeat {
        try walk.compareWithSteps()
        steps += 1
      } while try steps < tried(of: 60) && walk.step() != nil
    }
  }

  @Test(arguments: 0..<tried(of: 100, oneIn: 20))
  func `K1: what a walk completes is JSON, and its own matcher reads it`(seed: Int) throws {
    let vocabulary = try TestVocabulary.mixed(seed: UInt64(seed))
    let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema)
    let grammar = try TokenGrammar(
      graph, vocabulary: vocabulary,
      options: .init(propertyOrder: seed % 2 == 0 ? .declared : .any))
    var walk = RandomWalk(grammar, seed: UInt64(seed))
    try walk.matcher.setTokenBudget(4_000)
    while try walk.step() != nil {}
    let text = String(decoding: walk.matcher.committedBytes, as: UTF8.self)
    let options = GeneratedContentParser.Options(duplicateKeys: .keepFirst)
    var parser = GeneratedContentParser(options: options)
    try parser.append(text)
    let expected = try parser.finish()
    #expect(expected == walk.matcher.snapshot())
  }

  @Test(arguments: 0..<tried(of: 200, oneIn: 20))
  func `K1: valid instances can be spelled, and may end`(seed: Int) throws {
    let vocabulary = try TestVocabulary.mixed(seed: 1)
    let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed)).schema)
    let grammar = try TokenGrammar(graph, vocabulary: vocabulary)
    var instances = RandomInstances(graph, seed: UInt64(seed))
    for _ in 0..<5 {
      let text = try GeneratedContent(json: instances.valid()).jsonString(.compact)
      var matcher = TokenMatcher(grammar)
      for (offset, byte) in text.utf8.enumerated() {
        do {
          try matcher.commit(Int(byte) + 1)
        } catch {
          Issue.record("at \(offset) of \(text): \(error)")
          return
        }
      }
      #expect(matcher.canEnd, "\(text)")
    }
  }
}
