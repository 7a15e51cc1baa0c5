extension LeafAutomaton {
  /// Returns for each state whether it is universal.
  ///
  /// In a universal state any string content may follow, and the string can still be completed.
  ///
  /// - Complexity: O(*n*) in the size of the table.
  func universalStates() -> [Bool] {
    var isUniversal = contents.map { $0 != StringContent.invalid }
    guard isUniversal.contains(true) else { return isUniversal }
    var predecessors = Predecessors(stateCount: stateCount)
    /// The states that lack a transition.
    var pending: [Int] = []
    let symbols = contentSymbols()
    for state in 1..<max(stateCount, 1) where isUniversal[state] {
      for symbol in symbols[Int(contents[state])] {
        let target = Int(transitions[state * stride + symbol])
        if !isUniversal[target] {
          isUniversal[state] = false
          pending.append(state)
          break
        }
        predecessors.append(state, to: target)
      }
    }
    // A state that leads to a state in this list is also not universal.
    while let state = pending.popLast() {
      predecessors.forEach(of: state) { source in
        guard isUniversal[source] else { return }
        isUniversal[source] = false
        pending.append(source)
      }
    }
    return isUniversal
  }

  /// Returns for each state of ``StringContent`` the classes of the bytes that can follow.
  private func contentSymbols() -> [[Int]] {
    let content = StringContent.shared
    return (0..<content.stateCount).map { state in
      var isSymbol = [Bool](repeating: false, count: stride)
      for byte in 0...255 as ClosedRange<UInt8> where content.following[state].contains(byte) {
        isSymbol[Int(byteClasses[Int(byte)])] = true
      }
      return isSymbol.indices.filter { isSymbol[$0] }
    }
  }
}
