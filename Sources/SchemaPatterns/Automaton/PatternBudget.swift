import IndexedTables

/// A limit on the work for all patterns in one document: on their instructions, and on the
/// instructions that are visited to prepare them.
///
/// Without the limit, many patterns with large counts or with many sets of scalars could fill the
/// memory.
package struct PatternBudget: Sendable {
  /// The remaining instructions.
  private(set) var instructions: WorkBudget
  /// The remaining visits.
  private(set) var visits = WorkBudget(steps: PatternLimits.visitsPerDocument)
  /// The scalars with the Unicode properties that patterns of the document have named so far; `nil`
  /// for a property that the standard library doesn't know.
  private var properties: [String: ScalarSet?] = [:]

  static let single = PatternBudget(instructions: PatternLimits.instructions)

  /// The budget of a document, in proportion to its number of values.
  package init(documentSize: Int) {
    // An instruction takes about 16 bytes, and a value takes at least two bytes in the document. So
    // eight instructions for each value take at most 64 times the size of the document.
    instructions = WorkBudget(
      inProportionTo: min(documentSize, 1 << 24), factor: 8, least: 1 << 20)
  }

  init(instructions: Int) { self.instructions = WorkBudget(steps: Int64(instructions)) }

  /// Subtracts the instructions of a program.
  mutating func take(instructions count: Int) { instructions.spend(Int64(count)) }

  /// Subtracts the visits of a preparation.
  mutating func take(visits count: Int64) { visits.spend(count) }

  /// Subtracts the work of comparing sets with intervals of scalars.
  ///
  /// 64 comparisons count as one instruction.
  ///
  /// - Returns: `false` if the work exceeds the budget or ``PatternLimits/setIntervals``; the
  ///   budget is then unchanged.
  mutating func takeSetIntervals(_ setCount: Int, _ intervalCount: Int) -> Bool {
    guard setCount <= PatternLimits.setIntervals / max(intervalCount, 1) else { return false }
    return instructions.take(setCount * intervalCount / 64)
  }

  /// Returns the scalars with a Unicode property.
  ///
  /// The scalars are computed once for each property.
  ///
  /// - Parameter name: The text between the braces of `\p{…}`.
  /// - Returns: `nil` if the standard library doesn't know the property, or if the document already
  ///   names ``PatternLimits/properties`` properties.
  mutating func scalars(withProperty name: String) -> ScalarSet? {
    guard let property = UnicodeProperty.loose(name) else { return nil }
    if let known = properties[property.name] { return known }
    guard properties.count < PatternLimits.properties else { return nil }
    let found = UnicodeProperty.scalars(with: property)
    properties[property.name] = .some(found)
    return found
  }
}

/// The limits of patterns.
///
/// A pattern that exceeds a limit is not run.
///
/// The limits bound memory and time for patterns from outside. They count work, not seconds, so a
/// pattern has the same result on every machine.
enum PatternLimits {
  /// The largest number of instructions of a program, with counted repetitions such as
  /// `(?:a{100}){100}` expanded.
  static let instructions = 1 << 17
  /// The largest product of the number of sets and the number of intervals that the bounds of these
  /// sets make.
  static let setIntervals = 1 << 26
  /// The largest number of Unicode properties that the patterns of one document name.
  static let properties = 64
  /// The largest number of entries of a transition table and of instructions in its states.
  static let tableEntries = 1 << 18
  /// The largest number of entries of a table that are computed before the first match.
  static let preparedEntries = 1 << 11
  /// The largest number of instructions that are visited to compute these entries.
  static let preparedVisits: Int64 = 1 << 17
  /// The largest number of such visits for all patterns of one document.
  static let visitsPerDocument: Int64 = 1 << 20
  /// The number of times that a match empties its table before it continues without one.
  static let tableResets = 8
  /// The largest number of instructions that one match visits to compute transitions.
  static let visits: Int64 = 1 << 26
  /// The number of visits for which one tried configuration counts.
  ///
  /// A character that is compared with one of a group counts as one visit.
  static let visitsPerConfiguration: Int64 = 8
  /// The largest number of configurations that a match with lookaheads or references tries; each
  /// counts once more for each group to which the pattern refers.
  ///
  /// Those that are tried and those that are pending take at most 16 MB.
  static let configurations = 1 << 19
  /// The largest number of states of a ``SchemaPattern/ScalarAutomaton``.
  static let automatonStates = 1 << 16
}
