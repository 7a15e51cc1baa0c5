extension SchemaDiagram {
  /// The diagram as a class diagram of Mermaid.
  ///
  /// - Returns: The text.
  func mermaid() -> String {
    var lines = ["classDiagram", "  direction LR"]
    for (index, box) in boxes.enumerated() {
      lines.append("  class c\(index)[\"\(box.title.visible.mermaidEscaped)\"] {")
      lines.append("    <<\(box.label)>>")
      for row in box.rows {
        var words = row.type.visible
        if let name = row.name { words += " \(name.visible)\(row.isOptional ? "?" : "")" }
        let member = ([words] + row.guides.map(\.visible)).joined(separator: " · ")
        lines.append("    \(member.mermaidEscaped)")
      }
      lines.append("  }")
    }
    for arrow in arrows {
      let row = boxes[arrow.source].rows[arrow.row]
      let line = "  c\(arrow.source) \(arrow.isRecursive ? "..>" : "-->") c\(arrow.target)"
      guard let name = row.name else {
        lines.append(line)
        continue
      }
      lines.append("\(line) : \(name.visible.mermaidEscaped)")
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension String {
  /// The text with all characters that have a meaning in Mermaid or HTML as numeric entities, such
  /// as `#40;`.
  fileprivate var mermaidEscaped: String {
    var escaped = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "_", ",", ".", "?", "[", "]":
        escaped.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: escaped += "#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
