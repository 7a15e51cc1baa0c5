/// A table of texts: words on the left of their columns, numbers on the right.
struct TextTable {
  private var rows: [(cells: [String], style: TextStyle?)]

  /// Creates a table with a row of titles.
  ///
  /// - Parameter titles: The title of each column.
  init(_ titles: String...) {
    rows = [(titles, .strong)]
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - cells: The texts, one for each column.
  ///   - style: The style of the row.
  mutating func append(_ cells: [String], _ style: TextStyle? = nil) {
    rows.append((cells.map(\.label), style))
  }

  /// The lines of the table.
  var lines: [StyledLine] {
    let columns = rows[0].cells.indices.map { column in rows.map { $0.cells[column] } }
    let widths = columns.map { $0.map(\.columns).max() ?? 0 }
    let areNumbers = columns.map { $0.dropFirst().allSatisfy { Int($0) != nil } }
    return rows.map { row in
      let cells = row.cells.indices.map { column in
        // No space ends a line.
        column == widths.count - 1 && !areNumbers[column]
          ? row.cells[column]
          : row.cells[column].padded(to: widths[column], isTrailing: areNumbers[column])
      }
      return StyledLine(cells.joined(separator: "  "), row.style)
    }
  }
}
