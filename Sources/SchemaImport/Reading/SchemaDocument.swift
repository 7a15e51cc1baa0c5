import SchemaContent
import SchemaModel
import SchemaText

/// A JSON document, and those that it may refer to, as a flat array of values in the order of their
/// text.
///
/// A value is identified by its index. In the first document it counts values from the start of the
/// text, so that its place in the text can be found again. A traversal does not recurse.
struct SchemaDocument: Sendable {
  typealias Form = GeneratedContent.Shape

  /// One value.
  struct Node: Sendable {
    let form: Form
    /// The number of the value that contains it; -1 for the root of a document.
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

  var nodes: [Node] = []
  var contents: [GeneratedContent] = []

  /// The root of each document, with the URI under which it was supplied.
  var roots: [(node: Int, uri: String)] = []

  /// The value at a number.
  func content(_ node: Int) -> GeneratedContent { contents[node] }

  /// The form of a value.
  func form(_ node: Int) -> Form { nodes[node].form }

  /// The values directly inside another, in order.
  func children(of node: Int) -> Children { Children(nodes: nodes, node: node) }

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

  /// The path to a value in its document.
  func path(to node: Int) -> SchemaPath {
    var steps: [SchemaPath.Component] = []
    var node = node
    while node >= 0 {
      switch nodes[node].key {
      case .root: break
      case .name(let name): steps.append(.key(name))
      case .position(let position): steps.append(.index(position))
      }
      node = Int(nodes[node].parent)
    }
    return SchemaPath(steps.reversed())
  }

  /// The URI of the supplied document that contains a value; `nil` for the first document.
  func uri(of node: Int) -> String? {
    guard let root = roots.last(where: { $0.node <= node }), root.node > 0 else { return nil }
    return root.uri
  }

  /// The values directly inside another.
  struct Children: Sequence, IteratorProtocol {
    private let nodes: [Node]
    private var upcoming: Int
    private let end: Int

    init(nodes: [Node], node: Int) {
      self.nodes = nodes
      upcoming = node + 1
      end = Int(nodes[node].end)
    }

    mutating func next() -> Int? {
      guard upcoming < end else { return nil }
      let child = upcoming
      upcoming = Int(nodes[child].end)
      return child
    }
  }
}
