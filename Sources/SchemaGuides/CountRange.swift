/// The counts between two ends: the allowed numbers of parts of one kind.
package struct CountRange: Sendable, Hashable {
  /// The smallest count, if there is one.
  package let minimum: Int?
  /// The largest count, if there is one.
  package let maximum: Int?

  /// The range of all counts.
  package static let all = CountRange(from: nil, to: nil)

  /// Creates a range; an end that is `nil` is open.
  package init(from minimum: Int?, to maximum: Int?) {
    (self.minimum, self.maximum) = (minimum, maximum)
  }

  /// The lower end of the range.
  package var lower: Int { max(minimum ?? 0, 0) }

  /// The upper end of the range.
  package var upper: Int { maximum ?? .max }

  /// Returns `true` if a count is in the range.
  package func contains(_ count: Int) -> Bool { lower <= count && count <= upper }

  /// Returns `true` if a count may be in both ranges.
  package func overlaps(_ other: CountRange) -> Bool {
    lower <= other.upper && other.lower <= upper
  }

  /// Returns the counts that are also in another range.
  package func intersection(_ other: CountRange) -> CountRange {
    CountRange(
      from: minimum.map { max($0, other.minimum ?? $0) } ?? other.minimum,
      to: maximum.map { min($0, other.maximum ?? $0) } ?? other.maximum)
  }
}
