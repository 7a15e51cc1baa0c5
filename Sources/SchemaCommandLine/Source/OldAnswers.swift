import SchemaGuides
import SchemaKit
import SchemaText

/// Short values of a schema, to find one that another schema rejects.
///
/// The values differ at one place: they have each combination of a few parts there, and the
/// plainest parts elsewhere. They may break constraints that the schema does not state, so a
/// validator has the last word on each.
struct OldAnswers {
  /// The largest number of values of a place, and of levels below the root.
  private static let limits = (values: 24, levels: 12)

  private let graph: SchemaGraph
  private let outside: OutsideValues
  private var patterns = PatternComparison()
  /// The values of nodes without a focus.
  private var known: [NodeID: [GeneratedContent]] = [:]

  /// Creates the values of a schema.
  ///
  /// - Parameters:
  ///   - graph: The schema.
  ///   - new: The schema that is to reject one of the values.
  init(_ graph: SchemaGraph, against new: SchemaGraph) {
    self.graph = graph
    outside = OutsideValues(new)
  }

  /// Returns values that differ at a place.
  ///
  /// - Parameter place: A path in values, as reasons of a comparison have it.
  /// - Returns: The values, of which a few may not be valid.
  mutating func values(differingAt place: [String]) -> [GeneratedContent] {
    values(of: graph.root, place[...], level: 0)
  }

  // The recursion ends at the limit of levels.

  /// Returns values of a node; `nil` as the focus for only a few of them.
  private mutating func values(
    of node: SchemaGraph.Node, _ focus: ArraySlice<String>?, level: Int
  ) -> [GeneratedContent] {
    let node = graph.resolving(node)
    if focus == nil, let known = known[node.id] { return known }
    guard level < Self.limits.levels else { return [] }
    let isFocus = focus?.isEmpty == true
    let limit = isFocus ? Self.limits.values * 4 : focus == nil ? 3 : Self.limits.values * 4
    let found = Array(makeValues(of: node, focus, level: level).prefix(limit))
    // A value that was cut off at the limit of levels may be found nearer to the root.
    if focus == nil, !found.isEmpty { known[node.id] = found }
    return found
  }

  private mutating func makeValues(
    of node: SchemaGraph.Node, _ focus: ArraySlice<String>?, level: Int
  ) -> [GeneratedContent] {
    let constraints = node.constraints
    if let choices = constraints.choices { return choices.compactMap(\.content) }
    switch node.kind {
    case .null: return [GeneratedContent(kind: .null)]
    case .boolean: return [GeneratedContent(true), GeneratedContent(false)]
    case .integer, .number: return numbers(constraints)
    case .string: return strings(constraints).map { GeneratedContent($0) }
    case .any:
      return [
        GeneratedContent("a"), GeneratedContent(1), GeneratedContent(elements: [Int]()),
        GeneratedContent(properties: [:]), GeneratedContent(kind: .null),
      ]
    case .array: return arrays(node, focus, level: level)
    case .tuple:
      return tuples(node, level: level)
    case .object: return objects(node, focus, level: level)
    case .anyOf: return alternatives(node, focus, level: level)
    case .never, .reference: return []
    }
  }

  // MARK: Scalars

  private func numbers(_ constraints: GuideConstraints) -> [GeneratedContent] {
    var numbers: [SchemaNumber] = [0, 1, 2, -1].map { SchemaNumber($0 as Int) }
    numbers += [
      constraints.minimum, constraints.maximum, constraints.exclusiveMinimum,
      constraints.exclusiveMaximum,
    ].compactMap { $0 }
    numbers += constraints.multiples + outside.numbers
    return numbers.filter { constraints.isInRange($0) }
      .compactMap { SchemaScalar.number($0).content }
  }

  private mutating func strings(_ constraints: GuideConstraints) -> [String] {
    if let format = constraints.formats.first, let text = Self.formatted[format] { return [text] }
    guard constraints.patterns.isEmpty else {
      let query = PatternComparison.Query(
        matching: constraints.patterns, lengths: constraints[.characters], count: 4)
      return patterns.result(of: query)?.texts ?? []
    }
    let least = constraints.minimumLength ?? 0
    let most = constraints.maximumLength ?? .max
    let long = outside.lengths.filter { $0 <= most }.map { String(repeating: "a", count: $0) }
    return (["a", "b", "", "A b", "1"] + long).map { text in
      let padding = least > text.count ? String(repeating: "a", count: min(least, 999)) : ""
      return String((text + padding).prefix(most))
    }
  }

  private static let formatted = [
    "date-time": "2030-01-01T00:00:00Z", "date": "2030-01-01", "time": "00:00:00Z",
    "duration": "P1D", "email": "a@example.com", "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000000", "ipv4": "192.0.2.1", "hostname": "example.com",
  ]

