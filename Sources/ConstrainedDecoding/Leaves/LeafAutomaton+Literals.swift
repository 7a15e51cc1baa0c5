extension LeafAutomaton {
  /// Makes the table of a finite list of texts.
  ///
  /// - Parameter texts: The texts, in UTF-8, so that not all bytes occur.
  /// - Throws: ``TooLarge`` past ``maximumStates`` or ``maximumEntries``.
  init(literals texts: [[UInt8]]) throws(TooLarge) {
    let classes = [UInt8].classes(separating: texts.joined())
    let stride = Int(classes.max() ?? 0) + 1
    // The rows of state 0, which stands for none, and of the start.
    var transitions = [Int32](repeating: Self.dead, count: 2 * stride)
    var isAccepting = [false, false]
    for text in texts {
      var state = Int(Self.start)
      for byte in text {
        let place = state * stride + Int(classes[Int(byte)])
        if transitions[place] == Self.dead {
          guard isAccepting.count <= Self.maximumStates,
            isAccepting.count * stride <= Self.maximumEntries
          else { throw TooLarge() }
          transitions[place] = Int32(isAccepting.count)
          transitions.append(contentsOf: repeatElement(Self.dead, count: stride))
          isAccepting.append(false)
        }
        state = Int(transitions[place])
      }
      isAccepting[state] = true
    }
    self.init(
      byteClasses: classes, stride: stride, transitions: transitions, isAccepting: isAccepting,
      contents: Array(repeating: StringContent.invalid, count: isAccepting.count))
  }
}
