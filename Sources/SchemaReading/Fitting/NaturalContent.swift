import ContentStorage
import SchemaModel

/// A value of a text without a schema, for reports.
enum NaturalContent {
  static func content(of root: Int, in nodes: [RawNode]) -> GeneratedContent {
    var builder = ContentBuilder()
    var open: [(node: Int, next: Int)] = []
    var scalars = ValueTable()
    func add(_ index: Int, to builder: inout ContentBuilder) {
      let node = nodes[index]
      switch node.kind {
      case .object:
        builder.beginObject()
        open.append((index, 0))
      case .array:
        builder.beginArray()
        open.append((index, 0))
      case .string, .bare:
        let value = scalars.index(of: .scalar(node).value)
        scalars.add(value, to: &builder)
      }
    }
    add(root, to: &builder)
    while let (index, next) = open.last {
      let node = nodes[index]
      guard next < node.children.count else {
        open.removeLast()
        _ = node.kind == .object ? builder.endObject() : builder.endArray()
        continue
      }
      open[open.count - 1].next += 1
      if node.kind == .object { builder.key(node.keys[next]) }
      add(node.children[next], to: &builder)
    }
    return builder.finish()
  }
}
