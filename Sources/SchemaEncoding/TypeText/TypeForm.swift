import IndexedTables
import SchemaModel

/// The form of a node in a type text.
struct TypeForm {
  /// The comment of the node, without the comment of an alternative that the union writes.
  var comment = TypeComment()

  var layout = Layout.word

  /// Indicates whether the union around the node writes its comment.
  var isCommented = false

  /// The layout of a type.
  enum Layout {
    /// A word, literals, or the name of another type.
    case word

    /// Properties, each on a line between braces; the comment is after the first brace.
    case object

    /// The types of elements; the comment is at the end.
    case list

    /// Alternatives on one line; the comment is at the end.
    case union

    /// Alternatives, each on a line; the comment is before them.
    case lines
  }

  /// Indicates whether the comment of the node follows the type.
  var hasTrailingComment: Bool {
    switch layout {
    case .object, .lines: false
    case .word, .list, .union: !comment.isEmpty && !isCommented
    }
  }

  /// Indicates whether a line break has to follow the type.
  var endsLine: Bool { layout == .lines || hasTrailingComment }
}

/// Finds the form of each node of a graph.
struct TypeForms: SchemaVisitor {
  private let graph: SchemaGraph
  private let rootTitle: String?
  private var forms: IndexedTable<NodeID, TypeForm>

  init(_ graph: SchemaGraph, rootTitle: String?) {
    self.graph = graph
    self.rootTitle = rootTitle
    forms = IndexedTable(repeating: TypeForm(), for: graph.nodeIDs)
    graph.walk(&self)
  }

  subscript(node: NodeID) -> TypeForm { forms[node] }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {}

  /// Makes the form of a node, when those of its children are known.
  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    var form = TypeForm()
    form.comment = TypeComment(node, title: role == .root ? rootTitle : nil)
    switch node.kind {
    case .object: form.layout = isAnyObject(node) ? .word : .object
    case .array, .tuple: form.layout = .list
    case .anyOf:
      takeComment(ofAlternativeOf: node, for: &form)
      form.layout = node.childIDs.contains { forms[$0].endsLine } ? .lines : .union
    case .string, .integer, .number, .boolean, .null, .any, .never, .reference: break
    }
    forms[node.id] = form
  }

  /// Moves the comment of an alternative to its union, if the only other alternative is `null`.
  ///
  /// The comment can only be about the alternative.
  private mutating func takeComment(
    ofAlternativeOf union: SchemaGraph.Node, for form: inout TypeForm
  ) {
    let alternatives = union.childIDs
    guard alternatives.count == 2, form.comment.facts.isEmpty else { return }
    let others = alternatives.filter {
      graph[$0].kind != .null || !forms[$0].comment.isEmpty
    }
    guard others.count == 1, let other = others.first else { return }
    let comment = forms[other].comment
    switch forms[other].layout {
    case .object, .lines: return
    case .word, .list, .union: break
    }
    if form.comment.text != nil, comment.text != nil { return }
    form.comment.facts = comment.facts
    form.comment.text = form.comment.text ?? comment.text
    forms[other].isCommented = true
  }

  /// Indicates whether a node is not written, because its object or tuple states what it allows.
  ///
  /// A model is not asked for parts that a document only does not forbid.
  func isImplied(_ node: SchemaGraph.Node) -> Bool {
    guard let parent = node.parent else { return false }
    switch node.role {
    case .additionalProperties: return node.isUnmentioned || forms[parent.id].layout == .word
    case .items: return parent.kind == .tuple && node.isUnmentioned
    default: return false
    }
  }

  /// Indicates whether an object has only properties of any names with any values.
  private func isAnyObject(_ node: SchemaGraph.Node) -> Bool {
    guard node.childCount == 1, let values = node.additionalProperties else { return false }
    return graph.storage.tables.nodes[values.id].allowsAnything
  }
}
