import IndexedTables
import SchemaModel

/// The properties whose types are stated by those of earlier properties.
///
/// A property whose type, constraints and description equal those of an earlier one is written as
/// the place of that one, such as `Container.args`. If only its description differs, that follows
/// as a comment. Only properties that are longer than their places are written so.
struct SharedProperties: SchemaVisitor {
  /// The place of a property below a type with a name.
  struct Place {
    /// The definition with the property; `nil` for the root.
    let definition: DefinitionID?

    /// A dot and the name of each property on the way.
    let path: String

    /// The description of a property that refers to the place, if it is not that of the place.
    var text: String?
  }

  /// Indicates whether a place is below the root.
  private(set) var refersToRoot = false

  private let graph: SchemaGraph
  private let identities: TypeIdentities
  private let forms: TypeForms

  /// The places of nodes that have one.
  private var places: IndexedTable<NodeID, Place?>
  private var references: IndexedTable<NodeID, Place?>

  /// The first place of each type, with its description and without it.
  private var placesByIdentity: [Int: Place] = [:]
  private var placesByType: [Int: Place] = [:]

  /// The property that is stated by another one, while its parts are visited.
  private var statedProperty: NodeID?

  /// The number of bytes of the longest path.
  private static let longestPath = 48

  /// The number of bytes that a type has to be longer than its place.
  private static let leastGain = 16

  init(_ graph: SchemaGraph, _ forms: TypeForms) {
    self.graph = graph
    self.forms = forms
    identities = TypeIdentities(graph, forms)
    places = IndexedTable(repeating: nil, for: graph.nodeIDs)
    references = IndexedTable(repeating: nil, for: graph.nodeIDs)
    graph.walk(&self)
  }

  /// Returns the place that states the type of a property; `nil` if the property states it.
  subscript(node: NodeID) -> Place? { references[node] }

  mutating func enter(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if statedProperty != nil { return }
    switch role {
    case .root: places[node.id] = Place(definition: nil, path: "")
    case .definition(let definition): places[node.id] = Place(definition: definition, path: "")
    case .property(let name, _):
      if let place = reference(for: node) {
        references[node.id] = place
        statedProperty = node.id
        if place.definition == nil { refersToRoot = true }
      } else {
        addPlace(of: node, named: name)
      }
    case .additionalProperties, .patternProperty, .items, .prefixItem, .choice: break
    }
  }

  mutating func leave(_ node: SchemaGraph.Node, as role: SchemaRole) {
    if statedProperty == node.id { statedProperty = nil }
  }

  private mutating func addPlace(of node: SchemaGraph.Node, named name: String) {
    guard let parent = node.parent, let above = places[parent.id], TypeNames.isIdentifier(name),
      above.path.utf8.count + name.utf8.count < Self.longestPath
    else { return }
    let place = Place(definition: above.definition, path: "\(above.path).\(name)")
    places[node.id] = place
    let identity = identities[node.id]
    if placesByIdentity[identity.described] == nil { placesByIdentity[identity.described] = place }
    if placesByType[identity.type] == nil { placesByType[identity.type] = place }
  }

  /// Returns the earlier place of an equal type, if it is shorter.
  private func reference(for node: SchemaGraph.Node) -> Place? {
    let identity = identities[node.id]
    func isShorter(_ place: Place, _ length: Int) -> Bool {
      let name = place.definition.map { graph.storage.tables.names[$0] } ?? "Root"
      return name.utf8.count + place.path.utf8.count + Self.leastGain <= length
    }
    if let place = placesByIdentity[identity.described], isShorter(place, identity.length) {
      return place
    }
    // The comment of a union may be that of an alternative, so it belongs to the type.
    guard node.kind != .anyOf, let text = forms[node.id].comment.text,
      var place = placesByType[identity.type],
      isShorter(place, identity.length - text.utf8.count)
    else { return nil }
    place.text = text
    return place
  }
}
