import ConstrainedDecoding
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Schemas that blow up, and what masks cannot hold to.
struct GrammarLimitTests {
  private let vocabulary: Vocabulary

  init() throws { vocabulary = try TestVocabulary.mixed(seed: 2) }

  private func grammar(_ schema: DynamicGenerationSchema) throws -> TokenGrammar {
    try TokenGrammar(GenerationSchema(root: schema, dependencies: []), vocabulary: vocabulary)
  }

  private static func pattern(_ source: String) throws -> GenerationGuide<String> {
    GenerationGuide(GuideValue(.pattern(try SchemaPattern(ecma: source))))
  }

  /// The first of them takes a second of a debug build, and the others longer.
  private static let sources = ["^(a|b)*a.{20}$", "a[ab]{20000}c", "^(?:a|b)*a(?:a|b){17}$"]

  @Test(
    .withOptimizer,
    arguments: sources.prefix(tried(of: 3)))
  func `K6: a pattern with too many states is an error with its place`(source: String) throws {
    let guide = try Self.pattern(source)
    let schema = DynamicGenerationSchema(
      name: "Object",
      properties: [
        .init(name: "p", schema: DynamicGenerationSchema(type: String.self, guides: [guide]))
      ])
    let error = #expect(throws: SchemaError.self) { try grammar(schema) }
    guard case .limitExceeded = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.path == ["p"])
  }

  @Test func `K6: a union of a thousand objects is an error`() throws {
    let choices = (0..<1_000).map { index in
      DynamicGenerationSchema(
        name: "C\(index)", properties: [.init(name: "n\(index)", schema: .string)])
    }
    let error = #expect(throws: SchemaError.self) {
      try grammar(DynamicGenerationSchema(name: "Union", anyOf: choices))
    }
    guard case .limitExceeded(_, 1_000, 256, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [true, false])
  func `H3: types that lead to those declared before them take proportional time`(
    isUnion: Bool
  ) throws {
    func schema(_ count: Int) throws -> GenerationSchema {
      let types = (0..<count).map { index in
        let previous = DynamicGenerationSchema(referenceTo: "T\(index - 1)")
        guard index > 0 else { return DynamicGenerationSchema(name: "T0", properties: []) }
        return isUnion
          ? DynamicGenerationSchema(name: "T\(index)", anyOf: [.string, previous])
          : DynamicGenerationSchema(
            name: "T\(index)", properties: [.init(name: "n", schema: previous)])
      }
      let root = DynamicGenerationSchema(
        name: "Root",
        properties: types.indices.map {
          .init(name: "p\($0)", schema: DynamicGenerationSchema(referenceTo: "T\($0)"))
        })
      return try GenerationSchema(root: root, dependencies: types)
    }
    let grammar = try TokenGrammar(schema(100), vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    try matcher.commit(text: isUnion ? #"{"p0":{},"p1":"a","p2":{}"# : #"{"p0":{},"p1":{"n":{}}"#)
    let growth = try growthOfTime(from: 1_000, prepare: schema) {
      _ = try TokenGrammar($0, vocabulary: vocabulary)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test func `H3: properties that lead back to their object take proportional time`() throws {
    func reference(_ name: String) -> DynamicGenerationSchema { .init(referenceTo: name) }
    func object(_ name: String, _ types: [String]) -> DynamicGenerationSchema {
      DynamicGenerationSchema(
        name: name, properties: types.map { .init(name: "p\($0)", schema: reference($0)) })
    }
    func schema(_ count: Int) throws -> GenerationSchema {
      let parts = (0..<count).map { "T\($0)" }
      return try GenerationSchema(
        root: object("Root", ["Wide"]),
        dependencies: [
          object("Wide", parts + ["Again"]), object("Again", parts),
          DynamicGenerationSchema(name: "Any", anyOf: [.null, reference("Wide")]),
        ] + parts.map { object($0, ["Any"]) })
    }
    var matcher = TokenMatcher(try TokenGrammar(schema(1), vocabulary: vocabulary))
    try matcher.commit(text: #"{"pWide":{"pT0":{"pAny":null},"pAgain":{"pT0":{"pAny":null}}}}"#)
    #expect(matcher.canEnd)
    let growth = try growthOfTime(from: 500, prepare: schema) {
      _ = try TokenGrammar($0, vocabulary: vocabulary)
    }
    #expect(growth < proportionalGrowth)
  }

  @Test(.withOptimizer) func `K1: a text that can be read in too many ways is an error each time`()
    throws
  {
    let choices = (0..<1_100).map { index in
      DynamicGenerationSchema(
        name: "C\(index)",
        properties: [.init(name: "n", schema: .enumeration(of: [.number(SchemaNumber(index))]))])
    }
    let schema = try GenerationSchema(
      root: DynamicGenerationSchema(name: "Union", anyOf: choices), dependencies: [])
    let grammar = try TokenGrammar(
      schema, vocabulary: vocabulary, options: .init(maximumAlternatives: 2_000))
    let cache = MaskCache(grammar)
    for _ in 0..<3 {
      var matcher = TokenMatcher(grammar, cache: cache)
      var mask = TokenMask(vocabulary)
      let filling = #expect(throws: TokenMatcher.Failure.self) { try matcher.fill(&mask) }
      #expect(filling?.code == .tooManyReadings)
      let commit = #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: "{") }
      #expect(commit?.code == .tooManyReadings && matcher.committedBytes.isEmpty)
    }
  }

  @Test func `K2: what is not enforced is listed with its place`() throws {
    let pattern = try Self.pattern("^(?=a)")
    let schema = DynamicGenerationSchema(
      name: "Object",
      properties: [
        .init(name: "p", schema: DynamicGenerationSchema(type: String.self, guides: [pattern])),
        .init(
          name: "f",
          schema: DynamicGenerationSchema(type: String.self, guides: [.format("idn-email")])),
        .init(name: "d", schema: .dictionary(of: .string)),
      ])
    #expect(try grammar(schema).unenforced.map(\.path) == [["p"], ["f"], ["d"]])
    #expect(try TokenGrammar(Int.self, vocabulary: vocabulary).unenforced.isEmpty)
  }

  @Test(
    arguments: [
      #"{"type":"object","minProperties":1e30}"#,
      #"{"type":"object","properties":{"a":{"type":"null"}},"minProperties":4611686018427387902}"#,
      #"{"type":"array","items":{"type":"null"},"minItems":1e30}"#,
      #"{"type":"string","minLength":1e30}"#,
      #"{"type":"string","pattern":"a","minLength":1e30}"#,
    ])
  func `K6: a minimum that is too large to count is an error`(document: String) throws {
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
    }
    guard case .limitExceeded = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    arguments: [
      #"{"type":"object","maxProperties":1e30}"#,
      #"{"type":"array","items":{"type":"null"},"maxItems":1e30}"#,
      #"{"type":"string","maxLength":1e30}"#,
    ])
  func `K2: a maximum that is too large to count is listed`(document: String) throws {
    let grammar = try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
    #expect(grammar.unenforced.contains { $0.problem.hasPrefix("The maximum of ") })
  }

  @Test(
    arguments: [
      (#"{"type":"number","minimum":1e5000}"#, "digits of a bound"),
      (#"{"type":"number","multipleOf":123457}"#, "multiple without the zeros at an end"),
      (#"{"type":"number","multipleOf":1e2000}"#, "zeros at an end of a multiple"),
    ])
  func `K6: an error for a number with too many digits names a bound or a multiple`(
    document: String, name: String
  ) throws {
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(jsonSchema: document, vocabulary: vocabulary)
    }
    guard case .limitExceeded(limit: name, _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `K6: choices that need too many states are an error that names them`() throws {
    let choice = String(repeating: "a", count: 70_000)
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(jsonSchema: #"{"enum":["\#(choice)"]}"#, vocabulary: vocabulary)
    }
    #expect(error.map { "\($0)" }?.contains("Use fewer or shorter choices.") == true)
  }

  @Test(.withOptimizer)
  func `K6: choices that need too much memory together are an error`() throws {
    let choice = String(repeating: "a", count: 60_000)
    let properties = (0..<50).map { #""p\#($0)":{"const":"\#(choice)\#($0)"}"# }
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(
        jsonSchema: #"{"properties":{\#(properties.joined(separator: ","))}}"#,
        vocabulary: vocabulary)
    }
    guard case .limitExceeded(limit: "states of all values", _, _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `K1: a schema without finite values is an error`() throws {
    let node = DynamicGenerationSchema(
      name: "Node", properties: [.init(name: "next", schema: .init(referenceTo: "Node"))])
    #expect(throws: SchemaError.self) { try grammar(node) }
  }

  @Test(
    arguments: [
      #"{"type":"object","properties":{"a":{"type":"null"}},"minProperties":2}"#,
      """
      {"type":"array","items":{"$ref":"#/$defs/o"},"minItems":1,
       "$defs":{"o":{"properties":{"a":true,"b":true},"type":"object","minProperties":3}}}
      """,
    ])
  func `K1: a smallest number of properties that an object cannot reach is an error that says so`(
    document: String
  ) {
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(
        jsonSchema: document, vocabulary: vocabulary, options: .init(openObjects: .closed))
    }
    let text = error?.errorDescription ?? ""
    #expect(text.contains("properties, and") && !text.contains("itself"), "\(text)")
  }

  @Test(
    arguments: [
      (
        """
        {"type":"object","required":["s"],"properties":{"s":{"$ref":"#"},"o":
          {"type":"object","properties":{"a":true},"minProperties":3}}}
        """, [], "No finite value satisfies the schema."
      ),
      (
        """
        {"type":"object","required":["s"],"properties":{"o":{"$ref":"#/$defs/o"},
          "s":{"$ref":"#/$defs/s"}},"$defs":{
          "o":{"type":"object","properties":{"a":true},"minProperties":3},
          "s":{"type":"object","properties":{"a":true},"minProperties":4}}}
        """, ["s"], "at least 4 properties, and it can have at most 1."
      ),
    ] as [(String, SchemaPath, String)])
  func `K1: only an object without whose minimum there are finite values is reported`(
    document: String, path: SchemaPath, phrase: String
  ) {
    let error = #expect(throws: SchemaError.self) {
      try TokenGrammar(
        jsonSchema: document, vocabulary: vocabulary, options: .init(openObjects: .closed))
    }
    #expect(error?.path == path)
    #expect(error?.errorDescription?.contains(phrase) == true, "\(String(describing: error))")
  }

  @Test(
    arguments: [
      ([], [0]), ([.bytes([65])], [1]), ([.bytes([65])], [-1]),
      ([.bytes(Array(repeating: 65, count: 5_000))], []),
    ] as [([Vocabulary.Token], [Int])])
  func `a bad vocabulary is an error`(tokens: [Vocabulary.Token], ends: [Int]) {
    #expect(throws: VocabularyError.self) { try Vocabulary(tokens: tokens, endTokens: ends) }
  }

  @Test func `H1: a vocabulary without single characters has no budget for a text, and masks`()
    throws
  {
    let vocabulary = try Vocabulary(
      tokens: [.special("</s>"), .bytes([0x22]), .bytes(Array("ab".utf8))], endTokens: [0])
    let grammar = try TokenGrammar(
      jsonSchema: #"{"type":"string","minLength":5}"#, vocabulary: vocabulary)
    var matcher = TokenMatcher(grammar)
    #expect { try matcher.setTokenBudget(100) } throws: {
      ($0 as? TokenMatcher.Failure)?.code == .budgetTooSmall
    }
    var mask = TokenMask(vocabulary)
    for token in [1, 2, 2, 2] {
      try matcher.fill(&mask)
      #expect(mask.contains(token))
      try matcher.commit(token)
    }
    try matcher.fill(&mask)
    #expect(mask.tokens == [1, 2])
  }

  @Test func `K1: tokens of one text are allowed together, and empty ones never`() throws {
    let vocabulary = try Vocabulary(
      tokens: [
        .bytes([]), .bytes(Array("tr".utf8)), .unused, .bytes(Array("tr".utf8)), .special("x"),
        .bytes([0xFF]), .bytes(Array("tr".utf8)),
      ], endTokens: [4])
    var mask = TokenMask(vocabulary)
    try TokenMatcher(TokenGrammar(Bool.self, vocabulary: vocabulary)).fill(&mask)
    #expect(mask.tokens == [1, 3, 6])
  }
}
