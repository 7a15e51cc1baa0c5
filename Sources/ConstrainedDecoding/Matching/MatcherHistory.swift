/// The items, the text and the traces of a ``TokenMatcher`` after each commit.
struct MatcherHistory {
  /// The number of entries after a commit.
  private struct Mark {
    var items: Int
    var text: Int
    var traces: Int
  }

  /// The items after each commit, one set after the other; the last set is the current one.
  private var sets: [PlanItem]
  /// The text so far.
  private(set) var text: [UInt8] = []
  /// The beginnings and ends of parts with a role.
  private(set) var traces: [PlanTrace]
  /// The mark before the first commit, and the mark after each.
  private var marks: [Mark]

  init(_ items: [PlanItem], _ traces: [PlanTrace]) {
    sets = items
    self.traces = traces
    marks = [Mark(items: items.count, text: 0, traces: traces.count)]
  }

  /// The number of commits.
  var count: Int { marks.count - 1 }

  var items: ArraySlice<PlanItem> {
    sets[(count > 0 ? marks[count - 1].items : 0)...]
  }

  /// Adds a commit.
  mutating func append(
    _ items: [PlanItem], _ bytes: some Collection<UInt8>, _ traces: [PlanTrace]
  ) {
    sets += items
    text += bytes
    self.traces += traces
    marks.append(Mark(items: sets.count, text: text.count, traces: self.traces.count))
  }

  /// Removes the last commits.
  ///
  /// `count` is at most the number of commits.
  mutating func removeLast(_ count: Int) {
    marks.removeLast(count)
    let mark = marks[marks.count - 1]
    sets.removeLast(sets.count - mark.items)
    text.removeLast(text.count - mark.text)
    traces.removeLast(traces.count - mark.traces)
  }

  /// Moves all items to another machine of the same plan.
  mutating func move(from machine: PlanMachine, to next: PlanMachine) {
    next.adopt(&sets, from: machine)
  }

  /// Checks that each commit has its items, text and traces.
  func checkInvariants() {
    #if DEBUG
    for (mark, next) in zip(marks, marks.dropFirst()) {
      assert(
        mark.items <= next.items && mark.text <= next.text && mark.traces <= next.traces,
        "a commit takes data away")
    }
    let last = marks[marks.count - 1]
    assert(
      last.items == sets.count && last.text == text.count && last.traces == traces.count,
      "data of a commit are missing")
    #endif
  }
}
