import ConstrainedDecoding
import SchemaTestSupport
import Testing

/// Schemas and texts that are large or deep, and documents that are damaged.
struct GrammarSizeTests {
  private static let vocabulary = Result { try TestVocabulary.bytes() }

  private static func grammar(_ document: String) throws -> TokenGrammar {
    try TokenGrammar(jsonSchema: document, vocabulary: vocabulary.get())
  }

  @Test func `K1: a million elements are counted`() throws {
    let count = tried(of: 1_000_000, oneIn: 10)
    let grammar = try Self.grammar(
      #"{"type":"array","items":{"const":1},"minItems":\#(count),"maxItems":\#(count)}"#)
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: "[1" + String(repeating: ",1", count: count - 2))
    let early = #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: "]") }
    #expect(early?.code == .forbidden)
    try matcher.commit(text: ",1")
    #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: ",1") }
    #expect(matcher.forcedText == "]")
  }

  @Test func `K6: a schema may be as deep as it likes`() throws {
    let depth = tried(of: 2_000, oneIn: 4)
    let definitions = (0..<depth).map { index in
      let next = index + 1 < depth ? ##"{"$ref":"#/$defs/d\##(index + 1)"}"## : #"{"const":1}"#
      return #""d\#(index)":{"type":"array","minItems":1,"maxItems":1,"items":\#(next)}"#
    }
    let grammar = try Self.grammar(
      ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions.joined(separator: ","))}}"##)
    var matcher = TokenMatcher(grammar)
    let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    try matcher.setTokenBudget(text.utf8.count)
    #expect(matcher.forcedText == text)
    try matcher.commit(contentsOf: TestVocabulary.tokens(text.utf8))
    #expect(matcher.isComplete)
  }

  @Test func `K6: properties may refer to those before them, one after the other`() throws {
    let count = tried(of: 2_000)
    let definitions = (0..<count).map { index in
      let value = index == 0 ? #"{"const":1}"# : ##"{"$ref":"#/$defs/d\##(index - 1)"}"##
      return #""d\#(index)":{"type":"array","minItems":1,"maxItems":1,"items":\#(value)}"#
    }
    let properties = (0..<count).map { ##""p\##($0)":{"$ref":"#/$defs/d\##($0)"}"## }
    let grammar = try Self.grammar(
      """
      {"type":"object","properties":{\(properties.joined(separator: ","))},
      "minProperties":1,"additionalProperties":false,
      "$defs":{\(definitions.joined(separator: ","))}}
      """)
    var matcher = TokenMatcher(grammar)
    let shortest = #"{"p0":[1]}"#
    #expect(throws: TokenMatcher.Failure.self) {
      try matcher.setTokenBudget(shortest.utf8.count - 1)
    }
    try matcher.setTokenBudget(shortest.utf8.count)
    #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: #"{"p10"#) }
    try matcher.commit(contentsOf: TestVocabulary.tokens(shortest.utf8))
    #expect(matcher.isComplete)
  }

  @Test func `K6: a damaged document is an error or a grammar, and never a crash`() throws {
    let document = Array(
      ##"""
      {"type":"object","required":["a"],"minProperties":1,"properties":{
        "a":{"type":"string","pattern":"^[a-z]{1,3}$","maxLength":9},
        "b":{"anyOf":[{"$ref":"#/$defs/d"},{"enum":[1,"x",null]}]},
        "c":{"type":"integer","minimum":-5,"maximum":5e3,"multipleOf":0.5}},
        "patternProperties":{"^x":{"type":"null"}},
        "$defs":{"d":{"type":"array","items":{"$ref":"#"},"minItems":1,"maxItems":3}}}
      """##.utf8)
    var random = SplitMix64(seed: 11)
    var grammars = 0
    for _ in 0..<tried(of: 3_000, oneIn: 10) {
      var damaged = document
      for _ in 0...random.below(3) {
        let place = random.below(damaged.count)
        switch random.below(3) {
        case 0: damaged.remove(at: place)
        case 1: damaged[place] = damaged[random.below(damaged.count)]
        default:
          let end = min(place + random.below(12), damaged.count)
          damaged.insert(contentsOf: damaged[place..<end], at: random.below(damaged.count))
        }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      guard let grammar = try? Self.grammar(text) else { continue }
      grammars += 1
      var walk = RandomWalk(grammar, seed: random.next())
      for _ in 0..<5 { if try walk.step() == nil { break } }
    }
    #expect(grammars > 0)
  }
}
