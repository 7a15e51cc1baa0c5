import IndexedTables
import SchemaDocuments

/// The dynamic scopes in which schemas are reached.
///
/// A scope consists only of the first resource, for each name, that declares the name as a dynamic
/// anchor. A scope has only names that dynamic references ask for. Equal scopes share an index.
struct DynamicScopes {
  /// The first resource that declares each name.
  struct Scope: Hashable {
    fileprivate var anchors: [ExactText: ResourceIndex] = [:]
  }

  private struct Step: Hashable {
    let scope: EntryIndex<Scope>
    let resource: ResourceIndex
  }

  /// The scope without names, which is the scope of the root.
  static let empty = EntryIndex<Scope>(0)

  private var scopes = [Scope()]
  private var indices = [Scope(): DynamicScopes.empty]
  private var steps: [Step: EntryIndex<Scope>] = [:]

  /// The names that dynamic references ask for.
  private let names: Set<ExactText>

  /// The total number of names in all scopes.
  private(set) var nameCount = 0

  init(names: Set<ExactText>) { self.names = names }

  /// Returns `true` if the scopes have all of some names, where a resource declares them.
  func cover(_ names: Set<ExactText>) -> Bool { names.isSubset(of: self.names) }

  /// Returns the scope after entering a resource from another scope.
  mutating func enter(
    _ resource: ResourceIndex, from scope: EntryIndex<Scope>, _ library: SchemaLibrary
  ) -> EntryIndex<Scope> {
    let declared = library.resources[resource].dynamicAnchors
    if declared.isEmpty || names.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    var inner = scopes[scope]
    for name in declared.keys where names.contains(name) && inner.anchors[name] == nil {
      inner.anchors[name] = resource
    }
    let index = indices[inner] ?? scopes.add(inner)
    if indices.updateValue(index, forKey: inner) == nil { nameCount += inner.anchors.count }
    steps[step] = index
    return index
  }

  /// The target of a dynamic anchor in a scope.
  func target(
    of name: ExactText, in scope: EntryIndex<Scope>, _ library: SchemaLibrary
  ) -> ValueID? {
    scopes[scope].anchors[name].flatMap { library.resources[$0].dynamicAnchors[name] }
  }
}
