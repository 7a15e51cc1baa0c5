extension SchemaDocument {
  /// Lays a document out with a stack of its own.
  struct Builder {
    private(set) var nodes: [Node] = []
    private(set) var contents: [GeneratedContent] = []
    private let depth: Int
    private let checksNames: Bool

    /// An object or array of which some children are laid out.
    private struct Frame {
      let node: Int
      var members: GeneratedContent.Properties.Iterator?
      var elements: GeneratedContent.Elements.Iterator?
      var position = 0
      /// The names met, where they are checked.
      var names: Set<[UInt8]> = []
    }

    init(depth: Int, checksNames: Bool) {
      self.depth = depth
      self.checksNames = checksNames
    }

    mutating func build(_ content: GeneratedContent) throws(SchemaImportError) {
      guard content.isComplete else {
        throw SchemaImportError(
          .malformed, at: SchemaPath(), problem: "The document is not complete.",
          remedy: "Pass the whole document.")
      }
      var stack: [Frame] = []
      try append(content, key: .root, parent: -1, to: &stack)
      while let last = stack.indices.last {
        if let (name, value) = stack[last].members?.next() {
          if checksNames, !stack[last].names.insert(Array(name.utf8)).inserted {
            throw duplicate(name, in: stack)
          }
          try append(value, key: .name(name), parent: stack[last].node, to: &stack)
        } else if let value = stack[last].elements?.next() {
          let position = stack[last].position
          stack[last].position += 1
          try append(value, key: .position(position), parent: stack[last].node, to: &stack)
        } else {
          nodes[stack[last].node].end = Int32(truncatingIfNeeded: nodes.count)
          stack.removeLast()
        }
      }
    }

    private mutating func append(
      _ content: GeneratedContent, key: Key, parent: Int, to stack: inout [Frame]
    ) throws(SchemaImportError) {
      let node = nodes.count
      guard node < Int32.max - 1 else {
        throw SchemaImportError(
          .limitExceeded, at: SchemaPath(), problem: "The document has too many values.",
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
          .limitExceeded, at: pointer(stack, key),
          problem: "The document nests deeper than \(depth) levels.",
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

    private func duplicate(_ name: String, in stack: [Frame]) -> SchemaImportError {
      SchemaImportError(
        .malformed, at: pointer(stack, .name(name)),
        problem: "The name '\(name)' occurs twice in one object.",
        remedy: "Remove one of the two.")
    }

    private func pointer(_ stack: [Frame], _ key: Key) -> SchemaPath {
      var path = SchemaPath()
      for item in stack.map({ nodes[$0.node].key }) + [key] {
        switch item {
        case .root: break
        case .name(let name): path.components.append(.key(name))
        case .position(let position): path.components.append(.index(position))
        }
      }
      return path
    }
  }
}
