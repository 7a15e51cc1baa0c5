/// One step of a compiled pattern.
///
/// Distances are relative, and an instruction without one continues at the next, so a range of
/// instructions can be copied to any place.
enum PatternInstruction: Sendable {
  /// Matches one scalar of a set, given by its index in ``PatternProgram/sets``.
  case characters(Int32)
  /// Continues both at the next instruction and at a distance.
  case branch(Int32)
  case jump(Int32)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  /// Tries the following instructions, up to their `accept`, and continues at a distance.
  case lookahead(isNegated: Bool, distance: Int32)
  case groupStart(Int32)
  case groupEnd(Int32)
  case reference(Int32)
  case accept
}

/// A pattern as a Thompson automaton: instructions, and the sets that they refer to.
struct PatternProgram: Sendable {
  var instructions: [PatternInstruction] = []
  var sets: [ScalarSet] = []
  var usesWordBoundaries = false
  /// `true` if a lookahead or a reference is among the instructions; an automaton has neither.
  var needsBacktracking = false
}

/// A limit on the instructions of all patterns in one document, so that many patterns with large
/// counts, or with many sets of scalars, don't fill the memory, and on the instructions visited to
/// prepare them.
package struct PatternBudget: Sendable {
  /// The remaining instructions.
  var instructions: Int
  /// The remaining visits.
  var visits = PatternLimits.visitsPerDocument
  /// The scalars with the Unicode properties that patterns of the document have named so far.
  private var properties: [String: ScalarSet?] = [:]

  /// The budget of one pattern.
  static let single = PatternBudget(instructions: PatternLimits.instructions)

  /// The budget of a document, in proportion to its number of values.
  package init(documentSize: Int) {
    // An instruction takes about 16 bytes, and a value of a document at least two.
    instructions = 1 << 20 + 8 * min(documentSize, 1 << 24)
  }

  init(instructions: Int) { self.instructions = instructions }

  /// Takes the work to compare sets with intervals of scalars; 64 comparisons count as an
  /// instruction.
  ///
  /// - Returns: `false`, without any change, if the budget does not allow it, or past
  ///   ``PatternLimits/setIntervals``.
  mutating func takeSetIntervals(_ setCount: Int, _ intervalCount: Int) -> Bool {
    guard setCount <= PatternLimits.setIntervals / max(intervalCount, 1) else { return false }
    let cost = setCount * intervalCount / 64
    guard cost <= instructions else { return false }
    instructions -= cost
    return true
  }

  /// Returns the scalars with a Unicode property, which are looked for once.
  ///
  /// - Parameter name: The text between the braces of `\p{…}`.
  /// - Returns: `nil` if the standard library doesn't know the property, or past
  ///   ``PatternLimits/properties``.
  mutating func scalars(withProperty name: String) -> ScalarSet? {
    guard let property = UnicodeProperty.loose(name) else { return nil }
    if let known = properties[property.name] { return known }
    guard properties.count < PatternLimits.properties else { return nil }
    let found = UnicodeProperty.scalars(with: property)
    properties[property.name] = .some(found)
    return found
  }
}

/// The limits past which a pattern is not run.
///
/// They bound memory and time for patterns from other sources. All are counts of work, not of
/// seconds, so a pattern has the same answer on every machine.
enum PatternLimits {
  /// The longest program: counted repetitions are written out, as in `(?:a{100}){100}`.
  static let instructions = 1 << 17
  /// The product of the numbers of sets and of the intervals of scalars between which the sets
  /// differ.
  static let setIntervals = 1 << 26
  /// The Unicode properties that the patterns of one document name.
  static let properties = 64
  /// The entries of a transition table, and the instructions in its states.
  static let tableEntries = 1 << 18
  /// The entries of a table, and the instructions visited for them, that are computed beforehand.
  static let preparedEntries = 1 << 11
  static let preparedVisits: Int64 = 1 << 17
  static let visitsPerDocument: Int64 = 1 << 20
  /// The number of times that a match empties its table before it continues without one.
  static let tableResets = 8
  /// The instructions visited during one match to compute transitions.
  static let visits: Int64 = 1 << 26
  /// The number of visits that the trial of a configuration counts as.
  static let visitsPerConfiguration: Int64 = 8
  /// The configurations that a match with lookaheads or references tries.
  static let configurations = 1 << 19
  /// The states of a ``SchemaPattern/ScalarAutomaton``.
  static let automatonStates = 1 << 16
}
