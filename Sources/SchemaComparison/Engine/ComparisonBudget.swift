import IndexedTables
import SchemaAlternatives
import SchemaGuides

/// The work that one comparison may still do.
///
/// The limits count work, not time, so the result is the same on every machine.
struct ComparisonBudget {
  /// A limit that ends a comparison early.
  enum Cut {
    case pairs, alternatives
  }

  /// The first limit that ended the comparison early, if there is one.
  private(set) var cut: Cut?

  /// The limit of the memory of the patterns of values.
  var valuePatterns: PatternBudget

  /// The limit of the memory of the patterns of names.
  var namePatterns: PatternBudget

  /// The limit of the pairs.
  private var pairs: WorkBudget
  /// The limit of the pairs and parts of pairs.
  private var parts: WorkBudget
  /// The limit of the comparisons of alternatives of unions, and of their properties.
  private var alternatives: WorkBudget
  /// The limit of the alternatives of the unions of the new schema, which the engine keeps in its
  /// tables of indices and of allowed scalars.
  ///
  /// A union has the alternatives of the unions in it, too.
  private var keptAlternatives: WorkBudget
  /// The limit of the work for indices of the new alternatives, which unions may share.
  private var indices: WorkBudget
  /// The limit of the pairs of patterns for which a name is searched that both match.
  private var patternPairs: WorkBudget
  /// The limit of the texts that are tried as examples of strings that the new schema rejects.
  ///
  /// A pattern may take long for one text.
  private var tries = WorkBudget(steps: 5000)
  /// The limit of the tests of values of enumerations with alternatives.
  private var tests: WorkBudget

  init(oldSize: Int, newSize: Int, maximumPairs: Int, maximumTests: Int = 10_000_000) {
    let size = oldSize + newSize
    valuePatterns = PatternBudget(documentSize: newSize)
    namePatterns = PatternBudget(documentSize: size)
    pairs = WorkBudget(steps: Int64(maximumPairs))
    parts = WorkBudget(inProportionTo: size)
    // Each old alternative is compared with the new ones that it resembles.
    alternatives = WorkBudget(inProportionTo: size, factor: 64)
    keptAlternatives = WorkBudget(inProportionTo: newSize, factor: 4, least: 20_000)
    indices = WorkBudget(inProportionTo: newSize)
    // A few patterns are compared with all others.
    patternPairs = WorkBudget(inProportionTo: size, factor: 8, least: 4000)
    tests = WorkBudget(steps: Int64(maximumTests))
  }

  /// Counts a pair that is about to be compared, and its parts; `true` if the work is still in
  /// proportion.
  mutating func allowsPair(withParts count: Int) -> Bool {
    let isAllowed = pairs.take() && parts.take(1 + count)
    if !isAllowed { cut = cut ?? .pairs }
    return isAllowed
  }

  /// Counts alternatives of a union, and parts of them, that are about to be compared; `true` if
  /// the work is still in proportion.
  mutating func allowsAlternatives(_ count: Int) -> Bool {
    let isAllowed = alternatives.take(count)
    if !isAllowed { cut = cut ?? .alternatives }
    return isAllowed
  }

  /// Returns `true` if the alternatives of another union of the new schema may be kept.
  ///
  /// Their number is not known before they are collected, and is counted then.
  mutating func allowsUnion() -> Bool {
    if keptAlternatives.isSpent { cut = cut ?? .alternatives }
    return !keptAlternatives.isSpent
  }

  /// Counts the alternatives of a union that are kept.
  mutating func keep(alternatives count: Int) { keptAlternatives.spend(Int64(count)) }

  /// Returns an index of the alternatives of a union.
  ///
  /// If the work is out of proportion, the index finds all alternatives for each value.
  mutating func index(of alternatives: [ValueFacts]) -> AlternativeIndex {
    AlternativeIndex(alternatives, within: &indices)
  }

  /// Counts a pair of patterns for which a name is searched that both match; `true` if it may be
  /// searched.
  mutating func allowsPatternPair() -> Bool { patternPairs.take() }

  /// `true` if further texts may be tried to show that a string gets lost.
  var allowsTries: Bool { !tries.isSpent }

  /// Counts a text that is to be tried against some patterns; `true` if it may be tried.
  mutating func allowsTry(againstPatterns count: Int) -> Bool {
    guard allowsTries else { return false }
    tries.spend(1 + Int64(count))
    return true
  }

  /// Counts a test of a value with an alternative, and the bytes that patterns of the alternative
  /// read; `true` if the value may be tested.
  mutating func allowsTest(readingBytes count: Int = 0) -> Bool {
    guard !tests.isSpent else { return false }
    tests.spend(1 + Int64(count))
    return true
  }
}
