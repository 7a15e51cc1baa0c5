import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaText
import SchemaValidation

/// A graph, with what the reading of values by it looks up.
struct ReadingSchema: Sendable {
  let graph: SchemaGraph

  /// The keys of all objects.
  private(set) var keys = SchemaKeys()

  private var objects: [NodeID: ObjectNames] = [:]
  private var choices: [NodeID: ChoiceTable] = [:]
  private var alternatives: [NodeID: [NodeID]] = [:]
  private let scalars: PartValidator

  /// The schemas of the whole answer that may stand in the only key of an object.
  private(set) var wrappableRoots: Set<NodeID> = []
  private var scalarNumbers: [NodeID: Int] = [:]

  /// The properties of an object.
  struct ObjectNames {
    let properties: [SchemaGraph.Property]
    let exact: [String: Int]
    /// The properties by their names without case and word borders; `nil` if several are equal.
    let folded: [String: Int?]
    let additional: NodeID?
    let isUnmentioned: Bool
    let hasPatterns: Bool

    /// `true` if any other key is allowed.
    var isOpen: Bool { additional != nil || hasPatterns }

    /// The only property.
    var only: SchemaGraph.Property? {
      properties.count == 1 && (additional == nil || isUnmentioned) && !hasPatterns
        ? properties[0] : nil
    }
  }

  init(_ graph: SchemaGraph) {
    self.graph = graph
    var nodes: [SchemaGraph.Node] = []
    for id in graph.nodeIDs {
      let node = graph[id]
      switch node.kind {
      case .object:
        objects[id] = Self.names(of: node)
      case .anyOf:
        alternatives[id] = graph.alternatives(of: node).map(\.id)
      case .string, .integer, .number, .boolean, .null, .any:
        let words = node.constraints.choices?.compactMap(\.string)
        if node.kind == .any, words == nil { continue }
        scalarNumbers[id] = nodes.count
        nodes.append(node)
        if node.kind == .string || node.kind == .any, let words {
          choices[id] = ChoiceTable(words, describedIn: Self.description(of: node))
        }
      default: break
      }
    }
    scalars = PartValidator(nodes, of: graph)
    keys.allowsOthers = objects.values.contains(where: \.isOpen)
    var otherNames: Set<String> = []
    for property in objects.values.flatMap(\.properties) {
      let name = FoldedName.of(property.name)
      if isText(resolved(property.node.id)) {
        keys.textNames.insert(name)
      } else {
        otherNames.insert(name)
      }
    }
    keys.names = keys.textNames.union(otherNames)
    keys.textNames.subtract(otherNames)
    let roots = alternatives(of: rootID).map { resolved($0) }
    if roots.allSatisfy({ isScalar($0) && !(kind(of: $0) == .string && choices[$0] == nil) }) {
      wrappableRoots = Set(roots.filter { kind(of: $0) != .null })
    }
  }

  /// `true` if a string has only one meaning by a schema, whatever its text.
  func isText(_ id: NodeID) -> Bool {
    let alternatives = alternatives(of: id).map { resolved($0) }
    return alternatives.count { kind(of: $0) != .null } == 1
      && alternatives.allSatisfy {
        kind(of: $0) == .null || kind(of: $0) == .string && choices[$0] == nil
      }
  }

  /// `true` if a schema has scalars of several kinds as its choices.
  func isMixedChoice(_ id: NodeID) -> Bool { kind(of: id) == .any && choices[id] != nil }

  private func isScalar(_ id: NodeID) -> Bool {
    isMixedChoice(id) || [.string, .integer, .number, .boolean, .null].contains(kind(of: id))
  }

  /// `true` if a text is a choice of some schema.
  func hasChoice(_ text: String) -> Bool {
    choices.values.contains { $0.match(text) != nil }
  }

  /// The choice of the root that a text is; `nil` if it is none.
  func rootChoice(_ text: String) -> String? {
    let found = wrappableRoots.compactMap { choices[$0]?.match(text) }
    return found.count == 1 ? found[0] : nil
  }

  /// The texts of all choices of the root.
  var rootChoices: [String] { wrappableRoots.flatMap { choices[$0]?.choices ?? [] } }

  /// The descriptions around a node: its own, and those of the references to it.
  private static func description(of node: SchemaGraph.Node) -> String {
    [node.description, node.parent?.description].compactMap(\.self).joined(separator: " ")
  }

  private static func names(of node: SchemaGraph.Node) -> ObjectNames {
    let properties = node.properties
    var exact: [String: Int] = [:]
    var folded: [String: Int?] = [:]
    for (index, property) in properties.enumerated() {
      exact[property.name] = index
      let name = FoldedName.of(property.name)
      folded[name] = folded[name] == nil ? .some(index) : .some(nil)
    }
    return ObjectNames(
      properties: properties, exact: exact, folded: folded,
      additional: node.additionalProperties?.id,
      isUnmentioned: node.additionalProperties?.isUnmentioned ?? false,
      hasPatterns: !node.patternProperties.isEmpty)
  }

  /// The root, or what it refers to.
  var rootID: NodeID { resolved(graph.root.id) }

  func resolved(_ id: NodeID) -> NodeID { graph.resolving(graph[id]).id }

  func kind(of id: NodeID) -> SchemaKind { graph[id].kind }

  func object(_ id: NodeID) -> ObjectNames? { objects[id] }

  func choices(_ id: NodeID) -> ChoiceTable? { choices[id] }

  func alternatives(of id: NodeID) -> [NodeID] { alternatives[id] ?? [id] }

  /// Returns `true` if a scalar satisfies the constraints of a node.
  func allows(_ content: GeneratedContent, _ id: NodeID) -> Bool {
    guard let number = scalarNumbers[id] else { return true }
    var evaluation = scalars.evaluation(of: content)
    return evaluation.allows(content, number)
  }

  /// `true` if choices have descriptions, with which they may be long.
  var hasDescribedChoices: Bool { choices.values.contains(where: \.isDescribed) }

  /// Returns `true` if a node allows null, beside other values.
  func allowsNull(_ id: NodeID) -> Bool {
    alternatives(of: resolved(id)).contains { graph[$0].kind == .null }
  }

  /// The alternatives of the root, without unions and references.
  var rootAlternatives: [SchemaGraph.Node] { graph.alternatives(of: graph.root) }
}
