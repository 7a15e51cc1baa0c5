import SchemaContent
import SchemaModel
import SchemaText

extension SchemaDocument {
  /// An object or array of which some children are laid out.
  private struct Frame {
    let node: Int
    var members: GeneratedContent.Properties.Iterator?
    var elements: GeneratedContent.Elements.Iterator?
    var position = 0
    /// The names met, where they are checked.
    var names: Set<ExactText> = []
  }

  /// Lays a document out behind those that are there, with a stack of its own.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - uri: The URI under which it is supplied; empty for the first.
  ///   - depth: How deep objects and arrays may nest.
  ///   - checksNames: Whether to look for names that occur twice, because the parser has not.
  /// - Throws: ``SchemaImportError`` by the rules `limit` and `malformed`.
  mutating func append(
    _ content: GeneratedContent, uri: String = "", depth: Int, checksNames: Bool
  ) throws(SchemaImportError) {
    roots.append((nodes.count, uri))
    guard content.isComplete else {
      throw SchemaImportError(
        .malformed, at: SchemaPath(), problem: "The document is not complete.",
        remedy: "Pass the whole document.")
    }
    var stack: [Frame] = []
    try append(content, key: .root, parent: -1, to: &stack, depth)
    while let last = stack.indices.last {
      if let (name, value) = stack[last].members?.next() {
        if checksNames, !stack[last].names.insert(ExactText(name)).inserted {
          throw SchemaImportError(
            .malformed, at: path(to: stack[last].node).appending(.key(name)),
            problem: "The name '\(name)' occurs twice in one object.",
            remedy: "Remove one of the two.")
        }
        try append(value, key: .name(name), parent: stack[last].node, to: &stack, depth)
      } else if let value = stack[last].elements?.next() {
        let position = stack[last].position
        stack[last].position += 1
        try append(value, key: .position(position), parent: stack[last].node, to: &stack, depth)
      } else {
        nodes[stack[last].node].end = Int32(truncatingIfNeeded: nodes.count)
        stack.removeLast()
      }
    }
  }

  private mutating func append(
    _ content: GeneratedContent, key: Key, parent: Int, to stack: inout [Frame], _ depth: Int
  ) throws(SchemaImportError) {
    let node = nodes.count
    guard node < Int32.max - 1 else {
      throw SchemaImportError(
        .limit, at: SchemaPath(), problem: "The document has too many values.",
        remedy: "Divide it into several documents.")
    }
    let form = content.shape
    nodes.append(
      Node(
        form: form, parent: Int32(truncatingIfNeeded: parent),
        end: Int32(truncatingIfNeeded: node + 1), key: key))
    contents.append(content)
    guard form == .array || form == .object else { return }
    guard stack.count < depth else {
      throw SchemaImportError(
        .limit, at: path(to: node), problem: "The document nests deeper than \(depth) levels.",
        remedy: "Move inner schemas to definitions, or raise the option maximumDepth.")
    }
    var frame = Frame(node: node)
    if form == .array {
      frame.elements = content.elements.makeIterator()
    } else {
      frame.members = content.properties.makeIterator()
    }
    stack.append(frame)
  }
}
