import IndexedTables

/// The instructions that can lead to a match, exactly.
///
/// An instruction can be dead although it has a successor: in `a$b`, no `b` can follow the end.
/// Paths are therefore followed together with the results of assertions: the context before the
/// position, and the possible contexts after it.
struct PatternLiveness: Sendable {
  /// The possible contexts after a position, as bits of `edge`, `word` and `other`.
  private typealias Ahead = Int

  /// A step between two nodes, in the list of those that lead to one node.
  private struct Edge {
    var source: UInt32
    @PackedIndex var next: EntryIndex<Edge>?

    init(source: Int, next: EntryIndex<Edge>?) {
      self.source = UInt32(source)
      self.next = next
    }
  }

  private static let sides = PatternSide.allCases.count
  private static let aheads = 1 << sides

  /// For each instruction, whether a match can follow after each side, with any context after it.
  private let isLive: [Bool]

  init(_ program: PatternProgram, _ classes: ScalarClasses) {
    let count = program.instructions.count * Self.sides * Self.aheads
    var isLive = Array(repeating: false, count: count)
    // Paths are searched forwards. Each node keeps a list of its predecessors, so that the paths
    // can then be followed backwards.
    var firstEdge = [PackedIndex<Edge>](repeating: PackedIndex(), count: count)
    var edges: [Edge] = []
    var isFound = [Bool](repeating: false, count: count)
    var found: [Int] = []
    var live: [Int] = []
    func node(_ instruction: Int, _ previous: PatternSide, _ ahead: Ahead) -> Int {
      (instruction * Self.sides + Int(previous.rawValue)) * Self.aheads + ahead
    }
    func find(_ target: Int, from source: Int?) {
      if let source {
        let edge = Edge(source: source, next: firstEdge[target].wrappedValue)
        firstEdge[target].wrappedValue = edges.add(edge)
      }
      if !isFound[target] {
        isFound[target] = true
        found.append(target)
      }
    }
    let kinds = program.sets.indices.map { set in
      var kinds: Set<PatternSide> = []
      for index in 0..<classes.count where classes.contains(index, inSet: EntryIndex(set)) {
        kinds.insert(classes.isWord(index) ? .word : .other)
      }
      return [PatternSide.word, .other].filter(kinds.contains)
    }
    for side in PatternSide.allCases { find(node(0, side, Self.aheads - 1), from: nil) }
    while let current = found.popLast() {
      let ahead = current % Self.aheads
      let rest = current / Self.aheads
      let previous = PatternSide.allCases[rest % Self.sides]
      let index = rest / Self.sides
      switch program.instructions[index] {
      case .characters(let set):
        for side in kinds[set.value] where ahead & Self.bit(side) != 0 {
          find(node(index + 1, side, Self.aheads - 1), from: current)
        }
      case .branch(let distance):
        find(node(index + Int(distance), previous, ahead), from: current)
        find(node(index + 1, previous, ahead), from: current)
      case .jump(let distance):
        find(node(index + Int(distance), previous, ahead), from: current)
      case .start:
        if previous == .edge { find(node(index + 1, previous, ahead), from: current) }
      case .end:
        let remaining = ahead & Self.bit(.edge)
        if remaining != 0 { find(node(index + 1, previous, remaining), from: current) }
      case .wordBoundary(let isNegated):
        let wantsWord = previous.isWord == isNegated
        let word = Self.bit(.word)
        let remaining = wantsWord ? ahead & word : ahead & ~word
        if remaining != 0 { find(node(index + 1, previous, remaining), from: current) }
      case .accept: live.append(current)
      case .lookahead, .groupStart, .groupEnd, .reference: continue
      }
    }
    while let current = live.popLast() {
      guard !isLive[current] else { continue }
      isLive[current] = true
      var edge = firstEdge[current].wrappedValue
      while let index = edge {
        live.append(Int(edges[index].source))
        edge = edges[index].next
      }
    }
    self.isLive = stride(from: Self.aheads - 1, to: count, by: Self.aheads).map { isLive[$0] }
  }

  private static func bit(_ side: PatternSide) -> Ahead { 1 << Int(side.rawValue) }

  /// Returns `true` if a match can follow from an instruction.
  func contains(_ instruction: PatternInstruction.Index, after previous: PatternSide) -> Bool {
    isLive[instruction.value * Self.sides + Int(previous.rawValue)]
  }
}
