import ContentStorage
import SchemaContent
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// Replaces a value of any kind by JSON text.
struct AnyValuePass: NodePass {
  let forms: [any AnswerForm.Type] = [TextForm.self]

  func isNeeded(for rules: DialectRules) -> Bool { rules[.anyValue] != .written }

  func changes(in graph: FittingGraph) -> [NodeID] {
    graph.nodes { $0.kind == .any }.filter { needsText($0, in: graph) }
  }

  private func needsText(_ node: NodeID, in graph: FittingGraph) -> Bool {
    if graph.constraints(of: node)?.choices != nil {
      return graph.form(of: node).choices == .none && graph.rules[.choices] != .written
    }
    guard case .additionalProperties = graph.role(of: node), let object = graph.parent(of: node),
      let form = graph.form(of: object).object
    else { return true }
    return form.unnamed != .open || form.support != .written
  }

  func fit(_ node: NodeID, in graph: inout FittingGraph) {
    guard graph[node].constraints == nil else {
      graph.warn(
        .anyValue, at: node,
        "A value of one of several kinds is written as JSON text, and its constraints are only"
          + " described.")
      return graph.replaceByText(node, .any)
    }
    graph.note(
      .anyValue, at: node, "A value of any kind is written as JSON text.",
      remedy: "Describe the value with a type of its own.")
    let note = "Any JSON value, written as JSON text."
    graph.replace(
      node,
      by: .made(.string, description: [graph[node].description, note].joinedSentences()) { _ in
        .form(TextForm(kind: .any))
      })
    graph.markAsText(node)
  }
}

extension FittingGraph {
  /// Replaces a node by a string that contains the node's values as JSON text.
  mutating func replaceByText(_ node: NodeID, _ kind: TextForm.Kind = .json) {
    let schema = schemaText(of: node).map { ", of this JSON Schema: \($0)" }
    let note = "Written as JSON text\(schema ?? ".")"
    replace(
      node,
      by: .made(.string, description: [self[node].description, note].joinedSentences()) { _ in
        .form(TextForm(kind: kind))
      })
    markAsText(node)
    // JSON text can state `null`, so the answer has `null` only for an absent property.
    if change(of: node).absence == .keptNull { set(.null, of: node) }
  }
}

/// A value that the answer contains as JSON text.
struct TextForm: AnswerForm {
  static let name = "text"

  /// The content of the text.
  enum Kind: String, Sendable, Codable {
    /// A value as JSON; text that is not valid JSON is a string value.
    case any

    /// A value as JSON.
    case json
  }

  let kind: Kind

  /// The node that converts the value of the text.
  var value = AnswerMapping.Node.ID.same

  func reads(_ shape: ContentShape) -> Bool { shape == .string }

  func read(_ value: inout AnswerFrame, of answer: ContentPlaces) -> AnswerFrame.Step {
    // The reader knows only at the end of the text whether the text is JSON.
    kind == .any && answer.isOpen(at: value.place)
      ? .more : .text(as: self.value, orString: kind == .any)
  }

  func pieces(of value: GeneratedContent) -> [AnswerPiece]? {
    [.beginText, .value(value, as: self.value), .endText]
  }
}
