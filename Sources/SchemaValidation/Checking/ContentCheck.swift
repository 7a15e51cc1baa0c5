import SchemaEncoding
import SchemaModel

/// One check of some content.
///
/// A check of a value either reports violations, or only counts them to compare the arms of a
/// union. Counts are stored for each value and node, so the cost of nested unions is linear in
/// their number.
struct ContentCheck {
  typealias Rule = ValidationReport.Rule

  /// A value that is being checked: a container, or a value that is compared with the arms of a
  /// union.
  struct Frame {
    let place: Int
    let node: Int
    /// Whether violations are counted and not reported.
    let isCounting: Bool
    /// The values still to be checked, of a container.
    var children = ContentPlaces.Children()
    /// How many values have been begun, of an array.
    var position = 0
    /// The key of the value that is being checked, of an object.
    var key = -1
    /// The index of the property that is likely to be next, of an object.
    var hint = 0
    /// The value whose name is still to be matched, and the first pattern for it, of an object.
    var patterned = (value: -1, next: 0)
    /// How many violations there are so far, of a container.
    var cost = 0
    /// The path to the container, once a violation was reported in it; -1 for the root.
    var trail = ContentCheck.noTrail
  }

  /// A union whose arms a value is compared with.
  struct Comparison {
    let arms: [Int]
    /// How many arms have been begun.
    var position = 0
    /// The best arm so far and how many violations it has.
    var best = (arm: -1, cost: Int.max)
  }

  static let noTrail = Int.min

  let table: ValidationTable
  let places: ContentPlaces
  private let content: GeneratedContent
  private let maximumViolations: Int

  var frames: [Frame] = []
  /// The state of the unions among the frames.
  var comparisons: [Comparison] = []
  /// The violations counted, by value and node.
  var counted: [UInt64: Int] = [:]
  /// When a property was last seen, by ``generation``.
  var seen: [Int]
  var generation = 0
  var matchers: [SchemaPattern: SchemaPattern.Matcher?] = [:]

  private var findings: [(rule: Rule, expected: String, found: String, trail: Int)] = []
  private var violationCount = 0
  private var steps: [ValidationReport.Trail.Step] = []
  private var notes: [SchemaDiagnostic] = []
  /// The constraints for which a note has been made.
  private var noted: Set<Int> = []

  init(_ table: ValidationTable, _ content: GeneratedContent, maximumViolations: Int) {
    self.table = table
    self.content = content
    self.maximumViolations = maximumViolations
    places = ContentPlaces(content)
    seen = Array(repeating: 0, count: table.propertyCount)
    notes = table.notes
  }

  mutating func run(isFinal: Bool) -> ValidationReport {
    if isFinal, !content.isComplete {
      report(
        .incomplete, expected: "a complete answer", found: content.foundDescription, at: .root)
    }
    var cost = begin(places.root, 0, isCounting: false)
    while !frames.isEmpty {
      if let known = cost { finishPart(known) }
      cost = step()
    }
    let trail = ValidationReport.Trail(steps)
    return ValidationReport(
      violations: findings.map {
        ValidationReport.Violation(
          $0.rule, expected: $0.expected, found: $0.found, trail: trail, place: $0.trail)
      },
      violationCount: violationCount, isComplete: content.isComplete, notes: notes)
  }

  /// Begins to check a value.
  ///
  /// - Returns: How many violations it has, or `nil` if a frame was made to find out.
  mutating func begin(_ place: Int, _ node: Int, isCounting: Bool) -> Int? {
    let kind = places.shape(at: place)
    guard kind != .nothing else { return 0 }
    switch table.nodes[node].kind {
    case .any where table.nodes[node].constraints < 0: return 0
    case .union: return beginUnion(place, kind, node, isCounting: isCounting)
    case .array where kind == .array, .tuple where kind == .array, .object where kind == .object:
      return beginContainer(place, node, isCounting: isCounting)
    default: return scalar(place, kind, node, isCounting: isCounting)
    }
  }

