import SchemaModel
import SchemaText

/// Reads the values of a text by the nodes of a graph.
///
/// Each pair of a value and a node is read once. Pairs that need other pairs wait for them in a
/// list, so nothing recurses.
struct Fitter {
  let schema: ReadingSchema
  let policy: ReadingPolicy
  /// `true` if a property that may be absent keeps the null of its text.
  let keepsNull: Bool
  var nodes: [RawNode]
  var values = ValueTable()
  private(set) var fittings: [Fitting] = []

  /// Why readings were refused that have several meanings, with places in the text.
  private(set) var problems: [(offset: Int, problem: String)] = []

  /// The values in strings, by their nodes; `nil` for strings that have none.
  private var encoded: [Int: Int?] = [:]

  /// The number of strings around a node.
  private var encodingDepth: [Int: Int] = [:]

  /// The parts of texts that are read as lists, by their nodes.
  private var lists: [Int: [Int]] = [:]

  private var outcomes: [Pair: FittingOutcome] = [:]
  private var waiting: Set<Pair> = []

  struct Pair: Hashable {
    let node: Int
    let schema: NodeID
  }

  /// The step of reading a pair.
  enum Step {
    case done(FittingOutcome)
    case needs([Pair])
  }

  init(_ schema: ReadingSchema, nodes: [RawNode], policy: ReadingPolicy, keepsNull: Bool) {
    self.schema = schema
    self.nodes = nodes
    self.policy = policy
    self.keepsNull = keepsNull
  }

  /// Reads a value by a node of the graph.
  mutating func read(_ node: Int, by id: NodeID) -> FittingOutcome {
    let root = Pair(node: node, schema: schema.resolved(id))
    var pending = [root]
    while let pair = pending.last {
      if outcomes[pair] != nil {
        pending.removeLast()
        continue
      }
      waiting.insert(pair)
      switch step(pair) {
      case .done(let outcome):
        outcomes[pair] = outcome
        waiting.remove(pair)
        pending.removeLast()
      case .needs(let pairs):
        pending += pairs
      }
    }
    return outcomes[root] ?? .none
  }

  private mutating func step(_ pair: Pair) -> Step {
    switch schema.kind(of: pair.schema) {
    case .anyOf: readUnion(pair)
    case .object: readObject(pair)
    case .array: readArray(pair)
    case .tuple: readTuple(pair)
    case .any: schema.isMixedChoice(pair.schema) ? readScalar(pair) : readAny(pair)
    case .string, .integer, .number, .boolean, .null: readScalar(pair)
    case .never, .reference: .done(.none)
    }
  }

  // MARK: For the kinds of schemas

  /// Returns the outcomes of pairs, or those that have to be read first.
  ///
  /// A pair that waits for itself does not fit.
  func outcomes(of pairs: [Pair]) -> (outcomes: [FittingOutcome], missing: [Pair]) {
    var found: [FittingOutcome] = []
    var missing: [Pair] = []
    found.reserveCapacity(pairs.count)
    for pair in pairs {
      if let outcome = outcomes[pair] {
        found.append(outcome)
      } else if waiting.contains(pair) {
        found.append(.none)
      } else {
        missing.append(pair)
      }
    }
    return (found, missing)
  }

  func pair(_ node: Int, _ id: NodeID) -> Pair { Pair(node: node, schema: schema.resolved(id)) }

  mutating func add(_ fitting: Fitting) -> FittingOutcome {
    var fitting = fitting
    fitting.weight = fitting.mends.count
    for part in fitting.parts {
      fitting.weight += fittings[part.fitting].weight
      if fittings[part.fitting].changesShape { fitting.changesShape = true }
    }
    fittings.append(fitting)
    return .fits(fittings.count - 1)
  }

  mutating func note(_ problem: String, at node: Int, isFirst: Bool = false) {
    guard problems.count < 20 else { return }
    problems.insert(
      (nodes[node].range.lowerBound, problem), at: isFirst ? 0 : problems.endIndex)
  }

