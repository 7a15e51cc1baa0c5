import SchemaConformances
package import SchemaEncoding
import SchemaGuides

/// Makes JSON texts of values that a graph allows, or that it forbids.
package struct RandomInstances {
  private let graph: SchemaGraph
  private var random: SplitMix64

  package init(_ graph: SchemaGraph, seed: UInt64) {
    self.graph = graph
    random = SplitMix64(seed: seed)
  }

  /// A value that the graph allows.
  package mutating func valid() -> String { valid(graph.root, budget: 6) }

  /// A value that the graph forbids, or `nil` if this attempt found none: some schemas allow all.
  package mutating func invalid() -> String? { invalid(graph.root, budget: 6) }

  private func resolved(_ node: SchemaGraph.Node) -> SchemaGraph.Node {
    switch node.target {
    case .root: graph.root
    case .definition(let definition): definition.body
    case nil: node
    }
  }

  // MARK: Valid

  /// Optional properties and further elements are made only as long as the budget lasts.
  private mutating func valid(_ node: SchemaGraph.Node, budget: Int) -> String {
    let node = resolved(node)
    let constraints = node.constraints
    if node.kind != .string, let choices = constraints.choices {
      return JSONQuoting.text(random.pick(choices))
    }
    switch node.kind {
    case .null: return "null"
    case .boolean: return random.oneIn(2) ? "true" : "false"
    case .any: return random.pick(["null", "1", "\"x\"", "[]", "{\"a\":[true]}"])
    case .string: return JSONQuoting.quoted(string(constraints))
    case .integer: return integer(constraints)
    case .number: return number(constraints)
    case .array:
      let least = constraints.minimumCount ?? 0
      let most = min(constraints.maximumCount ?? least + 2, least + 2)
      let count = budget > 0 ? least + random.below(most - least + 1) : least
      return array(of: node, count: count, budget: budget)
    case .tuple:
      let (least, most) = node.elementCounts
      let further = least + random.below(min(most ?? .max, least + 4) - least + 1)
      return tuple(of: node, count: budget > 0 ? further : least, budget: budget)
    case .object: return object(node, budget: budget)
    case .anyOf:
      // Null ends at once, and else the first arm soonest, as the schemas are made here.
      let choices = node.choices
      let last = choices.first { $0.kind == .null } ?? choices[0]
      return valid(budget > 0 ? random.pick(choices) : last, budget: budget - 1)
    case .reference, .never: return "null"
    }
  }

  private mutating func object(_ node: SchemaGraph.Node, budget: Int) -> String {
    var members = node.properties.compactMap { property -> String? in
      if property.node.kind == .never { return nil }
      if property.isOptional, budget <= 0 || random.oneIn(2) { return nil }
      return member(property.name, valid(property.node, budget: budget - 1))
    }
    if let additional = node.additionalProperties {
      let least = node.constraints.minimumPropertyCount ?? 0
      let most = node.constraints.maximumPropertyCount ?? .max
      let wanted = budget > 0 ? members.count + random.below(3) : least
      while members.count < min(most, max(least, wanted)) {
        members.append(member("∅ \(members.count)", valid(additional, budget: budget - 1)))
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func array(of node: SchemaGraph.Node, count: Int, budget: Int) -> String {
    guard let items = node.items else { return "[]" }
    let elements = (0..<count).map { _ in valid(items, budget: budget - 1) }
    return "[\(elements.joined(separator: ","))]"
  }

  private func member(_ name: String, _ value: String) -> String {
    "\(JSONQuoting.quoted(name)):\(value)"
  }

  private mutating func string(_ constraints: GuideConstraints) -> String {
    if let choices = constraints.choices { return random.pick(choices).string ?? "" }
    let formats = ["uuid": "5e0d2ac5-8a6d-4a7e-9f43-0a2c8c1c7d11", "uri": "https://example.org/a"]
    if let format = constraints.formats.first {
      return formats[format] ?? "2026-11-21T02:00:00Z"
    }
    let length = max(constraints.minimumLength ?? 0, constraints.maximumLength ?? 0)
    let texts =
      ["ab", "abc", "a1", "7", "", "😀", "é\"\\\n"]
      + [String(repeating: "😀", count: length), String(repeating: "x", count: length)]
    let fitting = texts.filter { allows($0, constraints) }
    return fitting.isEmpty
      ? String(repeating: "k", count: constraints.minimumLength ?? 0) : random.pick(fitting)
  }

  private func allows(_ text: String, _ constraints: GuideConstraints) -> Bool {
    let length = text.unicodeScalars.count
    return length >= constraints.minimumLength ?? 0 && length <= constraints.maximumLength ?? .max
      && constraints.patterns.allSatisfy { $0.matches(text) == true }
      && constraints.choices?.contains(.string(text)) ?? true
  }

  private mutating func integer(_ constraints: GuideConstraints) -> String {
    number(constraints, among: ["-3", "0", "7"])
  }

  private mutating func number(_ constraints: GuideConstraints) -> String {
    number(constraints, among: ["0.5", "-2", "1e3"])
  }

  private mutating func number(_ constraints: GuideConstraints, among others: [String]) -> String {
    let ends = [constraints.minimum, constraints.maximum].compactMap { $0 }
    // Numbers near the ends, and some multiples. There is always a multiple.
    let near = [constraints.minimum, constraints.exclusiveMinimum, constraints.exclusiveMaximum]
      .compactMap { $0?.roundedDown.int64 }
      .flatMap { end in (-1...12).map { SchemaNumber(end + Int64($0)) } }
    let multiples = constraints.multiples.compactMap(\.doubleValue)
      .flatMap { multiple in (-3...3).compactMap { SchemaNumber(multiple * Double($0)) } }
    let further = ends.isEmpty ? others.compactMap { SchemaNumber(text: $0.utf8) } : []
    let fitting = (ends + near + multiples + further).filter { allows($0, constraints) }
    return fitting.isEmpty ? "0" : random.pick(fitting).description
  }

  private func allows(_ number: SchemaNumber, _ constraints: GuideConstraints) -> Bool {
    constraints.minimum.map { number >= $0 } ?? true
      && constraints.maximum.map { number <= $0 } ?? true
      && constraints.exclusiveMinimum.map { number > $0 } ?? true
      && constraints.exclusiveMaximum.map { number < $0 } ?? true
      && constraints.multiples.allSatisfy { number.isMultiple(of: $0) == true }
  }

  // MARK: Invalid

  private mutating func invalid(_ node: SchemaGraph.Node, budget: Int) -> String? {
    let node = resolved(node)
    let constraints = node.constraints
    if node.kind != .string, constraints.choices != nil { return "\"∅ not among them\"" }
    switch node.kind {
    case .any, .reference: return nil
    case .never: return "0"
    case .null, .boolean: return random.pick(["0", "\"null\"", "[]", "{}"])
    case .string: return random.oneIn(3) ? "17" : wrong(string: constraints)
    case .integer, .number: return random.oneIn(3) ? "\"1\"" : wrong(number: node)
    case .array: return wrong(array: node, budget: budget)
    case .tuple: return wrong(tuple: node, budget: budget)
    case .object: return wrong(object: node, budget: budget)
    case .anyOf:
      let kinds = self.kinds(node, depth: 16)
      return [
        "0.5": .number, "\"∅ of all\"": .string, "null": .null, "true": .boolean, "[]": .array,
      ]
      .sorted { $0.key < $1.key }.first { !kinds.contains($0.value) && !kinds.contains(.any) }?.key
    }
  }

  /// The kinds of values that some arm of a union takes.
  private func kinds(_ node: SchemaGraph.Node, depth: Int) -> Set<SchemaKind> {
    let node = resolved(node)
    if node.kind == .tuple { return [.array] }
    guard node.kind == .anyOf else {
      return node.constraints.choices == nil ? [node.kind] : [.any]
    }
    guard depth > 0 else { return [.any] }
    return node.choices.reduce(into: []) { $0.formUnion(kinds($1, depth: depth - 1)) }
  }

  private func wrong(string constraints: GuideConstraints) -> String {
    let texts = [
      "∅ not among them", "", "ABC", "12345678901234567890", "abcdefgh",
      String(repeating: "😀", count: (constraints.maximumLength ?? 0) + 1),
    ]
    let text = texts.first { !allows($0, constraints) }
    return text.map { JSONQuoting.quoted($0) } ?? "17"
  }

  private func wrong(number node: SchemaGraph.Node) -> String {
    if let maximum = node.constraints.exclusiveMaximum { return maximum.description }
    if let minimum = node.constraints.exclusiveMinimum { return minimum.description }
    if let multiple = node.constraints.multiples.first?.doubleValue { return "\(multiple / 2)" }
    if let maximum = node.constraints.maximum?.doubleValue { return "\(maximum + 1)" }
    if let minimum = node.constraints.minimum?.doubleValue { return "\(minimum - 1)" }
    return node.kind == .integer ? "0.5" : "\"0.5\""
  }

  private mutating func wrong(array node: SchemaGraph.Node, budget: Int) -> String {
    if let maximum = node.constraints.maximumCount, random.oneIn(2) {
      return array(of: node, count: maximum + 1, budget: 0)
    }
    if let minimum = node.constraints.minimumCount, minimum > 0, random.oneIn(2) {
      return array(of: node, count: minimum - 1, budget: 0)
    }
    guard budget > 0, let items = node.items, let element = invalid(items, budget: budget - 1)
    else {
      return "{}"
    }
    let count = max(1, constraintCount(node))
    let others = (1..<count).map { _ in valid(items, budget: 0) }
    return "[\((others + [element]).joined(separator: ","))]"
  }

  private func constraintCount(_ node: SchemaGraph.Node) -> Int {
    node.constraints.minimumCount ?? 0
  }

  private mutating func wrong(tuple node: SchemaGraph.Node, budget: Int) -> String {
    let items = node.prefixItems
    let (least, most) = node.elementCounts
    if budget > 0, let index = items.indices.randomElement(using: &random),
      most ?? .max > index, let value = invalid(items[index], budget: budget - 1)
    {
      let count = min(most ?? .max, max(least, items.count))
      var elements = (0..<count).map { element($0, of: node, budget: 0) }
      elements[index] = value
      return "[\(elements.joined(separator: ","))]"
    }
    if least > 0, most == nil || random.oneIn(2) {
      return tuple(of: node, count: least - 1, budget: 0)
    }
    return most.map { tuple(of: node, count: $0 + 1, budget: 0) } ?? "{}"
  }

  private mutating func tuple(of node: SchemaGraph.Node, count: Int, budget: Int) -> String {
    let elements = (0..<count).map { element($0, of: node, budget: budget - 1) }
    return "[\(elements.joined(separator: ","))]"
  }

  private mutating func element(
    _ index: Int, of tuple: SchemaGraph.Node, budget: Int
  ) -> String {
    let items = tuple.prefixItems
    let item = items.indices.contains(index) ? items[index] : tuple.items
    return item.map { valid($0, budget: budget) } ?? "0"
  }

  private mutating func wrong(object node: SchemaGraph.Node, budget: Int) -> String {
    let properties = node.properties.filter { $0.node.kind != .never }
    var members = properties.map { ($0.name, valid($0.node, budget: 0)) }
    let required = properties.indices.filter { !properties[$0].isOptional }
    let additional = node.additionalProperties
    switch random.below(4) {
    case 0 where !required.isEmpty: members.remove(at: random.pick(required))
    case 0 where additional != nil && node.constraints.maximumPropertyCount != nil:
      for number in 0...(node.constraints.maximumPropertyCount ?? 0) {
        members.append(("∅ \(number)", valid(additional ?? node, budget: 0)))
      }
    case 1, 2:
      let index = random.below(max(1, properties.count))
      guard budget > 0, properties.indices.contains(index),
        let value = invalid(properties[index].node, budget: budget - 1)
      else { return wrong(further: members, additional) }
      members[index].1 = value
    default: return wrong(further: members, additional)
    }
    return text(members)
  }

  /// An object with a property too many, or with one whose value is wrong.
  private mutating func wrong(
    further members: [(String, String)], _ additional: SchemaGraph.Node?
  ) -> String {
    guard let additional else { return text(members + [("∅ no such property", "1")]) }
    guard let value = invalid(additional, budget: 1) else { return "0" }
    return text(members + [("∅ no such property", value)])
  }

  private func text(_ members: [(String, String)]) -> String {
    "{\(members.map { member($0.0, $0.1) }.joined(separator: ","))}"
  }
}

/// Writes JSON strings, by means of its own.
package enum JSONQuoting {
  package static func text(_ scalar: SchemaScalar) -> String {
    scalar.string.map(quoted) ?? scalar.description
  }

  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
