/// A language of byte strings, as a state machine.
///
/// A ``LeafAutomaton`` is the table of such a machine.
protocol ByteMachine {
  associatedtype State: Hashable

  /// The class of each byte, in 256 entries. Bytes of one class always lead to the same state. No
  /// string of the language contains a byte of class 0.
  var byteClasses: [UInt8] { get }

  var start: State { mutating get }

  /// Returns the state after a byte, or `nil` if no string of the language continues with this
  /// byte.
  mutating func step(_ state: State, _ byte: UInt8) -> State?

  mutating func isAccepting(_ state: State) -> Bool
}

extension [UInt8] {
  /// Returns byte classes in which each of some bytes has a class of its own.
  static func classes(separating bytes: some Sequence<UInt8>) -> [UInt8] {
    var classes = [UInt8](repeating: 0, count: 256)
    var count: UInt8 = 0
    for byte in bytes where classes[Int(byte)] == 0 && count < .max {
      count += 1
      classes[Int(byte)] = count
    }
    return classes
  }
}
