import SchemaEncoding
import SchemaModel

/// Finds the references for which there is no room where types are written out at every place.
///
/// The graph must not recurse.
struct InliningSurvey: SchemaVisitor {
  private let graph: SchemaGraph

  /// The number of nodes of the root and of each definition, and the references among these.
  private var bodies: [(size: Int, references: [Int])] = []

  init(_ graph: SchemaGraph) {
    self.graph = graph
    graph.walk(&self)
  }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    switch role {
    case .root, .definition: bodies.append((0, []))
    default: break
    }
    bodies[bodies.count - 1].size += 1
    if node.kind == .reference { bodies[bodies.count - 1].references.append(node.index) }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {}

  /// The references to replace, so that no type, with all that it contains, takes more than `copies`
  /// nodes beyond the graph's own.
  ///
  /// - Complexity: Linear in the number of nodes, however often each would be copied.
  func references(beyond copies: Int) -> [Int] {
    let tables = graph.storage.tables
    let sum = tables.nodes.count.addingReportingOverflow(copies)
    let maximum = sum.overflow ? .max : sum.partialValue
    var beyond: [Int] = []
    var sizes = [Int?](repeating: nil, count: bodies.count)
    var path = [(body: 0, next: 0)]
    while let last = path.indices.last {
      let (body, next) = path[last]
      let size = sizes[body] ?? bodies[body].size
      sizes[body] = size
      guard next < bodies[body].references.count else {
        path.removeLast()
        continue
      }
      let reference = bodies[body].references[next]
      let target = tables.bodyIndex(ofReference: reference)
      guard let inner = sizes[target] else {
        path.append((target, 0))
        continue
      }
      path[last].next += 1
      // What is written out stands in place of the reference.
      let (total, overflow) = size.addingReportingOverflow(inner - 1)
      if overflow || total > maximum {
        beyond.append(reference)
      } else {
        sizes[body] = total
      }
    }
    return beyond
  }
}
