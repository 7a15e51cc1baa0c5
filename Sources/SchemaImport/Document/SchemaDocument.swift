/// A JSON document as a flat array of its values, in the order of their text.
///
/// A value is identified by its index, which counts values from the start of the text. Its place in
/// the text can therefore be found again, and a traversal of the document does not recurse.
struct SchemaDocument: Sendable {
  typealias Form = GeneratedContent.Shape

  /// One value.
  struct Node: Sendable {
    let form: Form
    /// The number of the value that contains it; -1 for the root.
    let parent: Int32
    /// The number after the last value inside this one.
    var end: Int32
    /// Its name in an object, or its position in an array.
    let key: Key
  }

  /// What identifies a value among its siblings.
  enum Key: Sendable, Hashable {
    case root
    case name(String)
    case position(Int)
  }

  private(set) var nodes: [Node] = []
  private(set) var contents: [GeneratedContent] = []

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - depth: How deep objects and arrays may nest.
  ///   - checksNames: Whether to look for names that occur twice, because the parser has not.
  /// - Throws: ``SchemaImportError`` with the code ``SchemaImportError/Code/limitExceeded`` or
  ///   ``SchemaImportError/Code/malformed``.
  init(_ content: GeneratedContent, depth: Int, checksNames: Bool) throws(SchemaImportError) {
    var builder = Builder(depth: depth, checksNames: checksNames)
    try builder.build(content)
    nodes = builder.nodes
    contents = builder.contents
  }

  /// The value at a number.
  func content(_ node: Int) -> GeneratedContent { contents[node] }

  /// The form of a value.
  func form(_ node: Int) -> Form { nodes[node].form }

  /// The numbers of the values directly inside another.
  func children(of node: Int) -> Children { Children(document: self, node: node) }

  /// The name of a member of an object.
  func name(of node: Int) -> String {
    if case .name(let name) = nodes[node].key { name } else { "" }
  }

  /// The member of an object that has a name.
  ///
  /// - Complexity: Linear in the number of members.
  func member(_ name: String, of node: Int) -> Int? {
    guard form(node) == .object else { return nil }
    for child in children(of: node) where self.name(of: child).utf8.elementsEqual(name.utf8) {
      return child
    }
    return nil
  }

  /// The place of a value.
  func pointer(to node: Int) -> SchemaPath {
    var steps: [SchemaPath.Component] = []
    var node = node
    while node > 0 {
      switch nodes[node].key {
      case .root: break
      case .name(let name): steps.append(.key(name))
      case .position(let position): steps.append(.index(position))
      }
      node = Int(nodes[node].parent)
    }
    return SchemaPath(steps.reversed())
  }

  /// The values directly inside another, in order.
  struct Children: Sequence, IteratorProtocol {
    private let document: SchemaDocument
    private var upcoming: Int
    private let end: Int

    init(document: SchemaDocument, node: Int) {
      self.document = document
      upcoming = node + 1
      end = Int(document.nodes[node].end)
    }

    mutating func next() -> Int? {
      guard upcoming < end else { return nil }
      let child = upcoming
      upcoming = Int(document.nodes[child].end)
      return child
    }
  }
}
