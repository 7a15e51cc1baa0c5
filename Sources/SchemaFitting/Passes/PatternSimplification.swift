import IndexedTables
import SchemaEncoding
import SchemaGuides
import SchemaModel

/// The schemas of the unnamed properties of an object, as they are in a dialect without patterns of
/// names.
///
/// The schemas of patterns apply to named properties as well; entries and dictionaries do not state
/// that. A pattern that matches all names is the schema of all unnamed properties, and a pattern
/// that matches only named properties adds none.
struct PatternSimplification {
  /// The object, and its properties whose names match patterns.
  private let object: NodeID
  private var patterns: [(node: NodeID, pattern: SchemaPattern)] = []
  private var additional: NodeID?

  init(_ object: NodeID, in graph: FittingGraph) {
    self.object = object
    // Children for unnamed properties come first.
    for child in graph.children(of: object) {
      switch graph.role(of: child) {
      case .additionalProperties: additional = child
      case .patternProperty(let pattern): patterns.append((child, pattern))
      default: return
      }
    }
  }

  /// Simplifies the object.
  consuming func run(in editor: inout GraphEditor) {
    let (count, others) = (patterns.count, additional)
    narrowNamed(in: &editor)
    removePatternsOfNamed(in: &editor)
    replaceAdditional(in: &editor)
    removePatternsOfOthers(in: &editor)
    if additional == nil, patterns.allSatisfy({ editor.graph.kind(of: $0.node) == .never }) {
      // A closed object has no further properties to exclude.
      patterns = []
    }
    guard patterns.count < count || additional != others else { return }
    editor.setUnnamed(additional: additional, patterns: patterns.map(\.node), of: object)
  }

  // MARK: Steps

  /// Adds the constraints of patterns to the named properties that match them.
  private func narrowNamed(in editor: inout GraphEditor) {
    let stated = patterns.filter { editor.graph.kind(of: $0.node) != .never }
    if stated.isEmpty { return }
    var set = editor.room.patternSet(stated.map(\.pattern))
    for child in editor.graph.children(of: object) where editor.graph.kind(of: child) != .never {
      guard case .property(let name, _) = editor.graph.role(of: child) else { continue }
      let declared = editor.graph.declaredName(of: child) ?? name
      let matches = set.matches(declared)
      guard editor.room.takeNarrowings(matches.count) else {
        editor.warn(
          .openObject, at: object,
          "The document does not state that named properties must also satisfy the patterns that "
            + "match their names, because \(WorkBudget.reason).")
        return
      }
      let lost = matches.filter {
        !$0.isCertain || !editor.narrow(child, to: stated[$0.index].node)
      }
      guard let first = lost.first else { continue }
      let others = lost.count > 1 ? " (and \(lost.count - 1) more)" : ""
      editor.warn(
        .openObject, at: child,
        "The document states only in words that '\(declared.excerpt)' must also satisfy the pattern"
          + " '\(stated[first.index].pattern.source.excerpt)'\(others).")
      for match in lost { editor.tell(alsoIn: stated[match.index].node, of: child) }
    }
  }

  /// Removes the patterns that match only properties that the object names.
  private mutating func removePatternsOfNamed(in editor: inout GraphEditor) {
    var names: Set<ExactText> = []
    for child in editor.graph.children(of: object) {
      guard let name = editor.graph.role(of: child).propertyName else { continue }
      names.insert(ExactText(editor.graph.declaredName(of: child) ?? name))
    }
    patterns.removeAll { pattern in
      guard let texts = editor.room.allTexts(of: pattern.pattern) else { return false }
      return texts.allSatisfy { names.contains(ExactText($0)) }
    }
  }

  /// Makes a pattern that matches all names the schema of all unnamed properties.
  private mutating func replaceAdditional(in editor: inout GraphEditor) {
    let all = patterns.firstIndex { editor.room.matchesEverything($0.pattern) }
    guard let index = all else { return }
    let node = patterns.remove(at: index).node
    guard editor.graph.kind(of: node) != .never else {
      (additional, patterns) = (nil, [])
      return
    }
    additional = node
    for (other, _) in patterns where editor.graph.kind(of: other) != .never {
      guard !editor.graph.haveSameValues(other, node), !editor.narrow(other, to: node) else {
        continue
      }
      editor.warn(
        .openObject, at: other,
        "The document states only in words that these properties must also satisfy the pattern of "
          + "all names.")
      editor.tell(alsoIn: node, of: other)
    }
  }

  /// Removes the patterns whose properties have the same schema as those that match no pattern.
  private mutating func removePatternsOfOthers(in editor: inout GraphEditor) {
    guard let additional else { return }
    let isFree = editor.graph.allowsEverything(additional)
    let others = patterns.filter { !editor.graph.haveSameValues($0.node, additional) }
    let otherNodes = Set(others.map(\.node))
    patterns.removeAll { pattern in
      guard !otherNodes.contains(pattern.node) else { return false }
      // A name that also matches another pattern has both schemas. Patterns that were not compared,
      // because the budget of comparisons is spent, remain. This needs no diagnostic: the schema
      // stays the same, only longer.
      return isFree
        || others.allSatisfy { editor.room.mayOverlap($0.pattern, pattern.pattern) == false }
    }
  }
}
