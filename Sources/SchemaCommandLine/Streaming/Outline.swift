import SchemaKit
import SchemaText

/// The lines of a value that is growing: its complete, growing and missing parts.
struct Outline: Equatable {
  /// The state of a part of a value.
  enum State: Equatable {
    case pending, growing, finished
  }

  /// A property or an element.
  struct Line: Equatable {
    let depth: Int
    let state: State
    /// The name of the property, or the number of the element.
    let label: String
    /// The value, if it has no parts.
    let text: String?
  }

  /// A part whose line follows later.
  private struct Part {
    let content: GeneratedContent?
    let node: SchemaGraph.Node?
    let label: String
    let depth: Int
  }

  /// The lines, from the top.
  private(set) var lines: [Line] = []

  /// Creates the outline of growing content.
  ///
  /// The properties are those of the schema, including missing ones, and then those that only the
  /// content has.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - graph: Its schema.
  /// - Complexity: Linear in the size of the content and in the declared properties of its objects,
  ///   on a stack that does not depend on the content's depth.
  init(_ content: GeneratedContent, by graph: SchemaGraph) {
    var pending = Self.parts(of: content, graph.node(for: content, at: graph.root), depth: 0)
    if pending.isEmpty, content.hasOwnText {
      pending = [Part(content: content, node: graph.root, label: "value", depth: 0)]
    }
    pending.reverse()
    while let part = pending.popLast() {
      guard let content = part.content else {
        lines.append(Line(depth: part.depth, state: .pending, label: part.label, text: nil))
        continue
      }
      let node = part.node.flatMap { graph.node(for: content, at: $0) }
      lines.append(
        Line(
          depth: part.depth, state: content.isComplete ? .finished : .growing, label: part.label,
          text: Self.text(of: content, node)))
      pending += Self.parts(of: content, node, depth: part.depth + 1).reversed()
    }
  }

  /// Returns the certain part of the text of a value without parts.
  private static func text(of content: GeneratedContent, _ node: SchemaGraph.Node?) -> String? {
    guard content.hasOwnText else { return nil }
    let text = content.jsonString(.compact)
    guard !content.isComplete else { return text }
    // A growing string has no closing quote, and a growing choice may become any of several.
    guard text.hasSuffix("\""), node?.constraints.choices == nil else { return "…" }
    return text.dropLast() + "…"
  }

  private static func parts(
    of content: GeneratedContent, _ node: SchemaGraph.Node?, depth: Int
  ) -> [Part] {
    switch content.shape {
    case .array:
      let items = node?.prefixItems ?? []
      return content.elements.enumerated().map { index, element in
        let item = items.indices.contains(index) ? items[index] : node?.items
        return Part(content: element, node: item, label: "\(index + 1)", depth: depth)
      }
    case .object, .nothing:
      var found = Dictionary(
        content.properties.map { (ExactText($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })
      let declared = (node?.properties ?? []).map { property in
        let value = found.removeValue(forKey: ExactText(property.name))
        return Part(content: value, node: property.node, label: property.name, depth: depth)
      }
      let further = content.properties.filter { found[ExactText($0.0)] != nil }.map { name, value in
        Part(content: value, node: node?.additionalProperties, label: name, depth: depth)
      }
      return declared + further
    default: return []
    }
  }

  // MARK: Text

  /// Returns the visible lines.
  ///
  /// - Parameter columns: The largest number of columns of a line, or `nil` for no limit.
  /// - Returns: The lines.
  func text(columns: Int? = nil) -> [StyledLine] {
    lines.map { line in
      let indentation = String(repeating: "  ", count: line.depth)
      var text = "\(indentation)\(line.state.mark) \(line.label.label)"
      if let value = line.text { text += ": \(value.escaped)" }
      if let columns { text = text.fitted(to: columns) }
      return StyledLine(text, line.state.style)
    }
  }

  /// The number of the last line that is growing, or of the last line.
  var focus: Int {
    lines.lastIndex { $0.state == .growing } ?? lines.lastIndex { $0.state == .finished }
      ?? max(0, lines.count - 1)
  }
}

extension GeneratedContent {
  /// `false` for a container, and for a value that has not begun.
  fileprivate var hasOwnText: Bool { shape != .array && shape != .object && shape != .nothing }
}

extension Outline.State {
  fileprivate var mark: String {
    switch self {
    case .pending: "·"
    case .growing: "…"
    case .finished: "✓"
    }
  }

  fileprivate var style: TextStyle? {
    switch self {
    case .pending: .faint
    case .growing: .warning
    case .finished: nil
    }
  }
}

extension SchemaGraph {
  /// Returns the node that describes some content, which may be incomplete.
  ///
  /// References are resolved. In a union, the node is the alternative that fits the content's type
  /// and constant properties.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - node: The node for the content's place.
  /// - Returns: The node, or `nil` while more than one alternative fits.
  fileprivate func node(for content: GeneratedContent, at node: Node) -> Node? {
    let node = resolving(node)
    guard node.kind == .anyOf else { return node }
    let fitting = alternatives(of: node).filter { $0.mayDescribe(content) }
    return fitting.count == 1 ? fitting[0] : nil
  }
}

extension SchemaGraph.Node {
  /// Returns `true` if content has the type of the node, and no property that contradicts it.
  fileprivate func mayDescribe(_ content: GeneratedContent) -> Bool {
    switch (kind, content.shape) {
    case (_, .nothing), (.any, _), (.string, .string), (.boolean, .bool), (.null, .null),
      (.integer, .number), (.number, .number), (.array, .array), (.tuple, .array):
      return true
    case (.object, .object): break
    default: return false
    }
    let known = Dictionary(properties.map { (ExactText($0.name), $0.node) }) { first, _ in first }
    return content.properties.allSatisfy { name, value in
      guard let property = known[ExactText(name)] else { return additionalProperties != nil }
      guard let choices = property.constraints.choices, value.isComplete,
        let text = try? value.value(String.self)
      else { return true }
      return choices.contains(.string(text))
    }
  }
}