  // MARK: Containers

  private mutating func arrays(
    _ node: SchemaGraph.Node, _ focus: ArraySlice<String>?, level: Int
  ) -> [GeneratedContent] {
    let counts = node.constraints[.elements]
    let elements = node.items.map { values(of: $0, focus, level: level + 1) } ?? []
    guard let first = elements.first else {
      return counts.lower == 0 ? [GeneratedContent(elements: [Int]())] : []
    }
    var lists = [[GeneratedContent]()] + elements.map { [$0] }
    lists += [[first, first], elements.prefix(2), elements.prefix(3), elements.prefix(4)].map(
      Array.init)
    lists += outside.counts.map { Array(repeating: first, count: $0) }
    let filled = lists.map { list in
      guard list.count < counts.lower, counts.lower < 100 else { return list }
      // Different elements first, since they may have to differ.
      let rest =
        elements.filter { !list.contains($0) } + Array(repeating: first, count: counts.lower)
      return list + rest.prefix(counts.lower - list.count)
    }
    return filled.filter { counts.contains($0.count) }.map { GeneratedContent(elements: $0) }
  }

  /// The longest tuple of elements with schemas of their own, the shortest one, and one with a
  /// further element.
  private mutating func tuples(_ node: SchemaGraph.Node, level: Int) -> [GeneratedContent] {
    let (least, most) = node.elementCounts
    guard least < 100 else { return [] }
    var elements: [GeneratedContent] = []
    for item in node.prefixItems {
      guard let element = values(of: item, nil, level: level + 1).first else { break }
      elements.append(element)
    }
    if elements.count == node.prefixItems.count, let items = node.items,
      let further = values(of: items, nil, level: level + 1).first
    {
      elements += Array(repeating: further, count: max(1, least - elements.count))
    }
    let counts = [node.prefixItems.count, least, elements.count].map { min($0, most ?? .max) }
    var known: Set<Int> = []
    return counts.filter { least <= $0 && $0 <= elements.count && known.insert($0).inserted }
      .map { GeneratedContent(elements: Array(elements.prefix($0))) }
  }

  private mutating func alternatives(
    _ node: SchemaGraph.Node, _ focus: ArraySlice<String>?, level: Int
  ) -> [GeneratedContent] {
    var lists: [[GeneratedContent]] = []
    for (index, choice) in node.choices.prefix(Self.limits.values).enumerated() {
      let target = graph.resolving(choice)
      let names = ["\(index)", choice.title, target.title, target.definitionName]
      var inner = focus
      if let step = focus?.first, names.contains(step) { inner = focus?.dropFirst() }
      lists.append(values(of: choice, inner, level: level + 1))
    }
    // The first values of all alternatives come first.
    let longest = lists.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in
      lists.compactMap { index < $0.count ? $0[index] : nil }
    }
  }

  /// The members of an object, in the order of its properties.
  private typealias Members = [(name: String, value: GeneratedContent)]

  private mutating func objects(
    _ node: SchemaGraph.Node, _ focus: ArraySlice<String>?, level: Int
  ) -> [GeneratedContent] {
    let properties = node.properties
    var plain: Members = []
    for property in properties where !property.isOptional {
      guard let value = values(of: property.node, nil, level: level + 1).first else { return [] }
      plain.append((property.name, value))
    }
    let isFocus = focus?.isEmpty == true
    if let step = focus?.first, let property = properties.first(where: { $0.name == step }) {
      let inner = values(of: property.node, focus?.dropFirst(), level: level + 1)
      return inner.map { Self.object(plain, with: [(step, $0)]) }
    }
    var found = [Self.object(plain, with: [])]
    guard isFocus || focus == nil || focus?.isEmpty == false else { return found }
    var optional: Members = []
    for property in properties.prefix(isFocus ? 64 : 4) {
      let values = values(of: property.node, nil, level: level + 1)
      guard let first = values.first else { continue }
      if property.isOptional { optional.append((property.name, first)) }
      for value in values { found.append(Self.object(plain, with: [(property.name, value)])) }
    }
    guard isFocus else { return found }
    found.append(Self.object(plain, with: optional))
    for index in optional.indices {
      var rest = optional
      rest.remove(at: index)
      found.append(Self.object(plain, with: rest))
    }
    if let further = node.additionalProperties,
      let value = values(of: further, nil, level: level + 1).first
    {
      for name in ["key", "Key", "a b", ""] where !properties.contains(where: { $0.name == name }) {
        found.append(Self.object(plain, with: [(name, value)]))
      }
    }
    for property in node.patternProperties.prefix(8) {
      guard let value = values(of: property.node, nil, level: level + 1).first,
        let name = patterns.examples(of: property.pattern)?.first
      else { continue }
      found.append(Self.object(plain, with: [(name, value)]))
    }
    return found
  }

  private static func object(_ plain: Members, with members: Members) -> GeneratedContent {
    GeneratedContent(
      properties: (plain + members).map {
        ($0.name, $0.value as any ConvertibleToGeneratedContent)
      },
      uniquingKeysWith: { $1 })
  }
}

