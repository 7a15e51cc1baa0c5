/// The edges of the marks of a text in order, with their indices in one state.
struct MarkEdges {
  private let set: OpSet
  private let edges: [(edge: RowIndex, index: UInt64)]

  init(_ edges: [(edge: RowIndex, index: UInt64)], in set: OpSet) {
    self.set = set
    self.edges = edges
  }

  /// The marks at a place, while the places of a text are visited in order.
  struct Walk {
    private let edges: MarkEdges
    private var next = 0
    private var state: MarkState
    /// The marks at the place, by name.
    private(set) var marks: [StringIndex: Value] = [:]

    fileprivate init(_ edges: MarkEdges, at clock: Clock?) {
      self.edges = edges
      state = MarkState(set: edges.set, clock: clock)
    }

    /// Moves to the place at an index, which is not before the last one.
    mutating func advance(to index: UInt64) {
      while next < edges.edges.count, edges.edges[next].index <= index {
        state.visit(edges.edges[next].edge)
        next += 1
        for name in state.takeChangedNames() { marks[name] = state.value(name) }
      }
    }
  }

  func walk(at clock: Clock?) -> Walk { Walk(self, at: clock) }

  /// Returns `true` if a place has more marks than a given number.
  func haveMoreMarks(than count: Int, at clock: Clock?) -> Bool {
    var walk = walk(at: clock)
    return edges.contains { edge in
      walk.advance(to: edge.index)
      return walk.marks.count > count
    }
  }

  /// Returns the marks whose values differ between two points; the value null stands for a removed
  /// mark.
  ///
  /// `length`: The length of the text.
  func changes(from before: Clock?, to after: Clock?, length: UInt64) -> [Mark] {
    var old = MarkState(set: set, clock: before)
    var new = MarkState(set: set, clock: after)
    var open: [StringIndex: (start: UInt64, value: Value)] = [:]
    var marks: [Mark] = []
    func close(_ name: StringIndex, at end: UInt64) {
      guard let range = open.removeValue(forKey: name), range.start < end else { return }
      marks.append(
        Mark(start: range.start, end: end, name: set.strings[name], value: range.value))
    }
    for (edge, index) in edges {
      old.visit(edge)
      new.visit(edge)
      for name in old.takeChangedNames().union(new.takeChangedNames()) {
        let value = new.value(name)
        let change = value == old.value(name) ? nil : value ?? .Scalar(.Null)
        guard change != open[name]?.value else { continue }
        close(name, at: index)
        open[name] = change.map { (index, $0) }
      }
    }
    for name in open.keys { close(name, at: length) }
    return marks.sorted {
      $0.start != $1.start
        ? $0.start < $1.start : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}

extension Mark {
  /// Returns this mark without its ends that are in some ranges, which are in order; `nil` if
  /// nothing is left.
  func trimmed(by ranges: [Range<UInt64>]) -> Mark? {
    var (start, end) = (start, end)
    let first = ranges.firstPosition { $0.upperBound > start }
    if first < ranges.count, ranges[first].lowerBound <= start { start = ranges[first].upperBound }
    let last = ranges.firstPosition { $0.upperBound >= end }
    if last < ranges.count, ranges[last].lowerBound < end { end = ranges[last].lowerBound }
    return start < end ? Mark(start: start, end: end, name: name, value: value) : nil
  }
}
