import SchemaGuides
import SchemaModel

/// What does not change while a document is written: the graph, the dialect's rules and the names.
///
/// The writer shares it by reference. As part of the writer itself, it would be copied for each
/// question that is asked about a node.
final class DocumentForm: Sendable {
  let graph: SchemaGraph
  let rules: DialectRules
  let dialect: String
  let adaptation: SchemaDialect.Adaptation?

  /// The names of the definitions, as the dialect allows them.
  let names: [String]

  /// The name of the copy of the root among the definitions, if references to the root lead to one.
  let rootCopy: String?

  /// What comes before the name of a definition in a reference.
  private let referencePrefix: String

  /// Whether the adaptation sees references, which it does not where the dialect has none.
  let adaptsReferences: Bool

  init(graph: SchemaGraph, rules: DialectRules, dialect: any SchemaDialect) {
    self.graph = graph
    self.rules = rules
    self.dialect = dialect.name
    adaptation = dialect.adaptation
    adaptsReferences = dialect.rules.references == .definitions
    let definitions = graph.storage.tables.definitions
    var names: [String]
    let copiesRoot = rules.rootReference == .definition && graph.refersToRoot
    if copiesRoot || rules.definitionNames != .any {
      var entries = definitions.map(\.entry)
      if copiesRoot {
        entries.append(DefinitionRegistry.Entry(title: graph.root.title ?? "Root"))
      }
      names = DefinitionRegistry(entries).names(rules.definitionNames)
    } else {
      names = definitions.map(\.name)
    }
    rootCopy = copiesRoot ? names.popLast() : nil
    self.names = names
    referencePrefix =
      rules.keywords.referencePrefix
      ?? SchemaPath([.key(rules.keywords.definitions)]).fragment + "/"
  }

  /// The reference to the target of a node.
  func pointer(from node: SchemaGraph.Node) -> String {
    let definition = Int(graph.storage.tables.nodes[node.index].first)
    let name = definition < 0 ? rootCopy : names[definition]
    return name.map { referencePrefix + SchemaPath.fragmentToken($0) } ?? "#"
  }

  /// The name of a type of value.
  func typeName(of kind: SchemaKind) -> String {
    let name =
      switch kind {
      case .string: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .null: "null"
      case .array, .tuple: "array"
      case .object, .any, .never, .anyOf, .reference: "object"
      }
    return rules.typeNames == .lowercase ? name : name.uppercased()
  }
}

extension SchemaGraph {
  /// Whether a reference leads to the root.
  fileprivate var refersToRoot: Bool {
    storage.tables.mayRecurse
      && storage.tables.nodes.contains { $0.kind == .reference && $0.first < 0 }
  }
}
