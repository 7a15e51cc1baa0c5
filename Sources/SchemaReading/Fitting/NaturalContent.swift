import ContentStorage
import SchemaModel

/// A value of a text without a schema, for reports.
enum NaturalContent {
  static func content(of root: Int, in nodes: [RawNode]) -> GeneratedContent {
    var builder = ContentBuilder()
    var open: [(node: Int, next: Int)] = []
    func add(_ index: Int, to builder: inout ContentBuilder) {
      let node = nodes[index]
      switch node.kind {
      case .object:
        builder.beginObject()
        open.append((index, 0))
      case .array:
        builder.beginArray()
        open.append((index, 0))
      case .string: builder.string(node.text)
      case .bare: addBare(node.text, to: &builder)
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

  private static func addBare(_ text: String, to builder: inout ContentBuilder) {
    if let truth = ValueWords.boolean(text) {
      builder.bool(truth)
    } else if ValueWords.isNull(text) {
      builder.null()
    } else if let (number, _) = NumberForms.number(text, isInteger: false) {
      builder.number(number)
    } else {
      builder.string(text)
    }
  }
}
