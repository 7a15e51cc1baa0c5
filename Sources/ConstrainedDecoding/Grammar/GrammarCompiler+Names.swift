import IndexedTables
import SchemaEncoding
import SchemaPatterns
import SchemaText

/// Properties whose names match patterns.
extension GrammarCompiler {
  /// The largest number of patterns of one object.
  ///
  /// The names of each pattern have an automaton that excludes the names of all other patterns.
  private static let maximumNamePatterns = 64

  /// Returns the classes of an object's undeclared names, if patterns distinguish them.
  ///
  /// Each pattern has a class: the names that match this pattern and no other pattern. One more
  /// class has the names that match no pattern; `others` is the schema of their values. A name that
  /// matches several patterns is not allowed, because its value would have to satisfy several
  /// schemas. This restriction is listed in ``unenforced``.
  mutating func nameClasses(
    _ node: SchemaGraph.Node, others: SchemaGraph.Node?
  ) throws(SchemaError) -> [GrammarDraft.NameClass] {
    let entries = node.patternProperties
    guard !entries.isEmpty else { return [] }
    guard entries.count <= Self.maximumNamePatterns else {
      note(
        "Masks allow only declared properties: the object has \(entries.count) patterns for names, "
          + "and masks distinguish at most \(Self.maximumNamePatterns).", node,
        remedy: "Use fewer patterns.")
      return []
    }
    let patterns = entries.map(\.pattern)
    if let pattern = patterns.first(where: { automaton(of: $0) == nil }) {
      note(
        "Masks allow only declared properties, because the pattern '\(pattern.source.excerpt)' has "
          + "lookarounds or references, or is too large.", node,
        remedy: "Write the pattern without them, or make it shorter.")
      return []
    }
    noteMatches(of: node.properties, entries)
    let declared = node.properties.isEmpty ? [] : [try pattern(matching: node.properties, node)]
    var classes: [GrammarDraft.NameClass] = []
    for (index, entry) in entries.enumerated() {
      var others = patterns
      let own = others.remove(at: index)
      let names = LeafKey.name(matching: [own], notMatching: others + declared)
      guard let leaf = try optionalLeaf(names, node) else { continue }
      classes.append(GrammarDraft.NameClass(leaf: leaf, node: self.node(for: entry.node)))
    }
    if let others {
      let names = LeafKey.name(matching: [], notMatching: patterns + declared)
      if let leaf = try optionalLeaf(names, node) {
        classes.append(GrammarDraft.NameClass(leaf: leaf, node: self.node(for: others)))
      }
    }
    noteOverlaps(of: patterns, declared, node)
    return classes
  }

  /// If a name can match two patterns, adds one note that lists all such patterns.
  private mutating func noteOverlaps(
    of patterns: [SchemaPattern], _ declared: [SchemaPattern], _ node: SchemaGraph.Node
  ) {
    var overlapping: Set<Int> = []
    for index in patterns.indices {
      for other in patterns.indices[(index + 1)...] {
        // If the automaton of both patterns is too large, a common name is assumed.
        var both = try? names(
          matching: [patterns[index], patterns[other]], notMatching: declared)
        if (try? both?.table())?.isEmpty == true { continue }
        overlapping.formUnion([index, other])
      }
    }
    guard !overlapping.isEmpty else { return }
    let list = overlapping.sorted().map { patterns[$0].description }.listed(quotedBy: "'")
    note(
      "Masks allow no name that matches two of the patterns \(list).", node,
      remedy: "Use patterns such that no name matches two of them.")
  }

  /// Adds a note for each declared property whose name matches patterns, if the schemas of these
  /// patterns are not enforced for the property.
  private mutating func noteMatches(
    of properties: [SchemaGraph.Property], _ entries: [SchemaGraph.PatternProperty]
  ) {
    for property in properties {
      var unenforced: [String] = []
      for entry in entries
      where entry.node.kind != .any && entry.pattern.matches(property.name) != false {
        guard self.node(for: entry.node) != self.node(for: property.node),
          !Self.isSameScalar(entry.node, property.node)
        else { continue }
        unenforced.append(entry.pattern.source)
      }
      guard !unenforced.isEmpty else { continue }
      let list = unenforced.listed(quotedBy: "'")
      let problem =
        unenforced.count == 1
        ? "The schema of the pattern \(list) is not enforced for this property."
        : "The schemas of the patterns \(list) are not enforced for this property."
      note(
        problem, property.node,
        remedy: "Add the keywords of these schemas to the property's own schema.")
    }
  }

  /// Indicates whether two nodes accept the same strings, numbers, booleans or null.
  private static func isSameScalar(_ left: SchemaGraph.Node, _ right: SchemaGraph.Node) -> Bool {
    switch left.kind {
    case .string, .integer, .number, .boolean, .null:
      left.kind == right.kind && left.constraints == right.constraints
    default: false
    }
  }

  /// Returns a pattern that matches exactly the names of some properties.
  private func pattern(
    matching properties: [SchemaGraph.Property], _ node: SchemaGraph.Node
  ) throws(SchemaError) -> SchemaPattern {
    let special = Set("\\^$.*+?()[]{}|/".unicodeScalars)
    let names = properties.map { property in
      property.name.unicodeScalars.map { (special.contains($0) ? "\\" : "") + String($0) }.joined()
    }
    do {
      return try SchemaPattern(ecma: "^(?:\(names.joined(separator: "|")))$")
    } catch {
      throw .limitExceeded(
        limit: "names beside patterns", value: properties.count, maximum: properties.count,
        context: .init(
          path: node.path,
          problem: "The names of the properties are too long for patterns: \(error)",
          remedy: "Split the object."))
    }
  }

  /// Returns the leaf of a key, or `nil` if the leaf has no text.
  private mutating func optionalLeaf(
    _ key: LeafKey, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> EntryIndex<CompiledLeaf>? {
    do throws(SchemaError) {
      return try leaf(key, node)
    } catch .contradictoryGuides {
      return nil
    }
  }
}
