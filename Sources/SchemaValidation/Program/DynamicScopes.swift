import SchemaDocuments

/// The dynamic scopes in which schemas are reached.
///
/// Of a scope only one thing matters: for each name, the first resource on the way that declares it
/// as a dynamic anchor. So equal scopes share a number, and scope 0 is that without any names.
struct DynamicScopes {
  private struct Step: Hashable {
    let scope: Int
    let resource: Int
  }

  private var scopes: [[ExactText: Int]] = [[:]]
  private var numbers: [[ExactText: Int]: Int] = [[:]: 0]
  private var steps: [Step: Int] = [:]

  /// The number of names of all scopes together.
  private(set) var nameCount = 0

  /// The scope that a resource is entered with from another.
  mutating func enter(_ resource: Int, from scope: Int, _ library: SchemaLibrary) -> Int {
    let names = library.resources[resource].dynamicAnchors
    if names.isEmpty { return scope }
    let step = Step(scope: scope, resource: resource)
    if let known = steps[step] { return known }
    let inner = scopes[scope].merging(names.mapValues { _ in resource }) { first, _ in first }
    let number = numbers[inner] ?? scopes.count
    if number == scopes.count {
      scopes.append(inner)
      nameCount += inner.count
      numbers[inner] = number
    }
    steps[step] = number
    return number
  }

  /// The schema that a dynamic anchor means in a scope.
  func target(of name: ExactText, in scope: Int, _ library: SchemaLibrary) -> Int? {
    scopes[scope][name].flatMap { library.resources[$0].dynamicAnchors[name] }
  }
}
