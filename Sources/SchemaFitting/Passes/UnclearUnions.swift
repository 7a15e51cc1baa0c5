import IndexedTables
import SchemaAlternatives
import SchemaEncoding
import SchemaModel

/// The unions with a changed alternative whose answers could also be answers to another
/// alternative.
///
/// Each such union gets objects around its alternatives, which changes the shapes of the union.
/// Then the unions with this union among their alternatives are compared again.
struct UnclearUnions {
  /// The largest number of shapes of an alternative.
  ///
  /// If an alternative has more, its union gets objects.
  ///
  /// Without this limit, nested unions would each have the shapes of all unions in them.
  private static let maximumShapeCount = 256

  /// The unions, with the name of the only property of the object around each alternative.
  private(set) var names: [NodeID: [String]] = [:]

  /// The unions among them whose alternatives were not all compared.
  private(set) var notCompared: Set<NodeID> = []

  /// The facts of the shapes of each node that has been an alternative.
  ///
  /// A union with names has the facts of the objects around its alternatives.
  private var facts: [NodeID: [ValueFacts]] = [:]

  private let graph: FittingGraph
  private let isChanged: IndexedTable<NodeID, Bool>
  private var budget: WorkBudget

  init(in graph: FittingGraph) {
    self.graph = graph
    // A spent budget gives a union objects around its alternatives, so small unions are always
    // compared: 300 alternatives in pairs are 45 000 steps.
    budget = WorkBudget(inProportionTo: graph.nodes.count, factor: 4, least: 50_000)
    var waiting = graph.isChanged ? graph.nodes(with: .union) : []
    guard !waiting.isEmpty else {
      isChanged = IndexedTable(from: .root)
      return
    }
    isChanged = graph.changedNodes()
    waiting.removeAll { !isChanged[$0] }
    let outer = graph.outerUnions(of: waiting)
    while !waiting.isEmpty {
      var unclear: [NodeID] = []
      for union in waiting where !isClear(union) { unclear.append(union) }
      for union in unclear { names[union] = Self.names(of: union, in: graph) }
      waiting = unions(around: unclear, outer)
    }
  }

  /// A name for each alternative: its title, or its number.
  static func names(of union: NodeID, in graph: FittingGraph) -> [String] {
    var taken = TakenNames([])
    return graph.children(of: union).enumerated().map { index, choice in
      var name = "option\(index + 1)"
      if case .definition(let definition) = graph.origin(of: choice).target {
        name = definition.name
      }
      return taken.add(name, by: graph.rules.objects.propertyNames)
    }
  }

  /// Indicates whether the answers to each changed alternative differ from all answers to the other
  /// alternatives.
  private mutating func isClear(_ union: NodeID) -> Bool {
    let choices = graph.children(of: union)
    let graph = graph
    var alternatives: [[ValueFacts]] = []
    for choice in choices {
      let shapes = graph.shapes(of: choice, limit: Self.maximumShapeCount) { facts(of: $0) }
      guard shapes.count <= Self.maximumShapeCount else { return false }
      alternatives.append(shapes)
    }
    let search = OverlapSearch(alternatives, where: choices.map { isChanged[$0] })
    let result = search.result(within: &budget)
    if result == .notCompared { notCompared.insert(union) }
    return result == .none
  }

  /// The facts of the shapes of a node, which are made once; `nil` for a union without names.
  private mutating func facts(of node: NodeID) -> [ValueFacts]? {
    if let known = facts[node] { return known }
    let shapes: [ValueShape]
    if let names = names[node] {
      // A union with more shapes gets names, however many more it has.
      shapes = names.prefix(Self.maximumShapeCount + 1).map { .object(around: $0) }
    } else {
      if graph.kind(of: node) == .anyOf { return nil }
      shapes = graph.ownShapes(of: node)
    }
    let ignoresCase = graph.rules.constraints.mayChangeCapitals
    let made = shapes.map { ValueFacts($0, ignoresCase: ignoresCase) }
    facts[node] = made
    return made
  }

  // MARK: Unions in unions

  /// The unions without names whose alternatives include a union that has just received names.
  private func unions(around named: [NodeID], _ outer: [NodeID: [NodeID]]) -> [NodeID] {
    var found: Set<NodeID> = []
    var pending = named
    while let union = pending.popLast() {
      // The shapes of a union with names do not depend on other unions.
      for union in outer[union] ?? [] where names[union] == nil && found.insert(union).inserted {
        pending.append(union)
      }
    }
    return found.sorted()
  }
}

extension ValueShape {
  /// The shape of an object with only one property.
  fileprivate static func object(around name: String) -> ValueShape {
    var shape = ValueShape(.object)
    shape.required = [name]
    shape.allowed = [name]
    return shape
  }
}
