import IndexedTables
import SchemaEncoding
import SchemaFormats
import SchemaGuides
import SchemaPatterns
import SchemaText

/// Compiles strings with patterns, formats and lengths.
extension GrammarCompiler {
  mutating func stringForm(
    _ constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    let minimum = constraints.minimumLength ?? 0
    if constraints.patterns.isEmpty, constraints.formats.count == 1,
      let format = TextFormat(rawValue: constraints.formats[0]), format.hasPatterns
    {
      let leaf = try leaf(.format(format), node)
      return try countedForm(leaf, minimum, constraints.maximumLength, node)
    }
    let (patterns, automata) = patterns(of: constraints, node)
    let runnable = patterns.indices.filter { automata[$0] != nil }.map { patterns[$0] }
    if !runnable.isEmpty {
      return try patternForm(runnable, minimum, constraints.maximumLength, node)
    }
    let (low, high) = try bounds(
      minimum, constraints.maximumLength, GrammarPosition.needLimit, GrammarPosition.roomLimit, node
    )
    return .text(minimum: low, maximum: high)
  }

  /// Returns the form of strings that match patterns.
  private mutating func patternForm(
    _ patterns: [SchemaPattern], _ minimum: Int, _ maximum: Int?, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    var (low, high) = (minimum, maximum)
    var parts: [SchemaPattern] = []
    for pattern in patterns {
      // The length is part of the pattern itself, so the counter must support its bounds
      // completely.
      guard let counted = pattern.countedForm, counted.minimum <= StringCounter.maximumCount,
        counted.maximum ?? 0 <= StringCounter.maximumCount
      else {
        parts.append(pattern)
        continue
      }
      parts.append(counted.pattern)
      low = max(low, counted.minimum)
      if let maximum = counted.maximum { high = min(high ?? .max, maximum) }
    }
    return try countedForm(try leaf(.text(patterns: parts), node), low, high, node)
  }

  /// Returns the form of a leaf's strings with lengths within bounds.
  private mutating func countedForm(
    _ leaf: EntryIndex<CompiledLeaf>, _ minimum: Int, _ maximum: Int?, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> GrammarDraft.Form {
    guard minimum > 0 || maximum != nil else { return .leaf(leaf) }
    let limit = StringCounter.maximumCount
    let bounds = try bounds(minimum, maximum, limit, Int64(limit), node)
    return try countedForm(
      leaf, minimum: bounds.minimum, maximum: bounds.maximum, node)
  }

  /// Returns the bounds of a length that can be counted.
  ///
  /// A minimum above `limit` is an error. A maximum above `maximumLimit` is listed in
  /// ``unenforced`` and left out.
  private mutating func bounds(
    _ minimum: Int, _ maximum: Int?, _ limit: Int, _ maximumLimit: Int64, _ node: SchemaGraph.Node
  ) throws(SchemaError) -> (minimum: Int, maximum: Int64?) {
    guard minimum <= limit else { throw limitExceeded("the smallest length", minimum, limit, node) }
    guard let maximum, Int64(maximum) <= maximumLimit else {
      if let maximum { note("The maximum of \(maximum) characters is not enforced.", node) }
      return (minimum, nil)
    }
    return (minimum, Int64(maximum))
  }

  /// Returns the patterns of a string and of its formats, with their automata.
  ///
  /// A pattern without an automaton is listed in ``unenforced``.
  mutating func patterns(
    of constraints: GuideConstraints, _ node: SchemaGraph.Node
  ) -> (patterns: [SchemaPattern], automata: [SchemaPattern.ScalarAutomaton?]) {
    var patterns = constraints.patterns
    let unenforced = patterns.filter { automaton(of: $0) == nil }.map(\.description)
    if !unenforced.isEmpty {
      let list = unenforced.listed(quotedBy: "'")
      note(
        unenforced.count == 1
          ? "The pattern \(list) is not enforced: it has lookarounds or references, or is too "
            + "large."
          : "The patterns \(list) are not enforced: they have lookarounds or references, or are "
            + "too large.", node,
        remedy: "Check the answer, write each pattern without them, or make it shorter.")
    }
    for format in constraints.formats {
      let parts = LeafCompiler.patterns(ofFormat: format)
      if parts.isEmpty || parts.contains(where: { automaton(of: $0) == nil }) {
        note("The format '\(format.excerpt)' is not enforced.", node, remedy: "Check the answer.")
      }
      patterns += parts
    }
    return (patterns, patterns.map { automaton(of: $0) })
  }
}
