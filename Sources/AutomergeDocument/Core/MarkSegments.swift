/// The parts of a text between the edges of marks, each with its marks in an old and a new state.
///
/// Indices are those of the new state.
struct MarkSegments {
  private struct Segment {
    let start: UInt64
    var old: [StringIndex: Value]
    var new: [StringIndex: Value]
  }

  private let set: OpSet
  private var old: MarkState
  private var new: MarkState
  /// The parts in order; each ends where the next begins.
  private var segments = [Segment(start: 0, old: [:], new: [:])]
  /// The part that contained the last index; most callers ask for increasing indices.
  private var last = 0
  /// The length of the text, if the new state is in the past.
  var length: UInt64 = 0

  init(set: OpSet, before: Clock?, after: Clock?) {
    self.set = set
    old = MarkState(set: set, clock: before)
    new = MarkState(set: set, clock: after)
  }

  /// Adds the edge of a mark; the edges are added in order.
  mutating func visit(_ edge: RowIndex, at index: UInt64) {
    old.visit(edge)
    new.visit(edge)
    guard var segment = segments.last else { return }
    let isEmpty = segment.start == index
    for name in old.takeChangedNames() { segment.old[name] = old.value(name) }
    for name in new.takeChangedNames() { segment.new[name] = new.value(name) }
    if isEmpty { segments.removeLast() }
    segments.append(Segment(start: index, old: segment.old, new: segment.new))
  }

  /// Returns the new marks of the part that contains an index.
  mutating func marks(at index: UInt64) -> [StringIndex: Value] {
    if segments[last].start > index { last = 0 }
    while last + 1 < segments.count, segments[last + 1].start <= index { last += 1 }
    return segments[last].new
  }

  /// Returns the marks whose values differ between the states, outside of some ranges; the value
  /// null stands for a removed mark.
  ///
  /// `written`: The ranges of text that have their new marks already, in order.
  func changes(without written: [Range<UInt64>], length: UInt64) -> [Mark] {
    var marks: [Mark] = []
    /// For each name, the place of its last mark.
    var lastMarks: [StringIndex: Int] = [:]
    var next = 0
    for (place, segment) in segments.enumerated() {
      let end = place + 1 < segments.count ? segments[place + 1].start : length
      let names = Set(segment.old.keys).union(segment.new.keys)
        .filter { segment.old[$0] != segment.new[$0] }
      guard !names.isEmpty else { continue }
      for range in Self.parts(of: segment.start..<end, without: written, &next) {
        for name in names {
          let value = segment.new[name] ?? .Scalar(.Null)
          var start = range.lowerBound
          if let last = lastMarks[name], marks[last].end == start, marks[last].value == value {
            start = marks[last].start
            marks[last] = Mark(
              start: start, end: range.upperBound, name: marks[last].name, value: value)
          } else {
            lastMarks[name] = marks.count
            marks.append(
              Mark(start: start, end: range.upperBound, name: set.strings[name], value: value))
          }
        }
      }
    }
    return marks.sorted {
      $0.start != $1.start
        ? $0.start < $1.start : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }

  /// Returns the parts of a range outside of other ranges, which are in order.
  ///
  /// `next`: The first of the other ranges that may end after the beginning of the range.
  private static func parts(
    of range: Range<UInt64>, without holes: [Range<UInt64>], _ next: inout Int
  ) -> [Range<UInt64>] {
    var parts: [Range<UInt64>] = []
    var start = range.lowerBound
    while next < holes.count, holes[next].lowerBound < range.upperBound {
      if start < holes[next].lowerBound { parts.append(start..<holes[next].lowerBound) }
      start = max(start, holes[next].upperBound)
      // A range that ends later also reaches into the next part of the text.
      if holes[next].upperBound > range.upperBound { break }
      next += 1
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }
}
