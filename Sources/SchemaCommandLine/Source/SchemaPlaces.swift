import SchemaDocuments
import SchemaKit
import SchemaText

/// Finds the place in a JSON Schema document that a diagnostic is about.
///
/// The path of a diagnostic is a path in values: it has the names of properties, and the title or
/// the number of each alternative of a union. The path in the document also leads through
/// references, elements and alternatives, which are followed here.
struct SchemaPlaces {
  /// The parts of a schema that a path can lead through.
  private struct Schema {
    /// The properties by name, and the alternatives by number, title and definition.
    var steps: [ExactText: SchemaID] = [:]

    /// The schemas that it applies to the same value, or to values inside that a path does not
    /// name.
    var applied: [SchemaID] = []

    /// `true` if it also applies a schema that is not known, or not in the document.
    var appliesOthers = false
  }

  /// The search for the steps that lead on from a schema, as far as one was needed.
  private struct Search {
    let start: SchemaID

    /// The schema, and those that it applies, in the order in which they are searched.
    var pending: [SchemaID]
    var seen: Set<SchemaID>
    var next = 0

    /// The steps of the searched schemas, each of the first that has it.
    var steps: [ExactText: SchemaID] = [:]

    init(_ start: SchemaID) {
      self.start = start
      pending = [start]
      seen = [start]
    }
  }

  private var library: SchemaLibrary
  private let path: SchemaPath
  private let root: SchemaID?

  /// The schemas that were entered so far.
  private var schemas: [SchemaID: Schema] = [:]

  /// The schemas at the paths that were followed so far, and at paths around them; if a path leads
  /// nowhere, the last schema on the way.
  private var followed: [SchemaPath: (place: SchemaID, isFound: Bool)] = [:]

  /// The last search for a step of each number.
  ///
  /// Diagnostics on the parts of a value mostly come together.
  private var searches: [Int: Search] = [:]

  /// The paths in the document of the schemas that were found.
  private var paths = PathTable<ValueID>()

  /// The number of schemas that were searched for a step of a path, for tests.
  private(set) var searchCount = 0

  /// The largest number of steps of a path, and of schemas that are entered for each.
  private static let limits = (steps: 100, schemas: 1_000)

  /// Creates a finder.
  init(_ document: GeneratedContent, at path: SchemaPath) {
    library = SchemaLibrary()
    library.add(document, uri: "")
    self.path = path
    root = library.tree.value(at: path).map { SchemaID($0) }
    if let root { library.addPart(root.node) }
  }

  /// Returns the place of the schema that a path leads to.
  ///
  /// - Complexity: Paths share the search for their common beginning.
  mutating func place(of path: SchemaPath) -> SchemaPath {
    guard let root else { return self.path }
    var (place, isFound) = (root, true)
    var rest = path
    var steps: [SchemaPath] = []
    while rest.count > Self.limits.steps, let outer = rest.parent { rest = outer }
    while let outer = rest.parent {
      if let known = followed[rest] {
        (place, isFound) = known
        break
      }
      steps.append(rest)
      rest = outer
    }
    for step in steps.reversed() {
      // Where a step leads nowhere, neither do those after it.
      if isFound, let name = step.last.map({ ExactText($0.token) }),
        let next = find(name, from: place, number: step.count)
      {
        place = next
      } else {
        isFound = false
      }
      followed[step] = (place, isFound)
    }
    return library.tree.path(to: place.node, in: &paths)
  }

