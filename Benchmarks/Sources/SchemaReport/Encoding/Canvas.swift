import Foundation

/// A builder of an SVG picture.
///
/// Colors are classes of the style sheet, so that one picture is suitable for light and dark mode.
struct Canvas {
  private let width: Double
  private let height: Double
  private var elements: [String] = []

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  enum Anchor: String {
    case start, middle, end
  }

  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, style: String = ""
  ) {
    elements.append(
      "<text x=\"\(x.coordinate)\" y=\"\(y.coordinate)\" text-anchor=\"\(anchor.rawValue)\""
        + " class=\"\(style)\">\(text.escaped)</text>")
  }

  mutating func bar(x: Double, y: Double, width: Double, height: Double, style: String) {
    elements.append(
      "<rect x=\"\(x.coordinate)\" y=\"\(y.coordinate)\" width=\"\(width.coordinate)\""
        + " height=\"\(height.coordinate)\" rx=\"2\" class=\"\(style)\"/>")
  }

  mutating func line(_ points: [(x: Double, y: Double)], style: String) {
    let list = points.map { "\($0.x.coordinate),\($0.y.coordinate)" }.joined(separator: " ")
    elements.append("<polyline points=\"\(list)\" class=\"\(style)\"/>")
  }

  mutating func dot(x: Double, y: Double, style: String) {
    elements.append(
      "<circle cx=\"\(x.coordinate)\" cy=\"\(y.coordinate)\" r=\"3.5\" class=\"\(style)\"/>")
  }

  func svg(title: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Int(width)) \(Int(height))" \
    width="\(Int(width))" height="\(Int(height))" role="img" aria-label="\(title.escaped)">
    <title>\(title.escaped)</title>
    <style>
      text { font: 12px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2328; }
      .heading { font-size: 14px; font-weight: 600; }
      .quiet { fill: #59636e; }
      .small { font-size: 11px; }
      polyline { fill: none; stroke-width: 2; stroke-linejoin: round; }
      polyline.grid { stroke: #d1d9e0; stroke-width: 1; }
      .plan { fill: #8c959f; stroke: #8c959f; }
      .first { fill: #0969da; stroke: #0969da; }
      .second { fill: #1a7f37; stroke: #1a7f37; }
      .third { fill: #bc4c00; stroke: #bc4c00; }
      rect { stroke: none !important; }
      polyline.plan, polyline.first, polyline.second, polyline.third { fill: none; }
      polyline.dashed { stroke-dasharray: 2 4; }
      @media (prefers-color-scheme: dark) {
        text { fill: #f0f6fc; }
        .quiet { fill: #9198a1; }
        polyline.grid { stroke: #3d444d; }
        .first { fill: #4493f8; stroke: #4493f8; }
        .second { fill: #3fb950; stroke: #3fb950; }
        .third { fill: #f0883e; stroke: #f0883e; }
      }
    </style>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }
}

/// A logarithmic axis.
struct LogAxis {
  let lowest: Double
  let highest: Double
  let start: Double
  let end: Double

  /// Returns the coordinate of `value` on the axis.
  func place(_ value: Double) -> Double {
    let share = (log10(max(value, lowest)) - log10(lowest)) / (log10(highest) - log10(lowest))
    return start + (end - start) * share
  }

  /// The powers of ten on the axis.
  var ticks: [Double] {
    let first = Int(log10(lowest).rounded(.up))
    let last = Int(log10(highest).rounded(.down))
    guard first <= last else { return [] }
    return (first...last).map { pow(10, Double($0)) }
  }

  /// Creates an axis from the largest power of ten below the values to the smallest one above them.
  init(around values: [Double], start: Double, end: Double) {
    lowest = pow(10, log10(values.min() ?? 1).rounded(.down))
    highest = max(lowest * 10, pow(10, log10(values.max() ?? 10).rounded(.up)))
    self.start = start
    self.end = end
  }
}

extension Double {
  /// The number with as many digits as a picture needs.
  fileprivate var coordinate: String { String(format: "%.1f", self) }
}

extension String {
  /// The text with characters escaped for XML.
  fileprivate var escaped: String {
    replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: "\"", with: "&quot;")
  }
}
