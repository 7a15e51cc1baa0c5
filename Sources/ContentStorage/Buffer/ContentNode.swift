/// A place in a buffer: the index of an entry, and whether what begins there is still open.
///
/// The string that is still arriving has no entry yet; its node is open, at the end of the tape.
struct ContentNode: Equatable {
  let rawValue: Int

  init(rawValue: Int) {
    self.rawValue = rawValue
  }

  init(_ index: Int, isOpen: Bool) {
    rawValue = index << 1 | (isOpen ? 1 : 0)
  }

  var index: Int { rawValue >> 1 }

  var isOpen: Bool { rawValue & 1 != 0 }
}
