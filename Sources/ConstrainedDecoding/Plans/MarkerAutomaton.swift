import IndexedTables

/// Finds markers in free text, as the text arrives (Aho and Corasick, 1975).
///
/// A state is the longest suffix of the text that is a prefix of a marker.
struct MarkerAutomaton: Sendable {
  /// The type of states, which have only an index.
  private enum State {}

  /// The kind of marker that is complete in a state.
  enum Completion: Hashable, BitwiseCopyable {
    case none
    /// A marker that ends the text.
    case marker(EntryIndex<PlanMarker>)
    /// A marker that must not occur.
    case excluded
  }

  static let root = 0
  /// The largest number of entries in the table of transitions.
  static let maximumSize = 1 << 22

  /// The markers that end the text.
  let markers: [PlanMarker]
  private let classes: [UInt16]
  private let classCount: Int
  private let transitions: [Int32]
  let completed: [Completion]
  /// For each state, the length of its prefix of a marker, in bytes.
  let depths: [Int32]
  /// For each state, the state of the next shorter prefix.
  private let shorter: [Int32]
  /// For each state, the markers with its prefix.
  private let beginnings: [[EntryIndex<PlanMarker>]]
  /// The last bytes of the markers; a token that completes a marker contains one of these bytes.
  let lastBytes: ByteSet

  /// Makes the automaton of some markers.
  ///
  /// - Throws: A conflict, with the name of the marker that contains another, or `tooLarge`.
  init(_ markers: [PlanMarker], excluded: [PlanMarker]) throws(Conflict) {
    self.markers = markers
    let all = markers + excluded
    let used = Set(all.flatMap(\.bytes)).sorted()
    var classes = [UInt16](repeating: 0, count: 256)
    for (index, byte) in used.enumerated() {
      classes[Int(byte)] = UInt16(truncatingIfNeeded: index + 1)
    }
    let classCount = used.count + 1
    let size = all.reduce(1) { $0 + $1.bytes.count } * classCount
    guard size <= Self.maximumSize else { throw .tooLarge }

    // The beginnings of markers as a trie, with a row of children for each state. ``maximumSize``
    // bounds the number of entries.
    var children = [PackedIndex<State>](repeating: PackedIndex(), count: classCount)
    var depths: [Int32] = [0]
    var outputs: [[Int]] = [[]]
    var beginnings: [[EntryIndex<PlanMarker>]] = [[]]
    for (index, marker) in all.enumerated() where !marker.bytes.isEmpty {
      var state = 0
      for (depth, byte) in marker.bytes.enumerated() {
        let slot = state * classCount + Int(classes[Int(byte)])
        let child = children[slot].wrappedValue?.value ?? depths.count
        if child == depths.count {
          children[slot].wrappedValue = EntryIndex(child)
          children.append(contentsOf: repeatElement(PackedIndex(), count: classCount))
          depths.append(Int32(depth + 1))
          outputs.append([])
          beginnings.append([])
        }
        if index < markers.count { beginnings[state].append(EntryIndex(index)) }
        state = child
      }
      outputs[state].append(index)
    }
    // The states are visited from short to long prefixes.
    var transitions = [Int32](repeating: 0, count: children.count)
    var shorter = [Int32](repeating: 0, count: depths.count)
    var pending = [0]
    var read = 0
    while read < pending.count {
      let state = pending[read]
      read += 1
      for symbol in 0..<classCount {
        let slot = state * classCount + symbol
        let fallback =
          state == 0 ? 0 : transitions[Int(shorter[state]) * classCount + symbol]
        guard let child = children[slot].wrappedValue?.value else {
          transitions[slot] = fallback
          continue
        }
        transitions[slot] = Int32(child)
        shorter[child] = fallback
        outputs[child] += outputs[Int(fallback)]
        pending.append(child)
      }
    }
    self.classes = classes
    self.classCount = classCount
    self.transitions = transitions
    self.depths = depths
    self.shorter = shorter
    self.beginnings = beginnings
    completed = outputs.map { found in
      if found.contains(where: { $0 >= markers.count }) { return .excluded }
      return found.first.map { .marker(EntryIndex($0)) } ?? .none
    }
    lastBytes = ByteSet(all.compactMap(\.bytes.last))
    for (index, marker) in markers.enumerated() where !marker.bytes.isEmpty {
      var state = Self.root
      for (offset, byte) in marker.bytes.enumerated() {
        state = step(state, byte)
        let isLast = offset == marker.bytes.count - 1
        guard isLast ? outputs[state] == [index] : outputs[state].isEmpty else {
          throw .contains(marker.name)
        }
      }
    }
  }

  /// The reason why an automaton of markers cannot be made.
  enum Conflict: Error {
    case contains(String)
    case tooLarge
  }

  var stateCount: Int { depths.count }

  func step(_ state: Int, _ byte: UInt8) -> Int {
    Int(transitions[state * classCount + Int(classes[Int(byte)])])
  }

  /// Finds the markers that can be completed from a state that has a prefix of them.
  ///
  /// A marker is omitted if another marker would be completed before it.
  ///
  /// `steps`: A counter, which is increased by the number of bytes that are read.
  func completions(
    from state: Int, _ steps: inout Int
  ) -> [(marker: EntryIndex<PlanMarker>, offset: Int)] {
    var found: [(marker: EntryIndex<PlanMarker>, offset: Int)] = []
    var beginning = state
    while beginning != Self.root {
      let offset = Int(depths[beginning])
      for marker in beginnings[beginning]
      where completes(marker, from: state, offset: offset, &steps) {
        found.append((marker, offset))
      }
      beginning = Int(shorter[beginning])
    }
    return found
  }

  /// Indicates whether reading the rest of a marker from a state completes the marker.
  ///
  /// `offset`: The number of the marker's bytes before the rest. `steps`: A counter, which is
  /// increased by the number of bytes that are read.
  ///
  /// - Returns: `true` if no other marker is completed before.
  func completes(
    _ marker: EntryIndex<PlanMarker>, from start: Int, offset: Int, _ steps: inout Int
  ) -> Bool {
    let bytes = markers[marker].bytes
    var state = start
    for index in offset..<bytes.count {
      // Only a prefix of this marker is left in the state, and no marker contains another.
      if Int(depths[state]) == index { return true }
      steps += 1
      state = step(state, bytes[index])
      let isLast = index == bytes.count - 1
      guard completed[state] == (isLast ? .marker(marker) : .none) else { return false }
    }
    return true
  }
}
