import ContentStorage
import SchemaEncoding
import SchemaModel

/// Wraps a root that is not an object in an object with one property.
struct RootPass: NodePass {
  let forms: [any AnswerForm.Type] = [WrappedForm.self]

  /// The name of the property.
  fileprivate static let name = "value"

  func isNeeded(for rules: DialectRules) -> Bool { rules[.otherRoot] != .written }

  func changes(in graph: FittingGraph) -> [NodeID] {
    if graph.kind(of: .root) == .object { return [] }
    // A union does not count as an object, even if all its values are objects.
    let isObject =
      graph.kind(of: .root) != .anyOf
      && graph.shapes(of: .root).allSatisfy { $0.kind == .object }
    return isObject ? [] : [.root]
  }

  func fit(_ root: NodeID, in graph: inout FittingGraph) {
    let kind = graph.origin(of: root).phrase
    graph.note(
      .root, at: root,
      "The root is \(kind), so it is written as the property '\(Self.name)' of an object.",
      remedy: "\(SwiftAdvice.Declaration.property.text).")
    graph.wrapRoot()
  }
}

extension FittingGraph {
  /// Wraps the root in an object with one property.
  mutating func wrapRoot() {
    makeDefinitionOfRoot()
    replace(
      .root,
      by: .object([(RootPass.name, .moved(.root))]) {
        .form(WrappedForm(property: RootPass.name, value: $0.value(at: 0)))
      })
  }
}

extension SchemaGraph.Node {
  /// The phrase for the values in diagnostics.
  var phrase: String {
    kind == .object && properties.isEmpty && !children.isEmpty ? "a dictionary" : kind.phrase
  }
}

/// A value that the answer contains as the only property of an object.
struct WrappedForm: AnswerForm {
  static let name = "wrapped"

  /// The name of the property.
  let property: String

  let value: AnswerMapping.Node.ID

  var wrapped: (property: String, node: AnswerMapping.Node.ID)? { (property, value) }

  func reads(_ shape: ContentShape) -> Bool { shape == .object }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    while value.position == 0, let key = answer.nextKey(&value.children),
      let part = answer.next(&value.children)
    {
      guard answer.isText(at: key, property) else { continue }
      value.position = 1
      return .part(part, as: self.value)
    }
    if answer.isOpen(at: value.place) { return .more }
    return value.position == 0 ? .unchanged : .end
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginObject, .key(property), .value(value, as: self.value), .endObject]
  }
}
