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

  var library: SchemaLibrary
  var program: SchemaProgram
  let assertsFormats: Bool
  private var indices: [Place: Int] = [:]
  private var pending: [(index: Int, place: Place)] = []
  /// How many ways lead to each schema.
  private var uses: [Int] = []
  private var scopes = DynamicScopes()
  private var patternIndices: [ExactText: Int] = [:]
  /// The patterns that are run by themselves, and not only in a set.
  private var isRunAlone: [Bool] = []
  private var patternBudget: PatternBudget
  private var unknownFormats: Set<ExactText> = []

  /// The place that is being compiled.
  private var scope = 0

  /// So many schemas, and two for each value of the documents, may come from dynamic scopes.
  private static let largestGrowth = 65_536

  init(_ library: SchemaLibrary, assertsFormats: Bool) {
    self.library = library
    self.assertsFormats = assertsFormats
    program = SchemaProgram(library: library)
    patternBudget = PatternBudget(documentSize: library.tree.values.count)
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
      program.schemas[index] = try read(place.location)
    }
    for index in program.schemas.indices {
      program.schemas[index].isShared = uses[index] > 1 && program.schemas[index].mayLeadOn
    }
    noteParadoxes()
    for schema in library.oversized {
      note(schema, "The URI of '$id' is too long, so it is ignored.", "Write an absolute URI.")
    }
    program.dropUnconstrained()
    program.findPossibleTypes()
    program.findTracked()
    program.findDiscriminators()
    program.library = library
    return program
  }

  private mutating func noteParadoxes() {
    var noted: Set<Int> = []
    for (schema, keyword) in program.dropParadoxes() {
      let location = program.schemas[schema].location
      let member = library.tree.member(keyword, of: location) ?? location
      guard noted.insert(member).inserted else { continue }
      note(
        member,
        "'\(keyword)' asks whether its own schema holds for the same value, so it is not checked.",
        "Let the reference lead to another schema, or apply it to a part of the value.")
    }
  }

  private func checkGrowth(at location: Int) throws(ValidatorError) {
    let count = library.tree.values.count
    guard program.schemas.count - Self.largestGrowth > 2 * count else { return }
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
    let index = program.schemas.count
    indices[place] = index
    program.schemas.append(CompiledSchema(location))
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
      note(location, "This is not a schema, so it allows every value.", "Write an object here.")
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

  // MARK: Tables

  /// The index of a pattern, or -1 if it is not a pattern.
  ///
  /// One of several patterns of an object is prepared by ``patternSet(of:at:)``.
  mutating func pattern(_ source: String, at location: Int, isAlone: Bool = true) -> Int {
    if let known = patternIndices[ExactText(source)] {
      if isAlone, known >= 0 { addMatcher(of: known, at: location) }
      return known
    }
    do {
      let pattern = try SchemaPattern(ecma: source)
      let index = program.patterns.count
      program.patterns.append(pattern)
      program.matchers.append(nil)
      isRunAlone.append(false)
      patternIndices[ExactText(source)] = index
      if isAlone { addMatcher(of: index, at: location) }
      return index
    } catch {
      patternIndices[ExactText(source)] = -1
      note(
        location,
        "The pattern '\(source.excerpt)' is not one of ECMA-262, so it is not checked: \(error)",
        "Correct the pattern.")
      return -1
    }
  }

  /// From this many patterns on, an object's patterns are run together.
  private static let patternSetSize = 9

  /// The index of a set of patterns, or -1 if they are so few that they are run one by one.
  mutating func patternSet(of patterns: [Int], at locations: [Int]) -> Int {
    guard patterns.count >= Self.patternSetSize else {
      for (pattern, location) in zip(patterns, locations) { addMatcher(of: pattern, at: location) }
      return -1
    }
    let set = PatternSet(patterns.map { program.patterns[$0] }, within: &patternBudget)
    for index in set.unknown {
      noteUnrun(program.patterns[patterns[index]], at: locations[index])
    }
    program.patternSets.append(set)
    return program.patternSets.count - 1
  }

  /// Prepares a pattern to be run by itself, unless it is.
  private mutating func addMatcher(of index: Int, at location: Int) {
    if isRunAlone[index] { return }
    var matcher = program.patterns[index].matcher(within: &patternBudget)
    matcher?.prepare()
    if matcher == nil { noteUnrun(program.patterns[index], at: location) }
    program.matchers[index] = matcher
    isRunAlone[index] = true
  }

  private mutating func noteUnrun(_ pattern: SchemaPattern, at location: Int) {
    note(
      location, "The pattern '\(pattern.description.excerpt)' is not run.",
      "Check it where the value is used.")
  }

  /// The format of a name, or `nil` if it is not known.
  mutating func format(_ name: String, at location: Int) -> TextFormat? {
    if let format = TextFormat(rawValue: name) { return format }
    if unknownFormats.insert(ExactText(name)).inserted {
      note(
        location, "The format '\(name.excerpt)' is not known, so no value is checked for it.",
        "Check it where the value is used, or state it as a pattern.")
    }
    return nil
  }

  /// Says that something of the document is not checked.
  mutating func note(_ location: Int, _ problem: String, _ remedy: String) {
    program.notes.append(
      SchemaProgram.Note(location: location, problem: problem, remedy: remedy))
  }
}

extension CompiledSchema {
  /// Whether other schemas may be evaluated on the way through it.
  fileprivate var mayLeadOn: Bool { !applicators.isEmpty || object >= 0 || array >= 0 }
}
