import ContentStorage
import IndexedTables
package import SchemaModel

/// The rules of a schema for the snapshots that show a value.
///
/// A rule concerns only the open values of a snapshot, which are one path. The snapshot is cut
/// before the outermost of them that has to wait.
package struct Appearances: Sendable {
  private typealias NodeID = Int

  /// The rules at one place: each with the number of arrays between the place and the value.
  private typealias Rules = [(depth: Int, rule: Appearance)]

  /// A reference to a schema, with the rules of the place.
  private struct Edge: Sendable {
    let node: NodeID
    var rules: Rules
  }

  private struct Node: Sendable {
    var rules: Rules = []
    var properties: [String: Edge] = [:]
    /// The schemas of other properties, of elements, or of alternatives.
    var additional: Edge?
    var elements: [Edge] = []
    var alternatives: [Edge] = []
  }

  private let nodes: [Node]

  /// Reads the rules of a schema; `nil` if it has none.
  ///
  /// Nothing recurses: the schemas that wait are a list.
  package init?(_ schema: GenerationSchema) {
    var reader = Reader(schema)
    nodes = reader.nodes()
    guard reader.hasRules else { return nil }
  }

  /// Returns the content that a snapshot shows.
  ///
  /// - Complexity: Linear in the depth of the content.
  package func shown(_ content: GeneratedContent) -> GeneratedContent {
    var value = content.stored
    // The schemas of the open value, with the rules of its place.
    var places = [Edge(node: 0, rules: [])]
    guard !value.isComplete else { return content }
    if hasToWait(value, places) { return .nothing(id: content.id) }
    // The places of the containers around the value, from the outermost.
    while let part = value.openPart {
      places = parts(of: places, at: part.key)
      if places.isEmpty { return content }
      if hasToWait(part.content, places) {
        return GeneratedContent(content.stored.cut(before: part))
      }
      value = part.content
    }
    return content
  }

  /// Returns the schemas of a part of the values of some schemas.
  private func parts(of places: [Edge], at key: String?) -> [Edge] {
    var found: [Edge] = []
    for place in resolved(places) {
      let node = nodes[place.node]
      if let key {
        if let edge = node.properties[key] ?? node.additional { found.append(edge) }
      } else {
        let inner = place.rules.filter { $0.depth > 0 }
          .map { (depth: $0.depth - 1, rule: $0.rule) }
        found += node.elements.map { Edge(node: $0.node, rules: $0.rules + inner) }
      }
    }
    return found
  }

  /// Returns schemas, unions also with their alternatives, each once with all its rules.
  ///
  /// Several ways may lead to a schema, such as both alternatives of a union, and each may have
  /// rules of its own.
  private func resolved(_ places: [Edge]) -> [Edge] {
    var found: [Edge] = []
    var indices: [NodeID: Int] = [:]
    var pending = places
    while let place = pending.popLast() {
      let node = nodes[place.node]
      var added = place.rules
      if let index = indices[place.node] {
        added.removeAll { rule in found[index].rules.contains { $0 == rule } }
        if added.isEmpty { continue }
        found[index].rules += added
      } else {
        added += node.rules
        indices[place.node] = found.count
        found.append(Edge(node: place.node, rules: added))
      }
      pending += node.alternatives.map { Edge(node: $0.node, rules: $0.rules + added) }
    }
    return found
  }

  /// `true` if a value that is open is not shown.
  private func hasToWait(_ value: StoredContent, _ places: [Edge]) -> Bool {
    for place in resolved(places) {
      for (depth, rule) in place.rules where depth == 0 {
        switch rule {
        case .whole: return true
        case .after(let name):
          guard value.shape == .object else { continue }
          if value.property(named: name.text)?.isComplete != true { return true }
        }
      }
    }
    return false
  }
}

extension Appearances {
  /// Reads the declarations of a schema.
  private struct Reader {
    private struct Key: Hashable {
      let subject: ObjectIdentifier
      let entry: GenerationSchema.EntryID?
    }

    private var found: [Node] = []
    private var known: [Key: NodeID] = [:]
    private var pending:
      [(
        node: NodeID, declaration: GenerationSchema.Declaration,
        table: DynamicSchemaTable?
      )] = []
    private(set) var hasRules = false

    init(_ schema: GenerationSchema) {
      found.append(Node())
      pending.append((0, schema.declaration, schema.declaration.table))
    }

    mutating func nodes() -> [Node] {
      while let (id, declaration, table) = pending.popLast() {
        var node = Node(rules: rules(declaration.guides))
        switch declaration.kind {
        case .object(let properties, let additional):
          for property in properties where !property.isPattern {
            node.properties[property.name.text] = edge(property.reference, table, property.guides)
          }
          node.additional = additional.flatMap { edge($0, table) }
        case .array(let element): node.elements = [edge(element, table)].compactMap(\.self)
        case .tuple(let elements, _, let rest):
          node.elements = (elements + [rest].compactMap(\.self)).compactMap { edge($0, table) }
        case .anyOf(let alternatives):
          node.alternatives = alternatives.compactMap { edge($0, table) }
        case .alias(let target): node.alternatives = [edge(target, table)].compactMap(\.self)
        case .string, .integer, .number, .boolean, .null, .any, .never: break
        }
        found[id] = node
      }
      return found
    }

    private mutating func rules(_ guides: [GuideValue]) -> Rules {
      guides.compactMap { guide in
        guard case .appearance(let rule) = guide.constraint else { return nil }
        hasRules = true
        return (guide.depth, rule)
      }
    }

    private mutating func edge(
      _ reference: GenerationSchema.Reference, _ table: DynamicSchemaTable?,
      _ guides: [GuideValue] = []
    ) -> Edge? {
      let rules = rules(guides)
      let key: Key
      let schema: GenerationSchema
      switch reference {
      case .unmentioned: return nil
      case .type(let type):
        key = Key(subject: ObjectIdentifier(type), entry: nil)
        if let node = known[key] { return Edge(node: node, rules: rules) }
        schema = type.generationSchema
      case .entry(let entry):
        guard let table else { return nil }
        key = Key(subject: ObjectIdentifier(table), entry: entry)
        if let node = known[key] { return Edge(node: node, rules: rules) }
        schema = table.entries[entry]
      }
      let node = found.count
      known[key] = node
      found.append(Node())
      let declaration = schema.declaration
      let isEntry = if case .entry = reference { true } else { false }
      pending.append((node, declaration, isEntry ? table : declaration.table))
      return Edge(node: node, rules: rules)
    }
  }
}
