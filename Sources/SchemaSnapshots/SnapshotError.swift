/// An error that prevents storing or checking schemas.
struct SnapshotError: Error, Hashable, CustomStringConvertible {
  /// The problem, as a sentence.
  let problem: String

  /// The remedy, as a sentence.
  let remedy: String

  init(_ problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem, and the remedy on a second line.
  var description: String { "\(problem)\n  \(remedy)" }
}
