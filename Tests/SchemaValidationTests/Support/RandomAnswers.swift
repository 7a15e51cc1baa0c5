import SchemaContent
import SchemaEncoding
import SchemaModel
import SchemaTestSupport

/// Makes answers as a model does that is held to an encoded schema and knows nothing else.
struct RandomAnswers {
  private let root: EncodedSchema.Node
  private var random: SplitMix64

  init(_ schema: EncodedSchema, seed: UInt64) {
    root = schema.root
    random = SplitMix64(seed: seed)
  }

  mutating func next() -> String { value(root, budget: 5) }

  private mutating func value(_ node: EncodedSchema.Node, budget: Int) -> String {
    if let reference = node.reference { return value(target(of: reference), budget: budget) }
    if case .array(let choices) = node["enum"] { return text(random.pick(choices)) }
    if let constant = node["const"] { return text(constant) }
    let arms = node.anyOf
    if !arms.isEmpty {
      // Where the budget is spent, the arm is taken that ends soonest.
      let scalars = arms.filter { $0.reference == nil && $0.properties.isEmpty && $0.items == nil }
      return value(random.pick(budget > 0 || scalars.isEmpty ? arms : scalars), budget: budget - 1)
    }
    switch type(of: node, budget) {
    case "object": return object(node, budget)
    case "array": return array(node, budget)
    case "string": return JSONQuoting.quoted(string(node))
    case "integer", "number": return number(node)
    case "boolean": return random.oneIn(2) ? "true" : "false"
    case "null": return "null"
    default: return "{}"
    }
  }

  private func target(of reference: String) -> EncodedSchema.Node {
    for keyword in ["$defs", "definitions"] {
      guard case .namedSchemas(let schemas) = root[keyword] else { continue }
      let found = schemas.first {
        reference == "#/\(keyword)/\(SchemaPath.fragmentToken($0.name))"
      }
      if let found { return found.schema }
    }
    return root
  }

  private mutating func type(of node: EncodedSchema.Node, _ budget: Int) -> String? {
    if node["nullable"] == true, random.oneIn(2) || budget <= 0 { return "null" }
    if let types = node["type"]?.strings {
      return (budget <= 0 && types.contains("null") ? "null" : random.pick(types)).lowercased()
    }
    return node.type?.lowercased() ?? (node["properties"] == nil ? nil : "object")
  }

  private mutating func object(_ node: EncodedSchema.Node, _ budget: Int) -> String {
    let required = node.required
    var members = node.properties.compactMap { property -> String? in
      guard required.contains(property.name) || (budget > 0 && random.oneIn(2)) else { return nil }
      return "\(JSONQuoting.quoted(property.name)):\(value(property.schema, budget: budget - 1))"
    }
    if case .schema(let additional)? = node["additionalProperties"] {
      let least = node["minProperties"]?.number?.integer(Int.self) ?? 0
      for index in members.count..<max(least, members.count) {
        members.append("\"∅ \(index)\":\(value(additional, budget: budget - 1))")
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func array(_ node: EncodedSchema.Node, _ budget: Int) -> String {
    var elements: [String] = []
    if case .schemas(let nodes)? = node["prefixItems"] {
      elements = nodes.map { value($0, budget: budget - 1) }
    }
    if let items = node.items {
      let least = node["minItems"]?.number?.integer(Int.self) ?? 0
      let most = node["maxItems"]?.number?.integer(Int.self) ?? .max
      let count = min(most, max(least, budget > 0 ? random.below(3) : 0))
      while elements.count < count { elements.append(value(items, budget: budget - 1)) }
    }
    return "[\(elements.joined(separator: ","))]"
  }

  private mutating func string(_ node: EncodedSchema.Node) -> String {
    switch node["format"]?.string {
    case "date-time": return "2026-11-21T02:00:00Z"
    case "uuid": return "5e0d2ac5-8a6d-4a7e-9f43-0a2c8c1c7d11"
    case "uri": return "https://example.org/a"
    default: break
    }
    let least = node["minLength"]?.number?.integer(Int.self) ?? 0
    let most = node["maxLength"]?.number?.integer(Int.self) ?? .max
    var patterns = [node["pattern"]?.string].compactMap { $0 }
    if case .array(let parts) = node["allOf"] {
      for case .object(let members) in parts {
        patterns += members.filter { $0.name == "pattern" }.compactMap(\.value.string)
      }
    }
    let texts =
      ["ab", "abc", "a1", "7", "", "😀", "é\"\\\n"]
      + [String(repeating: "😀", count: least), String(repeating: "x", count: least)]
    let fitting = texts.filter { text in
      (least...most).contains(text.unicodeScalars.count)
        && patterns.allSatisfy { (try? SchemaPattern(ecma: $0))?.matches(text) ?? false }
    }
    return fitting.isEmpty ? "" : random.pick(fitting)
  }

  private mutating func number(_ node: EncodedSchema.Node) -> String {
    func bound(_ keyword: String) -> SchemaNumber? { node[keyword]?.number }
    let isInteger = node.type?.lowercased() == "integer"
    let ends = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]
      .compactMap { bound($0)?.roundedDown.int64 }
    let near = (ends + [0]).flatMap { end in
      (Int64(-20)...20).map { SchemaNumber(end.addingReportingOverflow($0).partialValue) }
    }
    let candidates = near + [bound("minimum"), bound("maximum")].compactMap { $0 }
    let fitting = candidates.filter { number in
      (!isInteger || number.isInteger) && bound("minimum").map { number >= $0 } ?? true
        && bound("maximum").map { number <= $0 } ?? true
        && bound("exclusiveMinimum").map { number > $0 } ?? true
        && bound("exclusiveMaximum").map { number < $0 } ?? true
        && bound("multipleOf").map { number.isMultiple(of: $0) == true } ?? true
    }
    return fitting.isEmpty ? "0" : random.pick(fitting).description
  }

  private func text(_ value: SchemaValue) -> String {
    switch value {
    case .string(let string): JSONQuoting.quoted(string)
    case .number(let number): number.description
    case .boolean(let value): value ? "true" : "false"
    default: "null"
    }
  }
}
