import ConstrainedDecoding
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing

/// Arrays with schemas for their first elements, whose length is open.
struct OpenTupleTests {
  private static let two = #""prefixItems":[{"type":"string"},{"type":"integer"}]"#

  static let keywords = [
    two, #"\#(two),"items":false"#, #"\#(two),"minItems":1,"items":false"#,
    #"\#(two),"items":{"type":"boolean"}"#, #"\#(two),"items":{"type":"boolean"},"minItems":3"#,
    #"\#(two),"items":{"type":"boolean"},"maxItems":3"#, #"\#(two),"minItems":3,"maxItems":200"#,
    #"\#(two),"maxItems":1"#,
    #""items":[{"type":"string"},{"type":"integer"}],"additionalItems":{"type":"boolean"}"#,
    #""items":[{"type":"string"},{"type":"integer"}],"additionalItems":false"#,
    ##""prefixItems":[{"type":"string"},{"$ref":"#"}],"items":false"##,
  ]

  private static let texts =
    [
      "[]", #"["a"]"#, "[1]", #"["a",1]"#, #"[1,"a"]"#, #"["a","b"]"#, #"["a",1,true]"#,
      #"["a",1,1]"#, #"["a",1,true,false]"#, #"["a",true]"#, #"["a",1,]"#, #"["a",]"#, "[,]",
      #"["a",["b",["c"]]]"#, #"["a",["b",1]]"#,
    ]

  @Test(arguments: keywords)
  func `K1: a mask allows what the document accepts`(keywords: String) throws {
    let document = #"{"type":"array",\#(keywords)}"#
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: TestVocabulary.bytes())
    let judge = try ContentValidator(document: GeneratedContent(json: document))
    let cache = MaskCache(grammar)
    for text in Self.texts {
      let isValid = (try? GeneratedContent(json: text)).map { $0.isComplete && judge.isValid($0) }
      #expect(
        grammar.accepts(text.utf8, cache: cache) == (isValid ?? false), "\(keywords) \(text)")
    }
  }

  @Test(arguments: keywords)
  func `K1: every mask is what its tokens do, and walks end`(keywords: String) throws {
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"array",\#(keywords)}"#, vocabulary: TestVocabulary.mixed(seed: 4))
    for seed in 0..<tried(of: 8, oneIn: 4) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<30 {
        try walk.compareWithSteps()
        if try walk.step() == nil { break }
      }
      if !walk.matcher.isFinished { try walk.finish() }
    }
  }
}
