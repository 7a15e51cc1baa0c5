/// The alternatives of a union of the new schema, so that those for an old schema are found without
/// a look at all of them.
struct UnionIndex {
  /// The alternatives, each of which is neither a union nor a reference.
  let alternatives: [SchemaGraph.Node]

  /// The first alternative of each shape.
  private var twins: [Int: Int] = [:]
  /// The alternatives of each outline.
  private var relatives: [Int: [Int]] = [:]
  /// The property by which alternatives are found, if there is one.
  private let tag: ExactText?
  /// The alternatives by the values that they list for it.
  private var tagged = AlternativeIndex()
  /// The alternatives that are closed objects, by the names of their properties.
  private var listing: [ExactText: [Int]] = [:]
  /// The other alternatives.
  private var others: [Int] = []

  /// Up to this many alternatives are all looked at.
  static let few = 32
  /// Longer lists of values don't tell alternatives apart.
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

  /// The values of each property of an object that has at most ``longestList``; no properties for
  /// other kinds.
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

  /// The only alternative that differs from a place with an outline in its constraints alone.
  func relative(ofOutline outline: Int) -> SchemaGraph.Node? {
    guard let numbers = relatives[outline], numbers.count == 1 else { return nil }
    return alternatives[numbers[0]]
  }

  /// The alternatives that may allow values of a node of another graph, in order.
  ///
  /// - Parameters:
  ///   - old: The node.
  ///   - required: The properties that its values always have.
  ///   - graph: The other graph.
  /// - Returns: The alternatives.
  func candidates(
    for old: SchemaGraph.Node, requiring required: [SchemaGraph.Property], in graph: SchemaGraph
  ) -> [SchemaGraph.Node] {
    if let tag, let property = required.first(where: { ExactText($0.name) == tag }),
      let values = graph.resolving(property.node).finiteValues(limit: Self.longestList)
    {
      return tagged.alternatives(of: values).map { alternatives[$0] }
    }
    guard alternatives.count > Self.few, !required.isEmpty else { return alternatives }
    // The property that the fewest alternatives list.
    let lists = required.map { listing[ExactText($0.name)] ?? [] }
    guard let least = lists.min(by: { $0.count < $1.count }) else { return alternatives }
    return (least + others).sorted().map { alternatives[$0] }
  }
}
