extension SchemaDiagram {
  /// Returns the diagram in the language of Graphviz.
  func dot() -> String {
    var lines = [
      "digraph schema {",
      "  rankdir=LR",
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11]",
      "  edge [color=\"#667085\", arrowsize=0.7]",
    ]
    for (index, box) in boxes.enumerated() {
      lines.append("  c\(index) [label=<")
      lines.append(
        "    <TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"0\" CELLPADDING=\"5\""
          + " COLOR=\"#98a2b3\">")
      lines.append(
        "    <TR><TD PORT=\"head\" COLSPAN=\"3\" BGCOLOR=\"\(box.color)\">"
          + "<B>\(box.title.label.markupEscaped)</B>"
          + "  <I>\(([box.label] + box.guides).joined(separator: "; ").label.markupEscaped)</I>"
          + "</TD></TR>")
      for (number, row) in box.rows.enumerated() {
        lines.append("    <TR>\(row.cells(port: "r\(number)"))</TR>")
      }
      lines.append("    </TABLE>>]")
    }
    for arrow in arrows {
      let style = arrow.isRecursive ? " [style=dashed, color=\"#d9480f\"]" : ""
      // A loop without a fixed port would cross the table.
      let port = arrow.source == arrow.target ? "head:e" : "head"
      lines.append("  c\(arrow.source):r\(arrow.row):e -> c\(arrow.target):\(port)\(style)")
    }
    lines.append("}")
    return lines.map { $0 + "\n" }.joined()
  }
}

extension SchemaDiagram.Box {
  /// The color of the title.
  fileprivate var color: String {
    switch (role, form) {
    case (.root, _): "#dbe6ff"
    case (_, .union): "#f2eafc"
    default: "#eaeef7"
    }
  }
}

extension SchemaDiagram.Row {
  /// Returns the cells of a table; arrows begin at the last one.
  ///
  /// They are the name, the type and the guides; without a name, one cell has the width of all
  /// three.
  fileprivate func cells(port: String) -> String {
    let type = type.label + (isRecursive ? " ↻" : "")
    let guides = guides.map(\.label)
    guard let name else {
      let text = ([type] + guides).joined(separator: "; ").markupEscaped
      return "<TD ALIGN=\"LEFT\" COLSPAN=\"3\" PORT=\"\(port)\">\(text)</TD>"
    }
    let start = "<TD ALIGN=\"LEFT\""
    return "\(start)>\(name.label.markupEscaped)\(isOptional ? "?" : "")</TD>"
      + "\(start)>\(type.markupEscaped)</TD>"
      + "\(start) PORT=\"\(port)\">\(guides.joined(separator: "; ").markupEscaped)</TD>"
  }
}

extension String {
  /// The text for use in an element of HTML, as Graphviz reads it.
  fileprivate var markupEscaped: String {
    var escaped = ""
    for character in unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
