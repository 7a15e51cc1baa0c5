import Fixtures

extension Chart {
  private static let styles: [DeepChain: String] = [
    .titled: "first", .arrays: "second", .mutual: "third",
  ]

  /// Draws the time for each level by the depth: a line for each chain and stack, and the depths
  /// that the plan's encoder reaches.
  func drawDepths(on canvas: inout Canvas) {
    let planPoints = DeepChain.allCases.map { (chain: $0, points: finishedPlan($0)) }
    let depths = deep.flatMap { $0.depths.map { Double($0.depth) } }
    let times = deep.flatMap { $0.depths.map(\.nanoseconds) }
    let planDepths = planPoints.flatMap { $0.points.map(\.depth) }
    let planTimes = planPoints.flatMap { $0.points.map(\.time) }
    let across = LogAxis(around: depths + planDepths, start: 70, end: 640)
    let up = LogAxis(around: times + planTimes, start: 640, end: 390)
    canvas.text("Time a level, by depth", x: 16, y: 366, style: "heading")
    drawGrid(across, up, on: &canvas)
    for (_, points) in planPoints {
      let places = points.map { (x: across.place($0.depth), y: up.place($0.time)) }
      canvas.line(places, style: "plan")
      for place in places { canvas.dot(x: place.x, y: place.y, style: "plan") }
    }
    for result in deep {
      guard let style = Self.styles[result.chain] else { continue }
      let places = result.depths.map { depth in
        (x: across.place(Double(depth.depth)), y: up.place(depth.nanoseconds))
      }
      canvas.line(places, style: result.stack == .main ? style : "\(style) dashed")
      for place in places { canvas.dot(x: place.x, y: place.y, style: style) }
    }
    drawLegend(on: &canvas)
  }

  private func drawGrid(_ across: LogAxis, _ up: LogAxis, on canvas: inout Canvas) {
    for tick in up.ticks {
      let y = up.place(tick)
      canvas.line([(across.start, y), (across.end, y)], style: "grid")
      canvas.text(tick.duration, x: across.start - 8, y: y + 4, anchor: .end, style: "small quiet")
    }
    for tick in across.ticks {
      let x = across.place(tick)
      canvas.line([(x, up.start), (x, up.end)], style: "grid")
      canvas.text(
        Int(tick).grouped, x: x, y: up.start + 18, anchor: .middle, style: "small quiet")
    }
    canvas.text(
      "levels", x: (across.start + across.end) / 2, y: up.start + 36, anchor: .middle,
      style: "small quiet")
  }

  private func drawLegend(on canvas: inout Canvas) {
    let x = 664.0
    var y = 400.0
    canvas.text("SchemaKit", x: x, y: y, style: "quiet")
    for chain in DeepChain.allCases {
      y += 22
      canvas.line([(x, y - 4), (x + 24, y - 4)], style: Self.styles[chain] ?? "plan")
      canvas.text(chain.title, x: x + 32, y: y)
    }
    y += 22
    canvas.line([(x, y - 4), (x + 24, y - 4)], style: "plan dashed")
    canvas.text("dashed: on a 512 KB stack", x: x + 32, y: y)
    y += 34
    canvas.text("JSONEncoder, main thread", x: x, y: y, style: "quiet")
    for chain in DeepChain.allCases {
      y += 22
      canvas.line([(x, y - 4), (x + 24, y - 4)], style: "plan")
      canvas.text("\(chain.title): \(endOfPlan(chain))", x: x + 32, y: y)
    }
  }

  /// Returns the depths at which the plan's encoder finishes on the main thread.
  private func finishedPlan(_ chain: DeepChain) -> [(depth: Double, time: Double)] {
    plan.filter { $0.chain == chain && $0.stack == .main }.compactMap { attempt in
      guard case .finished(let time) = attempt.outcome else { return nil }
      return (Double(attempt.depth), time)
    }
  }

  /// Returns a description of the failure of the plan's encoder at the first depth at which it
  /// fails.
  private func endOfPlan(_ chain: DeepChain) -> String {
    for attempt in plan where attempt.chain == chain && attempt.stack == .main {
      switch attempt.outcome {
      case .finished: continue
      case .threw: return "throws at \(attempt.depth.grouped)"
      case .crashed: return "dies at \(attempt.depth.grouped)"
      }
    }
    return "not tried deeper"
  }
}

extension Double {
  /// A power of ten of nanoseconds, with a suitable unit.
  fileprivate var duration: String {
    switch self {
    case ..<1_000: "\(Int(self)) ns"
    case ..<1_000_000: "\(Int(self / 1_000)) µs"
    default: "\(Int(self / 1_000_000)) ms"
    }
  }
}
