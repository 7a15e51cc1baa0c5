/// A box of a diagram with all its texts in place, measured from its upper left corner.
struct SVGCard {
  /// A text in a card.
  struct Line {
    var x: Double
    var y: Double
    var style: Style
    var text: String
    var isRightAligned = false
  }

  /// The class of a text in the style sheet.
  enum Style: String {
    case title, label, about, name, optional, type, link, guide
  }

  /// A row with its tooltip.
  struct Row {
    var top: Double
    var height: Double
    var tip: String
    var lines: [Line]
    /// The height at which an arrow begins.
    var anchor: Double
  }

  let box: SchemaDiagram.Box
  private(set) var width: Double
  private(set) var height: Double
  private(set) var headerHeight: Double
  private(set) var header: [Line] = []
  private(set) var rows: [Row] = []

  /// The approximate width of a character in each font; real fonts are usually narrower.
  static let titleColumn = 9.4
  static let nameColumn = 7.9
  static let smallColumn = 6.5
  static let padding = 14.0

  /// Places the texts of a box.
  ///
  /// - Parameters:
  ///   - box: The box.
  ///   - linked: The numbers of the rows from which arrows lead.
  init(_ box: SchemaDiagram.Box, linked: Set<Int>) {
    self.box = box
    let title = box.title.visible.fitted(to: 36)
    let about = (box.description ?? "").visibleWords.wrapped(to: 46, lines: 2)
    let texts = box.rows.map(RowTexts.init)

    var inner = Double(title.columns) * Self.titleColumn + 24
    inner += Double(box.label.columns) * Self.smallColumn
    for line in about { inner = max(inner, Double(line.columns) * Self.smallColumn) }
    for text in texts { inner = max(inner, text.width) }
    width = max(inner.rounded(.up), 150) + 2 * Self.padding
    headerHeight = 36 + (about.isEmpty ? 0 : Double(about.count) * 16 + 4)
    height = headerHeight

    header.append(Line(x: Self.padding, y: 23, style: .title, text: title))
    header.append(
      Line(
        x: width - Self.padding, y: 22.5, style: .label, text: box.label, isRightAligned: true))
    for (index, line) in about.enumerated() {
      header.append(
        Line(x: Self.padding, y: 41 + 16 * Double(index), style: .about, text: line))
    }
    if !texts.isEmpty { height += 5 }
    for (index, text) in texts.enumerated() {
      add(text, isLinked: linked.contains(index), tip: box.rows[index].tip)
    }
    if !texts.isEmpty { height += 7 }
  }

  private mutating func add(_ texts: RowTexts, isLinked: Bool, tip: String) {
    var row = Row(
      top: height, height: 25 + 15 * Double(texts.guides.count), tip: tip, lines: [],
      anchor: height + 13)
    let baseline = height + 17.5
    var x = Self.padding
    if !texts.name.isEmpty {
      row.lines.append(Line(x: x, y: baseline, style: .name, text: texts.name))
      x += Double(texts.name.columns) * Self.nameColumn
    }
    if texts.isOptional {
      row.lines.append(Line(x: x, y: baseline, style: .optional, text: "?"))
    }
    let type = isLinked ? Style.link : Style.type
    let isAlone = texts.name.isEmpty
    row.lines.append(
      Line(
        x: isAlone ? Self.padding : width - Self.padding, y: baseline, style: type,
        text: texts.type, isRightAligned: !isAlone))
    for (index, guide) in texts.guides.enumerated() {
      row.lines.append(
        Line(
          x: Self.padding, y: baseline + 15 * Double(index + 1), style: .guide, text: guide))
    }
    if !texts.guides.isEmpty { row.height += 2 }
    height += row.height
    rows.append(row)
  }

  /// The texts of a row, cut to what fits.
  private struct RowTexts {
    let name: String
    let isOptional: Bool
    let type: String
    let guides: [String]

    init(_ row: SchemaDiagram.Row) {
      name = row.name.map { $0.visible.fitted(to: 32) } ?? ""
      isOptional = row.isOptional
      type = row.type.visible.fitted(to: 36) + (row.isRecursive ? " ↻" : "")
      guides = row.guides.joined(separator: " · ").visibleWords.wrapped(to: 44, lines: 3)
    }

    var width: Double {
      let columns = name.columns + (isOptional ? 1 : 0) + type.columns
      let first = Double(columns) * SVGCard.nameColumn + (name.isEmpty ? 0 : 22)
      return guides.reduce(first) { max($0, Double($1.columns) * SVGCard.smallColumn) }
    }
  }
}

extension SchemaDiagram.Row {
  /// The complete text of the row.
  var tip: String {
    var parts = [(name.map { "\($0.visible): " } ?? "") + type.visible]
    if isOptional { parts[0] += ", may be left out" }
    if isRecursive { parts[0] += ", leads back here" }
    parts += guides
    if let description { parts.append(description) }
    return parts.joined(separator: "\n")
  }
}

extension String {
  /// The text on a single line, or nothing if it is empty.
  fileprivate var visibleWords: String {
    isEmpty ? "" : String(map { $0.isWhitespace ? " " : $0 }).visible
  }
}
