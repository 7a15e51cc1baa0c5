import ConstrainedDecoding
import SchemaConformances
import SchemaEncoding
import SchemaTestSupport
import Testing

/// Token budgets, and walks without one.
struct BudgetTests {
  private static let documents = [
    """
    {"type": "object", "properties": {
       "a property with a name that is longer than all tokens": {"type": "string"},
       "b": {"type": "boolean"}}}
    """,
    #"{"type": "string", "pattern": "^(?:a|b[0-9]{40}c)$"}"#,
    #"{"type": "array", "items": {"enum": [1, "a choice that is long", 12345678901234567890]}}"#,
    """
    {"type": "array", "minItems": 3,
     "items": {"type": "array", "items": {"type": "string", "minLength": 9}}}
    """,
    #"{"type": "object", "patternProperties": {"^x{30}$": {"type": "null"}}}"#,
    """
    {"type": "object", "properties": {
       "b": {"type": "boolean"},
       "name of an optional property": {"type": "string", "minLength": 20},
       "name of a required property": {"type": "object", "required": ["a", "b"], "properties": {
         "a": {"const": 123456}, "b": {}}}},
     "required": ["b", "name of a required property"],
     "additionalProperties": {"type": "string", "minLength": 9},
     "minProperties": 3, "maxProperties": 4}
    """,
    """
    {"type": "object", "properties": {
       "a": {"type": "boolean"}, "name": {"type": "string", "minLength": 20},
       "namely": {"const": 12345678901}},
     "required": ["name"], "additionalProperties": false, "minProperties": 2}
    """,
    """
    {"type": "object", "properties": {"na": {"type": "null"}, "name": {"enum": [1]}},
     "additionalProperties": {"type": "string", "minLength": 9}}
    """,
  ]

  private static let options: [TokenGrammar.Options] = [
    .init(), .init(whitespace: .spaced), .init(whitespace: .flexible(maximum: 3)),
    .init(propertyOrder: .any), .init(whitespace: .spaced, propertyOrder: .any),
  ]

  @Test(arguments: documents, options)
  func `K4: a mask holds a token if and only if it can be committed`(
    document: String, options: TokenGrammar.Options
  ) throws {
    let grammar = try TokenGrammar(
      jsonSchema: document, vocabulary: TestVocabulary.mixed(seed: 5), options: options)
    for seed in 0..<tried(of: 9, oneIn: 9) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      var budget = [0, 1, 13][(seed + document.utf8.count) % 3]
      while (try? walk.matcher.setTokenBudget(budget)) == nil { budget += 1 }
      repeat {
        try walk.compareWithSteps()
      } while try walk.step() != nil
      #expect(walk.matcher.tokenCount <= budget)
    }
  }

  @Test(arguments: 0..<tried(of: 300, oneIn: 20))
  func `K1: a walk without a budget finds no dead end, and ends when it is given one`(
    seed: Int
  ) throws {
    let graph = try SchemaGraph(try RandomSchema(seed: UInt64(seed) + 1_000).schema)
    let grammar = try TokenGrammar(
      graph, vocabulary: TestVocabulary.mixed(seed: 6),
      options: .init(propertyOrder: seed % 2 == 0 ? .declared : .any))
    var walk = RandomWalk(grammar, seed: UInt64(seed))
    for _ in 0..<300 { if try walk.step() == nil { break } }
    try walk.finish()
  }

  @Test func `K4: a negative budget is too small, whatever was committed`() throws {
    let vocabulary = try TestVocabulary.bytes()
    var matcher = TokenMatcher(try TokenGrammar(Bool.self, vocabulary: vocabulary))
    try matcher.commit(text: "t")
    for budget in [Int.min, -1, 0] {
      let failure = #expect(throws: TokenMatcher.Failure.self) {
        try matcher.setTokenBudget(budget)
      }
      #expect(failure?.code == .budgetTooSmall)
    }
    #expect(matcher.tokenBudget == nil)
  }
}
