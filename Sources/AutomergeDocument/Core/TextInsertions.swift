/// The inserted parts of a text, and their marks.
struct TextInsertions {
  /// The largest number of marks that an insertion has.
  ///
  /// If each of *n* insertions had *n* marks, the patches would be much larger than the text.
  private static let mostMarks = 64

  let edges: MarkEdges
  /// `false` if the marks of the whole text are written behind the insertions.
  let haveMarks: Bool
  private var walk: MarkEdges.Walk
  private(set) var ranges: [Range<UInt64>] = []

  init(marks edges: MarkEdges, at clock: Clock?) {
    self.edges = edges
    haveMarks = !edges.haveMoreMarks(than: Self.mostMarks, at: clock)
    walk = edges.walk(at: clock)
  }

  /// Adds an insertion behind the earlier ones, and returns its marks.
  mutating func add(_ width: UInt64, at index: UInt64) -> [StringIndex: Value] {
    if let last = ranges.last, last.upperBound == index {
      ranges[ranges.count - 1] = last.lowerBound..<(index + width)
    } else {
      ranges.append(index..<(index + width))
    }
    guard haveMarks else { return [:] }
    walk.advance(to: index)
    return walk.marks
  }
}
