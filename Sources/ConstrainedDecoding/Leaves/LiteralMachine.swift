/// A finite list of texts.
struct LiteralMachine: ByteMachine {
  let byteClasses: [UInt8]
  private var children: [[UInt8: Int]] = [[:]]
  private var ends: [Bool] = [false]

  init(_ texts: [[UInt8]]) {
    byteClasses = .classes(separating: texts.joined())
    for text in texts {
      var node = 0
      for byte in text {
        if let next = children[node][byte] {
          node = next
        } else {
          children[node][byte] = children.count
          node = children.count
          children.append([:])
          ends.append(false)
        }
      }
      ends[node] = true
    }
  }

  var start: Int { 0 }

  func step(_ state: Int, _ byte: UInt8) -> Int? { children[state][byte] }

  func isAccepting(_ state: Int) -> Bool { ends[state] }
}
