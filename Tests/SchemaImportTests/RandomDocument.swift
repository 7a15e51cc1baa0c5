import SchemaTestSupport

/// A JSON Schema document made at random from what documents have in real life.
struct RandomDocument {
  private var random: SplitMix64
  private let definitions = ["A", "B", "C"]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// The text of the document.
  mutating func text() -> String {
    let bodies = definitions.map { "\"\($0)\":\(schema(depth: 2))" }.joined(separator: ",")
    var members = self.members(depth: 3)
    members.append("\"$defs\":{\(bodies)}")
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func schema(depth: Int) -> String {
    if random.oneIn(12) { return random.pick(["true", "false", "{}"]) }
    if depth < 3, random.oneIn(5) { return "{\"$ref\":\"#/$defs/\(random.pick(definitions))\"}" }
    return "{\(members(depth: depth).joined(separator: ","))}"
  }

  private mutating func members(depth: Int) -> [String] {
    var members = scalarMembers()
    guard depth > 0 else { return members }
    switch random.below(8) {
    case 7: members += caseMembers(depth: depth - 1)
    case 0, 1: members += objectMembers(depth: depth - 1)
    case 2: members.append("\"items\":\(schema(depth: depth - 1))")
    case 3:
      let keyword = random.pick(["allOf", "anyOf", "oneOf"])
      members.append("\"\(keyword)\":\(schemas(depth: depth - 1))")
    case 4: members.append("\"not\":\(schema(depth: depth - 1))")
    case 5:
      members.append("\"if\":\(schema(depth: depth - 1)),\"then\":\(schema(depth: depth - 1))")
    default: members.append("\"prefixItems\":\(schemas(depth: depth - 1))")
    }
    return members
  }

  /// Conditions that compare one property with constants.
  private mutating func caseMembers(depth: Int) -> [String] {
    let conditions = ["a", "b"].map { value in
      let required = random.oneIn(2) ? #","required":["k"]"# : ""
      let otherwise = random.oneIn(3) ? ",\"else\":\(schema(depth: depth))" : ""
      return #"{"if":{"properties":{"k":{"const":"\#(value)"}}\#(required)},"#
        + "\"then\":\(schema(depth: depth))\(otherwise)}"
    }
    var members = [
      #""properties":{"k":{"enum":["a","b","c"]},"a":{"type":"integer"}}"#,
      "\"allOf\":[\(conditions.joined(separator: ","))]",
    ]
    if random.oneIn(2) { members.append(#""required":["k"]"#) }
    return members
  }

  private mutating func scalarMembers() -> [String] {
    let number = random.below(5)
    switch random.below(8) {
    case 0: return ["\"type\":\"string\"", "\"minLength\":\(number)"]
    case 1: return ["\"type\":\"integer\"", "\"minimum\":\(number)"]
    case 2: return ["\"enum\":[\"a\",\(number),null,\"b\"]"]
    case 3: return ["\"type\":[\"object\",\"null\"]"]
    case 4: return ["\"type\":\"array\"", "\"minItems\":\(number)"]
    case 5: return ["\"exclusiveMaximum\":\(number)", "\"pattern\":\"^[a-c]\""]
    case 6: return ["\"type\":\"number\"", "\"multipleOf\":0.5", "\"description\":\"half\""]
    default: return ["\"type\":\"object\""]
    }
  }

  private mutating func objectMembers(depth: Int) -> [String] {
    let names = ["k", "a", "x-y"]
    let properties = names.prefix(1 + random.below(3)).map { "\"\($0)\":\(schema(depth: depth))" }
    var members = ["\"properties\":{\(properties.joined(separator: ","))}"]
    if random.oneIn(2) { members.append("\"required\":[\"\(random.pick(names))\"]") }
    if random.oneIn(3) { members.append("\"additionalProperties\":\(schema(depth: depth))") }
    if random.oneIn(5) { members.append("\"patternProperties\":{\"^x\":\(schema(depth: depth))}") }
    if random.oneIn(6) { members.append("\"dependentRequired\":{\"k\":[\"a\"]}") }
    if random.oneIn(6) { members.append("\"maxProperties\":\(1 + random.below(3))") }
    return members
  }

  private mutating func schemas(depth: Int) -> String {
    let count = 1 + random.below(3)
    var list: [String] = []
    for _ in 0..<count { list.append(schema(depth: depth)) }
    return "[\(list.joined(separator: ","))]"
  }
}
