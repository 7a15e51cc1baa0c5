/// A table of texts in columns.
struct TextTable {
  /// The alignment of a column.
  enum Alignment: Sendable {
    case left, right
  }

  /// A text in a table.
  struct Cell: ExpressibleByStringInterpolation {
    var text: String
    var style: TextStyle?

    init(_ text: String, _ style: TextStyle? = nil) {
      self.text = text
      self.style = style
    }

    init(stringLiteral value: String) {
      self.init(value)
    }
  }

  private let alignments: [Alignment]
  private var rows: [[Cell]] = []

  /// Creates a table with a row of titles.
  ///
  /// - Parameter columns: The title and the alignment of each column.
  init(_ columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map { $0.alignment }
    rows = [columns.map { Cell($0.title, .strong) }]
  }

  /// Adds a row.
  ///
  /// - Parameter cells: The texts, one for each column.
  mutating func append(_ cells: [Cell]) {
    rows.append(cells)
  }

  /// The lines of the table.
  ///
  /// If it is too wide, the texts of its widest left-aligned column are cut.
  ///
  /// - Parameter display: The display.
  /// - Returns: The lines, without line breaks or trailing spaces.
  func lines(on display: Display) -> [String] {
    var widths = [Int](repeating: 0, count: alignments.count)
    for row in rows {
      for (column, cell) in zip(widths.indices, row) {
        widths[column] = max(widths[column], cell.text.columns)
      }
    }
    let excess = widths.reduce(2 * (widths.count - 1), +) - display.columns
    let left = widths.indices.filter { alignments[$0] == .left }
    if excess > 0, let widest = left.max(by: { widths[$0] < widths[$1] }) {
      widths[widest] = max(8, widths[widest] - excess)
    }
    return rows.map { row in
      var line = ""
      var pending = ""
      for (column, cell) in zip(widths.indices, row) {
        let text = cell.text.fitted(to: widths[column])
        let space = String(repeating: " ", count: max(0, widths[column] - text.columns))
        let styled = cell.style.map { display.styled(text, $0) } ?? text
        if text.isEmpty {
          pending += space + "  "
        } else if alignments[column] == .left {
          line += pending + styled
          pending = space + "  "
        } else {
          line += pending + space + styled
          pending = "  "
        }
      }
      return line
    }
  }
}
