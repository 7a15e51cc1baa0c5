/// An error that keeps schemas from being stored or checked.
package struct SnapshotError: Error, Hashable, CustomStringConvertible {
  /// The problem, as a sentence.
  package let problem: String

  /// The remedy, as a sentence.
  package let remedy: String

  init(_ problem: String, remedy: String) {
    self.problem = problem
    self.remedy = remedy
  }

  /// The problem, and the remedy on a second line.
  package var description: String { "\(problem)\n  \(remedy)" }
}
