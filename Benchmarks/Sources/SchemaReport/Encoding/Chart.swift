import Fixtures

/// The picture of a report, with bars for the ways to encode and lines for the depths.
///
/// All scales are logarithmic.
struct Chart {
  let shallow: [ShallowResult]
  let deep: [DeepResult]
  let plan: [PlanDepth]

  private static let width = 920.0
  private static let height = 690.0

  var svg: String {
    var canvas = Canvas(width: Self.width, height: Self.height)
    drawSteadyState(on: &canvas)
    drawFirstCalls(on: &canvas)
    drawDepths(on: &canvas)
    return canvas.svg(title: "SchemaKit beside a class tree through JSONEncoder")
  }

  // MARK: - Bars

  private struct Bar {
    let name: String
    let time: Double
    let ratio: Double?
    let style: String
  }

  private func drawSteadyState(on canvas: inout Canvas) {
    let groups = shallow.map { result in
      (
        result.sample.title,
        [
          Bar(name: "JSONEncoder", time: result.plan, ratio: nil, style: "plan"),
          Bar(name: "SchemaKit", time: result.encode, ratio: result.encodeRatio, style: "first"),
          Bar(name: "kept graph", time: result.kept, ratio: result.keptRatio, style: "second"),
        ]
      )
    }
    canvas.text("From a type to bytes", x: 16, y: 26, style: "heading")
    canvas.text(
      "logarithmic scales", x: Self.width - 16, y: 26, anchor: .end, style: "small quiet")
    drawBars(groups, x: 16, width: 410, on: &canvas)
  }

  private func drawFirstCalls(on canvas: inout Canvas) {
    let groups = shallow.map { result in
      (
        result.sample.title,
        [
          Bar(name: "JSONEncoder", time: result.coldPlan, ratio: nil, style: "plan"),
          Bar(
            name: "SchemaKit", time: result.coldEncode, ratio: result.coldRatio, style: "first"),
        ]
      )
    }
    canvas.text("The first call in a process", x: 466, y: 26, style: "heading")
    drawBars(groups, x: 466, width: 398, on: &canvas)
  }

  private func drawBars(
    _ groups: [(title: String, bars: [Bar])], x: Double, width: Double, on canvas: inout Canvas
  ) {
    let times = groups.flatMap(\.bars).map(\.time)
    let axis = LogAxis(around: times + [1], start: x + 86, end: x + width - 96)
    let top = 44.0
    var y = top
    for group in groups {
      canvas.text(group.title, x: x, y: y + 12, style: "quiet")
      y += 20
      for bar in group.bars {
        canvas.text(bar.name, x: x + 80, y: y + 12, anchor: .end, style: "small")
        let end = axis.place(bar.time)
        canvas.bar(
          x: axis.start, y: y + 1, width: max(2, end - axis.start), height: 14, style: bar.style)
        let ratio = bar.ratio.map { ", \($0.times)" } ?? ""
        canvas.text(bar.time.microseconds + ratio, x: end + 6, y: y + 12, style: "small")
        y += 19
      }
      y += 10
    }
  }
}
