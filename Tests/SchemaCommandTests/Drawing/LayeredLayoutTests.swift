import Testing

@testable import SchemaCommandLine

@Suite struct LayeredLayoutTests {
  private func layout(_ targets: [[Int]]) -> LayeredLayout {
    let blocks = targets.map { LayeredLayout.Block(width: 100, height: 40 + 20 * Double($0.count)) }
    let links = targets.enumerated().flatMap { source, targets in
      targets.enumerated().map { row, target in
        LayeredLayout.Link(
          source: source, sourceOffset: 40 + 20 * Double(row), target: target, targetOffset: 18)
      }
    }
    return LayeredLayout(blocks, links)
  }

  static let graphs: [[[Int]]] = [
    [[]],
    [[0]],
    [[1, 2, 3], [4], [4], [4], []],
    [[1], [2], [3], [0, 1, 2, 3]],
    [[1, 2], [2, 0], [1, 0]],
    [[5, 4, 3, 2, 1], [], [5], [], [3, 1], [1]],
    (0..<40).map { [($0 * 7 + 1) % 40, ($0 * 13 + 5) % 40] },
  ]

  @Test(arguments: graphs)
  func `no blocks overlap`(targets: [[Int]]) {
    let frames = layout(targets).frames
    #expect(frames.count == targets.count)
    for (index, frame) in frames.enumerated() {
      for other in frames[(index + 1)...] {
        let isApart =
          frame.x + frame.width <= other.x || other.x + other.width <= frame.x
          || frame.y + frame.height + LayeredLayout.rowGap <= other.y + 0.001
          || other.y + other.height + LayeredLayout.rowGap <= frame.y + 0.001
        #expect(isApart, "\(frame) and \(other)")
      }
    }
  }

  @Test(arguments: graphs)
  func `everything is within the picture`(targets: [[Int]]) {
    let layout = layout(targets)
    for frame in layout.frames {
      #expect(frame.x >= 0 && frame.y >= 0)
      #expect(frame.x + frame.width <= layout.width + 0.001)
      #expect(frame.y + frame.height <= layout.height + 0.001)
    }
    for point in layout.routes.flatMap(\.points) {
      #expect((0...layout.width).contains(point.x))
      #expect((0...layout.height).contains(point.y))
    }
  }

  @Test(arguments: graphs)
  func `links lead from side to side and pass blocks by`(targets: [[Int]]) {
    let layout = layout(targets)
    for route in layout.routes {
      let steps = zip(route.points, route.points.dropFirst()).map { $1.x - $0.x }
      switch route {
      case .forward: #expect(steps.allSatisfy { $0 >= 0 })
      case .backward: #expect(steps.allSatisfy { $0 <= 0 })
      case .loop: continue
      }
      // Between its ends a link is level within each column that it passes, and in no block there.
      let inner = route.points.dropFirst().dropLast()
      for (index, point) in inner.enumerated() {
        let isInBlock = layout.frames.contains { frame in
          frame.x <= point.x && point.x <= frame.x + frame.width
            && frame.y < point.y && point.y < frame.y + frame.height
        }
        #expect(!isInBlock, "point \(index) of \(route)")
      }
    }
  }

  @Test func `links lead to the right unless they close a circle`() {
    let routes = layout([[1, 2], [2, 0], [1, 0]]).routes
    let isBackward = routes.map { if case .backward = $0 { true } else { false } }
    #expect(isBackward == [false, false, false, true, true, true])
  }

  @Test func `a chain is straight`() {
    let layout = layout([[1], [2], [3], []])
    for case .forward(let points) in layout.routes {
      #expect(abs(points[0].y - points[1].y) < 0.001)
    }
  }

  static let spreads: [([Double], [Double], [Double])] = [
    ([], [], []),
    ([5], [10], [5]),
    ([0, 0], [10, 10], [-6, 6]),
    ([0, 100], [10, 10], [0, 100]),
    ([50, 0, 0], [10, 10, 10], [4.667, 16.667, 28.667]),
  ]

  @Test(arguments: spreads)
  func `things are spread as little as they have to`(
    wanted: [Double], extents: [Double], tops: [Double]
  ) {
    let spread = Spreading.tops(wanted: wanted, extents: extents, gap: 2)
    #expect(spread.count == tops.count)
    #expect(zip(spread, tops).allSatisfy { abs($0 - $1) < 0.001 })
  }
}

extension LayeredLayout.Route {
  fileprivate var points: [LayeredLayout.Point] {
    switch self {
    case .forward(let points), .backward(let points): points
    case .loop: []
    }
  }
}
