import SchemaEncoding
import SchemaGuides
import SchemaModel

extension FittingGraph {
  /// The shapes of the values of a node.
  func shapes(of node: NodeID) -> [ValueShape] {
    shapes(of: node) { kind(of: $0) == .anyOf ? nil : ownShapes(of: $0) }
  }

  /// The shapes of the values of a node, in a form that the caller makes.
  ///
  /// A caller with many unions makes the shapes of each node once, since unions may share their
  /// alternatives.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - limit: The largest number of shapes before the search ends.
  ///   - shapes: Returns the shapes of a node that is not a reference; `nil` for those of its
  ///     children.
  /// - Returns: The shapes. If their number exceeds the limit, the result may lack some of them,
  ///   but has more than the limit.
  func shapes<Shape>(
    of node: NodeID, limit: Int = .max, _ shapes: (NodeID) -> [Shape]?
  ) -> [Shape] {
    var found: [Shape] = []
    var visited: Set<NodeID> = []
    var pending = [node]
    while found.count <= limit, let next = pending.popLast() {
      let node = resolving(next)
      guard visited.insert(node).inserted else { continue }
      if let shapes = shapes(node) {
        found += shapes
      } else {
        pending += children(of: node).reversed()
      }
    }
    return found
  }

  /// The shapes of the values of a node that is neither a union nor a reference.
  func ownShapes(of node: NodeID) -> [ValueShape] {
    switch kind(of: node) {
    case .null: return [ValueShape(.null)]
    case .boolean: return [ValueShape(.boolean)]
    case .integer, .number: return [ValueShape(.number)]
    case .string: return [ValueShape(.string, choices: writtenStrings(of: node))]
    case .array, .tuple: return [ValueShape(.array)]
    case .object: return [objectShape(of: node)]
    case .any: return shapesOfAny(node)
    case .never, .anyOf, .reference: return []
    }
  }

  /// The choices of strings; `nil` if the document does not state them.
  private func writtenStrings(of node: NodeID) -> [String]? {
    form(of: node).choices == .none
      ? nil : constraints(of: node)?.choices?.compactMap(\.string)
  }

  /// The choices of a scalar; `nil` if the document does not state them.
  private func writtenChoices(of node: NodeID) -> [SchemaScalar]? {
    if kind(of: node) == .null { return [.null] }
    guard let choices = constraints(of: node)?.choices,
      form(of: node).choices != .none
    else { return nil }
    return choices
  }

  private func shapesOfAny(_ node: NodeID) -> [ValueShape] {
    let kinds: [ValueShape.Kind] = [.null, .boolean, .number, .string, .array, .object]
    guard let choices = writtenChoices(of: node) else { return kinds.map { ValueShape($0) } }
    let strings = choices.compactMap(\.string)
    return kinds.filter { kind in
      switch kind {
      case .null: choices.contains(.null)
      case .boolean: choices.contains(.boolean(true)) || choices.contains(.boolean(false))
      case .number: choices.contains { $0.number != nil }
      case .string: !strings.isEmpty
      case .array, .object: false
      }
    }.map { ValueShape($0, choices: $0 == .string ? strings : nil) }
  }

  private func objectShape(of node: NodeID) -> ValueShape {
    var shape = ValueShape(.object)
    var allowed: [String] = []
    var isOpen = false
    for child in children(of: node) {
      guard case .property(let name, let isOptional) = role(of: child) else {
        isOpen = true
        continue
      }
      guard kind(of: child) != .never else { continue }
      allowed.append(name)
      if form(of: child).isRequired { shape.required.append(name) }
      if !isOptional, let choices = writtenChoices(of: resolving(child)) {
        shape.tags.append(ValueShape.Tag(name: name, choices: choices))
      }
    }
    if !isOpen { shape.allowed = allowed }
    return shape
  }
}

extension SchemaRole {
  /// Indicates whether the role is an optional property.
  var isOptional: Bool { if case .property(_, true) = self { true } else { false } }
}
