import IndexedTables
import SchemaDocuments

/// The patterns of a program.
struct MatcherTable: Sendable {
  private var patterns: [SchemaPattern] = []
  /// The prepared patterns; `nil` for a pattern that is only run in a set.
  private var matchers: [PreparedPattern?] = []
  /// The prepared sets of patterns, for objects with many patterns.
  fileprivate(set) var sets: [PatternSet] = []

  subscript(index: EntryIndex<SchemaPattern>) -> SchemaPattern { patterns[index.value] }

  /// The prepared pattern; `nil` if the pattern is only run in a set.
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

final class PreparedPattern: Sendable {
  let matcher: SchemaPattern.Matcher
  /// The prepared part of the table.
  ///
  /// It suffices for most texts.
  let table: PreparedTable?

  init(_ matcher: SchemaPattern.Matcher) {
    self.matcher = matcher
    table = matcher.prepared
  }
}

/// Collects and prepares the patterns of a program.
///
/// Each pattern is collected once.
struct MatcherTableBuilder {
  private(set) var table = MatcherTable()
  /// The patterns that were added; `nil` for texts that are not patterns.
  private var indices: [ExactText: EntryIndex<SchemaPattern>?] = [:]
  /// The patterns that are also run outside of sets.
  private var runAlone: Set<EntryIndex<SchemaPattern>> = []
  private var budget: PatternBudget

  init(size: Int) { budget = PatternBudget(documentSize: size) }

  /// Returns the index of a pattern; `nil` if the text is not a pattern.
  mutating func pattern(
    _ source: String, at place: SchemaProgram.Note.Place, isAlone: Bool,
    _ notes: inout [SchemaProgram.Note]
  ) -> EntryIndex<SchemaPattern>? {
    if let known = indices[ExactText(source)] {
      if isAlone, let known { addMatcher(of: known, at: place, &notes) }
      return known
    }
    do throws(SchemaPattern.TranslationError) {
      let pattern = try SchemaPattern(reading: source)
      let index = self.pattern(pattern, at: place, isAlone: isAlone, &notes)
      indices[ExactText(source)] = index
      return index
    } catch {
      indices[ExactText(source)] = .some(nil)
      notes.append(
        SchemaProgram.Note(
          place: place,
          problem: "The pattern '\(source.excerpt)' is not one of ECMA-262, so it is not checked: "
            + error.fault,
          remedy: error.suggestion))
      return nil
    }
  }

  /// Returns the index of a pattern.
  mutating func pattern(
    _ pattern: SchemaPattern, at place: SchemaProgram.Note.Place, isAlone: Bool,
    _ notes: inout [SchemaProgram.Note]
  ) -> EntryIndex<SchemaPattern> {
    let index = indices[ExactText(pattern.source)].flatMap(\.self) ?? table.add(pattern)
    indices[ExactText(pattern.source)] = index
    if isAlone { addMatcher(of: index, at: place, &notes) }
    return index
  }

  /// The smallest number of patterns of an object that are run together.
  private static let setSize = 9

  /// Returns the index of a set of patterns, given with their locations; `nil` for few patterns,
  /// which are run one by one.
  mutating func set(
    of patterns: [EntryIndex<SchemaPattern>], at locations: [SchemaLocation],
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

  /// Prepares a pattern to be run outside of sets, unless it is already prepared.
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