extension SchemaScalar {
  /// The value as content.
  fileprivate var content: GeneratedContent? {
    switch self {
    case .string(let text): GeneratedContent(text)
    case .number(let number): try? GeneratedContent(json: number.description)
    case .boolean(let flag): GeneratedContent(flag)
    case .null: GeneratedContent(kind: .null)
    }
  }
}

/// Lengths, counts and numbers that are just outside of the limits of a schema.
private struct OutsideValues {
  /// The largest number of values of each kind, and the largest length.
  private static let limits = (values: 6, length: 999)

  private(set) var lengths: [Int] = []
  private(set) var counts: [Int] = []
  private(set) var numbers: [SchemaNumber] = []

  init(_ graph: SchemaGraph) {
    for id in graph.nodeIDs {
      let constraints = graph[id].constraints
      Self.add(constraints.maximumLength, to: &lengths)
      Self.add(constraints.maximumCount, to: &counts)
      let whole = [
        constraints.minimum?.integer(Int.self).map { $0.subtractingReportingOverflow(1) },
        constraints.maximum?.integer(Int.self).map { $0.addingReportingOverflow(1) },
      ].compactMap { $0 }.filter { !$0.overflow }.map { SchemaNumber($0.partialValue) }
      let bounds = [constraints.exclusiveMinimum, constraints.exclusiveMaximum].compactMap { $0 }
      for number in whole + bounds
      where numbers.count < Self.limits.values && !numbers.contains(number) {
        numbers.append(number)
      }
    }
  }

  /// Adds the number after a maximum to a list.
  private static func add(_ maximum: Int?, to list: inout [Int]) {
    guard let maximum, maximum < limits.length, list.count < limits.values,
      !list.contains(maximum + 1)
    else { return }
    list.append(maximum + 1)
  }
}

/// A value that an old schema allows and a new one rejects, which shows that a change is breaking.
struct LostAnswer {
  let value: GeneratedContent

  /// The first violation of the new schema.
  let violation: ValidationReport.Violation

  /// The largest number of values that are tried.
  private static let maximumTries = 600

  /// Tries values of the old schema, by the documents themselves, and keeps the shortest that is
  /// lost; `nil` if there is none, or if the old document has constraints that no validator checks.
  ///
  /// - Parameters:
  ///   - places: The paths of the places where the schemas may differ.
  ///   - old: The old schema.
  ///   - new: The new schema.
  init?(at places: [SchemaPath], from old: SchemaReading, to new: SchemaReading) {
    guard let judge = try? old.validator(in: ""), let other = try? new.validator(in: ""),
      judge.findings.allSatisfy({ $0.code != ContentValidator.notCheckedCode })
    else { return nil }
    var answers = OldAnswers(old.graph, against: new.graph)
    var tries = Self.maximumTries
    var best: (value: GeneratedContent, violation: ValidationReport.Violation, length: Int)?
    // A definition may apply to any property, so each is varied.
    let properties = old.graph.resolving(old.graph.root).properties
      .map { SchemaPath([.key($0.name)]) }
    for place in ([SchemaPath()] + (places + properties).prefix(40)) {
      for value in answers.values(differingAt: place.components.map(\.token)) where tries > 0 {
        tries -= 1
        let length = value.jsonString.utf8.count
        if let best, best.length <= length { continue }
        guard let violation = other.report(on: value).violations.first,
          case let report = judge.report(on: value), report.isValid, report.notes.isEmpty
        else { continue }
        best = (value, violation, length)
      }
      if best != nil { break }
    }
    guard let best else { return nil }
    (value, violation) = (best.value, best.violation)
  }

  /// Returns `true` if the keyword at a place rejects the value, or one inside of it does.
  func isRejected(at place: SchemaPath) -> Bool { violation.schemaPath.begins(with: place) }

  /// The value, and the keyword that rejects it, as a sentence.
  var problem: String {
    let place = violation.schemaPath
    let keyword = place.last?.token ?? ""
    let owner = violation.path.pointer
    return "The old answer \(value.jsonString.excerpt) is rejected by '\(keyword.excerpt)' at "
      + "\(place.pointer.excerpt): expected \(violation.expected), found \(violation.found)"
      + "\(owner.isEmpty ? "" : " at \(owner.excerpt)")."
  }
}
