import Foundation

/// A table of text.
///
/// The first column is aligned to the left, and the other columns to the right.
struct Table {
  private let title: String
  private var rows: [[String]]

  init(_ title: String, _ columns: [String]) {
    self.title = title
    rows = [columns]
  }

  mutating func add(_ cells: [String]) {
    rows.append(cells)
  }

  /// The format in which tables are printed.
  enum Format {
    case plain, markdown
  }

  func text(_ format: Format) -> String {
    switch format {
    case .plain: plainText
    case .markdown: markdown
    }
  }

  private var markdown: String {
    let rule = (rows.first ?? []).indices.map { $0 == 0 ? "---" : "---:" }
    let lines = rows.prefix(1) + [rule] + rows.dropFirst()
    let table = lines.map { "| \($0.joined(separator: " | ")) |" }
    return (["", "\(title):", ""] + table).joined(separator: "\n")
  }

  /// The table with columns that are aligned by spaces.
  private var plainText: String {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    return (["", title, ""] + lines.prefix(1) + [rule] + lines.dropFirst()).joined(separator: "\n")
  }
}

extension Double {
  /// Returns the number with some significant digits, and with a space between thousands.
  func figures(_ count: Int) -> String {
    guard self != 0, isFinite else { return "0" }
    let magnitude = Int(log10(abs(self)).rounded(.down))
    let decimals = max(0, count - 1 - magnitude)
    let text = String(format: "%.\(decimals)f", self)
    return decimals > 0 ? text : Int(rounded()).grouped
  }

  /// The number as microseconds.
  var microseconds: String { "\(figures(3)) µs" }

  /// The number as nanoseconds.
  var nanoseconds: String { "\(figures(3)) ns" }

  /// The number as a factor.
  var times: String { "\(figures(3)) ×" }
}

extension Int {
  /// The number with a space between thousands.
  var grouped: String {
    let digits = Array(String(abs(self)))
    var result = self < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += " " }
      result.append(digit)
    }
    return result
  }

  /// The number as a count of bytes.
  var bytes: String {
    switch self {
    case ..<10_000: "\(grouped) B"
    case ..<10_000_000: "\((self / 1000).grouped) KB"
    default: "\((self / 1_000_000).grouped) MB"
    }
  }
}
