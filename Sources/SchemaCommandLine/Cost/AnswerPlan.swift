import SchemaKit

/// The order in which the places of a schema are visited to estimate an answer.
struct AnswerPlan {
  /// Something inside a value: an element, a property, an alternative.
  struct Part {
    let node: SchemaGraph.Node
    /// How often it occurs in the value.
    let factor: Double
    /// Its cost without its value: a name and the punctuation around it, in hundredths of tokens.
    let cost: Double
    /// The number of the property that it is, or -1.
    var property = -1
  }

  private let graph: SchemaGraph

  /// The places that are reached, in topological order, with their parts.
  ///
  /// A part that closes a cycle is left out.
  private(set) var order: [(node: SchemaGraph.Node, parts: [Part])] = []

  /// The properties that were visited.
  private(set) var properties: [(name: String, node: SchemaGraph.Node)] = []

  /// The property that each place belongs to, or -1.
  private(set) var owners: [Int]

  private enum Mark: UInt8 {
    case new, open, done
  }

  private struct Frame {
    let node: SchemaGraph.Node
    var parts: [Part]
    var next = 0
  }

  init(_ graph: SchemaGraph) {
    self.graph = graph
    owners = [Int](repeating: -1, count: graph.nodeCount)
  }

  /// Visits the schema.
  mutating func run() {
    var marks = [Mark](repeating: .new, count: graph.nodeCount)
    var frames = [frame(graph.root, owner: -1)]
    marks[graph.root.index] = .open
    while let top = frames.indices.last {
      guard frames[top].next < frames[top].parts.count else {
        marks[frames[top].node.index] = .done
        order.append((frames[top].node, frames[top].parts))
        frames.removeLast()
        continue
      }
      let part = frames[top].parts[frames[top].next]
      switch marks[part.node.index] {
      case .open: frames[top].parts.remove(at: frames[top].next)
      case .done: frames[top].next += 1
      case .new:
        frames[top].next += 1
        marks[part.node.index] = .open
        let owner = part.property >= 0 ? part.property : owners[frames[top].node.index]
        frames.append(frame(part.node, owner: owner))
      }
    }
    order.reverse()
  }

  /// How often each place occurs in a typical answer.
  func occurrences() -> [Double] {
    var occurrences = [Double](repeating: 0, count: graph.nodeCount)
    occurrences[graph.root.index] = 1
    for (node, parts) in order {
      for part in parts { occurrences[part.node.index] += occurrences[node.index] * part.factor }
    }
    return occurrences
  }

  private mutating func frame(_ node: SchemaGraph.Node, owner: Int) -> Frame {
    owners[node.index] = owner
    let constraints = node.constraints
    var parts: [Part] = []
    func append(
      _ child: SchemaGraph.Node, factor: Double, cost: Double = 100, property: Int = -1
    ) {
      parts.append(
        Part(node: graph.resolving(child), factor: factor, cost: cost, property: property))
    }
    switch node.kind {
    case .array:
      let count = Self.count(constraints.minimumCount, constraints.maximumCount)
      if let items = node.items, count > 0 { append(items, factor: count) }
    case .tuple: for item in node.prefixItems { append(item, factor: 1) }
    case .anyOf:
      let choices = node.choices
      for choice in choices { append(choice, factor: 1 / Double(choices.count), cost: 0) }
    case .object:
      for property in node.properties where property.node.kind != .never {
        let number = properties.count
        properties.append((property.name, property.node))
        // The punctuation around a name is one token on each side.
        append(
          property.node, factor: property.isOptional ? 0.5 : 1,
          cost: 200 + Double(TokenEstimator.hundredths(of: property.name)), property: number)
      }
      for property in node.patternProperties where property.node.kind != .never {
        append(property.node, factor: Self.count(nil, nil), cost: 400)
      }
      if let further = node.additionalProperties {
        let most = constraints.maximumPropertyCount.map { max(0, $0 - node.properties.count) }
        append(further, factor: min(Self.count(nil, nil), Double(most ?? .max)), cost: 400)
      }
    default: break
    }
    return Frame(node: node, parts: parts)
  }

  private static func count(_ minimum: Int?, _ maximum: Int?) -> Double {
    switch (minimum, maximum) {
    case (nil, nil): 3
    case (let minimum?, nil): Double(max(minimum, 3))
    case (nil, let maximum?): Double(min(maximum, 3))
    case (let minimum?, let maximum?): (Double(minimum) + Double(maximum)) / 2
    }
  }

  // MARK: Values

  /// The cost of a value without the values inside it.
  ///
  /// - Parameter node: The place of the value.
  /// - Returns: The cost, in hundredths of tokens.
  static func ownCost(of node: SchemaGraph.Node) -> Double {
    let constraints = node.constraints
    if let choices = constraints.choices, !choices.isEmpty {
      let costs = choices.map { Double(TokenEstimator.hundredths(of: $0.plainText)) }
      return costs.reduce(0, +) / Double(choices.count)
    }
    switch node.kind {
    case .null, .boolean, .array, .tuple, .object: return 100
    case .anyOf, .reference, .never: return 0
    case .any: return textCost
    case .integer, .number: return numberCost(constraints, isIntegral: node.kind == .integer)
    case .string: return stringCost(constraints)
    }
  }

  /// The cost of a text whose length is not known.
  private static let textCost = 1200.0

  private static func stringCost(_ constraints: GuideConstraints) -> Double {
    if let format = constraints.formats.first, let example = examples[format] {
      return Double(TokenEstimator.hundredths(of: example))
    }
    // About four characters are a token; what has a form is shorter than free text.
    let usual = constraints.patterns.isEmpty ? textCost : textCost / 2
    let least = Double(constraints.minimumLength ?? 0) * 25
    let most = constraints.maximumLength.map { Double($0) * 25 } ?? .infinity
    return min(max(usual, least), max(most, 100))
  }

  private static let examples = [
    "date-time": "2026-11-21T02:00:00Z", "date": "2026-11-21", "time": "02:00:00Z",
    "duration": "P3DT12H", "email": "someone@example.org", "uri": "https://example.org/path",
    "uuid": "5e0d2ac5-8a6d-4a7e-9f43-0a2c8c1c7d11", "ipv4": "192.0.2.17",
    "ipv6": "2001:db8::8a2e:370:7334", "hostname": "www.example.org",
  ]

  private static func numberCost(_ constraints: GuideConstraints, isIntegral: Bool) -> Double {
    let ends = [
      constraints.minimum ?? constraints.exclusiveMinimum,
      constraints.maximum ?? constraints.exclusiveMaximum,
    ]
    // A bound of many digits is that of a type, not of what is counted.
    let whole = ends.compactMap { end -> Int? in
      guard let word = end?.roundedDown.description, word.utf8.count <= 9 else { return nil }
      return TokenEstimator.hundredths(of: word)
    }
    return Double(whole.max() ?? 100) + (isIntegral ? 0 : 200)
  }
}

extension SchemaScalar {
  /// The value without quotes, for what it costs.
  fileprivate var plainText: String { string ?? description }
}
