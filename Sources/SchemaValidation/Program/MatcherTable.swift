import SchemaDocuments

/// The patterns of a program.
struct MatcherTable: Sendable {
  private var patterns: [SchemaPattern] = []
  /// The patterns ready to be run; `nil` for those that are not run by themselves.
  private var matchers: [PreparedPattern?] = []
  /// The patterns of objects that have many, ready to be run together.
  fileprivate(set) var sets: [PatternSet] = []

  subscript(index: EntryIndex<SchemaPattern>) -> SchemaPattern { patterns[index.value] }

  /// The pattern ready to be run; `nil` if it is not run by itself.
  func matcher(of index: EntryIndex<SchemaPattern>) -> PreparedPattern? { matchers[index.value] }

  fileprivate mutating func add(_ pattern: SchemaPattern) -> EntryIndex<SchemaPattern> {
    matchers.append(nil)
    return patterns.add(pattern)
  }

  fileprivate mutating func setMatcher(
    _ matcher: PreparedPattern?, of index: EntryIndex<SchemaPattern>
  ) {
    matchers[index.value] = matcher
  }
}

/// A pattern that is ready to be run.
final class PreparedPattern: Sendable {
  let matcher: SchemaPattern.Matcher
  /// The part of the table that was prepared, which decides most texts.
  let table: PreparedTable?

  init(_ matcher: SchemaPattern.Matcher) {
    self.matcher = matcher
    table = matcher.prepared
  }
}

/// Collects the patterns of a program, each once, and prepares them.
struct MatcherTableBuilder {
  private(set) var table = MatcherTable()
  /// The patterns that were added; `nil` for texts that are not patterns.
  private var indices: [ExactText: EntryIndex<SchemaPattern>?] = [:]
  /// The patterns that are run by themselves, and not only in a set.
  private var runAlone: Set<EntryIndex<SchemaPattern>> = []
  private var budget: PatternBudget

  /// - Parameter size: About how many values the document has.
  init(size: Int) { budget = PatternBudget(documentSize: size) }

  /// The index of a pattern; `nil` if it is not a pattern.
  mutating func pattern(
    _ source: String, at place: SchemaProgram.Note.Place, isAlone: Bool,
    _ notes: inout [SchemaProgram.Note]
  ) -> EntryIndex<SchemaPattern>? {
    if let known = indices[ExactText(source)] {
      if isAlone, let known { addMatcher(of: known, at: place, &notes) }
      return known
    }
    do {
      let index = table.add(try SchemaPattern(ecma: source))
      indices[ExactText(source)] = index
      if isAlone { addMatcher(of: index, at: place, &notes) }
      return index
    } catch {
      indices[ExactText(source)] = .some(nil)
      notes.append(
        SchemaProgram.Note(
          place: place,
          problem: "The pattern '\(source.excerpt)' is not one of ECMA-262, so it is not checked: "
            + "\(error)",
          remedy: "Correct the pattern."))
      return nil
    }
  }

  /// From this many patterns on, an object's patterns are run together.
  private static let setSize = 9

  /// The index of a set of patterns, each with its location; `nil` if they are so few that they are
  /// run one by one.
  mutating func set(
    of patterns: [EntryIndex<SchemaPattern>], at locations: [Int],
    _ notes: inout [SchemaProgram.Note]
  ) -> EntryIndex<PatternSet>? {
    let places = locations.map { SchemaProgram.Note.Place(location: $0, keyword: nil) }
    guard patterns.count >= Self.setSize else {
      for (pattern, place) in zip(patterns, places) { addMatcher(of: pattern, at: place, &notes) }
      return nil
    }
    var set = PatternSet(patterns.map { table[$0] }, within: &budget)
    set.prepare(within: &budget)
    for index in set.unknown { noteUnrun(patterns[index], at: places[index], &notes) }
    return table.sets.add(set)
  }

  /// Prepares a pattern to be run by itself, unless it is.
  private mutating func addMatcher(
    of index: EntryIndex<SchemaPattern>, at place: SchemaProgram.Note.Place,
    _ notes: inout [SchemaProgram.Note]
  ) {
    guard runAlone.insert(index).inserted else { return }
    var matcher = table[index].matcher(within: &budget)
    matcher?.prepare(within: &budget)
    if matcher == nil { noteUnrun(index, at: place, &notes) }
    table.setMatcher(matcher.map { PreparedPattern($0) }, of: index)
  }

  private func noteUnrun(
    _ index: EntryIndex<SchemaPattern>, at place: SchemaProgram.Note.Place,
    _ notes: inout [SchemaProgram.Note]
  ) {
    notes.append(
      SchemaProgram.Note(
        place: place, problem: "The pattern '\(table[index].description.excerpt)' is not run.",
        remedy: "Check it where the value is used."))
  }
}
