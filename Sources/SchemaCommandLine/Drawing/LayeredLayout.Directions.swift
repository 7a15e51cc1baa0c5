extension LayeredLayout {
  /// Which way each link runs once none leads around in a circle.
  struct Directions {
    /// The ways.
    enum Direction {
      /// As the link leads.
      case forward
      /// Against it.
      case backward
      /// Nowhere: the link leads from a block to itself.
      case loop
    }

    private var directions: [Direction]

    subscript(link: Int) -> Direction { directions[link] }

    /// Turns around what closes a circle when blocks are visited in depth, the first block first.
    ///
    /// - Parameters:
    ///   - count: How many blocks there are.
    ///   - links: The links.
    init(blocks count: Int, _ links: [Link]) {
      directions = [Direction](repeating: .forward, count: links.count)
      var outgoing = [[Int]](repeating: [], count: count)
      for (index, link) in links.enumerated() {
        if link.source == link.target {
          directions[index] = .loop
        } else {
          outgoing[link.source].append(index)
        }
      }
      enum State { case new, open, done }
      var states = [State](repeating: .new, count: count)
      for start in 0..<count where states[start] == .new {
        var open = [(block: start, next: 0)]
        states[start] = .open
        while let top = open.indices.last {
          let (block, next) = open[top]
          guard next < outgoing[block].count else {
            states[block] = .done
            open.removeLast()
            continue
          }
          open[top].next = next + 1
          let link = outgoing[block][next]
          let target = links[link].target
          switch states[target] {
          case .new:
            states[target] = .open
            open.append((target, 0))
          case .open: directions[link] = .backward
          case .done: break
          }
        }
      }
    }
  }
}
