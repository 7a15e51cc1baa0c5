import SchemaEncoding
import SchemaGuides
import SchemaModel
import SchemaText
import SchemaValidation

/// A graph, with what the reading of values by it looks up.
struct ReadingSchema: Sendable {
  let graph: SchemaGraph

  /// The names of all properties, without case and word borders.
  let names: Set<String>

  /// `true` if an object allows keys that it does not name.
  let allowsOtherKeys: Bool

  private var objects: [NodeID: ObjectNames] = [:]
  private var choices: [NodeID: Choices] = [:]
  private var alternatives: [NodeID: [NodeID]] = [:]
  private let scalars: PartValidator
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

  struct Choices {
    let table: ChoiceTable
    let description: String
  }

  init(_ graph: SchemaGraph) {
    self.graph = graph
    var names: Set<String> = []
    var nodes: [SchemaGraph.Node] = []
    for id in graph.nodeIDs {
      let node = graph[id]
      switch node.kind {
      case .object:
        let object = Self.names(of: node)
        for property in object.properties { names.insert(FoldedName.of(property.name)) }
        objects[id] = object
      case .anyOf:
        alternatives[id] = graph.alternatives(of: node).map(\.id)
      case .string, .integer, .number, .boolean, .null:
        scalarNumbers[id] = nodes.count
        nodes.append(node)
        let words = node.constraints.choices?.compactMap(\.string)
        if node.kind == .string, let words {
          choices[id] = Choices(
            table: ChoiceTable(words), description: Self.description(of: node))
        }
      default: break
      }
    }
    self.names = names
    allowsOtherKeys = objects.values.contains(where: \.isOpen)
    scalars = PartValidator(nodes, of: graph)
  }

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

  func choices(_ id: NodeID) -> Choices? { choices[id] }

  func alternatives(of id: NodeID) -> [NodeID] { alternatives[id] ?? [id] }

  /// Returns `true` if a scalar satisfies the constraints of a node.
  func allows(_ content: GeneratedContent, _ id: NodeID) -> Bool {
    guard let number = scalarNumbers[id] else { return true }
    var evaluation = scalars.evaluation(of: content)
    return evaluation.allows(content, number)
  }

  /// `true` if choices have descriptions, with which they may be long.
  var hasDescribedChoices: Bool { choices.values.contains { !$0.description.isEmpty } }

  /// Returns `true` if a node allows null, beside other values.
  func allowsNull(_ id: NodeID) -> Bool {
    alternatives(of: resolved(id)).contains { graph[$0].kind == .null }
  }

  /// The alternatives of the root, without unions and references.
  var rootAlternatives: [SchemaGraph.Node] { graph.alternatives(of: graph.root) }
}
