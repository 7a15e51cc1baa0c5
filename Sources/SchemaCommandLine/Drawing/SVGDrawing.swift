/// A diagram as a self-contained picture in SVG.
///
/// It has no external resources: the colors, for light and dark backgrounds, are in its own style
/// sheet, and the fonts are those of the reader.
struct SVGDrawing {
  let diagram: SchemaDiagram
  let layout: LayeredLayout
  private let cards: [SVGCard]

  /// The number of each loop among those of its box, by the number of the arrow.
  let loops: [Int: Int]

  private static let margin = 28.0
  private static let legendHeight = 30.0

  /// Creates the layout of a diagram.
  ///
  /// - Parameter diagram: The diagram.
  init(_ diagram: SchemaDiagram) {
    self.diagram = diagram
    var linked = [Set<Int>](repeating: [], count: diagram.boxes.count)
    var loopCounts = [Int](repeating: 0, count: diagram.boxes.count)
    var loops: [Int: Int] = [:]
    for (index, arrow) in diagram.arrows.enumerated() {
      linked[arrow.source].insert(arrow.row)
      if arrow.source == arrow.target {
        loops[index] = loopCounts[arrow.source]
        loopCounts[arrow.source] += 1
      }
    }
    let cards = zip(diagram.boxes, linked).map { SVGCard($0, linked: $1) }
    let blocks = zip(cards, loopCounts).map { card, loops in
      LayeredLayout.Block(
        width: card.width, height: card.height,
        clearance: loops == 0 ? 0 : Self.reach(ofLoop: loops - 1) + 4)
    }
    let links = diagram.arrows.map { arrow in
      LayeredLayout.Link(
        source: arrow.source, sourceOffset: cards[arrow.source].rows[arrow.row].anchor,
        target: arrow.target, targetOffset: 18)
    }
    self.loops = loops
    self.cards = cards
    layout = LayeredLayout(blocks, links)
  }

  /// The picture as a text.
  var text: String {
    let left = Self.margin + (hasLoop { $0.x == 0 } ? loopRoom : 0)
    let right = Self.margin + (hasLoop { $0.x > 0 } ? loopRoom : 0)
    let width = left + layout.width + right
    let height = layout.height + 2 * Self.margin + Self.legendHeight
    let title = "Schema of \(diagram.boxes.first?.title.visible ?? "nothing")"

    var svg: SVGMarkup = ""
    svg.line(
      #"<svg xmlns="http://www.w3.org/2000/svg" class="schema-drawing" role="img""#)
    svg.line(
      #"  width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)">"#)
    svg.line("<title>\(title)</title>")
    svg.line("<style>\n\(SVGStyle.sheet)</style>")
    svg.line(SVGStyle.markers)
    svg.line(#"<rect class="page" width="100%" height="100%"/>"#)
    svg.line(#"<g transform="translate(\#(left) \#(Self.margin))">"#)
    for index in diagram.arrows.indices { draw(arrow: index, to: &svg) }
    for (card, frame) in zip(cards, layout.frames) { draw(card, at: frame, to: &svg) }
    svg.line("</g>")
    drawLegend(atHeight: height - Self.margin / 2 - 4, to: &svg)
    svg.line("</svg>")
    return svg.text
  }

  // MARK: Boxes

  private func draw(_ card: SVGCard, at frame: LayeredLayout.Frame, to svg: inout SVGMarkup) {
    let tip = ([card.box.title.visible] + [card.box.description].compactMap(\.self))
    svg.line(#"<g class="\#(card.box.classes)" transform="translate(\#(frame.x) \#(frame.y))">"#)
    svg.line(#"<rect class="card" width="\#(card.width)" height="\#(card.height)" rx="9"/>"#)
    svg.line("<g>")
    svg.line("<title>\(tip.joined(separator: "\n"))</title>")
    svg.line(#"<path class="head" d="\#(headOutline(card))"/>"#)
    for line in card.header { draw(line, to: &svg) }
    svg.line("</g>")
    for (index, row) in card.rows.enumerated() {
      svg.line("<g>")
      svg.line("<title>\(row.tip)</title>")
      svg.line(
        #"<rect class="hit" y="\#(row.top)" width="\#(card.width)" height="\#(row.height)"/>"#)
      if index > 0 {
        let start = LayeredLayout.Point(x: SVGCard.padding, y: row.top)
        svg.line(#"<path class="rule" d="M\#(start)H\#(card.width - SVGCard.padding)"/>"#)
      }
      for line in row.lines { draw(line, to: &svg) }
      svg.line("</g>")
    }
    svg.line(#"<rect class="frame" width="\#(card.width)" height="\#(card.height)" rx="9"/>"#)
    svg.line("</g>")
  }

  /// The colored part of a card: its corners are round above, and below if there are no rows.
  private func headOutline(_ card: SVGCard) -> SVGMarkup {
    let width = card.width
    guard card.rows.isEmpty else {
      let bottom = card.headerHeight
      return "M0 \(bottom)V9A9 9 0 0 1 9 0H\(width - 9)A9 9 0 0 1 \(width) 9V\(bottom)Z"
    }
    let bottom = card.height
    return """
      M0 \(bottom - 9)V9A9 9 0 0 1 9 0H\(width - 9)A9 9 0 0 1 \(width) 9V\(bottom - 9)\
      A9 9 0 0 1 \(width - 9) \(bottom)H9A9 9 0 0 1 0 \(bottom - 9)Z
      """
  }

  private func draw(_ line: SVGCard.Line, to svg: inout SVGMarkup) {
    let anchor: SVGMarkup = line.isRightAligned ? #" text-anchor="end""# : ""
    let style = line.style.rawValue
    svg.line(
      #"<text class="\#(style)" x="\#(line.x)" y="\#(line.y)"\#(anchor)>\#(line.text)</text>"#)
  }

  // MARK: Legend

  private func drawLegend(atHeight y: Double, to svg: inout SVGMarkup) {
    var notes: [String] = []
    if diagram.boxes.contains(where: { $0.rows.contains(where: \.isOptional) }) {
      notes.append("name? may be left out")
    }
    if diagram.boxes.contains(where: { $0.rows.contains { $0.type.hasPrefix("[") } }) {
      notes.append("[type] a list")
    }
    if diagram.arrows.contains(where: \.isRecursive) { notes.append("↻ leads back to itself") }
    guard !notes.isEmpty else { return }
    let legend = notes.joined(separator: "   ·   ")
    svg.line(#"<text class="legend" x="\#(Self.margin)" y="\#(y)">\#(legend)</text>"#)
  }
}

extension SchemaDiagram.Box {
  /// The class of the box in the style sheet.
  fileprivate var classes: String {
    switch (role, form) {
    case (.root, _): "root"
    case (.inline, _): "inline"
    case (.definition, .union): "union"
    case (.definition, _): "object"
    }
  }
}
