/// The picture of the times of masks: a group of bars for each figure, with a bar for each engine.
///
/// The scale is logarithmic.
struct MaskChart {
  let results: [MaskResult]

  private static let width = 920.0
  private static let labels = 190.0

  private static func style(of engine: String) -> String {
    engine.hasPrefix("SchemaKit") ? "first" : engine.hasPrefix("llguidance") ? "plan" : "third"
  }

  private var groups: [(title: String, times: [Double])] {
    [
      ("a mask, p50", results.map(\.cold.p50)), ("a mask, mean", results.map(\.cold.mean)),
      ("a mask, p99", results.map(\.cold.p99)),
      ("a mask, mean, warm", results.map(\.warm.mean)),
      ("schema to first mask, p50", results.map(\.first.p50)),
      ("schema to first mask, p99", results.map(\.first.p99)),
    ]
  }

  var svg: String {
    let height = 56 + Double(groups.count) * (Double(results.count) * 18 + 14)
    var canvas = Canvas(width: Self.width, height: height)
    canvas.text("Token masks, 131 072 tokens", x: 16, y: 26, style: "heading")
    canvas.text(
      "logarithmic scale", x: Self.width - 16, y: 26, anchor: .end, style: "small quiet")
    let axis = LogAxis(
      around: groups.flatMap(\.times).filter { $0 > 0 }, start: 0, end: Self.width - 420)
    var y = 48.0
    for group in groups {
      canvas.text(group.title, x: Self.labels - 10, y: y + 12, anchor: .end)
      for (index, time) in group.times.enumerated() {
        let end = axis.place(time)
        canvas.bar(
          x: Self.labels, y: y, width: max(end, 2), height: 14,
          style: Self.style(of: results[index].name))
        canvas.text(
          label(results[index].name, time, beside: group.times.first), x: Self.labels + end + 8,
          y: y + 11, style: "small")
        y += 18
      }
      y += 14
    }
    return canvas.svg(title: "Token masks of SchemaKit and of other engines")
  }

  private func label(_ name: String, _ time: Double, beside own: Double?) -> String {
    let text =
      time < 1000 ? "\(time.figures(3)) µs" : "\((time / 1000).figures(3)) ms"
    guard let own, own > 0, name != results.first?.name else { return "\(name) \(text)" }
    return "\(name) \(text), \((time / own).times)"
  }
}
