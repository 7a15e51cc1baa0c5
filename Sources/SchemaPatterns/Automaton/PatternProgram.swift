import IndexedTables

/// A pattern as a Thompson automaton: instructions, and the sets that they refer to.
struct PatternProgram: Sendable {
  var instructions: [PatternInstruction] = []
  var sets: [ScalarSet] = []
  var usesWordBoundaries = false
  /// `true` if the instructions contain a lookahead or a reference, which an automaton cannot run.
  var needsBacktracking = false
}

/// One step of a compiled pattern.
///
/// Distances are relative, and an instruction without a distance continues at the next instruction,
/// so a range of instructions can be copied to any index.
enum PatternInstruction: Sendable {
  typealias Index = EntryIndex<PatternInstruction>

  /// Matches one scalar of a set in ``PatternProgram/sets``.
  case characters(EntryIndex<ScalarSet>)
  /// Continues at the next instruction and also at the instruction at a distance.
  case branch(Int32)
  case jump(Int32)
  case start
  case end
  case wordBoundary(isNegated: Bool)
  /// Tries the following instructions up to their `accept`, and then continues at a distance.
  case lookahead(isNegated: Bool, distance: Int32)
  case groupStart(Int32)
  case groupEnd(Int32)
  case reference(Int32)
  case accept
}
