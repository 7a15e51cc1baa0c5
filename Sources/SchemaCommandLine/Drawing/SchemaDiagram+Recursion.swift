extension SchemaDiagram {
  /// Marks the arrows that are part of a cycle, and their rows.
  ///
  /// These are the arrows within a strongly connected component of the boxes, which Tarjan's
  /// algorithm finds, with an explicit stack.
  mutating func markRecursion() {
    let components = components()
    for index in arrows.indices {
      let arrow = arrows[index]
      guard components[arrow.source] == components[arrow.target] else { continue }
      arrows[index].isRecursive = true
      boxes[arrow.source].rows[arrow.row].isRecursive = true
    }
  }

  /// The number of each box's component.
  private func components() -> [Int] {
    var targets = [[Int]](repeating: [], count: boxes.count)
    for arrow in arrows { targets[arrow.source].append(arrow.target) }

    var component = [Int](repeating: -1, count: boxes.count)
    var order = [Int](repeating: -1, count: boxes.count)
    // The earliest box that each box is known to reach.
    var earliest = order
    var found = 0
    var componentCount = 0
    var pending: [Int] = []
    for start in boxes.indices where order[start] < 0 {
      var open = [(box: start, next: 0)]
      while let top = open.indices.last {
        let (box, next) = open[top]
        if next == 0 {
          order[box] = found
          earliest[box] = found
          found += 1
          pending.append(box)
        }
        if next < targets[box].count {
          open[top].next = next + 1
          let target = targets[box][next]
          if order[target] < 0 {
            open.append((target, 0))
          } else if component[target] < 0 {
            earliest[box] = min(earliest[box], order[target])
          }
          continue
        }
        open.removeLast()
        if let above = open.last?.box { earliest[above] = min(earliest[above], earliest[box]) }
        guard earliest[box] == order[box] else { continue }
        while let member = pending.popLast() {
          component[member] = componentCount
          if member == box { break }
        }
        componentCount += 1
      }
    }
    return component
  }
}