  func mend(_ kind: MendKind, _ node: Int, _ found: String? = nil) -> RawMend {
    let value = nodes[node]
    let text: String =
      switch value.kind {
      case .object: "{…}"
      case .array: "[…]"
      case .string: "\"\(value.text.excerpt)\""
      case .bare: value.text.excerpt
      }
    return RawMend(kind: kind, offset: value.range.lowerBound, found: found ?? text)
  }

  /// The only one of some readings; ambiguous if their values differ.
  mutating func only(of candidates: [FittingOutcome], at node: Int) -> FittingOutcome {
    var best: Int?
    for candidate in candidates {
      switch candidate {
      case .none: continue
      case .ambiguous: return .ambiguous
      case .fits(let index):
        guard let known = best else {
          best = index
          continue
        }
        if fittings[known].value != fittings[index].value {
          note("the value can be read in two ways by the schema", at: node)
          return .ambiguous
        }
        if fittings[index].weight < fittings[known].weight { best = index }
      }
    }
    return best.map(FittingOutcome.fits) ?? .none
  }

  /// The parts of a text between commas, as nodes.
  mutating func parts(ofListAt node: Int) -> [Int] {
    if let known = lists[node] { return known }
    let raw = nodes[node]
    let first = nodes.count
    for part in raw.text.split(whereSeparator: { ",;\n、，".contains($0) }) {
      let text = String(part.drop { $0 == " " })
      nodes.append(RawNode(kind: raw.kind, text: text, range: raw.range))
    }
    let parts = Array(first..<nodes.count)
    lists[node] = parts
    return parts
  }

  /// The value in a string where an object or an array is due.
  mutating func decoded(_ node: Int) -> Int? {
    if let known = encoded[node] { return known }
    let result = decode(node)
    encoded[node] = .some(result)
    return result
  }

  private mutating func decode(_ node: Int) -> Int? {
    let depth = encodingDepth[node] ?? 0
    guard nodes[node].kind == .string, depth < 3 else { return nil }
    let text = ReadText(bytes: Array(nodes[node].text.utf8), keys: schema.keys)
    var start = text.skippingBlanks(from: 0)
    let isInFence = text.has("```", at: start)
    if isInFence {
      start += 3
      while let byte = text[start], ReadText.isNameByte(byte) { start += 1 }
      start = text.skippingBlanks(from: start)
    }
    let first = nodes.count
    var parser = RawParser(text, at: start, nodes: nodes, isInFence: false)
    nodes = []
    let result: Int?
    if Quote(at: start, in: text) != nil {
      // A string in a string, as by encoding twice.
      parser.nodes.append(RawNode(kind: .string, range: start..<text.count))
      let value = try? parser.readString(.root, of: first)
      if let value { parser.nodes[first].text = value }
      result = value == nil ? nil : first
    } else {
      result = try? parser.parseContainer()
    }
    nodes = parser.nodes
    var end = text.skippingBlanks(from: parser.position)
    if isInFence { end = text.has("```", at: end) ? text.skippingBlanks(from: end + 3) : 0 }
    guard let result, end >= text.count else {
      nodes.removeSubrange(first...)
      return nil
    }
    // Places in the string are told as the place of the string.
    let range = nodes[node].range
    for index in first..<nodes.count {
      nodes[index].range = range
      nodes[index].notes = nodes[index].notes.map {
        RawMend(kind: $0.kind, offset: range.lowerBound, found: $0.found)
      }
      encodingDepth[index] = depth + 1
    }
    return result
  }

  var isGuessing: Bool { policy == .guessing }

  // MARK: The result

  /// Adds the mends of a reading and of its parts, at a place of the whole value.
  func addMends(of root: Int, at place: Int? = nil, to mends: inout PlacedMends) {
    var visited: Set<Int> = []
    var pending: [(fitting: Int, place: Int?)] = [(root, place)]
    while let (index, place) = pending.popLast() {
      let fitting = fittings[index]
      if visited.insert(fitting.node).inserted {
        for note in nodes[fitting.node].notes { mends.add(note, at: place) }
      }
      for mend in fitting.mends { mends.add(mend, at: place) }
      for part in fitting.parts.reversed() {
        pending.append(
          (part.fitting, part.place.map { mends.addStep($0, in: place) } ?? place))
      }
    }
  }
}
