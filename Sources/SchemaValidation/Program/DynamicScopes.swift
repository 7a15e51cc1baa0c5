import SchemaDocuments

/// The dynamic scopes in which schemas are reached.
///
/// Of a scope only one thing matters: for each name, the first resource on the way that declares it
/// as a dynamic anchor. So equal scopes share an index.
struct DynamicScopes {
  /// The first resource that declares each name.
  struct Scope: Hashable {
    fileprivate var anchors: [ExactText: Int] = [:]
  }

  private struct Step: Hashable {
    let scope: EntryIndex<Scope>
    let resource: Int
  }

  /// The scope without any names, which is that of the root.
  static let empty = EntryIndex<Scope>(0)

  private var scopes = [Scope()]
  private var indices = [Scope(): DynamicScopes.empty]
  private var steps: [Step: EntryIndex<Scope>] = [:]

  /// The number of names of all scopes together.
  private(set) var nameCount = 0

  /// The scope that a resource is entered with from another.
  mutating func enter(
    _ resource: Int, from scope: EntryIndex<Scope>, _ library: SchemaLibrary
  ) -> EntryIndex<Scope> {
    let names = library.resources[resource].dynamicAnchors
    if names.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    var inner = scopes[scope]
    inner.anchors.merge(names.mapValues { _ in resource }) { first, _ in first }
    let index = indices[inner] ?? scopes.add(inner)
    if indices.updateValue(index, forKey: inner) == nil { nameCount += inner.anchors.count }
    steps[step] = index
    return index
  }

  /// The schema that a dynamic anchor means in a scope.
  func target(
    of name: ExactText, in scope: EntryIndex<Scope>, _ library: SchemaLibrary
  ) -> Int? {
    scopes[scope].anchors[name].flatMap { library.resources[$0].dynamicAnchors[name] }
  }
}
