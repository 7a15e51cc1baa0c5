extension LayeredLayout {
  /// Blocks and bends in columns, first in some order, then at some height.
  struct Columns {
    /// A block, or the bend of a link in a column that it passes.
    struct Vertex {
      var column: Int
      var height: Double
      var clearance: Double
      var y = 0.0
      /// What leads here from the column to the left.
      var left: [Neighbor] = []
      /// What leads from here to the column to the right.
      var right: [Neighbor] = []
    }

    /// What a vertex is joined to, and at which heights of the two.
    struct Neighbor {
      var vertex: Int
      var offset: Double
      var ownOffset: Double
    }

    /// The blocks, in their order, then the bends.
    private(set) var vertices: [Vertex]

    /// The vertices of each column, from top to bottom.
    private(set) var members: [[Int]] = []

    /// The bends of each link, from left to right.
    private(set) var bends: [[Int]]

    init(_ blocks: [Block], _ links: [Link], _ directions: Directions) {
      vertices = blocks.map { Vertex(column: 0, height: $0.height, clearance: $0.clearance) }
      bends = [[Int]](repeating: [], count: links.count)
      let joints = links.indices.compactMap { Joint(links[$0], directions[$0], index: $0) }
      assignColumns(joints)
      join(joints)
      members = [[Int]](
        repeating: [], count: (vertices.map(\.column).max() ?? -1) + 1)
      for (index, vertex) in vertices.enumerated() { members[vertex.column].append(index) }
    }

    /// A link as it runs from left to right.
    private struct Joint {
      let index: Int
      let left: Int
      let leftOffset: Double
      let right: Int
      let rightOffset: Double

      init?(_ link: Link, _ direction: Directions.Direction, index: Int) {
        self.index = index
        switch direction {
        case .loop: return nil
        case .forward:
          (left, leftOffset) = (link.source, link.sourceOffset)
          (right, rightOffset) = (link.target, link.targetOffset)
        case .backward:
          (left, leftOffset) = (link.target, link.targetOffset)
          (right, rightOffset) = (link.source, link.sourceOffset)
        }
      }
    }

    /// Places each block in the first column to the right of all blocks with links to it.
    private mutating func assignColumns(_ joints: [Joint]) {
      var waiting = [Int](repeating: 0, count: vertices.count)
      var outgoing = [[Int]](repeating: [], count: vertices.count)
      for joint in joints {
        waiting[joint.right] += 1
        outgoing[joint.left].append(joint.right)
      }
      var ready = vertices.indices.filter { waiting[$0] == 0 }
      while let block = ready.popLast() {
        for other in outgoing[block] {
          vertices[other].column = max(vertices[other].column, vertices[block].column + 1)
          waiting[other] -= 1
          if waiting[other] == 0 { ready.append(other) }
        }
      }
    }

    /// Joins neighbors, with bends where a column lies between.
    private mutating func join(_ joints: [Joint]) {
      let spans = joints.map { vertices[$0.right].column - vertices[$0.left].column - 1 }
      let hasBends = spans.reduce(0, +) <= LayeredLayout.maximumBends
      for joint in joints {
        var last = (vertex: joint.left, offset: joint.leftOffset)
        let first = vertices[joint.left].column + 1
        let bendCount = hasBends ? vertices[joint.right].column - first : 0
        for column in first..<(first + bendCount) {
          vertices.append(Vertex(column: column, height: 0, clearance: 0))
          bends[joint.index].append(vertices.count - 1)
          connect(last, (vertices.count - 1, 0))
          last = (vertices.count - 1, 0)
        }
        connect(last, (joint.right, joint.rightOffset))
      }
    }

    private mutating func connect(
      _ left: (vertex: Int, offset: Double), _ right: (vertex: Int, offset: Double)
    ) {
      vertices[left.vertex].right.append(
        Neighbor(vertex: right.vertex, offset: right.offset, ownOffset: left.offset))
      vertices[right.vertex].left.append(
        Neighbor(vertex: left.vertex, offset: left.offset, ownOffset: right.offset))
    }

    // MARK: Order

    /// Orders each column by where its neighbors are: from left to right, back, and again.
    mutating func order() {
      var position = [Double](repeating: 0, count: vertices.count)
      for column in members.indices { note(column, in: &position) }
      for _ in 0..<3 {
        for column in members.indices { sort(column, by: \.left, &position) }
        for column in members.indices.reversed() { sort(column, by: \.right, &position) }
      }
      for column in members.indices { sort(column, by: \.left, &position) }
    }

    private func note(_ column: Int, in position: inout [Double]) {
      for (index, vertex) in members[column].enumerated() { position[vertex] = Double(index) }
    }

    private mutating func sort(
      _ column: Int, by side: KeyPath<Vertex, [Neighbor]>, _ position: inout [Double]
    ) {
      let keys = members[column].map { index in
        let neighbors = vertices[index][keyPath: side]
        guard !neighbors.isEmpty else { return position[index] }
        // Where on its neighbor a link begins counts as a part of a place.
        let sum = neighbors.reduce(0) { sum, neighbor in
          let height = max(vertices[neighbor.vertex].height, 1)
          return sum + position[neighbor.vertex] + neighbor.offset / height
        }
        return sum / Double(neighbors.count)
      }
      let order = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
      members[column] = order.map { members[column][$0] }
      note(column, in: &position)
    }

    // MARK: Heights

    /// Moves everything towards its neighbors: from left to right, back, and again.
    mutating func align() {
      for column in members.indices { settle(column, by: \.left) }
      for _ in 0..<2 {
        for column in members.indices.reversed() { settle(column, by: \.right) }
        for column in members.indices { settle(column, by: \.left) }
      }
    }

    private mutating func settle(_ column: Int, by side: KeyPath<Vertex, [Neighbor]>) {
      let wanted = members[column].map { index in
        let vertex = vertices[index]
        let neighbors = vertex[keyPath: side]
        guard !neighbors.isEmpty else { return vertex.y - vertex.clearance }
        let sum = neighbors.reduce(0) {
          $0 + vertices[$1.vertex].y + $1.offset - $1.ownOffset
        }
        return sum / Double(neighbors.count) - vertex.clearance
      }
      let extents = members[column].map { vertices[$0].clearance + vertices[$0].height }
      let tops = Spreading.tops(wanted: wanted, extents: extents, gap: LayeredLayout.rowGap)
      for (index, top) in zip(members[column], tops) {
        vertices[index].y = top + vertices[index].clearance
      }
    }
  }
}
