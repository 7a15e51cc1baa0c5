/// How many cases randomised tests try.
///
/// Debug builds take fifty times as long a case, so they try a part; CI runs all with the optimiser.
enum Sweep {
  /// The seeds of a test, of which there are so many in a build with the optimiser.
  static func seeds(_ count: Int) -> Range<Int> { 0..<self.count(count) }

  /// A number of cases.
  static func count(_ count: Int) -> Int {
    #if DEBUG
    return (count + 9) / 10
    #else
    return count
    #endif
  }

  /// The length of the longest tokens of exhaustive vocabularies.
  static var tokenLength: Int {
    #if DEBUG
    return 2
    #else
    return 3
    #endif
  }
}
