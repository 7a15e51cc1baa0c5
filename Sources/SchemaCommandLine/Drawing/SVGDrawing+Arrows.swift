extension SVGDrawing {
  private typealias Point = LayeredLayout.Point

  private static let firstReach = 22.0
  private static let reachStep = 9.0
  /// The radius of the corners of loops.
  private static let corner = 10.0

  /// How far a loop reaches beyond its box; those after the eighth lie on each other.
  static func reach(ofLoop index: Int) -> Double {
    firstReach + reachStep * Double(min(index, 7))
  }

  /// How much room the loops need at a side.
  var loopRoom: Double { loops.values.max().map(Self.reach) ?? 0 }

  /// Whether there is a loop at a box of some kind.
  func hasLoop(where isMet: (LayeredLayout.Frame) -> Bool) -> Bool {
    loops.keys.contains { isMet(layout.frames[diagram.arrows[$0].source]) }
  }

  func draw(arrow index: Int, to svg: inout SVGMarkup) {
    let arrow = diagram.arrows[index]
    let path =
      switch layout.routes[index] {
      case .forward(let points), .backward(let points): curve(through: points)
      case .loop(let height): loop(from: height, around: arrow.source, number: loops[index] ?? 0)
      }
    let classes = arrow.isRecursive ? "arrow recursive" : "arrow"
    svg.line(#"<path class="\#(classes)" d="\#(path)"/>"#)
  }

  /// A curve that is level at each point; every other piece, where it passes a column, is straight.
  private func curve(through points: [Point]) -> SVGMarkup {
    guard var last = points.first else { return "" }
    var path: SVGMarkup = "M\(last)"
    for (index, point) in points.enumerated().dropFirst() {
      if index.isMultiple(of: 2) {
        path += "L\(point)"
      } else {
        let middle = (last.x + point.x) / 2
        path += "C\(Point(x: middle, y: last.y)) \(Point(x: middle, y: point.y)) \(point)"
      }
      last = point
    }
    return path
  }

  /// A line out of the side of a box, up, and down into its upper side.
  ///
  /// It is the left side in the first column, where no other links end, and otherwise the right.
  private func loop(from height: Double, around box: Int, number: Int) -> SVGMarkup {
    let frame = layout.frames[box]
    let outwards = frame.x == 0 ? -1.0 : 1.0
    let side = frame.x == 0 ? frame.x : frame.x + frame.width
    let reach = Self.reach(ofLoop: number)
    let far = side + outwards * reach
    let top = frame.y - reach
    let end = side - outwards * (Self.corner + reach)
    let turn = outwards * Self.corner

    var path: SVGMarkup = "M\(Point(x: side, y: height))H\(far - turn)"
    path += "Q\(Point(x: far, y: height)) \(Point(x: far, y: height - Self.corner))"
    path += "V\(top + Self.corner)Q\(Point(x: far, y: top)) \(Point(x: far - turn, y: top))"
    path += "H\(end + turn)Q\(Point(x: end, y: top)) \(Point(x: end, y: top + Self.corner))"
    path += "V\(frame.y)"
    return path
  }
}
