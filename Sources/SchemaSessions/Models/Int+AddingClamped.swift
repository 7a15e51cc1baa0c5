extension Int {
  /// The sum of two counts, clamped to the range of `Int`, since a server can send any number.
  package func addingClamped(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    guard overflows else { return sum }
    return other < 0 ? .min : .max
  }
}
