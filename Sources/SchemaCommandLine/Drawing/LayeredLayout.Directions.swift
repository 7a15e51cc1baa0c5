extension LayeredLayout {
  /// The direction of each link after cycles are removed.
  struct Directions {
    /// The ways.
    enum Direction {
      /// From the source to the target.
      case forward
      /// From the target to the source.
      case backward
      /// None: the link is from a block to itself.
      case loop
    }

    private var directions: [Direction]

    subscript(link: Int) -> Direction { directions[link] }

    /// Reverses the links that close a cycle in a depth-first search from the first block.
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