  /// Returns the places of all schemas that may apply to the value at a path, or to a value around
  /// it.
  ///
  /// - Parameter path: The path of a diagnostic.
  /// - Returns: The places; `nil` if they are not all known.
  mutating func schemas(along path: SchemaPath) -> Set<SchemaPath>? {
    guard let root, path.count <= Self.limits.steps else { return nil }
    var onTheWay: Set<SchemaID> = []
    var current = [root]
    for (index, step) in (path.components.map { ExactText($0.token) } + [nil]).enumerated() {
      var seen = Set(current)
      var next = 0
      var found: [SchemaID] = []
      while next < current.count {
        let schema = schema(at: current[next])
        next += 1
        if schema.appliesOthers { return nil }
        if let step, let inner = schema.steps[step] { found.append(inner) }
        for part in schema.applied where seen.insert(part).inserted { current.append(part) }
        guard current.count < Self.limits.schemas else { return nil }
      }
      onTheWay.formUnion(current)
      // A property that only the new schema has is a difference of the object around it.
      if found.isEmpty, step != nil {
        guard index == path.count - 1 else { return nil }
        break
      }
      current = found
    }
    return Set(onTheWay.map { library.tree.path(to: $0.node, in: &paths) })
  }

  /// Returns the value of a keyword of the schema at a place of the document; `nil` if it has none.
  func value(of keyword: Keyword, at place: SchemaPath) -> GeneratedContent? {
    library.tree.value(at: place).flatMap { library.tree.member(keyword, of: $0) }
      .map { library.tree.content($0) }
  }

  /// Finds a property or an alternative, in a schema or in one that the schema applies, for a step
  /// of a number.
  private mutating func find(
    _ step: ExactText, from start: SchemaID, number: Int
  ) -> SchemaID? {
    var search = searches.removeValue(forKey: number) ?? Search(start)
    if search.start != start { search = Search(start) }
    while search.steps[step] == nil, search.next < search.pending.count {
      let schema = schema(at: search.pending[search.next])
      search.next += 1
      searchCount += 1
      search.steps.merge(schema.steps) { first, _ in first }
      for part in schema.applied {
        guard search.pending.count < Self.limits.schemas else { break }
        if search.seen.insert(part).inserted { search.pending.append(part) }
      }
    }
    searches[number] = search
    return search.steps[step]
  }

  /// Returns the parts of a schema, which is read on the first call.
  private mutating func schema(at id: SchemaID) -> Schema {
    if let schema = schemas[id] { return schema }
    let object = library.object(at: id)
    let arms = [.anyOf, .oneOf, .prefixItems].flatMap { object.schemas($0) }
    var steps = object.schemas(.properties).map { (library.tree.name(of: $0.node), $0) }
    for arm in arms { steps += names(of: arm).map { ($0, arm) } }
    var schema = Schema()
    schema.steps = Dictionary(steps.map { (ExactText($0), $1) }) { first, _ in first }
    let keywords: [Keyword] = [
      .items, .additionalProperties, .then, .else, .allOf, .patternProperties,
    ]
    let targets = object.references.map { target(of: $0) }
    schema.appliesOthers =
      targets.contains(nil) || object.references.contains { hasOtherTargets($0) }
    schema.applied =
      targets.compactMap(\.self)
      + keywords.flatMap { object[$0]?.schemas ?? [] } + arms
    schemas[id] = schema
    return schema
  }

  /// Returns the number and the title of an alternative, and those of a definition that it refers
  /// to.
  private mutating func names(of arm: SchemaID) -> [String] {
    let object = library.object(at: arm)
    var names = ["\(library.tree.index(of: arm.node))"]
    if let title = object.text(.title) { names.append(title) }
    guard let target = object.references.compactMap({ target(of: $0) }).first else {
      return names
    }
    if let step = library.tree.path(to: target.node).last { names.append(step.token) }
    if let title = library.object(at: target).text(.title) { names.append(title) }
    return names
  }

  /// Returns the schema in the same document that a reference points to.
  private func target(of reference: SchemaObject.Reference) -> SchemaID? {
    switch reference.target {
    case .value(let target, _), .outer(let target):
      library.tree.isSupplied(target) ? nil : SchemaID(target)
    case .unknownDocument, .nothing: nil
    }
  }

  /// Returns `true` if a dynamic reference may lead to a schema other than the one that it points
  /// to.
  private func hasOtherTargets(_ reference: SchemaObject.Reference) -> Bool {
    guard let anchor = reference.dynamicAnchor else { return false }
    return library.dynamicAnchors[anchor, default: []].count > 1
  }
}