  private mutating func beginContainer(_ place: Int, _ node: Int, isCounting: Bool) -> Int? {
    if isCounting, let known = counted[key(place, node)] { return known }
    var frame = Frame(place: place, node: node, isCounting: isCounting)
    frame.children = places.children(of: place)
    let isObject = table.nodes[node].kind == .object
    frames.append(frame)
    if isObject {
      let cost = checkNames(of: frames.count - 1)
      frames[frames.count - 1].cost = cost
    }
    return nil
  }

  /// Continues with the innermost value.
  ///
  /// - Returns: How many violations the part that comes next has, if that is known.
  private mutating func step() -> Int? {
    let top = frames.count - 1
    switch table.nodes[frames[top].node].kind {
    case .object: return stepObject(top)
    case .array: return stepArray(top)
    case .tuple: return stepTuple(top)
    default: return stepUnion(top)
    }
  }

  /// Adds the violations of a part.
  private mutating func finishPart(_ cost: Int) {
    let top = frames.count - 1
    if table.nodes[frames[top].node].kind == .union {
      noteArm(cost)
    } else {
      frames[top].cost += cost
    }
  }

  /// Ends a container.
  mutating func end(_ top: Int) -> Int? {
    let frame = frames.removeLast()
    if frame.isCounting { counted[key(frame.place, frame.node)] = frame.cost }
    return frame.cost
  }

  private func key(_ place: Int, _ node: Int) -> UInt64 {
    // Both are far below what overflows: a place counts words in memory, and a node fits 32 bits.
    UInt64(truncatingIfNeeded: place) &* UInt64(truncatingIfNeeded: table.nodes.count)
      &+ UInt64(truncatingIfNeeded: node)
  }

  // MARK: Reports

  /// Where a violation is.
  enum Location {
    /// The whole content.
    case root
    /// The value that is being begun: a part of the innermost container, or the root.
    case part
    /// A property of that value.
    case propertyOfPart(String)
    /// The container of a frame.
    case container(Int)
    /// A property of the container of a frame.
    case property(String, of: Int)
  }

  /// Reports a violation.
  mutating func report(_ rule: Rule, expected: String, found: String, at location: Location) {
    violationCount += 1
    guard findings.count < maximumViolations else { return }
    findings.append((rule, expected, found, trail(to: location)))
  }

  /// Reports once that a constraint cannot be checked.
  mutating func note(_ constraints: Int, _ problem: @autoclosure () -> String) {
    guard noted.insert(constraints).inserted else { return }
    notes.append(
      SchemaDiagnostic(
        .note, at: table.constraints[constraints].path, problem: problem(),
        remedy: "Check it where the value is used."))
  }

  private mutating func trail(to location: Location) -> Int {
    switch location {
    case .root: return -1
    case .part:
      guard let top = frames.indices.last else { return -1 }
      return append(component(of: top), to: trail(to: top))
    case .propertyOfPart(let name): return append(.key(name), to: trail(to: .part))
    case .container(let top): return trail(to: top)
    case .property(let name, let top): return append(.key(name), to: trail(to: top))
    }
  }

  /// The path to the container of a frame; -1 for the root.
  private mutating func trail(to top: Int) -> Int {
    var index = top
    while index > 0, frames[index].trail == Self.noTrail { index -= 1 }
    if frames[index].trail == Self.noTrail { frames[index].trail = -1 }
    while index < top {
      let trail = append(component(of: index), to: frames[index].trail)
      index += 1
      frames[index].trail = trail
    }
    return frames[top].trail
  }

  private mutating func append(
    _ component: SchemaPath.Component, to trail: Int
  ) -> Int {
    steps.append(ValidationReport.Trail.Step(parent: trail, component: component))
    return steps.count - 1
  }

  private func component(of frame: Int) -> SchemaPath.Component {
    let key = frames[frame].key
    return key < 0
      ? .index(frames[frame].position - 1) : .key(name(of: key))
  }

  func name(of key: Int) -> String {
    places.name(key)
  }
}
