/// A language of byte strings, given by how its states follow each other.
///
/// ``LeafAutomaton`` makes a table of it.
protocol ByteMachine {
  associatedtype State: Hashable

  /// The class of each byte, 256 entries. Bytes of one class always lead to the same state; no
  /// string of the language holds a byte of class 0.
  var byteClasses: [UInt8] { get }

  var start: State { mutating get }

  /// The state after a byte, or `nil` if no string of the language goes on so.
  mutating func step(_ state: State, _ byte: UInt8) -> State?

  mutating func isAccepting(_ state: State) -> Bool
}

extension [UInt8] {
  /// Classes in which every one of some bytes is alone.
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
