/// Marks on ranges of text.
extension OpSet {
  /// Returns the marks of a text in the order in which they begin, and then by name.
  func marks(_ object: ObjectIndex, at clock: Clock?) -> [Mark] {
    var reader = MarkReader(set: self, clock: clock)
    objects[object].sequence?.forEach { element, _ in
      reader.visit(element, in: object)
      return true
    }
    return reader.finish()
  }
}

extension OpSet {
  /// Returns the marks of the character at a position, by name; there are none at the end.
  func marks(
    _ object: ObjectIndex, at position: Position, _ clock: Clock?
  ) throws(AutomergeError) -> [Mark] {
    let index: UInt64
    switch position {
    case .index(let position): index = position
    case .cursor(let cursor): index = try self.position(of: cursor, in: object, at: clock)
    }
    var reader = MarkReader(set: self, clock: clock)
    objects[object].sequence?.forEach { element, _ in
      reader.visit(element, in: object)
      return reader.index <= index
    }
    guard reader.index >= index else { throw Self.outOfBounds(index, length: reader.index) }
    return reader.index > index ? reader.marksOfLastElement(at: index) : []
  }
}

/// Walks a text and collects the marks in effect.
struct MarkReader {
  private struct Span {
    let start: UInt64
    let row: RowIndex
  }

  private let set: OpSet
  private let clock: Clock?
  /// The width of the visited elements.
  private(set) var index: UInt64 = 0
  private var state: MarkState
  /// The mark that is in effect after the visited elements, by name.
  private var spans: [StringIndex: Span] = [:]
  private var marks: [Mark] = []

  init(set: OpSet, clock: Clock?) {
    self.set = set
    self.clock = clock
    state = MarkState(set: set, clock: clock)
  }

  mutating func visit(_ element: RowIndex, in object: ObjectIndex) {
    guard set.rows[element].action != .mark else { return state.visit(element) }
    let width = set.width(ofElement: element, in: object, at: clock)
    guard width > 0 else { return }
    settle()
    index += UInt64(width)
  }

  /// Ends and begins spans where the mark in effect has changed.
  private mutating func settle() {
    for name in state.takeChangedNames() {
      let row = state.mark(name)
      if let span = spans[name] {
        if let row, isSame(span.row, row) { continue }
        end(span, name)
      }
      spans[name] = row.map { Span(start: index, row: $0) }
    }
  }

  private func isSame(_ first: RowIndex, _ second: RowIndex) -> Bool {
    set.values.areEqual(set.rows[first].value, set.rows[second].value)
  }

  private mutating func end(_ span: Span, _ name: StringIndex) {
    let value = set.values.scalar(set.rows[span.row].value)
    if span.start < index, value != .Null {
      marks.append(
        Mark(start: span.start, end: index, name: set.strings[name], value: .Scalar(value)))
    }
  }

  /// Returns the marks that are in effect for the last visited element with a value, by name.
  func marksOfLastElement(at index: UInt64) -> [Mark] {
    var marks: [Mark] = []
    for (name, span) in spans {
      let value = set.values.scalar(set.rows[span.row].value)
      guard value != .Null else { continue }
      marks.append(
        Mark(start: index, end: index, name: set.strings[name], value: .Scalar(value)))
    }
    return marks.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  mutating func finish() -> [Mark] {
    for (name, span) in spans { end(span, name) }
    return marks.sorted {
      $0.start != $1.start
        ? $0.start < $1.start : $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
  }
}
