import ConstrainedDecoding
import SchemaConformances
import SchemaContent
import SchemaEncoding
import SchemaTestSupport
import SchemaValidation
import Testing

/// Objects whose properties come in any order.
struct PropertyOrderTests {
  private static let options = TokenGrammar.Options(propertyOrder: .any)

  private static func grammar(
    _ document: String, _ vocabulary: Vocabulary? = nil
  ) throws -> TokenGrammar {
    try TokenGrammar(
      jsonSchema: document, vocabulary: vocabulary ?? TestVocabulary.bytes(), options: options)
  }

  /// The members `"n0": 1` and so on, as `properties` or in an object.
  private static func members(_ numbers: some Sequence<Int>, _ value: String = "1") -> String {
    numbers.map { "\"n\($0)\":\(value)" }.joined(separator: ",")
  }

  private static func closed(_ count: Int, required: [Int] = []) -> String {
    let names = required.map { "\"n\($0)\"" }.joined(separator: ",")
    return #"{"type":"object","additionalProperties":false,"required":[\#(names)],"#
      + #""properties":{\#(members(0..<count, #"{"type":"integer"}"#))}}"#
  }

  // MARK: The check

  private static let documents = [
    #"{"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "#
      + #""x": {"type": "string"}}, "#
      + #""required": ["b"], "additionalProperties": false}"#,
    #"""
    {"properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["b", "x"]}
    """#,
    #"{"properties": {"a": {"type": "integer"}}, "required": ["a"], "#
      + #""additionalProperties": {"type": "string"}}"#,
    #"{"properties": {"b": {"type": "integer"}}, "patternProperties": {"^x": {"type": "string"}}, "#
      + #""additionalProperties": false, "required": ["b"]}"#,
    #"{"properties": {"a": {"type": "integer"}, "b": {}}, "required": ["a"], "#
      + #""minProperties": 2, "maxProperties": 3}"#,
    #"{"properties": {"a": {"type": "integer"}, "b": {}, "x": {}}, "minProperties": 2, "#
      + #""additionalProperties": false}"#,
    #"{"properties": {"a": {}, "b": {"type": "integer"}, "x": {}}, "required": ["b"], "#
      + #""additionalProperties": false, "maxProperties": 2}"#,
    #"{"anyOf": [{"properties": {"a": {"const": 1}, "b": {"type": "integer"}}, "#
      + #""required": ["a"]}, {"properties": {"a": {"const": "s"}, "x": {"type": "integer"}}, "#
      + #""required": ["x", "a"]}]}"#,
    #"{"properties": {"a": {"type": "integer"}, "b": false, "x": {"type": "string"}}}"#,
    #"{"properties": {"a": {"type": "object", "properties": {"c": {"type": "integer"}, "d": {}}, "#
      + #""required": ["c"], "additionalProperties": false}, "b": {"type": "integer"}}, "#
      + #""required": ["b"]}"#,
    #"{"required": ["z"], "maxProperties": 1}"#,
  ].map { #"{"type": "object", "# + $0.dropFirst() }

  /// The objects with some of the names, in all orders.
  private static func objects(of names: [String], _ values: [String]) -> [String] {
    var rows: [(names: Set<String>, text: String)] = [([], "")]
    var texts: [String] = []
    while !rows.isEmpty {
      texts += rows.map { "{\($0.text)}" }
      rows = rows.flatMap { row in
        names.filter { !row.names.contains($0) }.flatMap { name in
          values.map { value in
            let comma = row.names.isEmpty ? "" : ","
            return (row.names.union([name]), "\(row.text)\(comma)\"\(name)\":\(value)")
          }
        }
      }
    }
    return texts
  }

  @Test(arguments: documents)
  func `K1: of all orders of all properties, those are texts that are valid`(
    document: String
  ) throws {
    let instances =
      Self.objects(of: ["a", "b", "x", "z"], ["1", "\"s\""])
      + Self.objects(of: ["a", "b"], ["1"] + Self.objects(of: ["c", "d"], ["1", "{}"]))
    try Self.grammar(document).expectValidTexts(of: instances, by: document)
  }

  @Test(arguments: documents)
  func `K1: a walk ends with a valid text, under a budget, too`(document: String) throws {
    let grammar = try Self.grammar(document, TestVocabulary.mixed(seed: 4))
    let validator = try ContentValidator(document: document)
    let schema = try GeneratedContent(json: document)
    let declared = Self.declaredNames(of: schema)
    let hasDeclaredOnly =
      schema[["additionalProperties"]] == GeneratedContent(false)
      && schema[["patternProperties"]] == nil
    let isCounted = document.contains("minProperties") || document.contains("maxProperties")
    for seed in 0..<tried(of: 40) {
      var walk = RandomWalk(grammar, seed: UInt64(seed))
      for _ in 0..<seed { _ = try walk.step() }
      try walk.finish()
      let text = String(decoding: walk.matcher.committedBytes, as: UTF8.self)
      // Names that are not declared may occur twice, and then count twice.
      var parser = GeneratedContentParser(options: .init(duplicateKeys: .keepFirst))
      try parser.append(text.dropLast())
      let names = parser.snapshot().properties.map { $0.name }
      let repeated = Set(names.filter { name in names.count { $0 == name } > 1 })
      #expect(repeated.isDisjoint(with: declared), "\(text)")
      if hasDeclaredOnly { #expect(repeated.isEmpty, "\(text)") }
      try parser.append("}")
      let isValid = try validator.isValid(parser.finish())
      #expect(isValid || isCounted && !repeated.isEmpty, "\(text)")
    }
  }

  /// The names that all alternatives of a document declare or require.
  private static func declaredNames(of schema: GeneratedContent) -> Set<String> {
    if let alternatives = schema[["anyOf"]]?.elements {
      let names = alternatives.map { declaredNames(of: $0) }
      return names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
    }
    let properties = schema[["properties"]]?.properties.map { $0.name } ?? []
    let required = schema[["required"]]?.elements.compactMap { try? $0.value(String.self) } ?? []
    return Set(properties).union(required)
  }

  // MARK: Masks

  @Test func `K1: masks hold exactly the names that are left`() throws {
    let vocabulary = try TestVocabulary.exhaustive("{}\":,abt")
    let yes = DynamicGenerationSchema(type: String.self, guides: [.constant("t")])
    let schema = DynamicGenerationSchema(
      name: "Object",
      properties: [
        .init(name: "a", schema: yes, isOptional: true), .init(name: "ab", schema: yes),
        .init(name: "b", schema: yes, isOptional: true),
        .init(name: "", schema: yes, isOptional: true),
      ])
    let texts = Self.objects(of: ["a", "ab", "b", ""], [#""t""#]).filter { $0.contains("ab") }
    try EnumerableLanguageTests.check(
      TokenGrammar(
        EnumerableLanguageTests.graph(schema), vocabulary: vocabulary, options: Self.options),
      texts)
  }

  @Test(arguments: [1, 31, 32, 33, 64, 65, 100])
  func `K1: many properties come in any order, each once`(count: Int) throws {
    let grammar = try Self.grammar(Self.closed(count, required: [0, count / 2, count - 1]))
    let cache = MaskCache(grammar)
    let orders = [
      Array(0..<count), (0..<count).reversed(), (0..<count).map { ($0 * 37 + 5) % count },
    ]
    for order in orders where Set(order).count == count {
      #expect(grammar.accepts("{\(Self.members(order))}".utf8, cache: cache))
      #expect(!grammar.accepts("{\(Self.members(order + [order[0]]))}".utf8, cache: cache))
      let others = order.filter { $0 != count / 2 }
      #expect(!grammar.accepts("{\(Self.members(others))}".utf8, cache: cache))
    }
    #expect(!grammar.accepts("{\(Self.members([count]))}".utf8, cache: cache))
  }

  @Test func `K1: the declared order is the default`() throws {
    let grammar = try TokenGrammar(
      jsonSchema: Self.closed(2), vocabulary: TestVocabulary.bytes())
    let cache = MaskCache(grammar)
    #expect(grammar.accepts("{\(Self.members([0, 1]))}".utf8, cache: cache))
    #expect(!grammar.accepts("{\(Self.members([1, 0]))}".utf8, cache: cache))
  }

  // MARK: Matchers

  @Test func `K3: properties that are taken back may come again`() throws {
    var matcher = TokenMatcher(try Self.grammar(Self.closed(3, required: [1])))
    try matcher.commit(text: "{" + Self.members([2]))
    let fork = matcher
    for order in [[1, 0], [0, 1], [1]] {
      let text = "," + Self.members(order)
      try matcher.commit(text: text)
      #expect(throws: TokenMatcher.Failure.self) {
        try matcher.commit(text: "," + Self.members([2]))
      }
      try matcher.commit(text: "}")
      #expect(matcher.isComplete)
      try matcher.rollback(2)
      #expect(matcher.committedBytes == fork.committedBytes)
      #expect(throws: TokenMatcher.Failure.self) { try matcher.commit(text: "}") }
    }
  }

  @Test func `K3: the last property that is missing is forced`() throws {
    var matcher = TokenMatcher(try Self.grammar(Self.closed(2, required: [0, 1])))
    #expect(matcher.forcedText == "{\"n")
    try matcher.commit(text: "{" + Self.members([1], "2") + ",")
    #expect(matcher.forcedText == "\"n0\":")
  }

  @Test func `K6: equal sets of properties share their masks`() throws {
    let grammar = try Self.grammar(Self.closed(12))
    let cache = MaskCache(grammar)
    var sizes: [Int] = []
    var masks: Set<TokenMask> = []
    for shift in 0..<12 {
      var matcher = TokenMatcher(grammar, cache: cache)
      let order = (0..<6).map { ($0 + shift) % 6 } + [11]
      try matcher.commit(text: "{" + Self.members(order) + ",\"n")
      var mask = TokenMask(grammar.vocabulary)
      try matcher.fill(&mask)
      masks.insert(mask)
      sizes.append(cache.memoryFootprint)
    }
    #expect(masks.count == 1)
    #expect(sizes[6...].allSatisfy { $0 == sizes[6] })
  }

  @Test(.withOptimizer) func `K6: a cache does not grow with the orders that it has seen`() throws {
    let grammar = try Self.grammar(Self.closed(20))
    let cache = MaskCache(grammar)
    var random = SplitMix64(seed: 1)
    var sizes: [Int] = []
    for _ in 0..<tried(of: 12_000, oneIn: 4) {
      var order = Array(0..<20)
      order.shuffle(using: &random)
      var matcher = TokenMatcher(grammar, cache: cache)
      try matcher.commit(text: "{" + Self.members(order) + "}")
      #expect(matcher.isComplete)
      sizes.append(cache.memoryFootprint)
    }
    #expect(sizes.allSatisfy { $0 <= 16 << 20 })
    // It was dropped on the way.
    #expect(zip(sizes, sizes.dropFirst()).contains { $0 > $1 })
  }
}
