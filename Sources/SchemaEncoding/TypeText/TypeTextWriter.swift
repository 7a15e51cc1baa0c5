import SchemaGuides
import SchemaModel

/// Writes a graph as named types.
struct TypeTextWriter: SchemaVisitor {
  private let graph: SchemaGraph
  private let names: TypeNames
  private let forms: TypeForms
  private let shared: SharedProperties
  private var output = ""

  /// The property whose type is stated by that of another one, while its parts are visited.
  private var statedProperty: NodeID?

  /// The largest number of choices that are written as a union of literals.
  ///
  /// A longer list has fewer tokens with commas.
  private static let unitedChoices = 3

  init(_ graph: SchemaGraph) {
    self.graph = graph
    names = TypeNames(graph)
    forms = TypeForms(graph, rootTitle: names.rootTitle)
    shared = SharedProperties(graph, forms)
  }

  /// The text, when the graph has been walked.
  var finishedText: String { output.last == "\n" ? String(output.dropLast()) : output }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if statedProperty != nil || forms.isImplied(node) { return }
    begin(node, as: role)
    if let place = shared[node.id] {
      statedProperty = node.id
      return append(place)
    }
    let form = forms[node.id]
    switch form.layout {
    case .word: output += word(for: node)
    case .object:
      output += "{"
      form.comment.append(to: &output)
      if !form.comment.isEmpty || !node.childIDs.allSatisfy({ forms.isImplied(graph[$0]) }) {
        output += "\n"
      }
    case .list:
      if node.kind == .tuple { output += "[" }
      if node.kind == .array, node.childIDs.isEmpty { output += "any" }
    case .union: break
    case .lines: form.comment.append(to: &output)
    }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if statedProperty == node.id {
      statedProperty = nil
      output += "\n"
    }
    if statedProperty != nil || shared[node.id] != nil || forms.isImplied(node) { return }
    let form = forms[node.id]
    switch form.layout {
    case .object: output += "}"
    case .list: output += node.kind == .tuple ? "]" : "[]"
    case .word, .union, .lines: break
    }
    if form.hasTrailingComment { form.comment.append(to: &output) }
    if isInParentheses(node, as: role) {
      if form.endsLine { output += "\n" }
      output += ")"
    }
    switch role {
    case .root, .definition, .property, .additionalProperties, .patternProperty: output += "\n"
    case .items: if node.parent?.kind == .tuple { output += "[]" }
    case .prefixItem(let isOptional): if isOptional { output += "?" }
    case .choice: break
    }
  }

  /// Writes the text before a node in its role.
  private mutating func begin(_ node: SchemaGraph.Node, as role: SchemaRole) {
    switch role {
    case .root:
      if names.namesRoot || shared.refersToRoot { beginType(names.root, of: node) }
    case .definition(let definition): beginType(names[definition], of: node)
    case .property(let name, let isOptional):
      output +=
        TypeNames.isIdentifier(name) ? name : TypeComment.literals([.string(name)], separator: "")
      output += isOptional ? "?:" : ":"
    case .additionalProperties: output += "[string]:"
    case .patternProperty(let pattern):
      output += "[\(TypeComment.regularExpression(pattern))]:"
    case .items: if node.parent?.kind == .tuple { output += isFirst(node) ? "..." : ",..." }
    case .prefixItem: if !isFirst(node) { output += "," }
    case .choice:
      if let union = node.parent, forms[union.id].layout == .lines {
        output += output.isEmpty ? "| " : "\n| "
      } else if !isFirst(node) {
        output += "|"
      }
    }
    if isInParentheses(node, as: role) { output += "(" }
  }

  private mutating func beginType(_ name: String, of node: SchemaGraph.Node) {
    output += "type \(name) ="
    // Alternatives on lines begin with a comment or a line break.
    if forms[node.id].layout != .lines { output += " " }
  }

  /// Writes the place of the property that states the type.
  private mutating func append(_ place: SharedProperties.Place) {
    output += (place.definition.map { names[$0] } ?? names.root) + place.path
    if let text = place.text { TypeComment(text: text).append(to: &output) }
  }

  private func isFirst(_ node: SchemaGraph.Node) -> Bool {
    node.parent?.childIDs.first == node.id
  }

  /// Indicates whether a type needs parentheses inside the type around it.
  private func isInParentheses(_ node: SchemaGraph.Node, as role: SchemaRole) -> Bool {
    switch role {
    case .items, .prefixItem:
      node.kind == .anyOf || forms[node.id].endsLine
        || node.ownConstraints?.merged.choices.map { $0.count > 1 } ?? false
    case .choice: node.kind == .anyOf
    case .root, .definition, .property, .additionalProperties, .patternProperty: false
    }
  }

  private func word(for node: SchemaGraph.Node) -> String {
    if let choices = node.ownConstraints?.merged.choices {
      return choices.count > Self.unitedChoices
        ? "one of \(TypeComment.literals(choices, separator: ","))"
        : TypeComment.literals(choices, separator: "|")
    }
    switch node.kind {
    case .string: return "string"
    case .integer: return "integer"
    case .number: return "number"
    case .boolean: return "boolean"
    case .null: return "null"
    case .never: return "never"
    case .object: return "object"
    case .any, .array, .tuple, .anyOf: return "any"
    case .reference:
      switch node.target {
      case .definition(let definition): return names[definition.id]
      case .root, nil: return names.root
      }
    }
  }
}
