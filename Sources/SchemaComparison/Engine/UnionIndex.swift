import SchemaAlternatives

/// An index of the alternatives of a new union, which finds the candidates for an old place without
/// a search of all alternatives.
struct UnionIndex {
  /// The alternatives, each of which is neither a union nor a reference.
  let alternatives: [SchemaGraph.Node]

  /// The first alternative of each shape.
  private var twins: [Int: Int] = [:]
  /// The alternatives of each outline.
  private var relatives: [Int: [Int]] = [:]
  /// The property by which alternatives are found, if there is one.
  private let tag: ExactText?
  /// The alternatives by the values that they list for the property.
  private var tagged = AlternativeIndex()
  /// The alternatives that are closed objects, by the names of their properties.
  private var listing: [ExactText: [Int]] = [:]
  /// The other alternatives.
  private var others: [Int] = []

  /// The largest number of alternatives that are all searched.
  static let few = 32
  /// The largest number of values in a list that distinguishes alternatives.
  private static let longestList = 64

  /// - Complexity: Linear in the number of alternatives and of their properties.
  init(
    _ alternatives: [SchemaGraph.Node], of graph: SchemaGraph, _ shapes: ShapeFingerprints
  ) {
    self.alternatives = alternatives
    let lists = alternatives.map { Self.listedValues(of: $0, in: graph) }
    tag = AlternativeIndex.property(of: lists)
    for (number, alternative) in alternatives.enumerated() {
      let shape = shapes[alternative]
      if twins[shape] == nil { twins[shape] = number }
      relatives[shapes.outline(of: alternative), default: []].append(number)
      tagged.add(number, tag.flatMap { lists[number][$0] })
    }
    guard alternatives.count > Self.few else { return }
    for (number, alternative) in alternatives.enumerated() {
      guard alternative.kind == .object, alternative.additionalProperties == nil,
        alternative.patternProperties.isEmpty
      else {
        others.append(number)
        continue
      }
      for property in alternative.properties {
        listing[ExactText(property.name), default: []].append(number)
      }
    }
  }

  /// The values of an object's properties, for properties with at most ``longestList`` values;
  /// empty for other kinds.
  private static func listedValues(
    of node: SchemaGraph.Node, in graph: SchemaGraph
  ) -> [ExactText: [SchemaScalar]] {
    guard node.kind == .object else { return [:] }
    var lists: [ExactText: [SchemaScalar]] = [:]
    for property in node.properties {
      let values = graph.resolving(property.node).finiteValues(limit: longestList)
      if let values, values.count <= longestList { lists[ExactText(property.name)] = values }
    }
    return lists
  }

  /// The first alternative with a shape.
  func twin(ofShape shape: Int) -> SchemaGraph.Node? { twins[shape].map { alternatives[$0] } }

  /// The alternative with an outline, if there is exactly one.
  func relative(ofOutline outline: Int) -> SchemaGraph.Node? {
    guard let numbers = relatives[outline], numbers.count == 1 else { return nil }
    return alternatives[numbers[0]]
  }

  /// The alternatives that may allow values of a node of another graph, in order.
  func candidates(
    for old: SchemaGraph.Node, requiring required: [SchemaGraph.Property], in graph: SchemaGraph
  ) -> [SchemaGraph.Node] {
    if let tag, let property = required.first(where: { ExactText($0.name) == tag }),
      let values = graph.resolving(property.node).finiteValues(limit: Self.longestList)
    {
      return tagged.alternatives(of: values).map { alternatives[$0] }
    }
    guard alternatives.count > Self.few, !required.isEmpty else { return alternatives }
    // Chooses the property that the fewest alternatives list.
    let lists = required.map { listing[ExactText($0.name)] ?? [] }
    guard let least = lists.min(by: { $0.count < $1.count }) else { return alternatives }
    return (least + others).sorted().map { alternatives[$0] }
  }
}
