/// A line of output: texts, some of which have a style.
///
///     let line: StyledLine = "\(name, .strong) has \(count) properties"
///
/// A console shows only lines, and a line escapes its texts when it is rendered. So text from a
/// document or a model cannot move the cursor, change colors or begin its own line.
struct StyledLine: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A text and its style.
  struct Part: Sendable, Hashable {
    let text: String
    let style: TextStyle?
  }

  private(set) var parts: [Part]

  /// Creates a line of one text.
  init(_ text: String, _ style: TextStyle? = nil) { parts = [Part(text: text, style: style)] }

  /// Creates a line of several texts.
  init(parts: [Part]) { self.parts = parts }

  init(stringLiteral text: String) { self.init(text) }

  init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// Collects the texts of a line.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [Part] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) { parts.append(Part(text: literal, style: nil)) }

    mutating func appendInterpolation(
      _ value: some CustomStringConvertible, _ style: TextStyle? = nil
    ) {
      parts.append(Part(text: value.description, style: style))
    }

    mutating func appendInterpolation(_ line: StyledLine) { parts += line.parts }
  }

  /// The line as it is sent to a terminal or a file, without a line break.
  ///
  /// - Parameter isColored: `true` if styles are shown.
  /// - Returns: The escaped text, with the sequences for styles if these are shown.
  func rendered(isColored: Bool) -> String {
    parts.map { part in
      let text = part.text.escaped
      guard isColored, let style = part.style, !text.isEmpty else { return text }
      return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }.joined()
  }
}

/// The style of a text on a terminal, by its code (ECMA-48, 8.3.117).
enum TextStyle: Int, Sendable {
  case strong = 1
  case faint = 2
  case bad = 31
  case good = 32
  case warning = 33
  case name = 34
}

/// A table of texts: words on the left of their columns, numbers on the right.
struct AlignedTable {
  private var rows: [(cells: [String], style: TextStyle?)]

  /// Creates a table with a row of titles.
  init(_ titles: String...) { rows = [(titles, .strong)] }

  /// Adds a row.
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
        // No line ends with a space.
        column == widths.count - 1 && !areNumbers[column]
          ? row.cells[column]
          : row.cells[column].padded(to: widths[column], isTrailing: areNumbers[column])
      }
      return StyledLine(cells.joined(separator: "  "), row.style)
    }
  }
}
