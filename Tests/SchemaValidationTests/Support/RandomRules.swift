import SchemaTestSupport

/// A JSON Schema document made at random of keywords that apply schemas to the same value, with
/// references that lead back to themselves.
struct RandomRules {
  /// How the schemas of `allOf` and `anyOf`, whose order means nothing, are written.
  enum Order { case given, reversed }

  private indirect enum Schema {
    case text(String)
    case reference(Int)
    case list(keyword: String, [Schema])
    case not(Schema)
    case condition(if: Schema, then: Schema, otherwise: Schema)
    case properties([(name: String, schema: Schema)], closing: String)
    case both(Schema, Schema)
  }

  private var random: SplitMix64
  private var definitions: [Schema] = []

  private static let count = 4
  private static let texts = [
    "true", "false", #"{"type":"object"}"#, #"{"type":"integer"}"#, #"{"required":["a"]}"#,
    #"{"maxProperties":1}"#, #"{"properties":{"k":{"const":"x"}},"required":["k"]}"#,
    #"{"properties":{"k":{"const":"y"}}}"#, #"{"minimum":3}"#,
  ]

  /// The values that are validated.
  static let instances = [
    "1", "4", "null", "{}", #"{"a":1}"#, #"{"k":"x"}"#, #"{"k":"y","a":{"a":2}}"#,
    #"{"k":null,"b":{"k":"x","a":null}}"#, #"{"a":{"b":{"a":1}},"b":5}"#,
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    for _ in 0..<Self.count { definitions.append(schema(depth: 3)) }
  }

  private mutating func schema(depth: Int) -> Schema {
    if depth == 0 {
      return random.oneIn(2)
        ? .reference(random.below(Self.count)) : .text(random.pick(Self.texts))
    }
    switch random.below(9) {
    case 0: return .reference(random.below(Self.count))
    case 1: return .text(random.pick(Self.texts))
    case 2: return .list(keyword: "allOf", schemas(depth: depth - 1))
    case 3, 4: return .list(keyword: "anyOf", schemas(depth: depth - 1))
    case 5: return .list(keyword: "oneOf", schemas(depth: depth - 1))
    case 6: return .not(schema(depth: depth - 1))
    case 7:
      return random.oneIn(2)
        ? .both(schema(depth: depth - 1), schema(depth: depth - 1))
        : .condition(
          if: schema(depth: depth - 1), then: schema(depth: depth - 1),
          otherwise: schema(depth: depth - 1))
    default:
      return .properties(
        [("a", schema(depth: depth - 1)), ("b", schema(depth: depth - 1))],
        closing: random.pick(["", #","unevaluatedProperties":false"#]))
    }
  }

  private mutating func schemas(depth: Int) -> [Schema] {
    (0..<1 + random.below(4)).map { _ in schema(depth: depth) }
  }

  /// The text of the document.
  func text(_ order: Order) -> String {
    let bodies = definitions.enumerated().map { "\"\($0)\":\(text($1, order))" }
    return "{\"$ref\":\"#/$defs/0\",\"$defs\":{\(bodies.joined(separator: ","))}}"
  }

  private func text(_ schema: Schema, _ order: Order) -> String {
    switch schema {
    case .text(let text): return text
    case .reference(let number): return "{\"$ref\":\"#/$defs/\(number)\"}"
    case .list(let keyword, let schemas):
      let texts = schemas.map { text($0, order) }
      let sorted = order == .given ? texts : texts.reversed()
      return "{\"\(keyword)\":[\(sorted.joined(separator: ","))]}"
    case .not(let schema): return "{\"not\":\(text(schema, order))}"
    case .condition(let condition, let then, let otherwise):
      return "{\"if\":\(text(condition, order)),\"then\":\(text(then, order)),"
        + "\"else\":\(text(otherwise, order))}"
    case .properties(let properties, let closing):
      let members = properties.map { "\"\($0.name)\":\(text($0.schema, order))" }
      return "{\"properties\":{\(members.joined(separator: ","))}\(closing)}"
    case .both(let first, let second):
      let texts = [text(first, order), text(second, order)]
      let sorted = order == .given ? texts : texts.reversed()
      return "{\"allOf\":[\(sorted[0])],\"$ref\":\"#/$defs/\(Self.count - 1)\","
        + "\"anyOf\":[\(sorted[1])]}"
    }
  }
}
