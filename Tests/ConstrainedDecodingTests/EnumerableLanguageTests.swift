import ConstrainedDecoding
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Grammars whose texts can be listed: the mask against the list.
struct EnumerableLanguageTests {
  /// Checks the masks at every prefix of every text.
  static func check(
    _ grammar: TokenGrammar, _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let vocabulary = grammar.vocabulary
    let texts = Set(texts.map { Array($0.utf8) })
    var prefixes: Set<[UInt8]> = []
    for text in texts { for length in 0...text.count { prefixes.insert(Array(text[..<length])) } }
    let cache = MaskCache(grammar)
    var mask = TokenMask(vocabulary)
    var single: [UInt8: Int] = [:]
    for token in 0..<vocabulary.count {
      if let bytes = vocabulary.bytes(of: token), bytes.count == 1 { single[bytes[0]] = token }
    }
    for prefix in prefixes {
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(contentsOf: prefix.compactMap { single[$0] })
      try matcher.fill(&mask)
      for token in 0..<vocabulary.count {
        let expected = vocabulary.bytes(of: token).map { prefixes.contains(prefix + $0) }
        guard mask.contains(token) != (expected ?? texts.contains(prefix)) else { continue }
        Issue.record(
          """
          after \(String(decoding: prefix, as: UTF8.self)): \
          \(vocabulary.bytes(of: token).map { String(decoding: $0, as: UTF8.self) } ?? "end")
          """, sourceLocation: sourceLocation)
        return
      }
    }
  }

  static func graph(_ schema: DynamicGenerationSchema) throws -> SchemaGraph {
    try SchemaGraph(GenerationSchema(root: schema, dependencies: []))
  }

  static func number(_ guides: [GenerationGuide<Int>]) -> DynamicGenerationSchema {
    DynamicGenerationSchema(type: Int.self, guides: guides)
  }

  @Test func `K1: objects skip optional properties only in front of required ones`() throws {
    let vocabulary = try TestVocabulary.exhaustive("{}\":,abt")
    let yes = DynamicGenerationSchema(type: String.self, guides: [.constant("t")])
    let schema = DynamicGenerationSchema(
      name: "Object",
      properties: [
        .init(name: "a", schema: yes, isOptional: true), .init(name: "ab", schema: yes),
        .init(name: "b", schema: yes, isOptional: true),
        .init(name: "", schema: yes, isOptional: true),
      ])
    var texts: [String] = []
    for choice in 0..<8 {
      var members = [#""ab":"t""#]
      if choice & 1 == 1 { members.insert(#""a":"t""#, at: 0) }
      if choice & 2 == 2 { members.append(#""b":"t""#) }
      if choice & 4 == 4 { members.append(#""":"t""#) }
      texts.append("{\(members.joined(separator: ","))}")
    }
    try Self.check(
      TokenGrammar(Self.graph(schema), vocabulary: vocabulary), texts)
  }

  @Test(arguments: [
    (-12, 7), (0, 0), (5, 5), (-3, -1), (-105, 99), (10, 1_000), (-1, 120), (99, 101),
  ])
  func `K1: integers lie between their bounds`(low: Int, high: Int) throws {
    let vocabulary = try TestVocabulary.exhaustive("-0123456789")
    let schema = Self.number([.range(low...high)])
    try Self.check(
      TokenGrammar(Self.graph(schema), vocabulary: vocabulary), (low...high).map(String.init))
  }

  @Test(arguments: [1, 2, 3, 4, 7, 10, 25, 40, 100, 120])
  func `K1: integers are multiples`(step: Int) throws {
    let vocabulary = try TestVocabulary.exhaustive("-0123456789")
    let schema = Self.number([.range(-300...450), .multiple(of: step)])
    let texts = (-300...450).filter { $0 % step == 0 }.map(String.init)
    try Self.check(TokenGrammar(Self.graph(schema), vocabulary: vocabulary), texts)
  }

  @Test(arguments: [(0, 2), (1, 1), (2, 4), (0, 0)])
  func `K1: arrays count their elements`(low: Int, high: Int) throws {
    let vocabulary = try TestVocabulary.exhaustive("[],01")
    let schema = DynamicGenerationSchema(
      arrayOf: Self.number([.range(0...11)]), minimumElements: low, maximumElements: high)
    let elements = ["0", "1", "10", "11"]
    let all = (0...11).map(String.init).filter { $0.allSatisfy { "01".contains($0) } }
    #expect(all == elements)
    var texts: [String] = []
    var rows: [[String]] = [[]]
    for count in 0...high {
      if count >= low { texts += rows.map { "[\($0.joined(separator: ","))]" } }
      rows = rows.flatMap { row in elements.map { row + [$0] } }
    }
    let grammar = try TokenGrammar(Self.graph(schema), vocabulary: vocabulary)
    // Other digits are no tokens, so their texts are left out.
    try Self.check(grammar, texts)
  }

  @Test(arguments: [(0, 2), (1, 3), (2, 2), (0, 0)])
  func `K1: strings count their characters`(low: Int, high: Int) throws {
    let vocabulary = try TestVocabulary.exhaustive("\"a\\n")
    let guides: [GenerationGuide<String>] = [.minimumLength(low), .maximumLength(high)]
    let schema = DynamicGenerationSchema(type: String.self, guides: guides)
    var texts: [String] = []
    var rows = [""]
    for count in 0...high {
      if count >= low { texts += rows.map { "\"\($0)\"" } }
      rows = rows.flatMap { row in ["a", "n", "\\n", "\\\"", "\\\\"].map { row + $0 } }
    }
    try Self.check(TokenGrammar(Self.graph(schema), vocabulary: vocabulary), texts)
  }

  @Test func `K1: plain choices may be prefixes of each other`() throws {
    let vocabulary = try TestVocabulary.exhaustive("yesno ")
    let choices = ["yes", "no", "none", "yes no", "n"]
    try Self.check(TokenGrammar(choices: choices, vocabulary: vocabulary), choices)
  }

  @Test func `K1: scalars of all kinds are choices`() throws {
    let vocabulary = try TestVocabulary.exhaustive("\"a1.5nultre")
    let schema = DynamicGenerationSchema.enumeration(
      of: ["a", 1, 15, .number(try #require(SchemaNumber(1.5))), true, .null, "1"])
    try Self.check(
      TokenGrammar(Self.graph(schema), vocabulary: vocabulary),
      ["\"a\"", "1", "15", "1.5", "true", "null", "\"1\""])
  }
}
