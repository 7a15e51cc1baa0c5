import IndexedTables
import SchemaGuides
import SchemaModel

/// Numbers that are equal for types with the same text.
struct TypeIdentities: SchemaVisitor {
  /// The numbers and the length of one type.
  struct Identity {
    /// The number of the type with its description.
    var described = 0

    /// The number of the type without its description.
    var type = 0

    /// About the number of bytes of the text.
    var length = 0
  }

  /// The parts of a type's text, without its description.
  private struct Parts: Hashable {
    let kind: SchemaKind
    let layout: TypeForm.Layout
    let choices: String?
    let target: SchemaGraph.Definition.ID?
    let facts: [String]
    var roles: [SchemaRole] = []
    var children: [Int] = []
  }

  /// A type and its description.
  private struct Described: Hashable {
    let type: Int
    let text: String?
  }

  private let graph: SchemaGraph
  private let forms: TypeForms
  private var identities: IndexedTable<NodeID, Identity>
  private var types: [Parts: Int] = [:]
  private var describedTypes: [Described: Int] = [:]

  init(_ graph: SchemaGraph, _ forms: TypeForms) {
    self.graph = graph
    self.forms = forms
    identities = IndexedTable(repeating: Identity(), for: graph.nodeIDs)
    graph.walk(&self)
  }

  subscript(node: NodeID) -> Identity { identities[node] }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {}

  /// Numbers a node, when its children have numbers.
  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    let form = forms[node.id]
    var target: SchemaGraph.Definition.ID?
    if case .definition(let definition) = node.target { target = definition.id }
    let choices = node.ownConstraints?.merged.choices
    var parts = Parts(
      kind: node.kind, layout: form.layout,
      choices: choices.map { TypeComment.literals($0, separator: "|") }, target: target,
      facts: form.comment.facts)
    let word = "string".utf8.count
    var length = parts.facts.reduce(parts.choices?.utf8.count ?? word) { $0 + $1.utf8.count }
    length += form.comment.text?.utf8.count ?? 0
    for id in node.childIDs {
      let child = graph[id]
      if forms.isImplied(child) { continue }
      parts.roles.append(child.role)
      parts.children.append(identities[id].described)
      length += identities[id].length + (child.role.propertyName?.utf8.count ?? 0)
    }
    let type = types[parts] ?? types.count
    types[parts] = type
    let described = Described(type: type, text: form.comment.text)
    let number = describedTypes[described] ?? describedTypes.count
    describedTypes[described] = number
    identities[node.id] = Identity(described: number, type: type, length: length)
  }
}
