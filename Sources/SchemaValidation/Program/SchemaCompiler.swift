import SchemaDocuments
import SchemaFormats
import SchemaText

/// Makes a program of a document and all that it refers to.
///
/// A schema is compiled once for each dynamic scope in which it is reached, so that dynamic
/// references are resolved here and evaluation knows nothing of them.
struct SchemaCompiler {
  private struct Place: Hashable {
    let location: Int
    let scope: Int
  }

  private var library: SchemaLibrary
  var builder: ProgramBuilder
  let assertsFormats: Bool
  private var indices: [Place: Int] = [:]
  private var pending: [(index: Int, place: Place)] = []
  /// How many ways lead to each schema.
  private var uses: [Int] = []
  private var scopes = DynamicScopes()

  /// The place that is being compiled.
  private var scope = 0

  /// So many schemas, and two for each value of the documents, may come from dynamic scopes.
  private static let largestGrowth = 65_536

  init(_ library: SchemaLibrary, assertsFormats: Bool) {
    self.library = library
    self.assertsFormats = assertsFormats
    builder = ProgramBuilder(size: library.tree.values.count)
  }

  /// Compiles a document.
  ///
  /// - Complexity: Linear in the sizes of the schemas that can be reached, for each dynamic scope.
  mutating func compile(_ root: Int) throws(ValidatorError) -> SchemaProgram {
    _ = schema(at: root)
    var next = 0
    while next < pending.count {
      let (index, place) = pending[next]
      next += 1
      try checkGrowth(at: place.location)
      scope = place.scope
      builder.program.schemas[index] = try read(place.location)
    }
    noteParadoxes()
    for schema in library.oversized {
      builder.note(
        schema, "The URI of '$id' is too long, so it is ignored.", "Write an absolute URI.")
    }
    return builder.finish(uses: uses, origin: .document(library))
  }

  private mutating func noteParadoxes() {
    var noted: Set<Int> = []
    for (schema, keyword) in builder.program.dropParadoxes() {
      let location = builder.program.schemas[schema].location
      let member = library.tree.member(keyword, of: location) ?? location
      guard noted.insert(member).inserted else { continue }
      builder.note(
        member,
        "'\(keyword.rawValue)' asks whether its own schema holds for the same value, so it is not checked.",
        "Let the reference lead to another schema, or apply it to a part of the value.")
    }
  }

  private func checkGrowth(at location: Int) throws(ValidatorError) {
    let count = library.tree.values.count
    guard builder.program.schemas.count - Self.largestGrowth > 2 * count else { return }
    throw ValidatorError(
      path: library.tree.path(to: location),
      problem: "Dynamic references lead to too many combinations of schemas.",
      remedy: "Use '$ref' where the target is always the same.")
  }

  /// The index of the schema at a place, which is compiled later if it is new.
  mutating func schema(at location: Int) -> Int {
    let inner = scopes.enter(library.resource(of: location), from: scope, library)
    let place = Place(location: location, scope: inner)
    if let known = indices[place] {
      uses[known] += 1
      return known
    }
    let index = builder.program.schemas.count
    indices[place] = index
    builder.program.schemas.append(CompiledSchema(location))
    uses.append(1)
    pending.append((index, place))
    return index
  }

  private mutating func read(
    _ location: Int
  ) throws(ValidatorError) -> CompiledSchema {
    var schema = CompiledSchema(location)
    switch library.tree.shape(location) {
    case .object:
      let vocabulary = library.resources[library.resource(of: location)].vocabulary
      try checkVocabulary(vocabulary)
      let reader = SchemaReader(tree: library.tree, location: location, vocabulary: vocabulary)
      try reader.read(into: &schema, &self)
    case .bool: schema.isNever = library.tree.boolean(location) == false
    default:
      builder.note(
        location, "This is not a schema, so it allows every value.", "Write an object here.")
    }
    return schema
  }

  private func checkVocabulary(_ vocabulary: SchemaVocabulary) throws(ValidatorError) {
    guard let unknown = vocabulary.unknown else { return }
    throw ValidatorError(
      path: ["$schema"],
      problem: "The meta-schema requires the vocabulary '\(unknown)', which is not known.",
      remedy: "Declare the vocabulary as optional, or use one of the drafts as '$schema'.")
  }

  // MARK: References

  /// The schema that a reference leads to.
  mutating func target(
    of reference: String, written location: Int, isDynamic: Bool
  ) throws(ValidatorError) -> Int {
    let resource = library.resource(of: location)
    guard case .value(let target, let anchor) = library.resolve(reference, in: resource) else {
      throw ValidatorError(
        path: library.tree.path(to: location),
        problem: "The reference '\(reference)' has no target.",
        remedy: "Correct it, or supply the document that it refers to, since none is fetched.")
    }
    guard isDynamic, let anchor = anchor.map(ExactText.init),
      library.resources[library.resource(of: target)].dynamicAnchors[anchor] == target
    else { return schema(at: target) }
    return schema(at: scopes.target(of: anchor, in: scope, library) ?? target)
  }

  /// The schema that `$recursiveRef` leads to.
  mutating func recursiveTarget(from location: Int) -> Int {
    let resource = library.resources[library.resource(of: location)]
    guard resource.dynamicAnchors[.recursiveAnchor] != nil else { return schema(at: resource.root) }
    return schema(at: scopes.target(of: .recursiveAnchor, in: scope, library) ?? resource.root)
  }
}
